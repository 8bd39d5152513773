package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Margins steers a boid back into a box with a constant steering force, if the boid is outside the box or
// closer to a side than the margin. The box stands on the ground over the origin, and has no walls (S2, and
// P5 with a margin of 0).
type Margins struct {
	Width  float32 `key:"box_width" label:"Box width" group:"Place" unit:"m" range:"0,1500" doc:"Size of the box along x"`
	Depth  float32 `key:"box_depth" label:"Box depth" unit:"m" range:"0,1500" doc:"Size of the box along z"`
	Height float32 `key:"box_height" label:"Box height" unit:"m" range:"0,750" plane:"idle" doc:"Height of the box above the ground. It has no effect for models in the plane"`
	Margin float32 `key:"box_margin" label:"Box margin" unit:"m" range:"0,500" slider:"200" doc:"Distance inside each side of the box at which boids begin to turn (S2: 100)"`
	Turn   float32 `key:"turn_factor" label:"Turn factor" unit:"m/s" range:"0,20" slider:"2" doc:"How strongly a boid steers back into the box at each margin that it crosses, per 1/30 s (S2: turnfactor)"`
}

// About implements [flock.Rule].
func (r *Margins) About() flock.About { return flock.About{Name: "margins", Source: "S2, P5"} }

// IsActive implements [flock.Rule].
func (r *Margins) IsActive() bool { return r.Turn > 0 }

// Steer implements [flock.Rule].
func (r *Margins) Steer(me *flock.Self) vec.Vec {
	return vec.Vec{
		X: turnSign(me.Pos.X, r.Margin-float32(r.Width/2), float32(r.Width/2)-r.Margin),
		Y: turnSign(me.Pos.Y, r.Margin, r.Height-r.Margin),
		Z: turnSign(me.Pos.Z, r.Margin-float32(r.Depth/2), float32(r.Depth/2)-r.Margin),
	}.Scale(r.Turn)
}

// turnSign returns 1 below low and -1 above high. Where the margins overlap, the signs cancel.
func turnSign(x, low, high float32) (sum float32) {
	if x < low {
		sum++
	}
	if x > high {
		sum--
	}
	return sum
}

// Kernel implements [flock.Rule].
func (r *Margins) Kernel(k *lanes.Kernels) lanes.Kernel { return k.Margins }

// Terms implements [flock.Rule].
func (r *Margins) Terms(t *lanes.Terms) {
	t.MarginsLowX, t.MarginsHighX = r.Margin-float32(r.Width/2), float32(r.Width/2)-r.Margin
	t.MarginsLowY, t.MarginsHighY = r.Margin, r.Height-r.Margin
	t.MarginsLowZ, t.MarginsHighZ = r.Margin-float32(r.Depth/2), float32(r.Depth/2)-r.Margin
	t.MarginsTurn = r.Turn
}
