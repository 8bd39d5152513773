//go:build cgo

package program

import (
	"context"
	"flag"
	"image"
	"image/draw"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/record"
	"skein/cmd/skein/internal/rendering"
	"skein/cmd/skein/internal/testfiles"
	"skein/engine/capture"
	"skein/engine/frame"
	"skein/flock/look"
	"skein/flock/model"
	"skein/flock/recording"
	"skein/flock/scenario"
)

var (
	update    = flag.Bool("update", false, "replace the golden pictures by new ones")
	onlyViews = flag.String("views", "", "names of the golden pictures to draw, separated by commas; none: all")
)

// tolerance is the largest accepted difference from a golden picture, in values of 8-bit channels (0 to
// 255). Other releases of llvmpipe draw slightly different edges. A missing bird makes a much larger
// difference.
var tolerance = capture.Difference{Mean: 0.05, Tile: 2.5}

const (
	goldenFrame = 45
	goldenBoids = 120
)

var goldenSize = image.Pt(480, 270)

type view struct {
	name   string
	set    func(*scenario.Scenario)
	size   image.Point        // size of the picture; zero means goldenSize
	tamper func(*frame.Frame) // changes the frame in a way that no scene can express; nil for none
	lens   bool               // whether the picture is drawn with a camera lens
}

// littleSize is the size, in pixels, of golden pictures that take long to draw.
var littleSize = image.Pt(240, 135)

var views = []view{
	{name: "orbit", set: func(*scenario.Scenario) {}},
	{name: "fly", set: func(sc *scenario.Scenario) {
		sc.Camera = scenario.Camera{Mode: look.Fly, Distance: 14, Elevation: 8, Azimuth: 120, FOV: 60, CameraOptions: look.CameraOptions{Boid: -1, EyeFOV: 75, Fill: 0.92}, Trail: sc.Camera.Trail,
			Target: scenario.Target{Fixed: true, At: [3]float32{21, 9, -18}}}
	}},
	{name: "follow", set: followed},
	{name: "eye", set: func(sc *scenario.Scenario) { sc.Camera.Mode, sc.Camera.Boid, sc.Show.Vision = look.Eye, 5, false }},
	{name: "vision", set: func(sc *scenario.Scenario) {
		sc.Camera.Mode, sc.Camera.Boid, sc.Show.Vision, sc.Show.Inset = look.Follow, 9, true, true
	}},
	{name: "marsh", set: overLand(look.Marsh)},
	{name: "fields", set: overLand(look.Fields)},
	{name: "hills", set: overLand(look.Hills)},
	{name: "coast", set: overLand(look.Coast)},
	{name: "city", set: overLand(look.City)},
	{name: "bloom", set: func(sc *scenario.Scenario) {
		overLand(look.Coast)(sc)
		sc.Camera.Elevation, sc.Light.SunAzimuth, sc.Light.Bloom = -2, 6, 0.15
	}},
	{name: "clouds", set: func(sc *scenario.Scenario) {
		overLand(look.Fields)(sc)
		sc.Camera.Elevation, sc.Light.SunAzimuth, sc.Light.SunElevation, sc.Light.Weather = -20, 130, 35, look.Broken
	}},
	{name: "storm", set: func(sc *scenario.Scenario) {
		overLand(look.Coast)(sc)
		sc.Light.SunElevation, sc.Light.Weather = 30, look.Storm
	}},
	{name: "fog", size: littleSize, set: func(sc *scenario.Scenario) {
		overLand(look.Fields)(sc)
		sc.Camera.Distance, sc.Light.SunElevation, sc.Light.Weather = 40, 30, look.Fog
	}},
	{name: "plants", size: littleSize, set: func(sc *scenario.Scenario) {
		overLand(look.Fields)(sc)
		sc.Light.SunElevation, sc.Light.SunAzimuth = 35, 150
	}, tamper: func(f *frame.Frame) { f.View.Eye = mgl32.Vec3{60, 1.7, 40} }},
	{name: "night", size: littleSize, set: func(sc *scenario.Scenario) {
		overLand(look.Coast)(sc)
		sc.Camera.Elevation = -20
		sc.Light.SunElevation, sc.Light.SunAzimuth, sc.Light.Weather, sc.Light.Moon = -20, 190, look.Broken, 0.5
	}},
	{name: "spheres", set: func(sc *scenario.Scenario) { sc.Show.Style, sc.Show.Traces = look.Spheres, look.TraceAll }},
	{name: "lens", size: littleSize, lens: true, set: followed, tamper: func(f *frame.Frame) { f.Lens = frame.Lens{Spread: 0.1, Focus: 8} }},
}

func viewOf(name string) view {
	return views[slices.IndexFunc(views, func(v view) bool { return v.name == name })]
}

func followed(sc *scenario.Scenario) {
	sc.Camera.Mode, sc.Camera.Boid, sc.Show.Vision = look.Follow, 5, false
}

func overLand(land look.Land) func(*scenario.Scenario) {
	return func(sc *scenario.Scenario) {
		sc.Camera = scenario.Camera{Mode: look.Orbit, Distance: 60, Elevation: 4, FOV: 45, CameraOptions: look.CameraOptions{Boid: -1, EyeFOV: 75, Fill: 0.92}}
		sc.Light.Land, sc.Light.SunElevation = land, 8
	}
}

// gallery draws pictures of views. It simulates each number of boids once, and it keeps a renderer
// until a view needs a different one.
type gallery struct {
	*testing.T
	recordings map[int]*recording.Reader
	painter    *rendering.Painter
	lens       bool
}

func newGallery(t *testing.T) *gallery {
	g := &gallery{T: t, recordings: map[int]*recording.Reader{}}
	t.Cleanup(func() {
		if g.painter != nil {
			g.painter.Close()
		}
		for _, rec := range g.recordings {
			rec.Close()
		}
	})
	return g
}

// record returns a recording of a scene. The views of a scene differ only in the camera and the look,
// so they share a recording.
func (g *gallery) record(sc *scenario.Scenario) *recording.Reader {
	g.Helper()
	count := sc.Params.Int("count")
	if g.recordings[count] == nil {
		path := filepath.Join(g.TempDir(), "view.mcap")
		if _, err := record.Scene(context.Background(), quiet(), sc, sc.Def(), record.Job{Path: path, Frames: goldenFrame, FPS: 30}); err != nil {
			g.Fatal(err)
		}
		rec, err := recording.Open(path)
		if err != nil {
			g.Fatal(err)
		}
		g.recordings[count] = rec
	}
	return g.recordings[count]
}

func quiet() *console.Console {
	return &console.Console{Quiet: true, Stdout: io.Discard, Stderr: io.Discard}
}

func (g *gallery) open(lens bool) *rendering.Painter {
	g.Helper()
	if g.painter != nil && g.lens == lens {
		return g.painter
	}
	if g.painter != nil {
		g.painter.Close()
	}
	g.painter, g.lens = &rendering.Painter{Size: goldenSize}, lens
	if lens {
		g.painter.Exposure.Samples = 2
	}
	if err := g.painter.Open(quiet(), nil); err != nil {
		if os.Getenv("CI") == "" {
			g.Skip(err)
		}
		g.Fatal(err)
	}
	if name := g.painter.Renderer.Info().Renderer; !strings.Contains(name, "llvmpipe") {
		g.Skipf("the golden pictures were drawn with llvmpipe, but this driver is %s", name)
	}
	return g.painter
}

// draw draws the picture of a view. First, change edits the scene and tamper edits the frame; both may be
// nil. Subtests cannot call draw, because OpenGL works only in the goroutine of the test.
func (g *gallery) draw(v view, change func(*scenario.Scenario), tamper func(*frame.Frame)) *image.NRGBA {
	g.Helper()
	sc, err := scenario.Builtin("murmuration")
	if err != nil {
		g.Fatal(err)
	}
	sc.Seed, sc.WarmUp = 4, 47 // with this seed, two birds lead after 47 s
	sc.Params = model.With(sc.Params, "count", goldenBoids, "roost_agree", false)
	sc.Light.Bloom = 0 // bloom hides details, so only one view turns it on
	v.set(sc)
	if change != nil {
		change(sc)
	}
	rec, d := g.record(sc), g.open(v.lens)
	if err := d.Show(rec, sc, false); err != nil {
		g.Fatal(err)
	}
	if d.Size = v.size; v.size == (image.Point{}) {
		d.Size = goldenSize
	}
	f, err := d.Film.Frame(goldenFrame-1, d.Size)
	if err != nil {
		g.Fatal(err)
	}
	for _, do := range []func(*frame.Frame){v.tamper, tamper} {
		if do != nil {
			do(f)
		}
	}
	if v.lens {
		err = d.Renderer.Expose(1, func(int) (*frame.Frame, error) { return f, nil })
	} else {
		err = d.Renderer.Draw(f)
	}
	if err != nil {
		g.Fatal(err)
	}
	g.Logf("%s: drawn by %s", v.name, d.Renderer.Info().Renderer)
	return d.Renderer.Image(nil)
}

func goldenFile(name string) string { return filepath.Join("testdata", "golden", name+".png") }

func golden(t *testing.T, name string) *image.NRGBA {
	t.Helper()
	return readPNG(t, goldenFile(name))
}

func readPNG(t *testing.T, path string) *image.NRGBA {
	t.Helper()
	img := testfiles.Picture(t, path)
	out := image.NewNRGBA(img.Bounds())
	draw.Draw(out, out.Rect, img, image.Point{}, draw.Src)
	return out
}

func compareGolden(t *testing.T, got, want *image.NRGBA) (capture.Difference, bool) {
	t.Helper()
	d, ok := capture.Compare(got, want)
	if !ok {
		t.Fatalf("the picture's size is %v, the golden one's %v", got.Rect.Size(), want.Rect.Size())
	}
	return d, d.Mean <= tolerance.Mean && d.Tile <= tolerance.Tile
}

// Each view looks the same as its golden picture (H17). To draw the golden pictures again, run: go test
// ./cmd/skein/program -run Golden -update. Look at them before you commit them.
func TestGoldenViews(t *testing.T) {
	g := newGallery(t)
	for _, v := range views {
		if *onlyViews != "" && !slices.Contains(strings.Split(*onlyViews, ","), v.name) {
			continue
		}
		got := g.draw(v, nil, nil)
		t.Run(v.name, func(t *testing.T) {
			if *update {
				if err := capture.WritePNG(context.Background(), goldenFile(v.name), got); err != nil {
					t.Fatal(err)
				}
				return
			}
			d, ok := compareGolden(t, got, golden(t, v.name))
			t.Logf("%+v", d)
			if !ok {
				file := filepath.Join(os.TempDir(), "skein-golden-"+v.name+".png")
				_ = capture.WritePNG(context.Background(), file, got)
				t.Errorf("the picture differs by %+v, want at most %+v; see %s", d, tolerance, file)
			}
		})
	}
}

// The comparison detects wrong pictures: without birds, with a missing bird, with all birds in the same
// phase, or without another part of the view.
func TestGoldenViewsDetectWrongPictures(t *testing.T) {
	g := newGallery(t)
	inPhase := func(f *frame.Frame) {
		for i := range f.Birds {
			f.Birds[i].Phase = 0.5
		}
	}
	for _, wrong := range []struct {
		what, view string
		change     func(*scenario.Scenario)
		tamper     func(*frame.Frame)
	}{
		{"no birds", "orbit", func(sc *scenario.Scenario) { sc.Params = model.With(sc.Params, "count", 0) }, nil},
		{"one bird missing", "follow", nil, func(f *frame.Frame) { f.Birds[117].Pos[1] = -50 }},
		{"all birds in one phase", "orbit", nil, inPhase},
		{"all birds in one phase, seen close", "follow", nil, inPhase},
		{"no shadows", "orbit", func(sc *scenario.Scenario) { sc.Show.Shadows = false }, nil},
		{"no inset", "vision", func(sc *scenario.Scenario) { sc.Show.Inset = false }, nil},
		{"no traces", "spheres", func(sc *scenario.Scenario) { sc.Show.Traces = look.TraceNone }, nil},
		{"less fog", "fog", nil, func(f *frame.Frame) { f.Light.Cloud.Mist *= 0.8 }},
		{"no plants", "plants", nil, func(f *frame.Frame) { f.View.Near = 60 }},
		{"no moon", "night", func(sc *scenario.Scenario) { sc.Light.Moon = 0 }, nil},
		{"no heaps", "night", func(sc *scenario.Scenario) { sc.Light.Weather = look.Clear }, nil},
		{"all sharp", "lens", nil, func(f *frame.Frame) { f.Lens = frame.Lens{} }},
		{"another focus", "lens", nil, func(f *frame.Frame) { f.Lens.Focus *= 2 }},
	} {
		got := g.draw(viewOf(wrong.view), wrong.change, wrong.tamper)
		t.Run(wrong.what, func(t *testing.T) {
			if d, ok := compareGolden(t, got, golden(t, wrong.view)); ok {
				t.Errorf("a wrong picture of the view %q passes: it differs only by %+v", wrong.view, d)
			}
		})
	}
}
