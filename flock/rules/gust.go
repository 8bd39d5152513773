package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
)

// Gust is a random steer of each boid's own: an Ornstein-Uhlenbeck process whose
// spread does not depend on the tick rate (P9). The steps are uniform; their sum
// over the gust's length is near enough a normal.
type Gust struct {
	Strength float32 `key:"gust_strength" label:"Gust strength" group:"Additions" unit:"m/s" range:"0,1" slider:"0.2" doc:"spread of each boid's own random steer per 1/30 s; 0 switches it off (P9)"`
	Seconds  float32 `key:"gust_seconds" with:"gust_strength" label:"Gust length" unit:"s" range:"0,30" slider:"5" doc:"time over which a gust forgets itself"`
	Vertical float32 `key:"gust_vertical" with:"gust_strength" label:"Gust in height" range:"0,1" plane:"idle" doc:"share of the gust in height"`

	keep, kick float32 // share of a gust that a tick leaves, and adds of a new one
	die        flock.Die
	age        int64
}

// About says where it is from.
func (r *Gust) About() flock.About { return flock.About{Name: "gust", Source: "P9"} }

// On says whether there is a strength.
func (r *Gust) On() bool { return r.Strength > 0 }

// Columns are the gust that a boid is in, m/s per 1/30 s.
func (r *Gust) Columns() []flock.Column {
	const most = 500 // one of 30 s adds up to so much at 960 ticks a second
	return []flock.Column{{Name: "gust", Low: -most, High: most, Vector: true}}
}

// Tick takes in the time.
func (r *Gust) Tick(now *flock.Tick) {
	dt := now.Seconds()
	r.keep = r.Seconds / (r.Seconds + dt)
	const root3 = 1.7320508 // over the spread of a uniform number in (-1,1)
	r.kick = float32(root3 * r.Strength * flock.Sqrt(1-float32(r.keep*r.keep)))
	r.die, r.age = flock.Dice(now.Seed, forGust), now.Age
}

// Begin is the gust of a boid for which it has always blown: one of the same spread,
// the sum of four uniform numbers along each axis.
func (r *Gust) Begin(now *flock.Tick, id int) []float32 {
	die, sum := flock.Dice(now.Seed, forGust), flock.Vec{}
	for k := range int64(4) {
		sum = sum.Add(flock.Three(die.Roll(int32(id), -1-4*now.Age-k)))
	}
	const spread = 1.1547005 // of the sum
	sum = sum.Scale(r.Strength / spread)
	return []float32{sum.X, float32(sum.Y * r.Vertical), sum.Z}
}

// Steer advances the boid's gust by a tick and adds it.
func (r *Gust) Steer(me *flock.Self) flock.Vec {
	step := flock.Three(r.die.Roll(int32(me.ID), r.age)).Scale(r.kick)
	step.Y = float32(step.Y * r.Vertical)
	gust := flock.Vec{X: me.State[0], Y: me.State[1], Z: me.State[2]}.Scale(r.keep).Add(step)
	me.State[0], me.State[1], me.State[2] = gust.X, gust.Y, gust.Z
	return gust
}

// Kernel does the same.
func (r *Gust) Kernel(k *lanes.Kernels) lanes.Kernel { return k.Gust }

// Terms gives the kernel its numbers.
func (r *Gust) Terms(t *lanes.Terms) {
	t.Die, t.Draw = uint64(r.die), flock.Draw(r.age)
	t.GustKick, t.GustVertical, t.GustKeep = r.kick, r.Vertical, r.keep
}
