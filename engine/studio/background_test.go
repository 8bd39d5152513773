package studio

import (
	"encoding/json"
	"image"
	"testing"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/around"
	"skein/flock/look"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/vec"
)

// While the studio ticks in the background, an earlier frame and everything that it points to do not
// change. After the ticks, the studio is in the same state as after ticks in the foreground.
func TestTicksInTheBackground(t *testing.T) {
	size := image.Pt(320, 180)
	background, foreground := shownInFull(t), shownInFull(t)
	var ticking BackgroundTicks
	if a := ticking.Join(); a != (AdvanceResult{}) {
		t.Errorf("Join without Start returns %+v, want no result", a)
	}
	for n := range 12 {
		now := float64(n) / 30
		f := background.Frame(size, 1.0/30, camera.Drive{})
		if len(f.Birds) == 0 || len(f.Stands) == 0 || n > 1 && len(f.Ribbons) == 0 || f.Vision == nil || f.Outline == nil || f.Inset == nil || f.Legend == nil {
			t.Fatalf("frame %d lacks birds, obstacles, ribbons or an overlay", n)
		}
		before := frameJSON(t, f)
		ticking.Start(background, now)
		got := ticking.Join()
		if frameJSON(t, f) != before {
			t.Fatalf("frame %d: ticks changed an earlier frame", n)
		}
		foreground.Frame(size, 1.0/30, camera.Drive{})
		want := AdvanceNow(foreground, now)
		if got.Err != nil || want.Err != nil || got.Ticks != want.Ticks || n > 0 && got.Ticks == 0 {
			t.Fatalf("frame %d: the result is %+v in the background and %+v without", n, got, want)
		}
	}
	if frameJSON(t, background.Frame(size, 0, camera.Drive{})) != frameJSON(t, foreground.Frame(size, 0, camera.Drive{})) {
		t.Error("the flock flies differently in the background")
	}
}

func shownInFull(t *testing.T) *Studio {
	t.Helper()
	def := testscene.Def("murmuration")
	def.WarmUp = 0
	def.Params = model.With(def.Params, "count", 40)
	def.Surroundings.Obstacles = []around.Obstacle{{Name: "drum", Shape: "cylinder", Radius: 7, Height: 32, At: vec.Vec{X: 90}, Size: vec.Vec{X: 1, Y: 1, Z: 1}, Scale: 1}}
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	s := New(w, def, testflight.Alike())
	c := s.Controls
	c.Selected, c.Show.Vision, c.Show.Inset = 5, true, true
	c.Show.Traces, c.Show.Colour, c.Show.Links, c.Show.Bones, c.Show.Edge = look.TraceAll, look.ColourBySpeed, true, true, true
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	return s
}

// frameJSON returns the contents of a frame as text, including everything that it points to.
func frameJSON(t *testing.T, f *frame.Frame) string {
	t.Helper()
	text, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
