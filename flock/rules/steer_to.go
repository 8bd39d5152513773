package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// SteerTo steers a boid to the centre of its neighbours. The steering force is the desired velocity minus the
// current one, limited to the maximum force. The desired velocity points to the centre. Its length is the
// highest speed, or less within the easing distance (S1: steer_to).
type SteerTo struct {
	Weight float32 `key:"cohesion_weight" label:"Cohesion weight" group:"Steering" range:"0,10" slider:"5" varies:"" doc:"Weight of the steering force towards the neighbours' centre (S1: COHESION_WEIGHT)"`
	Easing float32 `key:"easing_distance" label:"Easing distance" unit:"m" range:"0.1,500" slider:"200" doc:"Distance from the centre below which the desired speed is proportional to the distance (S1: 100)"`
	Force  float32 `key:"max_force"`
	Speed  float32 `key:"max_speed" varies:""`
	Radius float32 `key:"vision"`
}

// About implements [flock.Rule].
func (r *SteerTo) About() flock.About {
	return flock.About{Name: "steer to", Source: "S1", Social: true}
}

// IsActive implements [flock.Rule].
func (r *SteerTo) IsActive() bool { return r.Weight > 0 }

// Ring implements [flock.Rule].
func (r *SteerTo) Ring() flock.Ring { return flock.Ring{From: vec.Quantum, To: r.Radius} }

// Steer implements [flock.Rule].
func (r *SteerTo) Steer(me *flock.Self, off, _ *flock.Total) vec.Vec {
	to := off.Mean()
	d := to.Length()
	if d == 0 {
		return vec.Vec{}
	}
	speed := r.Speed
	if d < r.Easing {
		speed = float32(r.Speed * (d / r.Easing))
	}
	return to.Scale(speed / d).Sub(me.Vel).Clip(r.Force).Scale(r.Weight)
}

// SumsKernel implements [flock.Rule].
func (r *SteerTo) SumsKernel(k *lanes.Kernels) lanes.Kernel { return k.SteerTo }

// Terms implements [flock.Rule].
func (r *SteerTo) Terms(t *lanes.Terms) {
	t.SteerToWeight, t.SteerToEasing, t.SteerToForce, t.SteerToSpeed = r.Weight, r.Easing, r.Force, r.Speed
}
