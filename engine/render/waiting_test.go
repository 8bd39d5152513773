//go:build cgo

package render

import (
	"image"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/headless"
	"skein/engine/internal/strict"
	"skein/engine/render/gpu"
	"skein/engine/render/land"
	"skein/flock/look"
	"skein/flock/sample"
)

func countingRenderer(t *testing.T, o Options) (*Renderer, *strict.Checker) {
	t.Helper()
	current.clear(t)
	c := context(t, headless.New)
	w, err := strict.New(c.Proc)
	if err != nil {
		c.Close()
		t.Fatal(err)
	}
	o.Proc, o.Live = w.Proc, true
	r, err := New(o)
	if err != nil {
		c.Close()
		t.Fatal(err)
	}
	return setCurrent(t, &checkedRenderer{c, w, r}), w
}

func fullFrame(land look.Land) *frame.Frame {
	f := plantFrame(land, mgl32.Vec3{0, 8, 0})
	f.Size = image.Pt(160, 90)
	f.Birds, f.Shadows = scatter(60, mgl32.Vec3{0, 10, -9}), true
	f.Stands = []frame.Stand{frame.NewStand(box(mgl32.Vec3{-1, -1, -1}, mgl32.Vec3{1, 1, 1}), "box", mgl32.Translate3D(0, 2, -30).Mul4(mgl32.Scale3D(2, 2, 2)))}
	f.Light.Bloom = 0.1
	f.Light.MoonDirection = frame.SunDirection(12, 180)
	f.Outline = &frame.Outline{Bird: 0, Colour: mgl32.Vec4{1, 1, 1, 1}}
	f.Vision = &frame.Ball{Centre: mgl32.Vec3{0, 10, -10}, Radius: 3, Colour: mgl32.Vec4{1, 1, 1, 0.5}}
	f.Inset = &frame.Inset{View: f.View, Rect: image.Rect(10, 10, 60, 40)}
	f.Ribbons = []frame.RibbonPoint{
		{Pos: mgl32.Vec3{-5, 9, -20}, Colour: mgl32.Vec4{1, 1, 1, 1}, Width: 0.3, Start: true},
		{Pos: mgl32.Vec3{5, 9, -20}, Colour: mgl32.Vec4{1, 1, 1, 1}, Width: 0.3},
	}
	return f
}

var waitingFunctions = []string{
	"glFinish", "glGetError", "glGetIntegerv", "glGetString", "glGetStringi", "glIsEnabled", "glGetShaderiv", "glGetShaderInfoLog",
	"glGetProgramiv", "glGetProgramInfoLog", "glGetUniformLocation", "glGetUniformBlockIndex", "glGetQueryiv", "glGetQueryObjectiv",
	"glGetQueryObjectui64v", "glReadPixels", "glCheckFramebufferStatus",
}

// If only the time changes, a frame in a window does not wait for the driver and compiles no program. This
// holds in any tier and any land.
func TestSteadyFramesDoNotWait(t *testing.T) {
	r, w := countingRenderer(t, Options{Samples: 4})
	s := newScreen(t, r.objects, image.Pt(200, 100), 4)
	for tier := Draft; tier <= Best; tier++ {
		if err := r.SetTier(tier); err != nil {
			t.Fatal(err)
		}
		for _, kind := range sample.Some(t, 4, allLands()) {
			f := fullFrame(kind)
			draw := func() {
				f.Seconds += 1.0 / 60
				if err := r.Draw(f); err != nil {
					t.Fatal(err)
				}
				r.showOn(s, image.Rectangle{Max: f.Size}, image.Pt(200, 100), [3]float32{})
			}
			draw()
			draw()
			w.ResetCalls()
			draw()
			calls := w.Calls()
			for _, name := range append(waitingFunctions, "glCompileShader", "glLinkProgram") {
				if n := calls[name]; n > 0 {
					t.Errorf("%v, land %d: a frame calls %s %d times, want never", tier, kind, name, n)
				}
			}
			if calls["glDrawElementsInstanced"] == 0 {
				t.Errorf("%v, land %d: no birds are drawn: %v", tier, kind, calls)
			}
		}
	}
}

func TestOtherFramesReportErrors(t *testing.T) {
	for what, r := range map[string]func() *Renderer{
		"without a window":   func() *Renderer { return uncheckedRenderer(t, 1) },
		"in a debug context": func() *Renderer { return rendererWith(t, Options{Samples: 1, Live: true}) },
	} {
		if !r().checks {
			t.Errorf("%s: errors are not checked", what)
		}
	}
	if r, _ := countingRenderer(t, Options{}); r.checks {
		t.Error("frames in a window check for errors")
	}
}

// A software driver gets a large draw in several parts, and starts each part at once. Other drivers get a
// large draw as a whole. The pictures are the same.
func TestSoftwareDriversGetLargeDrawsInParts(t *testing.T) {
	r, w := countingRenderer(t, Options{Samples: 1})
	if err := r.SetBirds(kite(60, 4)); err != nil { // a model of 14,400 triangles
		t.Fatal(err)
	}
	f := testFrame()
	f.Size = image.Pt(640, 320) // large enough for all triangles to be drawn
	for i := range 20 {
		f.Birds = append(f.Birds, redAt(float32(i%5-2), 10, float32(-4-i/5)))
		f.Birds[i].Span = 4
	}
	var images [2]*image.NRGBA
	var draws, flushes [2]int
	for k, software := range []bool{true, false} {
		r.software = software
		shoot(t, r, f)
		w.ResetCalls()
		images[k] = shoot(t, r, f)
		calls := w.Calls()
		draws[k], flushes[k] = calls["glDrawElementsInstanced"], calls["glFlush"]
	}
	if draws[0] <= draws[1] || flushes[0] == 0 {
		t.Errorf("a software driver gets %d draws and %d flushes, others %d draws; want more draws, and some flushes", draws[0], flushes[0], draws[1])
	}
	if flushes[1] != 0 {
		t.Errorf("other drivers are flushed %d times per frame, want never", flushes[1])
	}
	if rect := changedRect(images[0], images[1], 0); rect != (image.Rectangle{}) {
		t.Errorf("the pictures differ within %v", rect)
	}
}

// The driver measures the duration of a frame, and the program never waits for the result. The
// result agrees with the clock of the test.
func TestFramesAreMeasured(t *testing.T) {
	r, w := countingRenderer(t, Options{Samples: 4})
	if !r.Measures() {
		t.Skip("this driver does not measure time")
	}
	f := fullFrame(look.Meadow)
	f.Size = image.Pt(640, 360)
	draw := func() time.Duration {
		began := time.Now()
		if err := r.Draw(f); err != nil {
			t.Fatal(err)
		}
		return time.Since(began)
	}
	for _, passes := range []bool{false, true} {
		r.Time(passes)
		draw()
		draw()
		r.Finish()
		if _, ok := r.Measurement(); ok || !r.Measure() || r.Measure() {
			t.Fatal("Measure does not accept exactly one frame at a time")
		}
		began := time.Now()
		draw()
		r.Finish()
		clock := time.Since(began).Seconds()
		seconds, ok := 0.0, false
		for n := 0; n < 20 && !ok; n++ {
			if n < gpu.AnswerAfter {
				w.ResetCalls()
			}
			draw()
			seconds, ok = r.Measurement()
			if calls := w.Calls(); !passes && n+1 < gpu.AnswerAfter && calls["glGetQueryObjectiv"] > 0 {
				t.Errorf("the driver is asked for the time after %d frames, which is too early", n+1)
			}
			r.Finish()
		}
		if !ok || seconds <= 0 || !passes && seconds > 1.05*clock {
			t.Errorf("measured %v s (known: %v), but %v s by the clock", seconds, ok, clock)
		}
		if _, second := r.Measurement(); second {
			t.Error("Measurement returned the same measurement twice; want it once")
		}
		if !r.Measure() {
			t.Error("a second frame was not measured")
		}
		draw()
		r.stopwatch.Drop()
	}
}

func allLands() (all []look.Land) {
	for land := range look.Land(land.Count) {
		all = append(all, land)
	}
	return all
}
