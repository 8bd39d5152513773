package rules

import "skein/flock"

// Flutter is a random acceleration of each boid's own, an Ornstein-Uhlenbeck process with
// uniform steps, of which a share of what lies along the course is felt: birds flutter
// sideways rather than that they change their speed (skein's own).
type Flutter struct {
	Strength float32 `key:"flutter" label:"Flutter" group:"Starlings" unit:"m/s²" range:"0,100" slider:"10" doc:"spread of each boid's random acceleration along each axis; 0 switches it off"`
	Seconds  float32 `key:"flutter_seconds" with:"flutter" label:"Flutter length" unit:"s" range:"0,30" slider:"2" doc:"time over which it forgets itself"`
	Along    float32 `key:"flutter_along" with:"flutter" label:"Flutter along" range:"0,1" doc:"share of it along the course"`
	Vertical float32 `key:"flutter_vertical" with:"flutter" label:"Flutter in height" range:"0,1" plane:"idle" doc:"share of it in height"`

	keep, kick float32
	die        flock.Die
	age        int64
}

// About says where it is from.
func (r *Flutter) About() flock.About { return flock.About{Name: "flutter", Source: "skein"} }

// On says whether there is a strength.
func (r *Flutter) On() bool { return r.Strength > 0 }

// Columns are the acceleration, m/s².
func (r *Flutter) Columns() []flock.Column {
	const most = 20_000
	return []flock.Column{{Name: "flutter", Low: -most, High: most, Vector: true}}
}

// Tick takes in the time.
func (r *Flutter) Tick(now *flock.Tick) {
	dt := now.Seconds()
	r.keep = r.Seconds / (r.Seconds + dt)
	const root3 = 1.7320508 // over the spread of a uniform number in (-1,1)
	r.kick = float32(root3 * r.Strength * flock.Sqrt(1-float32(r.keep*r.keep)))
	r.die, r.age = flock.Dice(now.Seed, forFlutter), now.Age
}

// Steer advances it by a tick.
func (r *Flutter) Steer(me *flock.Self) flock.Vec {
	step := flock.Three(r.die.Roll(int32(me.ID), r.age)).Scale(r.kick)
	step.Y = float32(step.Y * r.Vertical)
	a := flock.Vec{X: me.State[0], Y: me.State[1], Z: me.State[2]}.Scale(r.keep).Add(step)
	me.State[0], me.State[1], me.State[2] = a.X, a.Y, a.Z
	along := a.Dot(me.Heading)
	return a.Sub(me.Heading.Scale(float32(along * (1 - r.Along)))).Scale(perSteer)
}
