package flock

import (
	"fmt"
	"math"

	"skein/flock/around"
	"skein/flock/vec"
)

// torus is a world that wraps around, side metres long along each axis. In x and z it begins at -side/2, and
// in y at 0. The side is a multiple of the quantum, so wrapped positions stay multiples of the quantum.
type torus struct{ side float64 }

func newTorus(size float32) torus { return torus{float64(vec.Quantize(size))} }

// wrap moves pos into the torus, and reports whether pos changed.
func (t torus) wrap(pos vec.Vec) (vec.Vec, bool) {
	half := float64(t.side / 2)
	to := vec.Vec{X: t.wrapAxis(pos.X, -half), Y: t.wrapAxis(pos.Y, 0), Z: t.wrapAxis(pos.Z, -half)}
	return to, to != pos
}

// wrapAxis moves x by whole sides into [lowest, lowest + side). The result is exact, because only the
// quotient is rounded, and its whole part is exact.
func (t torus) wrapAxis(x float32, lowest float64) float32 {
	if in := float64(x) - lowest; in >= 0 && in < t.side {
		return x // nearly always
	}
	return float32(float64(x) - float64(t.side*math.Floor((float64(x)-lowest)/t.side)))
}

func (t torus) nearest(d vec.Vec) vec.Vec {
	half := float64(t.side / 2)
	return vec.Vec{X: t.wrapAxis(d.X, -half), Y: t.wrapAxis(d.Y, -half), Z: t.wrapAxis(d.Z, -half)}
}

// maxTorusSide is the largest side of a world that wraps around, m. No boid can cross the gap to the wall in
// one tick.
const maxTorusSide = around.Wall - 10

func (s *settings) checkBounds() error {
	reach, key := s.greatestReach()
	switch {
	case s.Bounds != Wrap:
		return nil
	case s.BoundsSize > maxTorusSide:
		return fmt.Errorf("bounds_size is %g m: must be at most %d m in a world that wraps around", s.BoundsSize, maxTorusSide)
	case s.BoundsSize > 2*reach:
		return nil
	}
	return fmt.Errorf("bounds_size is %g m: must be more than twice %s, %g m, in a world that wraps around", s.BoundsSize, key, reach)
}

// greatestReach returns the greatest distance to which a boid looks, m, and the key of the parameter that
// determines it. It ignores neighbourhoods without a limit of distance.
func (s *settings) greatestReach() (reach float32, key string) {
	reach, key = s.Vision, "vision"
	if led := s.Influence > 0 || s.Trigger == Printed; led && s.SalienceRange > reach {
		reach, key = s.SalienceRange, "salience_range"
	}
	if s.LonelyCount > 0 && s.LonelyRange > reach {
		reach, key = s.LonelyRange, "lonely_range"
	}
	return reach, key
}
