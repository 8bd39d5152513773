package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Dodge makes a boid climb or dive to avoid a flockmate on a crossing course. Without it, birds of two parts
// that cross pass through each other, because a bank and a turn take too long. Let p be the vector to a
// flockmate and v its velocity relative to the boid's. The boid takes the flockmate to be as fast as itself,
// so v depends only on the two headings. The time to the closest approach is t = -p·v/|v|², and the vector to
// the flockmate at that time is m = p + v·t. If 0 < t < Seconds and |m| < Reach, the flockmate adds
//
//	(ŷ·s - m/|m|) · (1 - |m|/Reach) · (1 - t/Seconds),    s = 1 if m.y ≤ 0, otherwise -1
//
// The sum is clipped to length 1. The steering force is Gain times the sum.
type Dodge struct {
	Gain    float32 `key:"dodge" label:"Dodging" group:"Starlings" unit:"m/s²" range:"0,200" slider:"100" varies:"" absent:"0" doc:"Largest steering force with which a boid dodges flockmates that are about to come too near. 0 means off"`
	Seconds float32 `key:"dodge_seconds" with:"dodge" label:"Dodging time" unit:"s" range:"0.02,5" slider:"1" absent:"0.3" doc:"Time before the closest approach at which a boid begins to dodge"`
	Reach   float32 `key:"dodge_range" with:"dodge" label:"Dodging range" unit:"m" range:"0.01,10" slider:"1" absent:"0.4" doc:"Distance at the closest approach below which a boid dodges"`
	Nearest int     `key:"dodge_count" with:"dodge" label:"Dodging count" range:"1,48" slider:"24" absent:"24" doc:"Number of nearest flockmates that a boid dodges"`
}

// About implements [flock.Rule].
func (r *Dodge) About() flock.About {
	return flock.About{Name: "dodge", Source: "skein's own", Social: true}
}

// IsActive implements [flock.Rule].
func (r *Dodge) IsActive() bool { return r.Gain > 0 }

// Mates implements [flock.Rule].
func (r *Dodge) Mates() int { return r.Nearest }

// Steer implements [flock.Rule].
func (r *Dodge) Steer(me *flock.Self, mates []flock.Mate) vec.Vec {
	var sum vec.Vec
	for k := range mates[:min(len(mates), r.Nearest)] {
		sum = sum.Add(r.dodge(me, &mates[k]))
	}
	return sum.Clip(1).Scale(float32(r.Gain * accelToSteer))
}

func (r *Dodge) dodge(me *flock.Self, m *flock.Mate) vec.Vec {
	to, rel := m.To.Scale(m.Apart), m.Vel.Unit().Sub(me.Heading).Scale(me.Speed)
	left := -to.Dot(rel) / rel.Dot(rel) // NaN if both have the same heading
	if !(left > 0 && left < r.Seconds) {
		return vec.Vec{}
	}
	miss := to.Add(rel.Scale(left))
	d := miss.Length()
	if d >= r.Reach {
		return vec.Vec{}
	}
	away := miss.Unit().Neg()
	if miss.Y <= 0 {
		away.Y++
	} else {
		away.Y--
	}
	return away.Scale(float32((1 - d/r.Reach) * (1 - left/r.Seconds)))
}

// MateKernels implements [flock.Rule].
func (r *Dodge) MateKernels(k *lanes.Kernels) lanes.MateKernels { return k.Dodge }

// Terms implements [flock.Rule].
func (r *Dodge) Terms(t *lanes.Terms) {
	t.DodgeGain, t.DodgeSeconds, t.DodgeReach = float32(r.Gain*accelToSteer), r.Seconds, r.Reach
}
