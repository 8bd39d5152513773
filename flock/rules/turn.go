package rules

import "skein/flock"

// Turn has boids turn by their steers, and no sharper than a limit: what steers across
// the course turns it, by as much as that is of the speed, and what steers along it
// changes the speed (S4).
type Turn struct {
	Limit float32 `key:"turn_limit" label:"Turn limit" group:"Speed" unit:"°" range:"0,180" slider:"30" doc:"the most that a boid turns per 1/30 s; 0: steers change the velocity, which knows no turns (S4)"`
	Least float32 `key:"min_speed"`
	Most  float32 `key:"max_speed"`
}

// About says where it is from.
func (r *Turn) About() flock.About { return flock.About{Name: "limited turn", Source: "S4"} }

// On says whether there is a limit.
func (r *Turn) On() bool { return r.Limit > 0 }

// Move turns a boid that flies, and has it go on by its new velocity.
func (r *Turn) Move(me *flock.Self, to *flock.Motion) {
	if me.Speed == 0 {
		return
	}
	along := to.Steer.Dot(me.Heading)
	side := to.Steer.Sub(me.Heading.Scale(along))
	length := side.Length()
	heading := me.Heading
	if length > 0 {
		const degree = 3.1415927 / 180
		angle := flock.Least(length/me.Speed, float32(float32(r.Limit*degree)*to.Share))
		heading = me.Heading.Turned(side.Scale(1/length), angle)
	}
	speed := flock.Most(r.Least, flock.Least(me.Speed+along, r.Most))
	to.Vel = heading.Scale(speed)
	to.Pos = me.Pos.Add(to.Vel.Quantized().Scale(to.Step))
}
