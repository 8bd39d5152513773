package rules

import "skein/flock"

// SoftBounds turns back those that leave a soft box or sphere (P5). The steer is 0
// as far as the margin from the bound, from there rises with the square of the way
// out, is Turn at the bound and rises on behind it. A margin of 0 gives Turn at once
// behind the bound, and nothing inside. A margin is no more than half the size.
type SoftBounds struct {
	Bounds flock.Bounds `key:"bounds"`
	Size   float32      `key:"bounds_size"`
	Margin float32      `key:"bounds_margin" with:"bounds=box,sphere" label:"Bounds margin" group:"Place" unit:"m" range:"0,100" slider:"30" doc:"how far inside a box or sphere boids begin to turn back; 0: only behind it (P5)"`
	Turn   float32      `key:"bounds_turn" with:"bounds=box,sphere" label:"Bounds turn" unit:"m/s" range:"0,20" slider:"2" doc:"steer back at the box or sphere per 1/30 s, from nothing at the margin (P5)"`
}

// steepest caps how far a soft bound's steer rises: the square of it, in shares of
// the whole.
const steepest = 16

// About says where it is from.
func (r *SoftBounds) About() flock.About { return flock.About{Name: "bounds", Source: "P5"} }

// On says whether there is a soft bound.
func (r *SoftBounds) On() bool { return r.Bounds == flock.SoftBox || r.Bounds == flock.SoftSphere }

// Steer is inwards.
func (r *SoftBounds) Steer(me *flock.Self) flock.Vec {
	half := float32(r.Size / 2)
	margin := min(r.Margin, half)
	off := me.Pos.Sub(flock.Vec{Y: half})
	inner := half - margin
	if r.Bounds == flock.SoftBox {
		in := flock.Vec{X: back(off.X, inner, margin), Y: back(off.Y, inner, margin), Z: back(off.Z, inner, margin)}
		return in.Scale(r.Turn)
	}
	d := off.Length()
	if d <= inner {
		return flock.Vec{}
	}
	return off.Scale(float32(r.Turn*back(d, inner, margin)) / d)
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
