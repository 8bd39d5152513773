package rules

import "skein/flock"

// Predators turns away, by a constant along each axis, from those that the flock flees
// and that are in range, by the sum of the vectors from them (S2).
type Predators struct {
	Turn  float32 `key:"predator_turn" label:"Predator turn" group:"Other species" unit:"m/s" range:"0,20" slider:"2" doc:"steer away from those that the flock flees per 1/30 s, along each axis (S2: predatorturnfactor)"`
	Range float32 `key:"predator_range" label:"Predator range" unit:"m" range:"0,500" slider:"200" with:"predator_turn" doc:"distance below which they are fled (S2: predatorRange)"`
}

// About says where it is from.
func (r *Predators) About() flock.About { return flock.About{Name: "predators", Source: "S2"} }

// On says whether it turns.
func (r *Predators) On() bool { return r.Turn > 0 }

// Regards those that the flock flees.
func (r *Predators) Regards() flock.Regard { return flock.Feared }

// Within is the range.
func (r *Predators) Within() float32 { return r.Range }

// Each adds up the vectors from them.
func (r *Predators) Each(_ *flock.Self, other *flock.Neighbour, sums *flock.Sums) {
	sums[0].Add(other.Off.Neg())
}

// Steer is away from them along each axis.
func (r *Predators) Steer(_ *flock.Self, sums *flock.Sums) flock.Vec {
	away := sums[0].Sum()
	return flock.Vec{X: sign(away.X), Y: sign(away.Y), Z: sign(away.Z)}.Scale(r.Turn)
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
