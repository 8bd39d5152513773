package rules

import (
	"skein/flock"
	"skein/flock/vec"
)

// GiveWay steers a boid away from boids of noticed flocks, so that flocks can pass each other. The steering
// force is
//
//	Gain · Σ d̂ · (1 - d/Range)
//
// The sum is over the noticed boids nearer than Range. d is the vector from a noticed boid to this boid.
type GiveWay struct {
	Gain  float32 `key:"give_way" label:"Giving way" group:"Other species" unit:"m/s" range:"0,20" slider:"3" doc:"How strongly a boid steers away from each boid of noticed flocks, per 1/30 s. 0 means off"`
	Range float32 `key:"give_way_range" label:"Giving way range" unit:"m" range:"0,500" slider:"20" with:"give_way" doc:"Distance below which boids give way"`
}

// About implements [flock.Rule].
func (r *GiveWay) About() flock.About { return flock.About{Name: "give way", Source: "skein's own"} }

// IsActive implements [flock.Rule].
func (r *GiveWay) IsActive() bool { return r.Gain > 0 }

// Regards implements [flock.Rule].
func (r *GiveWay) Regards() flock.Regard { return flock.Noticed }

// SightRange implements [flock.Rule].
func (r *GiveWay) SightRange() float32 { return r.Range }

// AddNeighbour implements [flock.Rule].
func (r *GiveWay) AddNeighbour(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	sums[0].Add(repulsion(other.Offset, r.Range))
}

// Steer implements [flock.Rule].
func (r *GiveWay) Steer(_ *flock.Self, sums *flock.Sums) vec.Vec {
	return sums[0].Sum().Scale(r.Gain)
}
