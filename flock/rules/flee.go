package rules

import (
	"skein/flock"
	"skein/flock/vec"
)

// Flee steers a boid away from boids of feared flocks. Near boids have more influence. The steering force
// is
//
//	Gain · U(Σ d̂ · (1 - d/Range))
//
// The sum is over the feared boids nearer than Range. d is the vector from a feared boid to this boid.
type Flee struct {
	Gain  float32 `key:"flee" label:"Fleeing" group:"Other species" unit:"m/s" range:"0,20" slider:"3" doc:"How strongly boids steer away from flocks that they fear, per 1/30 s. 0 means off"`
	Range float32 `key:"flee_range" label:"Fleeing range" unit:"m" range:"0,500" slider:"60" with:"flee" doc:"Distance below which boids flee"`
}

// About implements [flock.Rule].
func (r *Flee) About() flock.About { return flock.About{Name: "flee", Source: "skein's own"} }

// IsActive implements [flock.Rule].
func (r *Flee) IsActive() bool { return r.Gain > 0 }

// Regards implements [flock.Rule].
func (r *Flee) Regards() flock.Regard { return flock.Feared }

// SightRange implements [flock.Rule].
func (r *Flee) SightRange() float32 { return r.Range }

// AddNeighbour implements [flock.Rule].
func (r *Flee) AddNeighbour(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	sums[0].Add(repulsion(other.Offset, r.Range))
}

// Steer implements [flock.Rule].
func (r *Flee) Steer(_ *flock.Self, sums *flock.Sums) vec.Vec {
	return sums[0].Sum().Unit().Scale(r.Gain)
}

// repulsion returns a vector opposite to offset, whose length falls from 1 to 0 at the distance reach.
func repulsion(offset vec.Vec, reach float32) vec.Vec {
	return offset.Unit().Scale(offset.Length()/max(reach, vec.Quantum) - 1)
}
