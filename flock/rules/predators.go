package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Predators turns boids away from boids of feared flocks in range. Along each axis, the steering force is
// Turn, with the sign of the sum of the vectors from these boids (S2).
type Predators struct {
	Turn  float32 `key:"predator_turn" label:"Predator turn" group:"Other species" unit:"m/s" range:"0,20" slider:"2" doc:"How strongly a boid steers away from the feared flocks along each axis, per 1/30 s (S2: predatorturnfactor)"`
	Range float32 `key:"predator_range" label:"Predator range" unit:"m" range:"0,500" slider:"200" with:"predator_turn" doc:"Distance below which boids flee (S2: predatorRange)"`
}

// About implements [flock.Rule].
func (r *Predators) About() flock.About { return flock.About{Name: "predators", Source: "S2"} }

// IsActive implements [flock.Rule].
func (r *Predators) IsActive() bool { return r.Turn > 0 }

// Regards implements [flock.Rule].
func (r *Predators) Regards() flock.Regard { return flock.Feared }

// SightRange implements [flock.Rule].
func (r *Predators) SightRange() float32 { return r.Range }

// AddNeighbour implements [flock.Rule].
func (r *Predators) AddNeighbour(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	sums[0].Add(other.Offset.Neg())
}

// Steer implements [flock.Rule].
func (r *Predators) Steer(_ *flock.Self, sums *flock.Sums) vec.Vec {
	away := sums[0].Sum()
	return vec.Vec{X: sign(away.X), Y: sign(away.Y), Z: sign(away.Z)}.Scale(r.Turn)
}

func sign(x float32) float32 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// SumsKernel implements [flock.Rule].
func (r *Predators) SumsKernel(k *lanes.Kernels) lanes.Kernel { return k.SteerPredators }

// Terms implements [flock.Rule].
func (r *Predators) Terms(t *lanes.Terms) { t.PredatorTurn = r.Turn }
