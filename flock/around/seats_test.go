package around

import (
	"math"
	"strings"
	"testing"

	"skein/flock/vec"
)

// The spacing determines the number of seats on a wire. The seats are at equal distances on the parabola of
// the hanging wire.
func TestSeats(t *testing.T) {
	p := newPerch()
	p.Points, p.Spacing, p.Sag = []vec.Vec{{X: -20, Y: 8, Z: 3}, {X: 20, Y: 8, Z: 3}}, 0.4, 1.5
	seats := p.Seats()
	// approximate length of the parabola y = 4·sag·(x/span)²: span + 8/3·sag²/span
	length := 40 + 8.0/3*1.5*1.5/40
	if want := int(length / 0.4); len(seats) != want {
		t.Fatalf("the wire has %d seats, want %d", len(seats), want)
	}
	for k, s := range seats {
		if want := 8 - 1.5*(1-math.Pow(float64(s.At.X)/20, 2)); math.Abs(float64(s.At.Y)-want) > 0.002 || s.At.Z != 3 {
			t.Errorf("seat %d is at %v, want the height %v", k, s.At, want)
		}
		if k > 0 {
			if d := distance(s.At, seats[k-1].At); math.Abs(d-length/float64(len(seats))) > 2e-3 {
				t.Errorf("seat %d is %v m from the one before, want equal distances", k, d)
			}
		}
		if s.Line != (vec.Vec{X: 1, Y: 0, Z: 0}) {
			t.Errorf("seat %d: the wire has the direction %v, want along x", k, s.Line)
		}
	}
	p = newPerch()
	p.Points = []vec.Vec{{X: 1, Y: 2, Z: 3}}
	if all := p.Seats(); len(all) != 1 || all[0].At != p.Points[0] {
		t.Errorf("a single point has the seats %v, want one at the point", all)
	}
	p.Points, p.Spacing = []vec.Vec{{X: -1000, Y: 0, Z: 0}, {X: 1000, Y: 0, Z: 0}}, 0.05
	if p.Name = "wire"; CheckThing(&p) == nil {
		t.Errorf("a perch of %d seats is accepted", len(p.Seats()))
	}
}

// A patch has one seat per area of spacing × spacing. The seats are level and evenly distributed over a
// circle, and no two of them are close together.
func TestSeatsOfAPatch(t *testing.T) {
	p := newPerch()
	p.Points, p.Radius, p.Spacing = []vec.Vec{{X: 10, Y: 1.5, Z: -20}}, 12, 0.5
	seats := p.Seats()
	const n = 1809 // π·(12/0.5)²
	if len(seats) != n {
		t.Fatalf("the patch has %d seats, want %d", len(seats), n)
	}
	inner, quarter := 0, 0
	for k, s := range seats {
		offset := s.At.Sub(p.Points[0])
		if offset.Y != 0 || offset.Length() > 12 || s.Line != (vec.Vec{}) {
			t.Errorf("seat %d is at %v with the direction %v, want it level within 12 m, without a direction", k, offset, s.Line)
		}
		if offset.Length() < 6 {
			inner++
		}
		if offset.X > 0 && offset.Z > 0 {
			quarter++
		}
		for j := range k {
			if d := distance(s.At, seats[j].At); d < 0.7*0.5 {
				t.Fatalf("seats %d and %d are %v m apart, want at least 0.35 m", j, k, d)
			}
		}
	}
	for _, part := range []int{inner, quarter} {
		if math.Abs(float64(part)-float64(n)/4) > 0.02*float64(n) {
			t.Errorf("%d of %d seats are in a quarter of the area, want a quarter of them", part, n)
		}
	}
	for k, s := range seats {
		if d := distance(s.At, p.Points[0]); math.Abs(float64(s.Distance)-d) > 1e-4 {
			t.Errorf("seat %d is %v m from the middle, but its Distance is %v m", k, d, s.Distance)
		}
	}
	p.Name, p.Radius = "field", 40
	if CheckThing(&p) == nil {
		t.Errorf("a perch of %d seats is accepted", p.room())
	}
	p.Radius = 0
	if all := p.Seats(); len(all) != 1 || all[0].At != p.Points[0] {
		t.Errorf("without a radius the perch has the seats %v, want one at its point", all)
	}
}

// Perches with too many seats in total are an error, also if each perch alone is valid. The same holds for
// the points of paths.
func TestTotalLimits(t *testing.T) {
	var s Surroundings
	for k := range 6 {
		if err := s.Validate(); err != nil {
			t.Fatalf("%d wires: %v", k, err)
		}
		p := s.Add("perch").(*Perch)
		p.Points, p.Spacing = []vec.Vec{{X: -450, Y: 5, Z: 0}, {X: 450, Y: 5, Z: 0}}, 0.0901 // room for 9,988 seats
	}
	if err := s.Validate(); err == nil || !strings.Contains(err.Error(), "the perches have more than 50000 seats in total") {
		t.Errorf("six wires of nearly 10,000 seats give the error %v, want one about the total", err)
	}
	s = Surroundings{}
	for range 21 {
		p := s.Add("path").(*Path)
		for k := range 1000 {
			p.Points = append(p.Points, vec.Vec{X: float32(k%2) * 10, Y: 20, Z: float32(k) / 2})
		}
	}
	if err := s.Validate(); err == nil || !strings.Contains(err.Error(), "the paths have more than 20000 points in total") {
		t.Errorf("21 paths of 1,000 points give the error %v, want one about the total", err)
	}
}
