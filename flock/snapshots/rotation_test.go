package snapshots_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/snapshots"
)

// ring returns n birds on a level circle around (7, 3, -2). drift is added to the x component of each
// velocity, in m/s. With both, every second bird flies the other way.
func ring(n int, radius, speed, drift float64, both bool) *snapshots.Snapshot {
	s := &snapshots.Snapshot{}
	for i := range n {
		sine, cosine := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		way := speed
		if both && i%2 == 1 {
			way = -speed
		}
		s.Pos = append(s.Pos, [3]float32{float32(7 + radius*cosine), 3, float32(-2 + radius*sine)})
		s.Vel = append(s.Vel, [3]float32{float32(-way*sine + drift), 0, float32(way * cosine)})
	}
	return s
}

// The rotation and the angular momentum of artificial flocks agree with their analytic values.
func TestRotationOfArtificialFlocks(t *testing.T) {
	line := &snapshots.Snapshot{}
	for i := range 10 {
		line.Pos = append(line.Pos, [3]float32{float32(i), 0, 0})
		line.Vel = append(line.Vel, [3]float32{0, 0, 5})
	}
	still := ring(4, 2, 0, 0, false)
	for name, c := range map[string]struct {
		flock              *snapshots.Snapshot
		rotation, momentum float64
		undefined          bool
	}{
		"a perfect mill":                  {flock: ring(64, 5, 2, 0, false), rotation: 1, momentum: 10},
		"a mill of both ways":             {flock: ring(64, 5, 2, 0, true)},
		"a flock that flies straight":     {flock: line},
		"a mill whose centre moves":       {flock: ring(64, 5, 2, 1e-3, false), rotation: 1, momentum: 10},
		"two birds that pass each other":  {flock: &snapshots.Snapshot{Pos: []mgl32.Vec3{{1, 0, 0}, {-1, 0, 0}}, Vel: []mgl32.Vec3{{0, 3, 4}, {0, -3, -4}}}, rotation: 1, momentum: 5},
		"half of the velocity is outward": {flock: &snapshots.Snapshot{Pos: []mgl32.Vec3{{1, 0, 0}, {-1, 0, 0}}, Vel: []mgl32.Vec3{{3, 0, 3}, {-3, 0, -3}}}, rotation: math.Sqrt(0.5), momentum: 3},
		"birds at rest":                   {flock: still, undefined: true},
		"no birds":                        {flock: &snapshots.Snapshot{}, undefined: true},
	} {
		rotation, ok := snapshots.Rotation(c.flock)
		momentum, ok2 := snapshots.AngularMomentum(c.flock)
		if ok != !c.undefined || ok2 != ok {
			t.Errorf("%s: defined is %v and %v, want %v", name, ok, ok2, !c.undefined)
		}
		if math.Abs(rotation-c.rotation) > 1e-5 || math.Abs(momentum-c.momentum) > 1e-4 {
			t.Errorf("%s: the rotation is %.6f and the angular momentum %.6f m²/s, want %.6f and %.6f", name, rotation, momentum, c.rotation, c.momentum)
		}
	}
}
