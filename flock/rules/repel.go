package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Repel steers a boid away from boids nearer than the desired separation. The steering force is the mean of
// the unit vectors from them, each divided by its distance (S1). Boids at the same place do not repel.
type Repel struct {
	Weight float32 `key:"separation_weight" label:"Separation weight" group:"Steering" range:"0,10" slider:"5" varies:"" doc:"Weight of the steering force away from boids that are too near (S1: SEPARATION_WEIGHT)"`
	Radius float32 `key:"desired_separation" label:"Desired separation" unit:"m" range:"0,100" slider:"50" body:"" doc:"Distance below which boids are too near (S1: DESIRED_SEPARATION)"`
}

// About implements [flock.Rule].
func (r *Repel) About() flock.About {
	return flock.About{Name: "repel", Source: "S1", Social: true}
}

// IsActive implements [flock.Rule].
func (r *Repel) IsActive() bool { return r.Weight > 0 }

// SightRange implements [flock.Rule].
func (r *Repel) SightRange() float32 { return r.Radius }

// AddNeighbour implements [flock.Rule].
func (r *Repel) AddNeighbour(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	if other.Square > 0 {
		sums[0].Add(other.Offset.Scale(float32(-1 / other.Square)))
	}
}

// Steer implements [flock.Rule].
func (r *Repel) Steer(_ *flock.Self, sums *flock.Sums) vec.Vec {
	return sums[0].Mean().Scale(r.Weight)
}

// NeighbourKernel implements [flock.Rule].
func (r *Repel) NeighbourKernel(k *lanes.Kernels) lanes.PairKernel { return k.Repel }

// Terms implements [flock.Rule].
func (r *Repel) Terms(t *lanes.Terms) {
	t.RepelWithin2, t.RepelWeight = flock.SquareRange(r.SightRange()), r.Weight
}

// SumsKernel implements [flock.Rule].
func (r *Repel) SumsKernel(k *lanes.Kernels) lanes.Kernel { return k.SteerRepel }
