package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Align turns a boid towards the mean heading of its nearest flockmates in view. The steering force is the
// mean of their headings, as unit vectors, minus the boid's own. The source is eq. 10 of H. Hildenbrandt,
// C. Carere and C. Hemelrijk, "Self-organized aerial displays of thousands of starlings", Behav. Ecol. 21,
// 2010. There, the difference is also scaled to length 1. The weight of a leader is its salience (H14).
type Align struct {
	Gain float32 `key:"align" label:"Align" group:"Starlings" unit:"m/s²" range:"0,200" slider:"50" varies:"" doc:"How strongly a boid steers towards the mean heading of its nearest neighbours in view, per unit of difference (Hildenbrandt 2010, eq. 10). 0 means off"`

	Nearest int `key:"interacting"`
}

// About implements [flock.Rule].
func (r *Align) About() flock.About {
	return flock.About{Name: "align", Source: "Hildenbrandt 2010", Social: true}
}

// IsActive implements [flock.Rule].
func (r *Align) IsActive() bool { return r.Gain > 0 }

// Mates implements [flock.Rule].
func (r *Align) Mates() int { return matesToSearch(r.Nearest) }

// Steer implements [flock.Rule].
func (r *Align) Steer(me *flock.Self, mates []flock.Mate) vec.Vec {
	mean, weight := vec.Vec{}, float32(0)
	for m := range inView(mates, r.Nearest) {
		mean = mean.Add(m.Vel.Unit().Scale(m.Weight))
		weight += m.Weight
	}
	if weight == 0 {
		return vec.Vec{}
	}
	return mean.Scale(1 / weight).Sub(me.Heading).Scale(float32(r.Gain * accelToSteer))
}

// MateKernels implements [flock.Rule].
func (r *Align) MateKernels(k *lanes.Kernels) lanes.MateKernels { return k.Align }

// Terms implements [flock.Rule].
func (r *Align) Terms(t *lanes.Terms) {
	t.Interacting, t.AlignGain = float32(r.Nearest), float32(r.Gain*accelToSteer)
}
