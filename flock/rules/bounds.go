package rules

import (
	"skein/flock"
	"skein/flock/vec"
)

// SoftBounds turns boids back at a soft box or sphere (P5). The steering force is 0 up to the margin inside
// the bound. From there it rises with the square of the distance. It is Turn at the bound and keeps rising
// outside. With a margin of 0, it is Turn outside the bound and 0 inside. The margin is at most half the
// size.
type SoftBounds struct {
	Bounds flock.Bounds `key:"bounds"`
	Size   float32      `key:"bounds_size"`
	Margin float32      `key:"bounds_margin" with:"bounds=box,sphere" label:"Bounds margin" group:"Place" unit:"m" range:"0,100" slider:"30" doc:"Distance inside the box or sphere at which boids begin to turn back. If 0, boids turn back only outside (P5)"`
	Turn   float32      `key:"bounds_turn" with:"bounds=box,sphere" label:"Bounds turn" unit:"m/s" range:"0,20" slider:"2" doc:"How strongly a boid steers back at the box or sphere, per 1/30 s. The strength rises from 0 at the margin (P5)"`
}

// maxMargins limits the steering force to maxMargins²·Turn. It reaches this limit maxMargins margins beyond
// the inner edge of the margin.
const maxMargins = 16

// About implements [flock.Rule].
func (r *SoftBounds) About() flock.About { return flock.About{Name: "bounds", Source: "P5"} }

// IsActive implements [flock.Rule].
func (r *SoftBounds) IsActive() bool {
	return r.Bounds == flock.SoftBox || r.Bounds == flock.SoftSphere
}

// Steer implements [flock.Rule].
func (r *SoftBounds) Steer(me *flock.Self) vec.Vec {
	half := float32(r.Size / 2)
	margin := min(r.Margin, half)
	off := me.Pos.Sub(vec.Vec{Y: half})
	inner := half - margin
	if r.Bounds == flock.SoftBox {
		in := vec.Vec{X: turnBack(off.X, inner, margin), Y: turnBack(off.Y, inner, margin), Z: turnBack(off.Z, inner, margin)}
		return in.Scale(r.Turn)
	}
	d := off.Length()
	if d <= inner {
		return vec.Vec{}
	}
	return off.Scale(float32(r.Turn*turnBack(d, inner, margin)) / d)
}

// turnBack returns a steering force along one axis, towards 0, for x outside [-inner, inner].
func turnBack(x, inner, margin float32) float32 {
	switch {
	case x > inner:
		return -rise(x-inner, margin)
	case x < -inner:
		return rise(-x-inner, margin)
	}
	return 0
}

// rise returns (out/margin)², limited to maxMargins². If the margin is 0, it returns 1.
func rise(out, margin float32) float32 {
	if margin == 0 {
		return 1
	}
	r := min(out/margin, maxMargins)
	return float32(r * r)
}
