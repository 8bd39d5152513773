package flock

import (
	"fmt"
	"math"
)

// steepest caps how far a soft bound's steer rises: the square of it, in shares
// of the whole.
const steepest = 16

// boundsSteer is the steer per 1/30 s by which a soft bound turns a boid at pos
// back. It is 0 as far as BoundsMargin from the bound, from there rises with the
// square of the way out, is BoundsTurn at the bound and rises on behind it. A
// margin of 0 gives BoundsTurn at once behind the bound, and nothing inside (P5).
// A margin is no more than half the size.
func (p *Params) boundsSteer(pos Vec) Vec {
	half := length(p.Float("bounds_size")) / 2
	margin := min(length(p.Float("bounds_margin")), half)
	off := pos.Sub(Vec{0, half, 0})
	switch inner := half - margin; Bounds(p.Choice("bounds")) {
	case SoftBox:
		in := Vec{back(off.X, inner, margin), back(off.Y, inner, margin), back(off.Z, inner, margin)}
		return in.Scale(p.Float("bounds_turn"))
	case SoftSphere:
		r := off.Length()
		if r <= inner {
			return Vec{}
		}
		return off.Scale(float32(p.Float("bounds_turn")*back(r, inner, margin)) / r)
	}
	return Vec{}
}

// back points from x towards 0, the further x lies outside inner the more.
func back(x, inner, margin float32) float32 {
	switch {
	case x > inner:
		return -rise(x-inner, margin)
	case x < -inner:
		return rise(-x-inner, margin)
	}
	return 0
}

// rise is the square of out over margin, within limits.
func rise(out, margin float32) float32 {
	if margin == 0 {
		return 1
	}
	r := min(out/margin, steepest)
	return float32(r * r)
}

// A torus is a world that wraps around: what leaves it on one side enters on the
// other. It spans side along each axis, from -side/2 over x and z and from 0 over
// y; its side is a multiple of Quantum, and so are then all positions.
type torus struct{ side float64 }

func newTorus(size float32) torus { return torus{float64(quantize(size))} }

// into is pos within the torus, and whether that is another place.
func (t torus) into(pos Vec) (Vec, bool) {
	to := Vec{t.along(pos.X, -t.side/2), t.along(pos.Y, 0), t.along(pos.Z, -t.side/2)}
	return to, to != pos
}

// along moves x by whole sides to between lowest and the side above it. In
// float64 all of it is exact but the quotient, whose whole part is.
func (t torus) along(x float32, lowest float64) float32 {
	return float32(float64(x) - float64(t.side*math.Floor((float64(x)-lowest)/t.side)))
}

// nearest is the difference d between two places in the torus to the nearest of
// the images of the one: at most half a side along each axis.
func (t torus) nearest(d Vec) Vec {
	return Vec{t.along(d.X, -t.side/2), t.along(d.Y, -t.side/2), t.along(d.Z, -t.side/2)}
}

// widest is the largest side of a world that wraps around: from its edge nobody
// flies to the wall in a tick.
const widest = wall - 10

// checkBounds refuses a world that wraps around and is so small that a boid
// could meet another one twice, or so large that the wall is near.
func (p *Params) checkBounds() error {
	reach, key := p.reach()
	switch {
	case Bounds(p.Choice("bounds")) != Wrap:
		return nil
	case p.Float("bounds_size") > widest:
		return fmt.Errorf("bounds_size is %g m: want at most %d m in a world that wraps around", p.Float("bounds_size"), widest)
	case p.Float("bounds_size") > 2*reach:
		return nil
	}
	return fmt.Errorf("bounds_size is %g m: want more than twice %s, %g m, in a world that wraps around", p.Float("bounds_size"), key, reach)
}

// reach is how far a boid looks at most, but for the nearest neighbours that are
// sought however far, and the key of the parameter that says so.
func (p *Params) reach() (reach float32, key string) {
	reach, key = p.Float("vision"), "vision"
	if led := p.Float("leadership") > 0 || Form(p.Choice("trigger")) == Printed; led && p.Float("salience_range") > reach {
		reach, key = p.Float("salience_range"), "salience_range"
	}
	if p.Int("lonely_count") > 0 && p.Float("lonely_range") > reach {
		reach, key = p.Float("lonely_range"), "lonely_range"
	}
	return reach, key
}
