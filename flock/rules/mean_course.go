package rules

import "skein/flock"

// MeanCourse steers by the mean velocity of the neighbours, no harder than the
// greatest force: the velocity itself, not the way to it (S1).
type MeanCourse struct {
	Weight float32 `key:"alignment_weight" label:"Alignment weight" group:"Steers" range:"0,10" slider:"5" doc:"weight of the mean velocity of the neighbours, cut to the greatest force (S1: ALIGNMENT_WEIGHT)"`
	Force  float32 `key:"max_force" label:"Greatest force" unit:"m/s" range:"0,10" slider:"1" doc:"cap on the alignment, and on the steer to the centre, per 1/30 s (S1: MAX_FORCE)"`
	Radius float32 `key:"vision"`
}

// About says where it is from.
func (r *MeanCourse) About() flock.About {
	return flock.About{Name: "mean course", Source: "S1", Social: true}
}

// On says whether there is a weight.
func (r *MeanCourse) On() bool { return r.Weight > 0 }

// Ring is the neighbourhood, but for those in the same place.
func (r *MeanCourse) Ring() flock.Ring { return flock.Ring{From: flock.Quantum, To: r.Radius} }

// Steer is their mean velocity, within the force, times the weight.
func (r *MeanCourse) Steer(me *flock.Self, _, vel *flock.Total) flock.Vec {
	all := vel.Plus(me.Vel)
	return all.Mean().Clip(r.Force).Scale(r.Weight)
}
