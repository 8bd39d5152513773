package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Flutter is a random acceleration for each boid. It is an Ornstein-Uhlenbeck process with uniform steps.
// Only a fraction of the acceleration along the course acts, so that birds mostly flutter sideways (skein's
// own).
type Flutter struct {
	Strength float32 `key:"flutter" label:"Flutter" group:"Starlings" unit:"m/s²" range:"0,100" slider:"10" varies:"" doc:"Spread of each boid's random acceleration along each axis. 0 means off"`
	Seconds  float32 `key:"flutter_seconds" with:"flutter" label:"Flutter length" unit:"s" range:"0,30" slider:"2" doc:"Correlation time of the random acceleration"`
	Along    float32 `key:"flutter_along" with:"flutter" label:"Forward flutter" range:"0,1" doc:"Factor that multiplies the part of the random acceleration along the course"`
	Vertical float32 `key:"flutter_vertical" with:"flutter" label:"Vertical flutter" range:"0,1" plane:"idle" doc:"Factor that multiplies the vertical part of the random acceleration"`

	decay, kick float32
	die         vec.Die
	age         int64
}

// About implements [flock.Rule].
func (r *Flutter) About() flock.About { return flock.About{Name: "flutter", Source: "skein"} }

// IsActive implements [flock.Rule].
func (r *Flutter) IsActive() bool { return r.Strength > 0 }

// Columns returns one column: a boid's acceleration, in m/s².
func (r *Flutter) Columns() []flock.Column {
	const most = 20_000
	return []flock.Column{{Name: "flutter", Low: -most, High: most, Vector: true}}
}

// Tick implements [flock.Rule].
func (r *Flutter) Tick(now *flock.Tick) {
	dt := now.Seconds()
	r.decay = r.Seconds / (r.Seconds + dt)
	r.die, r.age = vec.Dice(now.Seed, forFlutter), now.Age
	r.Derive()
}

// Derive computes the size of a step.
func (r *Flutter) Derive() {
	const root3 = 1.7320508 // 1/σ of a uniform random number in (-1, 1)
	r.kick = float32(root3 * r.Strength * vec.Sqrt(1-float32(r.decay*r.decay)))
}

// Steer advances the acceleration by a tick and returns it as a steering force.
func (r *Flutter) Steer(me *flock.Self) vec.Vec {
	step := vec.SymmetricVec(r.die.Roll(int32(me.ID), r.age)).Scale(r.kick)
	step.Y = float32(step.Y * r.Vertical)
	a := vec.Vec{X: me.State[0], Y: me.State[1], Z: me.State[2]}.Scale(r.decay).Add(step)
	me.State[0], me.State[1], me.State[2] = a.X, a.Y, a.Z
	along := a.Dot(me.Heading)
	return a.Sub(me.Heading.Scale(float32(along * (1 - r.Along)))).Scale(accelToSteer)
}

// Kernel implements [flock.Rule].
func (r *Flutter) Kernel(k *lanes.Kernels) lanes.Kernel { return k.Flutter }

// Terms implements [flock.Rule].
func (r *Flutter) Terms(t *lanes.Terms) {
	t.FlutterDie, t.FlutterDraw = uint64(r.die), vec.Draw(r.age)
	t.FlutterKick, t.FlutterKeep = r.kick, r.decay
	t.FlutterAlong, t.FlutterVertical = 1-r.Along, r.Vertical
}
