package flock

import (
	"fmt"
	"math"

	"skein/flock/vec"
)

// A torus is a world that wraps around: what leaves it on one side enters on the
// other. It spans side along each axis, from -side/2 over x and z and from 0 over
// y; its side is a multiple of Quantum, and so are then all positions.
type torus struct{ side float64 }

func newTorus(size float32) torus { return torus{float64(vec.Quantize(size))} }

// into is pos within the torus, and whether that is another place.
func (t torus) into(pos vec.Vec) (vec.Vec, bool) {
	half := float64(t.side / 2)
	to := vec.Vec{X: t.along(pos.X, -half), Y: t.along(pos.Y, 0), Z: t.along(pos.Z, -half)}
	return to, to != pos
}

// along moves x by whole sides to between lowest and the side above it. In
// float64 all of it is exact but the quotient, whose whole part is.
func (t torus) along(x float32, lowest float64) float32 {
	if in := float64(x) - lowest; in >= 0 && in < t.side {
		return x // as nearly always
	}
	return float32(float64(x) - float64(t.side*math.Floor((float64(x)-lowest)/t.side)))
}

// nearest returns the difference d between two places in the torus to the nearest of
// the images of the one: at most half a side along each axis.
func (t torus) nearest(d vec.Vec) vec.Vec {
	half := float64(t.side / 2)
	return vec.Vec{X: t.along(d.X, -half), Y: t.along(d.Y, -half), Z: t.along(d.Z, -half)}
}

// widest is the largest side of a world that wraps around: from its edge nobody
// flies to the wall in a tick.
const widest = wall - 10

// checkBounds refuses a world that wraps around and is so small that a boid
// could meet another one twice, or so large that the wall is near.
func (s *settings) checkBounds() error {
	reach, key := s.farthest()
	switch {
	case s.Bounds != Wrap:
		return nil
	case s.BoundsSize > widest:
		return fmt.Errorf("bounds_size is %g m: want at most %d m in a world that wraps around", s.BoundsSize, widest)
	case s.BoundsSize > 2*reach:
		return nil
	}
	return fmt.Errorf("bounds_size is %g m: want more than twice %s, %g m, in a world that wraps around", s.BoundsSize, key, reach)
}

// farthest returns how far a boid looks at most, but for the nearest neighbours that are
// sought however far, and the key of the parameter that says so.
func (s *settings) farthest() (reach float32, key string) {
	reach, key = s.Vision, "vision"
	if led := s.Influence > 0 || s.Trigger == Printed; led && s.SalienceRange > reach {
		reach, key = s.SalienceRange, "salience_range"
	}
	if s.LonelyCount > 0 && s.LonelyRange > reach {
		reach, key = s.LonelyRange, "lonely_range"
	}
	return reach, key
}
