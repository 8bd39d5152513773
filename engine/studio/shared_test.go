package studio

import (
	"fmt"
	"image"
	"testing"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/flock/look"
)

// A frame may be drawn while the flock flies on, because ticks neither change nor write its contents.
// With -race, the test also finds writes that store the same value again.
func TestFramesShareNothingWithTicks(t *testing.T) {
	s := huntedStudio(t)
	c := s.Controls
	c.Selected, c.Inspect = 3, true
	c.Show.Traces, c.Show.TraceColour, c.Show.Inset = look.TraceAll, look.TracesBySpeed, true
	c.Show.Forces, c.Show.Links, c.Show.Bones, c.Show.Colour = true, true, true, look.ColourBySpeed
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	for k := range 20 {
		now := float64(k) / 10
		f := s.Frame(image.Pt(320, 180), 0.1, camera.Drive{})
		before := frameText(f)
		done := make(chan error)
		go func() {
			_, err := s.Advance(now)
			done <- err
		}()
		during := frameText(f)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		if during != before || frameText(f) != before {
			t.Fatalf("frame %d changed while the flock flew on", k)
		}
		if k > 1 && (len(f.Ribbons) < 43 || f.Inset == nil || f.Legend == nil || f.Outline == nil) {
			t.Fatalf("frame %d contains too little for this test: %d points of ribbons, %v, %v, %v", k, len(f.Ribbons), f.Inset, f.Legend, f.Outline)
		}
	}
	if s.Snapshot().Tick < 30 {
		t.Fatalf("only %d ticks", s.Snapshot().Tick)
	}
}

func frameText(f *frame.Frame) string {
	text := fmt.Sprintf("%+v", *f)
	if f.Inset != nil {
		text += fmt.Sprintf("%+v", *f.Inset)
	}
	if f.Legend != nil {
		text += fmt.Sprintf("%+v", *f.Legend)
	}
	if f.Outline != nil {
		text += fmt.Sprintf("%+v", *f.Outline)
	}
	if f.Vision != nil {
		text += fmt.Sprintf("%+v", *f.Vision)
	}
	for _, s := range f.Stands {
		text += fmt.Sprintf("%+v", s)
	}
	return text
}
