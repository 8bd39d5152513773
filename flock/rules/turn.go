package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Turn limits how sharply boids turn. The component of the steering force perpendicular to the course,
// divided by the speed, is the angle of the turn in radians. The component along the course changes the
// speed (S4).
type Turn struct {
	Limit float32 `key:"turn_limit" label:"Turn limit" group:"Speed" unit:"° per 1/30 s" range:"0,180" slider:"30" doc:"Largest turn of a boid. If 0, there is no limit (S4)"`
	Least float32 `key:"min_speed"`
	Most  float32 `key:"max_speed" varies:""`
}

// About implements [flock.Rule].
func (r *Turn) About() flock.About { return flock.About{Name: "limited turn", Source: "S4"} }

// IsActive implements [flock.Rule].
func (r *Turn) IsActive() bool { return r.Limit > 0 }

// Move implements [flock.Rule].
func (r *Turn) Move(me *flock.Self, to *flock.Motion) {
	if me.Speed == 0 {
		return
	}
	along := to.Steer.Dot(me.Heading)
	side := to.Steer.Sub(me.Heading.Scale(along))
	length := side.Length()
	heading := me.Heading
	if length > 0 {
		angle := vec.Min(length/me.Speed, float32(r.limit()*to.Share))
		heading = me.Heading.Rotate(side.Scale(1/length), angle)
	}
	speed := vec.Max(r.Least, vec.Min(me.Speed+along, r.Most))
	to.Vel = heading.Scale(speed)
	to.Pos = me.Pos.Add(to.Vel.Quantized().Scale(to.Step))
}

func (r *Turn) limit() float32 {
	const degree = 3.1415927 / 180
	return float32(r.Limit * degree)
}

// MostMoveKernel returns the kernel that moves boids in the same way, bit for bit, except boids that turn
// sharply.
func (r *Turn) MostMoveKernel(k *lanes.Kernels) lanes.Kernel { return k.LimitTurn }

// Terms implements [flock.Rule].
func (r *Turn) Terms(t *lanes.Terms) { t.TurnLimit = r.limit() }
