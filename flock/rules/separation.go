package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Separation steers a boid away from its neighbours: S·s of S3 eq. 1 (H2, H3).
type Separation struct {
	Gain    float32       `key:"separation" label:"Separation S" group:"Steering" range:"0,1" varies:"" doc:"How strongly boids steer away from neighbours (S3 eq. 1, H2)"`
	Form    Form          `key:"separation_form" label:"Separation form" options:"meant,printed" doc:"meant: boids steer away, as the text of S3 describes. printed: boids steer towards each other, as S3 eq. 1 is printed (H2)"`
	Radius  float32       `key:"separation_radius" label:"Separation radius" unit:"m" range:"0,20" slider:"5" body:"" doc:"Distance below which boids separate. If 0, boids separate from all neighbours in sight, as in S3 (H3)"`
	Falloff flock.Falloff `key:"falloff" label:"Falloff" options:"sum,linear,inverse,inverse_square" doc:"Weight of a neighbour at distance d. sum: its vector (S3 eq. 1). linear, inverse, inverse_square: its unit vector times 1-d/radius, 1/d or 1/d² (H3)"`
}

// About implements [flock.Rule].
func (r *Separation) About() flock.About {
	return flock.About{Name: "separation", Source: "S3 eq. 1", Social: true}
}

// IsActive implements [flock.Rule].
func (r *Separation) IsActive() bool { return r.Gain > 0 }

// Protects returns the protected radius and the falloff. A radius of 0 means all neighbours.
func (r *Separation) Protects() flock.Protection {
	return flock.Protection{All: r.Radius == 0, Radius: r.Radius, Falloff: r.Falloff}
}

// signedGain is negative for the formula as printed.
func (r *Separation) signedGain() float32 {
	if r.Form == PrintedForm {
		return -r.Gain
	}
	return r.Gain
}

// Steer implements [flock.Rule].
func (r *Separation) Steer(_ *flock.Self, seen *flock.Seen) vec.Vec {
	return seen.Away.Scale(r.signedGain())
}

// Kernel implements [flock.Rule].
func (r *Separation) Kernel(k *lanes.Kernels) lanes.Kernel { return k.Separate }

// Terms implements [flock.Rule].
func (r *Separation) Terms(t *lanes.Terms) { t.Separation = r.signedGain() }
