package rules

import (
	"math"
	"testing"

	"skein/flock"
	"skein/flock/vec"
)

// A boid flies at 10 m/s along Z, and a flockmate crosses its course from the right at the same speed. They
// would meet 2 m ahead of the boid, in 0.2 s, if the flockmate did not pass 0.1 m above that point.
func TestDodge(t *testing.T) {
	r := &Dodge{Gain: 30, Seconds: 0.4, Reach: 0.4, Nearest: 2}
	ahead := vec.Vec{Z: 1}
	me := &flock.Self{Heading: ahead, Vel: ahead.Scale(10), Speed: 10}
	mate := func(place, vel vec.Vec) flock.Mate {
		return flock.Mate{To: place.Unit(), Apart: place.Length(), Vel: vel}
	}
	left := vec.Vec{X: -10}
	crosses := mate(vec.Vec{X: 2, Y: 0.1, Z: 2}, left)
	// At half of the time and a quarter of the range, the factor is (1 - 1/4)·(1 - 1/2). Both terms of the
	// formula point straight down.
	const want = -2 * 0.75 * 0.5
	for _, one := range []struct {
		what  string
		mates []flock.Mate
		up    float64 // the vertical steering force, m/s², over the gain
	}{
		{"a flockmate that passes above", []flock.Mate{crosses}, want},
		{"a flockmate that passes below", []flock.Mate{mate(vec.Vec{X: 2, Y: -0.1, Z: 2}, left)}, -want},
		{"a slower flockmate on the same course", []flock.Mate{mate(vec.Vec{Z: 0.5}, ahead.Scale(5))}, 0},
		{"a flockmate that has passed", []flock.Mate{mate(vec.Vec{X: -1, Z: -1}, left)}, 0},
		{"a flockmate that passes later", []flock.Mate{mate(vec.Vec{X: 5, Z: 5}, left)}, 0},
		{"a flockmate that passes at a distance", []flock.Mate{mate(vec.Vec{X: 2, Y: 0.5, Z: 2}, left)}, 0},
		{"two flockmates", []flock.Mate{crosses, crosses}, -1},
		{"a third flockmate", []flock.Mate{{Vel: left}, {Vel: left}, crosses}, 0},
	} {
		got := r.Steer(me, one.mates).Scale(30)
		if math.Abs(float64(got.Y)/30-one.up) > 1e-5 || math.Abs(float64(got.X))+math.Abs(float64(got.Z)) > 1e-4 {
			t.Errorf("%s: the steering force is %v m/s², want %v upwards", one.what, got, 30*one.up)
		}
	}
}
