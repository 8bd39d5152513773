package rules

import "skein/flock"

// Impulse are the disturbances of Heppner and Grenander: gusts that hit each boid at
// random times, a Poisson process, and at once change its velocity at random (P9). In a
// tick of dt seconds n of them hit with the probability
//
//	exp(-λ)·λⁿ/n!,    λ = Rate·dt
//
// whatever hit before, so that so many hit in a second whatever the tick rate. Each
// adds a velocity that is uniform in a cube: along each axis from -Strength to Strength,
// and of that the share Vertical in height.
//
// Chance is taken from the die d of the seed and purpose 9, rolled for the boid's id. In the
// tick of age a the number is that of the thresholds
//
//	c_k = exp(-λ)·(1 + λ + … + λᵏ/k!),    k = 0 to 13
//
// that are not above (d.Roll(id, 16·a) >> 11)/2⁵³, and the k-th gust, from 0 on, is
// Three(d.Roll(id, 16·a + 1 + k)).
type Impulse struct {
	Rate     float32 `key:"impulse_rate" label:"Impulses a second" group:"Additions" unit:"1/s" range:"0,30" slider:"5" doc:"gusts that hit each boid a second, at times of a Poisson process; 0 switches them off (P9)"`
	Strength float32 `key:"impulse_strength" with:"impulse_rate" label:"Impulse strength" unit:"m/s" range:"0,20" slider:"4" doc:"most by which such a gust changes the velocity along an axis, at once; 0 switches them off (P9)"`
	Vertical float32 `key:"impulse_vertical" with:"impulse_rate" label:"Impulse in height" range:"0,1" plane:"idle" doc:"share of that in height"`

	die    flock.Die
	age    int64
	scale  float32              // of a steer that changes the velocity by 1 in a tick
	counts [mostImpulses]uint64 // from which roll on more than so many hit
}

// mostImpulses is the most that hit one boid in a tick. At 30 a second that is one in
// 10¹² at the slowest tick rate.
const mostImpulses = 14

// About says where it is from.
func (r *Impulse) About() flock.About { return flock.About{Name: "impulses", Source: "P9"} }

// On says whether they hit, and hit hard.
func (r *Impulse) On() bool { return r.Rate > 0 && r.Strength > 0 }

// Tick takes in the time.
func (r *Impulse) Tick(now *flock.Tick) {
	r.die, r.age = flock.Dice(now.Seed, forImpulse), now.Age
	r.scale = float32(r.Strength * float32(float32(now.TickRate)/30))
	r.counts = poisson(float64(r.Rate) / float64(now.TickRate))
}

// Steer is the sum of those that hit in this tick.
func (r *Impulse) Steer(me *flock.Self) (sum flock.Vec) {
	id, roll := int32(me.ID), r.die.Roll(int32(me.ID), 16*r.age)>>11
	for k := 0; k < mostImpulses && roll >= r.counts[k]; k++ {
		sum = sum.Add(flock.Three(r.die.Roll(id, 16*r.age+1+int64(k))))
	}
	sum = sum.Scale(r.scale)
	sum.Y = float32(sum.Y * r.Vertical)
	return sum
}

// poisson are the numbers from which on 53 random bits stand for more than 0, 1, 2, …
// events, where mean of them are expected, at most 1: from the four operations alone.
func poisson(mean float64) (counts [mostImpulses]uint64) {
	inverse, term := 0.0, 1.0 // of exp(-mean), by its series
	for k := 1.0; k < 30; k++ {
		inverse += term
		term = float64(term*mean) / k
	}
	const one = 1 << 53
	sum, term := 0.0, 1/inverse
	for k := range counts {
		sum += term
		counts[k] = uint64(float64(sum * one))
		term = float64(term*mean) / float64(k+1)
	}
	return counts
}
