package studio

import (
	"image"
	"testing"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/engine/internal/testflight"
	"skein/flock/look"
)

func TestColours(t *testing.T) {
	s := smallStudio(t)
	for by := look.ColourBySpeed; by <= look.ColourByRule; by++ {
		c := s.Controls
		c.Show.Colour, c.Show.Rule, c.Show.Links, c.Show.Bones = by, "cohesion", true, true
		if err := s.Set(c, Done); err != nil {
			t.Fatal(err)
		}
		play(s, 30, 0.3)
		s.waitForShares(t)
		play(s, 30, 0.1)
		f := s.Shown()
		if f.Legend == nil || f.Legend.Title == "" || f.Legend.High == "" && by != look.ColourByLeaders && len(f.Legend.Kinds) == 0 {
			t.Errorf("%s: the legend is %+v, want a title with a scale or kinds", look.ColourByNames()[by], f.Legend)
		}
		for i := range f.Birds {
			if f.Birds[i].Tint[3] < 0.9 {
				t.Errorf("%s: bird %d has the tint %v, want it opaque", look.ColourByNames()[by], i, f.Birds[i].Tint)
				break
			}
		}
	}
}

func listedTraces(f *frame.Frame) []frame.RibbonPoint {
	listed := testflight.Copy(f)
	return listed.Ribbons
}

func TestShadesDoNotDarkenTraces(t *testing.T) {
	ribbons := func(variety float32) []frame.RibbonPoint {
		s := smallStudio(t)
		c := s.Controls
		c.Show.Variety, c.Show.Traces, c.Show.TraceColour = variety, look.TraceAll, look.TracesByBird
		if err := s.Set(c, Done); err != nil {
			t.Fatal(err)
		}
		for range 20 {
			s.Frame(image.Pt(320, 180), 0.05, camera.Drive{})
		}
		return listedTraces(s.Frame(image.Pt(320, 180), 0.05, camera.Drive{}))
	}
	alike, varied := ribbons(0), ribbons(0.1)
	if len(alike) < 60 || len(alike) != len(varied) {
		t.Fatalf("there are %d points of traces, and %d with varied birds; want the same number, at least 60", len(alike), len(varied))
	}
	for i := range alike {
		if alike[i].Colour != varied[i].Colour {
			t.Fatalf("a trace has the colour %v, but %v with varied birds", alike[i].Colour, varied[i].Colour)
		}
	}
}
