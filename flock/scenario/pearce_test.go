package scenario

import (
	"math"
	"slices"
	"testing"

	"skein/flock/vec"
)

// slowOutline returns the mean unit vector to the edges between the sky and the discs around all other
// birds. An end of a disc is an edge if no other disc covers it.
func slowOutline(pos []vec.Vec64, i int, radius float64) (mean vec.Vec64, edges int) {
	type span struct{ middle, half float64 }
	var all []span
	for k := range pos {
		if d := pos[k].Sub(pos[i]); k != i {
			all = append(all, span{math.Atan2(d[0], d[2]), math.Asin(min(1, radius/d.Length()))})
		}
	}
	for k, one := range all {
		for _, end := range []float64{one.middle - one.half, one.middle + one.half} {
			covered := false
			for m, other := range all {
				apart := math.Abs(math.Remainder(end-other.middle, 2*math.Pi))
				covered = covered || m != k && apart < other.half
			}
			if !covered {
				mean, edges = mean.Add(vec.Vec64{math.Sin(end), 0, math.Cos(end)}), edges+1
			}
		}
	}
	if edges > 0 {
		mean = mean.Scale(1 / float64(edges))
	}
	return mean, edges
}

// slowPearce returns the next heading of bird i without noise: the sum of the two weighted directions, as
// the paper prints it, as a unit vector.
func slowPearce(pos, heading []vec.Vec64, i, partners int, phiP, phiA, radius float64) vec.Vec64 {
	delta, _ := slowOutline(pos, i, radius)
	var sum vec.Vec64
	for _, k := range nearestInTorus(pos, i, partners, 0) {
		sum = sum.Add(heading[k])
	}
	return delta.Scale(phiP).Add(sum.Scale(phiA / float64(partners))).Unit()
}

// The scene pearce agrees with slowPearce step by step, within the quantum of velocities. A few birds may
// differ, because rounding can decide whether a disc covers an edge. The weights add up to 1, so there is no
// noise.
func TestPearce(t *testing.T) {
	s := fieldScene(t, "pearce", "outline_share", 0.25, "heading_share", 0.75, "count", 60)
	flight := newFieldFlight(t, s)
	offset, steps, covered := 0, 30, 0
	for range steps {
		pos := flight.pos
		var heading []vec.Vec64
		for _, v := range flight.vel {
			heading = append(heading, v.Unit())
		}
		flight.step()
		for i := range pos {
			want := slowPearce(pos, heading, i, 4, 0.25, 0.75, 0.5)
			if flight.vel[i].Sub(want).Length() > math.Sqrt(2)*0.51*vec.Quantum {
				offset++
			}
			if _, edges := slowOutline(pos, i, 0.5); edges < 2*(len(pos)-1) {
				covered++
			}
		}
	}
	if most := steps * 60 / 500; offset > most {
		t.Errorf("%d of %d velocities differ from the paper's, want at most %d", offset, steps*60, most)
	}
	if covered < steps*60/2 {
		t.Errorf("only %d of %d birds see one disc behind another: the test tests little", covered, steps*60)
	}
}

// A flock stays together if its birds steer by outlines, and does not stay together otherwise.
func TestPearceFlockStaysTogether(t *testing.T) {
	var radius [2]float64
	for k, weight := range []float64{0.1, 0} {
		flight := newFieldFlight(t, fieldScene(t, "pearce", "outline_share", weight, "count", 40))
		for range 300 {
			flight.world.Step()
		}
		flight.read()
		middle := vec.Mean(flight.pos)
		var all []float64
		for _, p := range flight.pos {
			all = append(all, p.Sub(middle).Length())
		}
		slices.Sort(all)
		radius[k] = all[len(all)/2]
	}
	if radius[1] < 2*radius[0] {
		t.Errorf("half of the birds are within %.1f m of the middle with the projection, and %.1f m without, want at least twice as far", radius[0], radius[1])
	}
}
