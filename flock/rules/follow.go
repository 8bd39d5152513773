package rules

import (
	"skein/flock"
	"skein/flock/vec"
)

// Follow steers a boid towards the centre of the boids of followed flocks that are in range. The steering
// force is
//
//	Gain · U(mean of p_j - p_i)
type Follow struct {
	Gain  float32 `key:"follow" label:"Following" group:"Other species" unit:"m/s" range:"0,20" slider:"3" doc:"How strongly a boid steers towards the centre of the followed boids in range, per 1/30 s. 0 means off"`
	Range float32 `key:"follow_range" label:"Following range" unit:"m" range:"0,1500" slider:"200" with:"follow" doc:"Distance below which boids follow"`
}

// About implements [flock.Rule].
func (r *Follow) About() flock.About { return flock.About{Name: "follow", Source: "skein's own"} }

// IsActive implements [flock.Rule].
func (r *Follow) IsActive() bool { return r.Gain > 0 }

// Regards implements [flock.Rule].
func (r *Follow) Regards() flock.Regard { return flock.Followed }

// SightRange implements [flock.Rule].
func (r *Follow) SightRange() float32 { return r.Range }

// AddNeighbour implements [flock.Rule].
func (r *Follow) AddNeighbour(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	sums[0].Add(other.Offset)
}

// Steer implements [flock.Rule].
func (r *Follow) Steer(_ *flock.Self, sums *flock.Sums) vec.Vec {
	return sums[0].Mean().Unit().Scale(r.Gain)
}
