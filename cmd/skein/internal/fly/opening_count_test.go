//go:build cgo && !nowindow

package fly

import (
	"math"
	"testing"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/input"
)

// oneSlow returns several durations. One is much longer, as if the system was busy for a moment.
func oneSlow(seconds float64) []float64 {
	return []float64{seconds, seconds, 30 * seconds, seconds * 0.98, seconds * 1.02}
}

// madeTimes returns the times of an imaginary machine, in s. A picture takes fixed + birds·(draw + layout),
// and a tick takes birds·tick. There are 1.5 ticks per picture.
func madeTimes(birds int, fixed, draw, layout, tick float64) *pictureTimes {
	n := float64(birds)
	return &pictureTimes{
		birds: birds, ticks: 1.5,
		frame: oneSlow(fixed + n*(draw+layout)), layout: oneSlow(n * layout), tick: oneSlow(n * tick),
		fewBirds: oneSlow(fixed + openingFewest*draw), manyBirds: oneSlow(fixed + openingMost*draw),
	}
}

// count returns the number of birds for which a picture and its ticks take 1/20 s.
func TestOpeningCount(t *testing.T) {
	for _, c := range []struct {
		what                      string
		fixed, draw, layout, tick float64
		birds                     int
	}{
		{"a graphics card and fast cores", 0.002, 100e-9, 50e-9, 100e-9, 30_000},
		{"a fair machine", 0.010, 1e-6, 0.5e-6, 1e-6, 13_300},   // the limit is 0.040 s / 3 µs
		{"slow ticks", 0.002, 0.1e-6, 0.1e-6, 4e-6, 7_700},      // the limit is 0.048 s / 6.2 µs
		{"a software driver", 0.030, 10e-6, 1e-6, 2e-6, 3_000},  // fast enough for 1,400 birds, fewer than the minimum
		{"a very slow machine", 0.2, 100e-6, 1e-6, 2e-6, 3_000}, // too slow even without birds
	} {
		exact := math.Max(0, (0.05-c.fixed)/(c.draw+c.layout+1.5*c.tick))
		for _, birds := range []int{3_000, 8_000, 30_000} {
			m := madeTimes(birds, c.fixed, c.draw, c.layout, c.tick)
			got := m.count()
			if want := math.Min(exact, 10*openingMost); math.Abs(float64(got)-want) > 0.01*want+1 {
				t.Errorf("%s, timed with %d birds: the count is %d, want %.0f", c.what, birds, got, want)
			}
			if n := openingBirds(got); math.Abs(float64(n-c.birds)) > 100 {
				t.Errorf("%s, timed with %d birds: the opening has %d, want %d", c.what, birds, n, c.birds)
			}
			if slow := exact <= float64(birds); m.slow() != slow {
				t.Errorf("%s, timed with %d birds: slow is %v, want %v", c.what, birds, !slow, slow)
			}
		}
	}
}

// Without separate times for drawing, count treats the whole time as proportional to the number of birds.
func TestOpeningCountOfSlowPictures(t *testing.T) {
	m := &pictureTimes{birds: 3_000, ticks: 1.5, frame: oneSlow(0.09), layout: oneSlow(0.01), tick: oneSlow(0.02)}
	if n := m.count(); n < 1200 || n > 1300 {
		t.Errorf("3,000 birds take 0.12 s: the count for 0.05 s is %d, want 1,250", n)
	}
}

func TestOpeningMessage(t *testing.T) {
	for count, want := range map[int]string{
		0:      "3,000 birds, the minimum for the opening scene; this machine draws fewer than 20 frames per second",
		2_999:  "3,000 birds, the minimum for the opening scene; this machine draws fewer than 20 frames per second",
		3_000:  "3,000 birds: as many as this machine can draw at 20 frames per second",
		12_345: "12,300 birds: as many as this machine can draw at 20 frames per second",
		30_001: "30,000 birds, the maximum for the opening scene; this machine draws more than 20 frames per second",
	} {
		if got := openingMessage(count); got != want {
			t.Errorf("with %d birds the message is %q, want %q", count, got, want)
		}
	}
}

// The test stores the counts of two drivers. The loaded counts must be the same, and last must return the
// count that was stored last.
func TestOpeningIsRemembered(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	if _, known := (&openingCounts{}).last(); known {
		t.Error("a count is known before it was measured")
	}
	all := loadOpening()
	all.note("card 1280x720", 20_000)
	all.note("llvmpipe 1280x720", 1_400)
	all.save()
	loaded := loadOpening()
	if n, known := loaded.last(); !known || n != 1_400 || loaded.Counts["card 1280x720"] != 20_000 {
		t.Errorf("remembered: %+v", loaded)
	}
}

func TestOpeningOfAlternatingSizes(t *testing.T) {
	var all openingCounts
	all.note("large", 9_000)
	all.note("small", 20_000)
	for _, c := range []struct {
		key   string
		count int
	}{{"large", 9_000}, {"small", 20_000}, {"large", 9_000}} {
		if n, known := all.use(c.key); !known || n != c.count {
			t.Errorf("%s: the count is %d, known is %v; want %d, true", c.key, n, known, c.count)
		}
		if n, _ := all.last(); n != c.count {
			t.Errorf("the start after %s begins with %d, want %d", c.key, n, c.count)
		}
	}
	if _, known := all.use("huge"); known || all.Last != "large" {
		t.Errorf("a size that was never measured is known, or became the last one: %+v", all)
	}
}

func TestOnlyTheOpeningChoosesItsBirds(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	c := Options{Scene: "starlings"}
	if c.chooseOpening(); c.Count != nil {
		t.Errorf("skein starlings has %d birds, want the scene's number", *c.Count)
	}
	c.Opening = true
	if c.chooseOpening(); c.Count == nil || *c.Count != openingFewest {
		t.Errorf("the first opening has %v birds, want the fewest", c.Count)
	}
	all := loadOpening()
	all.note("card", 14_321)
	all.save()
	if c.chooseOpening(); *c.Count != 14_300 {
		t.Errorf("the second opening has %d birds, want 14,300", *c.Count)
	}
}

// A known count is wrong only if the pictures take less than half or more than twice the intended time. The
// lowest possible count is not wrong if the pictures take longer, nor the highest if they take less time.
func TestContradictedCount(t *testing.T) {
	for _, c := range []struct {
		count   int
		seconds float64
		wrong   bool
	}{
		{12_000, 0.05, false}, {12_000, 0.03, false}, {12_000, 0.09, false}, {12_000, 0.02, true}, {12_000, 0.12, true},
		{openingMost, 0.001, false}, {openingMost, 0.12, true},
		{openingFewest - 1, 0.5, false}, {openingFewest - 1, 0.02, true},
	} {
		m := &pictureTimes{birds: openingBirds(c.count), ticks: 1.5, frame: oneSlow(c.seconds - 1.5e-6), tick: oneSlow(1e-6)}
		if got := m.contradicts(c.count); got != c.wrong {
			t.Errorf("with %d birds, a picture takes %v s: the count is wrong: %t, want %t", c.count, c.seconds, got, c.wrong)
		}
	}
}

// Flags that do not choose a flock leave the opening on.
func TestFlagsKeepTheOpening(t *testing.T) {
	n, seed, fps := 5, uint64(3), 30
	for what, c := range map[string]struct {
		o      Options
		chosen bool
	}{
		"nothing":   {Options{}, false},
		"--max-fps": {Options{MaxFPS: &fps}, false},
		"--tier":    {Options{Tier: "good"}, false},
		"--camera":  {Options{Camera: "orbit"}, false},
		"a scene":   {Options{Scene: "starlings"}, true},
		"--count":   {Options{Simulation: input.Simulation{Count: &n}}, true},
		"--seed":    {Options{Simulation: input.Simulation{Seed: &seed}}, true},
		"--at":      {Options{Simulation: input.Simulation{At: []string{"5s:scatter"}}}, true},
		"--bird":    {Options{Choice: bird.Choice{Bird: []string{"goose"}}}, true},
		"--frames":  {Options{Frames: 3}, true},
	} {
		if got := c.o.choosesFlock(); got != c.chosen {
			t.Errorf("%s chooses a flock: %t, want %t", what, got, c.chosen)
		}
	}
	o := Options{Camera: "orbit", Opening: true}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	if o.chooseOpening(); o.Camera != "orbit" || *o.Count != openingFewest {
		t.Errorf("with --camera orbit, the opening has the camera %s and %d birds", o.Camera, *o.Count)
	}
}
