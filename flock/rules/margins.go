package rules

import "skein/flock"

// Margins turns by a constant those that are outside the margins of a box, which
// stands on the ground over the origin: there is no wall (S2, and S0's P5 with a
// margin of 0).
type Margins struct {
	Width  float32 `key:"box_width" label:"Box width" group:"Place" unit:"m" range:"0,1500" doc:"of the box, along x"`
	Depth  float32 `key:"box_depth" label:"Box depth" unit:"m" range:"0,1500" doc:"of the box, along z"`
	Height float32 `key:"box_height" label:"Box height" unit:"m" range:"0,750" plane:"idle" doc:"of the box, from the ground up; in the plane nothing turns down or up"`
	Margin float32 `key:"box_margin" label:"Box margin" unit:"m" range:"0,500" slider:"200" doc:"how far inside each side of the box boids begin to turn (S2: 100)"`
	Turn   float32 `key:"turn_factor" label:"Turn factor" unit:"m/s" range:"0,20" slider:"2" doc:"steer back into the box per 1/30 s, along each axis whose margin a boid is outside of (S2: turnfactor)"`
}

// About says where it is from.
func (r *Margins) About() flock.About { return flock.About{Name: "margins", Source: "S2, P5"} }

// On says whether it turns.
func (r *Margins) On() bool { return r.Turn > 0 }

// Steer is back, by Turn along each axis.
func (r *Margins) Steer(me *flock.Self) flock.Vec {
	return flock.Vec{
		X: turned(me.Pos.X, r.Margin-float32(r.Width/2), float32(r.Width/2)-r.Margin),
		Y: turned(me.Pos.Y, r.Margin, r.Height-r.Margin),
		Z: turned(me.Pos.Z, r.Margin-float32(r.Depth/2), float32(r.Depth/2)-r.Margin),
	}.Scale(r.Turn)
}

// turned is 1 below low, -1 above high, and of the two together nothing, as where
// margins overlap.
func turned(x, low, high float32) (sum float32) {
	if x < low {
		sum++
	}
	if x > high {
		sum--
	}
	return sum
}
