package flock

import (
	"math"
	"testing"
)

// A wire has as many seats as its spacing allows, evenly along it, on the parabola that it
// hangs down in; a point has one.
func TestSeats(t *testing.T) {
	p := newPerch()
	p.Points, p.Spacing, p.Sag = []Vec{{-20, 8, 3}, {20, 8, 3}}, 0.4, 1.5
	seats := p.Seats()
	// The parabola y = 4·sag·(x/span)² is longer than the span by 8/3·sag²/span, nearly.
	length := 40 + 8.0/3*1.5*1.5/40
	if want := int(length / 0.4); len(seats) != want {
		t.Fatalf("%d seats, want %d", len(seats), want)
	}
	for k, s := range seats {
		if want := 8 - 1.5*(1-math.Pow(float64(s.At.X)/20, 2)); math.Abs(float64(s.At.Y)-want) > 0.002 || s.At.Z != 3 {
			t.Errorf("seat %d at %v, want height %v", k, s.At, want)
		}
		if k > 0 {
			if d := distance(s.At, seats[k-1].At); math.Abs(d-length/float64(len(seats))) > 2e-3 {
				t.Errorf("seat %d is %v m from the one before", k, d)
			}
		}
		if s.Line != (Vec{1, 0, 0}) {
			t.Errorf("seat %d: the wire runs along %v", k, s.Line)
		}
	}
	p = newPerch()
	p.Points = []Vec{{1, 2, 3}}
	if all := p.Seats(); len(all) != 1 || all[0].At != p.Points[0] {
		t.Errorf("a point has the seats %v", all)
	}
	p.Points, p.Spacing = []Vec{{-1000, 0, 0}, {1000, 0, 0}}, 0.05
	if p.Name = "wire"; CheckThing(&p) == nil {
		t.Errorf("a perch of %d seats", len(p.Seats()))
	}
}
