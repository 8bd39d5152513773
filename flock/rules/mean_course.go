package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// MeanCourse steers a boid along the mean velocity of its neighbours, limited to the maximum force. The
// boid's own velocity is not subtracted (S1).
type MeanCourse struct {
	Weight float32 `key:"alignment_weight" label:"Alignment weight" group:"Steering" range:"0,10" slider:"5" varies:"" doc:"How strongly a boid steers along the neighbours' mean velocity. The velocity is first limited to the greatest force (S1: ALIGNMENT_WEIGHT)"`
	Force  float32 `key:"max_force" label:"Greatest force" unit:"m/s" range:"0,10" slider:"1" doc:"Upper limit of the alignment and of the steering force towards the centre, per 1/30 s (S1: MAX_FORCE)"`
	Radius float32 `key:"vision"`
}

// About implements [flock.Rule].
func (r *MeanCourse) About() flock.About {
	return flock.About{Name: "mean course", Source: "S1", Social: true}
}

// IsActive implements [flock.Rule].
func (r *MeanCourse) IsActive() bool { return r.Weight > 0 }

// Ring implements [flock.Rule].
func (r *MeanCourse) Ring() flock.Ring { return flock.Ring{From: vec.Quantum, To: r.Radius} }

// Steer implements [flock.Rule].
func (r *MeanCourse) Steer(me *flock.Self, _, vel *flock.Total) vec.Vec {
	all := vel.Plus(me.Vel)
	return all.Mean().Clip(r.Force).Scale(r.Weight)
}

// SumsKernel implements [flock.Rule].
func (r *MeanCourse) SumsKernel(k *lanes.Kernels) lanes.Kernel { return k.SteerMeanCourse }

// Terms implements [flock.Rule].
func (r *MeanCourse) Terms(t *lanes.Terms) { t.MeanCourseForce, t.MeanCourseWeight = r.Force, r.Weight }
