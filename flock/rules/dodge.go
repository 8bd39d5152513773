package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Dodge makes a boid climb, dive or brake before a flockmate that is about to come too near. Without it,
// birds of two groups that cross pass through each other, because a bank and a turn take too long. Let p be
// the vector to a flockmate, u its unit vector, d its length, and v the flockmate's velocity relative to the
// boid's. The time to the closest approach is t = -p·v/|v|², and the vector to the flockmate at that time is
// m = p + v·t. If 0 < t < Seconds and |m| < Reach, the flockmate adds
//
//	(s·y - m/|m|) · 2·(Reach - |m|) / (t + 1/30 s)²,    s = 1 if m.y ≤ 0, otherwise -1
//
// y is the component of the upward unit vector perpendicular to v. This is about the acceleration that
// passes the flockmate at the distance Reach. So an early boid dodges gently, and two boids dodge to
// opposite sides. A flockmate at d < 2.5·Reach also adds
//
//	-u · min(Gain, (v·u)²/(2·max(Reach/8, d - 0.75·Reach)))
//
// which stops the approach in time. The steering force is the sum, clipped to the length Gain. Perched
// flockmates are not dodged.
type Dodge struct {
	Gain    float32 `key:"dodge" label:"Dodging" group:"Starlings" unit:"m/s²" range:"0,200" slider:"100" absent:"0" doc:"Largest steering force with which a boid dodges flockmates that are about to come too near. 0 means off"`
	Seconds float32 `key:"dodge_seconds" with:"dodge" label:"Dodging time" unit:"s" range:"0.02,5" slider:"1" absent:"0.3" doc:"Time before the closest approach at which a boid begins to dodge"`
	Reach   float32 `key:"dodge_range" with:"dodge" label:"Dodging range" unit:"m" range:"0.01,10" slider:"1" body:"" absent:"0.4" doc:"Distance at the closest approach below which a boid dodges"`
	Nearest int     `key:"dodge_count" with:"dodge" label:"Dodging count" range:"1,48" slider:"24" absent:"24" doc:"Number of nearest flockmates that a boid dodges"`
}

// dodgeLag is added to the time that is left for dodging, s, so that the steering force stays finite.
const dodgeLag = 1. / 30

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
	return sum.Clip(r.Gain).Scale(accelToSteer)
}

func (r *Dodge) dodge(me *flock.Self, m *flock.Mate) vec.Vec {
	speed := vec.Rough(m.Vel.Length())
	if speed == 0 {
		return vec.Vec{}
	}
	to, rel := m.Direction.Scale(m.Distance), m.Vel.Unit().Scale(speed).Sub(me.Vel)
	left := -to.Dot(rel) / rel.Dot(rel) // NaN if both have the same velocity
	if !(left > 0 && left < r.Seconds) {
		return vec.Vec{}
	}
	miss := to.Add(rel.Scale(left))
	d := miss.Length()
	if d >= r.Reach {
		return vec.Vec{}
	}
	up := vec.Vec{Y: 1}.Across(rel.Unit())
	if miss.Y > 0 {
		up = up.Neg()
	}
	late := left + dodgeLag
	away := up.Sub(miss.Unit()).Scale(float32(2*(r.Reach-d)) / float32(late*late))
	if m.Distance < float32(r.Reach*2.5) {
		away = away.Sub(m.Direction.Scale(r.brake(m.Distance, rel.Dot(m.Direction))))
	}
	return away
}

func (r *Dodge) brake(apart, opening float32) float32 {
	room := vec.Max(r.Reach/8, apart-float32(r.Reach*0.75))
	return vec.Min(r.Gain, float32(opening*opening)/float32(2*room))
}

// MateKernels implements [flock.Rule].
func (r *Dodge) MateKernels(k *lanes.Kernels) lanes.MateKernels { return k.Dodge }

// Terms implements [flock.Rule].
func (r *Dodge) Terms(t *lanes.Terms) {
	t.DodgeGain, t.DodgeSeconds, t.DodgeReach = r.Gain, r.Seconds, r.Reach
}
