package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Impulse is the disturbance of Heppner and Grenander (P9). Gusts hit each boid at the random times of a
// Poisson process. Each gust changes the boid's velocity at once, by a random vector. In a tick of dt
// seconds, a boid is hit by n gusts with the probability
//
//	exp(-λ)·λⁿ/n!,    λ = Rate·dt
//
// independently of earlier gusts. The number of gusts per second therefore does not depend on the tick
// rate. Each gust adds a velocity that is uniform from -Strength to Strength along each axis. Its vertical
// part is multiplied by Vertical.
//
// The random numbers come from the die d of the seed and purpose 9, rolled for the boid's id. In the
// tick of age a, n is the number of thresholds
//
//	c_k = exp(-λ)·(1 + λ + … + λᵏ/k!),    k = 0 to 13
//
// that are at most (d.Roll(id, 16·a) >> 11)/2⁵³, and the k-th gust, counted from 0, is Three(d.Roll(id,
// 16·a + 1 + k)).
type Impulse struct {
	Rate     float32 `key:"impulse_rate" label:"Impulse rate" group:"Extra behaviour" unit:"1/s" range:"0,30" slider:"5" doc:"Mean number of gusts per second that hit each boid, at random times (a Poisson process). 0 means off (P9)"`
	Strength float32 `key:"impulse_strength" with:"impulse_rate" label:"Impulse strength" unit:"m/s" range:"0,20" slider:"4" varies:"" doc:"Largest change of velocity by one gust, along each axis. 0 means off (P9)"`
	Vertical float32 `key:"impulse_vertical" with:"impulse_rate" label:"Vertical impulses" range:"0,1" plane:"idle" doc:"Factor that multiplies the vertical component of an impulse"`

	die    vec.Die
	age    int64
	rate   float32 // ticks per 1/30 s
	scale  float32 // converts a gust's random numbers to a steering force
	counts [mostImpulses]uint64
}

// mostImpulses is the largest number of impulses on a boid in a tick. Even at 30 impulses per second and the
// lowest tick rate, more impulses would occur only once in 10¹² ticks.
const mostImpulses = 14

// About implements [flock.Rule].
func (r *Impulse) About() flock.About { return flock.About{Name: "impulses", Source: "P9"} }

// IsActive implements [flock.Rule].
func (r *Impulse) IsActive() bool { return r.Rate > 0 && r.Strength > 0 }

// Tick implements [flock.Rule].
func (r *Impulse) Tick(now *flock.Tick) {
	r.die, r.age = vec.Dice(now.Seed, forImpulse), now.Age
	r.rate = float32(float32(now.TickRate) / 30)
	r.Derive()
	r.counts = poisson(float64(r.Rate) / float64(now.TickRate))
}

func (r *Impulse) Derive() { r.scale = float32(r.Strength * r.rate) }

// Steer implements [flock.Rule].
func (r *Impulse) Steer(me *flock.Self) (sum vec.Vec) {
	id, roll := int32(me.ID), r.die.Roll(int32(me.ID), 16*r.age)>>11
	for k := 0; k < mostImpulses && roll >= r.counts[k]; k++ {
		sum = sum.Add(vec.SymmetricVec(r.die.Roll(id, 16*r.age+1+int64(k))))
	}
	sum = sum.Scale(r.scale)
	sum.Y = float32(sum.Y * r.Vertical)
	return sum
}

// MostKernel returns the kernel that marks the boids that a gust hits.
func (r *Impulse) MostKernel(k *lanes.Kernels) lanes.Kernel { return k.Impulse }

// Terms implements [flock.Rule].
func (r *Impulse) Terms(t *lanes.Terms) {
	t.ImpulseDie, t.ImpulseDraw, t.ImpulseAbove = uint64(r.die), vec.Draw(16*r.age), r.counts[0]-1
}

// poisson returns thresholds for a random number of 53 bits: more than k events occur if the number is at or
// above threshold k. The number of events has a Poisson distribution with the given mean, at most 1. Only the
// four basic operations are used, so every machine computes the same bits.
func poisson(mean float64) (counts [mostImpulses]uint64) {
	inverse, term := 0.0, 1.0 // sums the series of exp(mean)
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
