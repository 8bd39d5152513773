package engine

import (
	"image"
	"math"
	"testing"

	"skein/flock/look"
)

// Birds that enter grow to their size within some tenths of a second, those that leave
// shrink; those who are there at the beginning or the end of a recording do not. Window and
// film show the same, whatever they showed before.
func TestBirdsThatComeAndGoFade(t *testing.T) {
	s := watchTracks(t)
	film := &Film{Reel: tracked{}, FPS: 30, Params: tracksParams, Show: look.Default().Show, Light: LightOf(look.Default().Light), Rig: NewRig(), Selected: -1}
	p, _ := tracksParams(0, 0)
	full := p.Float("wingspan")
	spans := func(at float64) map[int]float64 {
		t.Helper()
		f, ids := s.see(t, at)
		all := map[int]float64{}
		for i := range f.Birds {
			all[ids[i]] = float64(f.Birds[i].Span / full)
		}
		shown, err := film.At(at, image.Pt(320, 180))
		if err != nil || len(shown.Birds) != len(f.Birds) {
			t.Fatalf("at %v the film has %d birds, the window %d, %v", at, len(shown.Birds), len(f.Birds), err)
		}
		for i := range shown.Birds {
			if shown.Birds[i].Span != f.Birds[i].Span {
				t.Errorf("at %v bird %d is %v m wide in the film, %v m in the window", at, ids[i], shown.Birds[i].Span, f.Birds[i].Span)
			}
		}
		return all
	}
	for _, at := range []float64{60, 45, 0, 12.25, 30} { // in no order
		if of := spans(at); of[12] != 1 {
			t.Errorf("at %v bird 12, which is there always, has %v of its size", at, of[12])
		}
	}
	if of := spans(0); of[5] != 1 {
		t.Errorf("at the beginning bird 5 has %v of its size", of[5])
	}
	if of := spans(60); of[9] != 1 {
		t.Errorf("at the end bird 9 has %v of its size", of[9])
	}
	if a, b := spans(40)[9], spans(50)[5]; a > 0.1 || b > 0.1 {
		t.Errorf("in its first frame bird 9 has %v of its size, in its last bird 5 has %v", a, b)
	}
	if a, b := spans(49)[9], spans(41)[5]; a != 1 || b != 1 {
		t.Errorf("0.3 s after it came bird 9 has %v of its size, 0.3 s before it goes bird 5 has %v", a, b)
	}
	last := spans(40)[9]
	for at := 40.1; at < 49; at += 0.1 {
		now := spans(at)[9]
		if now < last || now-last > 0.05 {
			t.Fatalf("at %v bird 9 goes from %v of its size to %v", at, last, now)
		}
		last = now
	}
	for at := 10.0; at <= 19; at += 0.5 { // it is there for 0.3 s alone
		if a, b := spans(at)[9], spans(29 - at)[9]; math.Abs(a-b) > 1e-6 || a == 1 {
			t.Errorf("bird 9 has %v of its size at %v, and %v as long before it goes", a, at, b)
		}
	}
}
