package field

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/vec"
)

// Two birds of a lattice meet for a single frame, between the frames of the film. A perched bird is nearer to
// them, but does not count.
func TestClosestPair(t *testing.T) {
	pos := lattice(1.2, 0, 6)
	for _, one := range []struct {
		what       string
		meet, want float64 // smallest distance between the two birds, and the expected figure, m
		sits       bool
	}{
		{"a lattice", 1, 1, false},
		{"birds that meet", 0.25, 0.25, false},
		{"birds at the same place", 0, 0, false},
		{"birds that meet beside a perched bird", 0.25, 0.25, true},
	} {
		c := NewCard(0.4)
		for k := range 60 {
			f := Frame{Seconds: float64(k) / 30, Pos: singles(pos), Sits: make([]bool, len(pos))}
			for range pos {
				f.Vel = append(f.Vel, mgl32.Vec3{0, 0, 10})
			}
			if k == 31 { // no other bird is beyond the first along x
				f.Pos[1] = f.Pos[0].Sub(mgl32.Vec3{float32(one.meet), 0, 0})
			}
			if one.sits {
				f.Pos[7], f.Sits[7] = f.Pos[0].Add(mgl32.Vec3{0, 0.01, 0}), true
			}
			c.Frame(&f)
		}
		wantWithin(t, one.what, value(c, "closest", 0), one.want, 1e-6)
	}
}

// The search of the closest pair agrees with a comparison of all pairs, in a cloud that shrinks and grows.
func TestClosestPairOfAll(t *testing.T) {
	pos := ellipsoid(chance(), 300, vec.Vec64{14, 8, 10})
	var c closest
	for k := range 40 {
		scale := 1.2 + math.Sin(float64(k))
		f := Frame{}
		for _, p := range pos {
			f.Pos = append(f.Pos, mgl32.Vec3{float32(p[0] * scale), float32(p[1] * scale), float32(p[2] * scale)})
		}
		want := math.Inf(1)
		for i := range f.Pos {
			for j := range i {
				want = min(want, vec.Vec64Of(f.Pos[i]).Distance(vec.Vec64Of(f.Pos[j])))
			}
		}
		c.frame(&f)
		if got, ok := c.take(); !ok || math.Abs(got-want) > 1e-9 {
			t.Errorf("frame %d: the closest pair is %v m apart, want %v", k, got, want)
		}
	}
}

// One bird leaves the flock at 2 s and returns at 5 s, another leaves at 8 s and does not return.
func TestBirdsAway(t *testing.T) {
	pos := lattice(1.2, 0, 6)
	c := measuredCard(12, func(s float64) (positions, vel []vec.Vec64) {
		for i, p := range pos {
			if i == 3 && s >= 2 && s < 5 || i == 5 && s >= 8 {
				p[0] += 100
			}
			positions, vel = append(positions, p.Add(vec.Vec64{0, 0, 8 * s})), append(vel, vec.Vec64{0, 0, 8})
		}
		return positions, vel
	})
	// Samples are half a second apart, so the second bird was last seen in the flock at 7.5 s.
	wantWithin(t, "longest time away", value(c, "away", 0), 4.5, 0.1)
	wantWithin(t, "birds away at the end", value(c, "away", 1), 1, 0)
}
