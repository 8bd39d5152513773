package rendering

import (
	"encoding"
	"math"
	"testing"

	"skein/cmd/skein/internal/usage"
	"skein/engine/film"
	"skein/flock/export"
	"skein/flock/scenario"
)

func TestPace(t *testing.T) {
	for _, c := range []struct {
		recorded int
		rate     int
		fps      string
		pictures int
	}{
		{300, 30, "30", 300}, {300, 30, "24", 240}, {301, 30, "24", 241}, {300, 30, "60", 599}, {2, 30, "120", 5},
		{1, 30, "24", 1}, {300, 30, "30000/1001", 299}, {300, 30, "0.1", 1}, {301, 30, "0.1", 2}, {0, 30, "24", 0},
		{30031, 30, "29.97", 30001}, {30030, 30, "29.97", 30000}, {3_600_001, 30, "23.976", 2877123},
	} {
		var fps usage.Rate
		if err := fps.UnmarshalText([]byte(c.fps)); err != nil {
			t.Fatal(err)
		}
		p := pace{frameCount: c.recorded, rate: c.rate, FPS: fps.Or(0)}
		if got := p.pictures(); got != c.pictures {
			t.Errorf("%d frames at %d give %d pictures at %s per second, want %d", c.recorded, c.rate, got, c.fps, c.pictures)
		}
		for n := 1; n <= c.pictures; n += 1 + c.pictures/1000 {
			at := p.at(n)
			if want := float64(n-1) * float64(fps.Den) / float64(fps.Num) * float64(c.rate); math.Abs(at-want) > 1e-5 || at > float64(c.recorded-1) {
				t.Fatalf("picture %d at %s per second is at frame %v, want %v", n, c.fps, at, want)
			}
		}
	}
	if p := (pace{frameCount: 300, rate: 30, FPS: export.Whole(24)}); p.at(5) != 5 || p.at(2) != 1.25 {
		t.Errorf("pictures 5 and 2 are at frames %v and %v, want 5 and 1.25", p.at(5), p.at(2))
	}
}

// If the numbers of the pictures begin at 1001, they show the same frames, and films of them have a time
// code. The code of picture 1001 at 24 per second is 41 s and 17 pictures, because 41 · 24 + 17 = 1001.
func TestStartFrame(t *testing.T) {
	p := pace{frameCount: 300, rate: 30, FPS: export.Whole(24), shift: 1000}
	if p.at(1005) != 5 || p.at(1002) != 1.25 || p.pictures() != 240 {
		t.Errorf("pictures 1005 and 1002 of %d are at frames %v and %v, want 5 and 1.25 of 240", p.pictures(), p.at(1005), p.at(1002))
	}
	for _, c := range []struct {
		fps  export.Rate
		n    int
		want string
	}{
		{export.Whole(24), 1001, "00:00:41:17"}, {export.Whole(30), 86_400*30 + 3661*30 + 5, "01:01:01:05"},
		{export.Rate{Num: 30000, Den: 1001}, 1001, "00:00:33:11"}, {export.Rate{Num: 1, Den: 2}, 1001, "00:16:41:00"},
	} {
		p.FPS = c.fps
		if got := p.timecode(c.n); got != c.want {
			t.Errorf("picture %d at %v per second has the time code %s, want %s", c.n, c.fps, got, c.want)
		}
	}
	if got := (pace{FPS: export.Whole(24)}).timecode(1); got != "" {
		t.Errorf("pictures that count from 1 have the time code %s, want none", got)
	}
}

func TestExposureOfAScene(t *testing.T) {
	sc, err := scenario.Parse("a.toml", []byte("version = 1\n[camera]\nshutter = 270\naperture = 0.5\nfocus = 2.5\n"))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := scenario.Parse("b.toml", []byte("version = 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	var flags ExposureFlags
	for text, flag := range map[string]encoding.TextUnmarshaler{"25%": &flags.Shutter, "f/2": &flags.Aperture, "auto": &flags.Focus} {
		if err := flag.UnmarshalText([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	p := pace{frameCount: 100, rate: 30, FPS: export.Whole(25)}
	for _, c := range []struct {
		cmd  Options
		sc   *scenario.Scenario
		want film.Exposure
	}{
		{Options{Samples: 9}, plain, film.Exposure{Samples: 9, Shutter: 0.02}},
		{Options{Samples: 9}, sc, film.Exposure{Samples: 9, Shutter: 0.03, Aperture: 0.5, Focus: 2.5}},
		{Options{Samples: 9, ExposureFlags: flags}, sc, film.Exposure{Samples: 9, Shutter: 0.01, FStop: 2}},
	} {
		if got := c.cmd.exposure(c.sc, p); got != c.want {
			t.Errorf("the exposure is %+v, want %+v", got, c.want)
		}
	}
}
