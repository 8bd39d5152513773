package studio

import (
	"image"
	"math"
	"testing"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/engine/internal/testflight"
	"skein/engine/picture"
	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

func studioOfNine(t *testing.T) (s *Studio, after func(seconds float64) []frame.Bird) {
	t.Helper()
	def := testscene.Def("murmuration")
	def.Params = model.With(def.Params, "count", 9)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	s = New(w, def, testflight.Alike())
	now := 1.0
	return s, func(seconds float64) []frame.Bird {
		t.Helper()
		now += seconds
		if a := AdvanceNow(s, now); a.Err != nil {
			t.Fatal(a.Err)
		}
		return s.Frame(image.Pt(320, 180), float32(seconds), camera.Drive{}).Birds
	}
}

func TestBirdsThatLeaveALiveFlockShrink(t *testing.T) {
	for _, step := range []float64{0.01, 0.03, 0.07} {
		s, after := studioOfNine(t)
		for range 10 {
			after(step)
		}
		p := s.Controls.Params
		full := p.Float("wingspan")
		old := after(step)[8]
		if old.Span != full {
			t.Fatalf("bird 8 is %v m wide, want %v", old.Span, full)
		}
		if err := p.Set("count", 6); err != nil {
			t.Fatal(err)
		}
		c := s.Controls
		c.Params = p
		if err := s.Set(c, Done); err != nil {
			t.Fatal(err)
		}
		last, place, passed := full, old.Pos, 0.0
		for birds := after(step); ; birds = after(step) {
			for i := range 6 {
				if birds[i].Span != full {
					t.Errorf("bird %d, which stays, is %v m wide, want its full size", i, birds[i].Span)
				}
			}
			if len(birds) == 6 {
				break
			}
			if passed += step; len(birds) != 9 || passed > picture.FadeTime+step {
				t.Fatalf("there are %d birds %v s after three of nine left, want 9 until they have faded", len(birds), passed)
			}
			b := birds[8]
			if want := full * (1 - num.Smooth(0, picture.FadeTime, float32(passed))); math.Abs(float64(b.Span-want)) > 0.01 || b.Span > last {
				t.Errorf("after %v s a bird that left is %v m wide, want %v, and less than %v before", passed, b.Span, want, last)
			}
			if moved := float64(b.Pos.Sub(place).Len()); moved < 5*step || moved > 20*step {
				t.Errorf("a bird that left flies %v m in %v s, want about 10 m/s", moved, step)
			}
			last, place = b.Span, b.Pos
		}
		if passed < picture.FadeTime-step-1e-6 {
			t.Errorf("the birds that left were gone after %v s, which is too soon", passed)
		}
	}
}

func TestNoFadeOutAfterRestartOrPause(t *testing.T) {
	s, after := studioOfNine(t)
	after(0.1)
	after(0.1)
	s.Controls.Paused = true
	after(0.1)
	c := s.Controls
	if err := c.Params.Set("count", 6); err != nil {
		t.Fatal(err)
	}
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	if n := len(after(0.1)); n != 6 {
		t.Errorf("there are %d birds while time stands still, want 6", n)
	}
}
