package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Gust is a random steering force for each boid. It is an Ornstein-Uhlenbeck process whose spread does not
// depend on the tick rate (P9). Each step is a uniform random number, so a gust, the sum of many steps, is
// nearly normally distributed.
type Gust struct {
	Strength float32 `key:"gust_strength" label:"Gust strength" group:"Extra behaviour" unit:"m/s" range:"0,1" slider:"0.2" varies:"" doc:"Spread of each boid's random steering force, per 1/30 s. 0 means off (P9)"`
	Seconds  float32 `key:"gust_seconds" with:"gust_strength" label:"Gust length" unit:"s" range:"0,30" slider:"5" doc:"Correlation time of a gust"`
	Vertical float32 `key:"gust_vertical" with:"gust_strength" label:"Vertical gusts" range:"0,1" plane:"idle" doc:"Factor that multiplies the vertical part of a gust"`

	decay, kick float32
	die         vec.Die
	age         int64
}

// About implements [flock.Rule].
func (r *Gust) About() flock.About { return flock.About{Name: "gust", Source: "P9"} }

// IsActive implements [flock.Rule].
func (r *Gust) IsActive() bool { return r.Strength > 0 }

// Columns returns one column: a boid's gust, m/s per 1/30 s.
func (r *Gust) Columns() []flock.Column {
	const maxGust = 500 // above every possible gust, even with Seconds = 30 s and 960 ticks per second
	return []flock.Column{{Name: "gust", Low: -maxGust, High: maxGust, Vector: true}}
}

// Tick implements [flock.Rule].
func (r *Gust) Tick(now *flock.Tick) {
	dt := now.Seconds()
	r.decay = r.Seconds / (r.Seconds + dt)
	r.die, r.age = vec.Dice(now.Seed, forGust), now.Age
	r.Derive()
}

// Derive computes the size of a step.
func (r *Gust) Derive() {
	const root3 = 1.7320508 // 1/σ of a uniform random number in (-1, 1)
	r.kick = float32(root3 * r.Strength * vec.Sqrt(1-float32(r.decay*r.decay)))
}

// Begin returns a new boid's gust: the sum of four uniform numbers along each axis. The spread of this sum
// equals the spread of later gusts.
func (r *Gust) Begin(now *flock.Tick, id int) []float32 {
	die, sum := vec.Dice(now.Seed, forGust), vec.Vec{}
	for k := range int64(4) {
		sum = sum.Add(vec.SymmetricVec(die.Roll(int32(id), -1-4*now.Age-k)))
	}
	const spread = 1.1547005 // standard deviation of the sum
	sum = sum.Scale(r.Strength / spread)
	return []float32{sum.X, float32(sum.Y * r.Vertical), sum.Z}
}

// Steer advances the boid's gust by a tick and returns it.
func (r *Gust) Steer(me *flock.Self) vec.Vec {
	step := vec.SymmetricVec(r.die.Roll(int32(me.ID), r.age)).Scale(r.kick)
	step.Y = float32(step.Y * r.Vertical)
	gust := vec.Vec{X: me.State[0], Y: me.State[1], Z: me.State[2]}.Scale(r.decay).Add(step)
	me.State[0], me.State[1], me.State[2] = gust.X, gust.Y, gust.Z
	return gust
}

// Kernel implements [flock.Rule].
func (r *Gust) Kernel(k *lanes.Kernels) lanes.Kernel { return k.Gust }

// Terms implements [flock.Rule].
func (r *Gust) Terms(t *lanes.Terms) {
	t.Die, t.Draw = uint64(r.die), vec.Draw(r.age)
	t.GustKick, t.GustVertical, t.GustKeep = r.kick, r.Vertical, r.decay
}
