//go:build cgo

package main

import (
	"context"
	"flag"
	"image"
	"image/draw"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skein/engine"
	"skein/engine/capture"
	"skein/flock/look"
	"skein/flock/model"
	"skein/flock/recording"
	"skein/flock/scenario"
)

var update = flag.Bool("update", false, "draw the golden pictures anew")

// Pictures are as the golden ones within these bounds, in steps of 8 bits. Other
// releases of llvmpipe round otherwise along edges; a bird more or less, or one
// in another phase, is far beyond.
var tolerance = capture.Difference{Mean: 0.05, Tile: 2.5}

const (
	goldenFrame = 45
	goldenBoids = 120
)

var goldenSize = image.Pt(480, 270)

// views are what the golden pictures show.
var views = []struct {
	name string
	set  func(*scenario.Scenario)
}{
	{"orbit", func(*scenario.Scenario) {}},
	{"fly", func(sc *scenario.Scenario) {
		sc.Camera = scenario.Camera{Mode: look.Fly, Distance: 14, Elevation: 8, Azimuth: 120, FOV: 60, Boid: -1, EyeFOV: 75, Fill: 0.92, Trail: sc.Camera.Trail,
			Target: scenario.Target{Fixed: true, At: [3]float32{21, 9, -18}}}
	}},
	{"follow", func(sc *scenario.Scenario) { sc.Camera.Mode, sc.Camera.Boid, sc.Show.Vision = look.Follow, 5, false }},
	{"eye", func(sc *scenario.Scenario) { sc.Camera.Mode, sc.Camera.Boid, sc.Show.Vision = look.Eye, 5, false }},
	{"vision", func(sc *scenario.Scenario) {
		sc.Camera.Mode, sc.Camera.Boid, sc.Show.Vision, sc.Show.Inset = look.Follow, 9, true, true
	}},
	{"marsh", over(look.Marsh)},
	{"fields", over(look.Fields)},
	{"hills", over(look.Moor)},
	{"coast", over(look.Coast)},
	{"city", over(look.City)},
	{"bloom", func(sc *scenario.Scenario) {
		over(look.Coast)(sc)
		sc.Camera.Elevation, sc.Light.SunAzimuth, sc.Light.Bloom = -2, 6, 0.15
	}},
	{"clouds", func(sc *scenario.Scenario) {
		over(look.Fields)(sc)
		sc.Camera.Elevation, sc.Light.SunAzimuth, sc.Light.SunElevation, sc.Light.Weather = -20, 130, 35, look.Broken
	}},
	{"storm", func(sc *scenario.Scenario) {
		over(look.Coast)(sc)
		sc.Light.SunElevation, sc.Light.Weather = 30, look.Storm
	}},
	{"spheres", func(sc *scenario.Scenario) { sc.Show.Style, sc.Show.Traces = look.Spheres, look.TraceAll }},
}

// over is a view of a land in the evening, with the flock before its sky.
func over(land look.Land) func(*scenario.Scenario) {
	return func(sc *scenario.Scenario) {
		sc.Camera = scenario.Camera{Mode: look.Orbit, Distance: 60, Elevation: 4, FOV: 45, Boid: -1, EyeFOV: 75, Fill: 0.92}
		sc.Light.Land, sc.Light.SunElevation = land, 8
	}
}

// drawView draws the golden frame of a scene. tamper, if not nil, changes the
// frame first.
func drawView(t *testing.T, set func(*scenario.Scenario), tamper func(*engine.Frame)) *image.NRGBA {
	t.Helper()
	sc, err := scenario.Builtin("murmuration")
	if err != nil {
		t.Fatal(err)
	}
	sc.Seed, sc.WarmUp = 4, 47 // then two lead
	sc.Params = model.With(sc.Params, "count", goldenBoids, "roost_agree", false)
	sc.Light.Bloom = 0 // one view shows it, and the others what it would veil
	set(sc)
	path := filepath.Join(t.TempDir(), "view.mcap")
	quiet := &Globals{Quiet: true, Stdout: io.Discard, Stderr: io.Discard}
	if _, err := recordScene(context.Background(), quiet, sc, sc.Def(), recordJob{path: path, frames: goldenFrame, fps: 30}); err != nil {
		t.Fatal(err)
	}
	rec, err := recording.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	d := &draughtsman{size: goldenSize}
	defer d.close()
	if err := d.open(quiet, nil); err != nil {
		if os.Getenv("CI") == "" {
			t.Skip(err)
		}
		t.Fatal(err)
	}
	if err := d.show(rec, sc, false); err != nil {
		t.Fatal(err)
	}
	if name := d.renderer.Info().Renderer; !strings.Contains(name, "llvmpipe") {
		t.Skipf("golden pictures are of llvmpipe, this is %s", name)
	}
	t.Logf("drawn by %s", d.renderer.Info().Renderer)
	f, err := d.film.Frame(goldenFrame-1, d.size)
	if err != nil {
		t.Fatal(err)
	}
	if tamper != nil {
		tamper(f)
	}
	if err := d.renderer.Draw(f); err != nil {
		t.Fatal(err)
	}
	return d.renderer.Image(nil)
}

func goldenFile(name string) string { return filepath.Join("testdata", "golden", name+".png") }

func golden(t *testing.T, name string) *image.NRGBA {
	t.Helper()
	return readPNG(t, goldenFile(name))
}

func readPNG(t *testing.T, path string) *image.NRGBA {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	out := image.NewNRGBA(img.Bounds())
	draw.Draw(out, out.Rect, img, image.Point{}, draw.Src)
	return out
}

func alike(t *testing.T, got, want *image.NRGBA) (capture.Difference, bool) {
	t.Helper()
	d, ok := capture.Compare(got, want)
	if !ok {
		t.Fatalf("a picture of %v, the golden one is %v", got.Rect.Size(), want.Rect.Size())
	}
	return d, d.Mean <= tolerance.Mean && d.Tile <= tolerance.Tile
}

// H17: each view looks as it did, traces, birds and spheres with heading lines, from
// outside and with a boid's eyes. go test ./cmd/skein -run Golden -update draws the
// golden pictures anew: look at them before committing them.
func TestGoldenViews(t *testing.T) {
	for _, v := range views {
		t.Run(v.name, func(t *testing.T) {
			got := drawView(t, v.set, nil)
			if *update {
				if err := capture.WritePNG(context.Background(), goldenFile(v.name), got); err != nil {
					t.Fatal(err)
				}
				return
			}
			if d, ok := alike(t, got, golden(t, v.name)); !ok {
				file := filepath.Join(os.TempDir(), "skein-golden-"+v.name+".png")
				_ = capture.WritePNG(context.Background(), file, got)
				t.Errorf("differs by %+v, more than %+v; see %s", d, tolerance, file)
			}
		})
	}
}

// A wrong picture fails: without the birds, with one missing, with all of them
// in one phase, without what else a view shows.
func TestGoldenViewsCatchWrongPictures(t *testing.T) {
	inPhase := func(f *engine.Frame) {
		for i := range f.Birds {
			f.Birds[i].Phase = 0.5
		}
	}
	for _, wrong := range []struct {
		what, view string
		set        func(*scenario.Scenario)
		tamper     func(*engine.Frame)
	}{
		{"no birds", "orbit", func(sc *scenario.Scenario) { sc.Params = model.With(sc.Params, "count", 0) }, nil},
		{"one bird missing", "follow", views[2].set, func(f *engine.Frame) { f.Birds[117].Pos[1] = -50 }},
		{"all in one phase", "orbit", func(*scenario.Scenario) {}, inPhase},
		{"all in one phase, seen close", "follow", views[2].set, inPhase},
		{"no shadows", "orbit", func(sc *scenario.Scenario) { sc.Show.Shadows = false }, nil},
		{"no inset", "vision", func(sc *scenario.Scenario) { views[4].set(sc); sc.Show.Inset = false }, nil},
		{"no traces", "spheres", func(sc *scenario.Scenario) { views[len(views)-1].set(sc); sc.Show.Traces = look.TraceNone }, nil},
	} {
		t.Run(wrong.what, func(t *testing.T) {
			if d, ok := alike(t, drawView(t, wrong.set, wrong.tamper), golden(t, wrong.view)); ok {
				t.Errorf("passes as %q: differs by %+v only", wrong.view, d)
			}
		})
	}
}
