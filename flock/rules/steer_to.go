package rules

import "skein/flock"

// SteerTo steers to the centre of the neighbours: from the velocity that a boid has to
// the one that it desires, which is the highest speed towards the centre and less
// within the easing distance, no harder than the greatest force (S1: steer_to).
type SteerTo struct {
	Weight float32 `key:"cohesion_weight" label:"Cohesion weight" group:"Steers" range:"0,10" slider:"5" doc:"weight of the steer to the centre of the neighbours (S1: COHESION_WEIGHT)"`
	Easing float32 `key:"easing_distance" label:"Easing distance" unit:"m" range:"0.1,500" slider:"200" doc:"from the centre; nearer than that the desired speed falls in proportion (S1: 100)"`
	Force  float32 `key:"max_force"`
	Speed  float32 `key:"max_speed"`
	Radius float32 `key:"vision"`
}

// About says where it is from.
func (r *SteerTo) About() flock.About {
	return flock.About{Name: "steer to", Source: "S1", Social: true}
}

// On says whether there is a weight.
func (r *SteerTo) On() bool { return r.Weight > 0 }

// Ring is the neighbourhood, but for those in the same place.
func (r *SteerTo) Ring() flock.Ring { return flock.Ring{From: flock.Quantum, To: r.Radius} }

// Steer is desired less velocity; nothing at the centre itself.
func (r *SteerTo) Steer(me *flock.Self, off, _ *flock.Total) flock.Vec {
	to := off.Mean()
	d := to.Length()
	if d == 0 {
		return flock.Vec{}
	}
	speed := r.Speed
	if d < r.Easing {
		speed = float32(r.Speed * (d / r.Easing))
	}
	return to.Scale(speed / d).Sub(me.Vel).Clip(r.Force).Scale(r.Weight)
}
