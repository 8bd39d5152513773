package flock

import (
	"math"
	"math/bits"

	"skein/flock/internal/columns"
	"skein/flock/internal/gauss"
	"skein/flock/internal/lanes"
	"skein/flock/lead"
	"skein/flock/vec"
)

// cause holds the values that triggered an escape, for the ledger.
type cause struct{ x, front, draw float32 }

type beginning struct {
	slot  int32
	cause cause
}

// lead advances the escapes of a block, lets boids take the lead, and adds the steering of escapes (S3, H8 to
// H13).
func (f *flock) lead(b *block, s *scratch, firstSlot int) {
	f.stages.Mark(b, &f.present.terms)
	for k, word := range b.Marked {
		for ; word != 0; word &= word - 1 {
			i := 64*k + bits.TrailingZeros64(word)
			f.leadOne(b, i, s, int32(firstSlot+i))
		}
	}
}

// edgeLimit returns the squared distance, m², from the mean position of the visible boids at which a boid may
// lead. In a tick without decisions, no boid reaches it.
func (s *settings) edgeLimit(deciding bool) float32 {
	if deciding {
		return s.edge2
	}
	return maxDistance2
}

func (f *flock) leadOne(b *block, i int, s *scratch, slot int32) {
	switch {
	case b.Age[i] < 0 && b.Wing[i]&lanes.Perched != 0:
		return
	case b.Age[i] < 0:
		c, ok := f.trigger(b, i)
		if !ok {
			return
		}
		b.Age[i], b.Left[i] = 0, b.Speed[i]
		s.beginnings = append(s.beginnings, beginning{slot, c})
	case float32(float32(b.Age[i])*f.set.dt) >= f.set.EscapeSeconds:
		b.Age[i] = columns.NotLeading
		s.ends = append(s.ends, slot)
		return
	}
	b.Push(i, f.escape(b, i))
	b.Age[i]++
	s.leads = append(s.leads, slot)
}

// isDeciding reports whether boids decide in this tick. They decide 30 times a second, at any tick rate.
func (f *flock) isDeciding() bool { return f.world.age%int64(f.tickRate/30) == 0 }

// trigger makes a boid's decision (H8 to H11; see package [lead]). It reports whether the boid takes the
// lead, and why. [lead.Decision.Test] repeats its tests to explain them.
func (f *flock) trigger(b *block, i int) (cause, bool) {
	s := &f.set
	bits, ok := f.decide(b.ID[i])
	if !ok {
		return cause{}, false
	}
	edge, heading := b.Edge.At(i), b.Heading.At(i)
	away := edge.Length()
	c := cause{x: away / f.VisionOf(b.ID[i])}
	if c.x < s.EccentricityFloor {
		return c, false
	}
	if away > 0 {
		c.front = -edge.Dot(heading) / away
	}
	if s.FrontTest && c.front <= s.FrontFloor && b.Speed[i] >= s.SlowSpeed {
		return c, false
	}
	c.draw = f.gauss.Draw(bits)
	if s.Trigger == lead.PrintedTrigger {
		return c, c.x >= float32(s.Influence*c.draw)
	}
	return c, float32(s.Influence*c.x) > c.draw
}

// decide returns the random bits of a boid's decision. ok is false if they alone rule out that the boid
// leads.
func (f *flock) decide(id int32) (bits uint64, ok bool) {
	return f.decideBy(vec.Dice(f.set.seed, forDecision), f.world.age/int64(f.tickRate/30), id)
}

func (f *flock) decideBy(die vec.Die, counter int64, id int32) (bits uint64, ok bool) {
	bits = die.Roll(id, counter)
	return bits, bits>>48 < f.hopelessDraw && f.hasChance(bits)
}

// hasChance reports whether a decision is a chance to lead. It uses the lower half of the bits, because the
// draw uses others.
func (f *flock) hasChance(bits uint64) bool {
	return float64(bits&(1<<32-1)) < float64(f.chances()*(1<<32))
}

// chances returns the fraction of decisions at which a boid may lead: n^-1.5 in a flock n times as large as
// leadership_crowd. With the fraction 1, larger flocks tear: more boids are at the front, and their turns
// meet. With 1/n, flocks of 30,000 starlings still tear.
func (f *flock) chances() float64 {
	if f.set.Crowd == 0 || f.N <= f.set.Crowd {
		return 1
	}
	share := float64(f.set.Crowd) / float64(f.N)
	return share * math.Sqrt(share)
}

// leastEdge2 returns the squared distance from the mean position of the visible boids, m², below which no
// boid passes trigger. leastDraw is the lowest possible draw, and leastVision the smallest vision radius,
// m.
func (s *settings) leastEdge2(leastDraw, leastVision float32) float32 {
	const slack = 0.999 // for rounding errors
	x := s.EccentricityFloor
	if s.Trigger == lead.IntendedTrigger {
		if s.Influence == 0 {
			return maxDistance2
		}
		x = max(x, leastDraw/s.Influence)
	}
	x *= leastVision * slack
	return x * x
}

// hopelessDraw returns the index of the first draw that is too high for any boid to lead.
func (s *settings) hopelessDraw(g *gauss.Table) (draw uint64) {
	if s.Trigger == lead.PrintedTrigger {
		return gauss.Size
	}
	const margin = 1.001 // more than any rounding error
	for draw < gauss.Size && g.Quantiles[draw] <= s.Influence*margin {
		draw++
	}
	return draw
}

// escape returns the steering force of the escape (H13), per 1/30 s. In tick k = 0, 1, 2, … of the escape,
// the force is
//
//	EscapeStrength · curve((k + 1/2)·dt/EscapeSeconds) · max(v, CruiseSpeed)
//
// along the heading, or away from the others for a boid at rest. v is the speed on leaving or, with the
// scaling Current, the speed at the start of the tick. The escape ends when k·dt reaches EscapeSeconds.
func (f *flock) escape(b *block, i int) vec.Vec {
	s := &f.set
	along := b.Heading.At(i)
	if b.Speed[i] == 0 {
		along = b.Edge.At(i).Neg().Unit()
	}
	speed := b.Left[i]
	if s.EscapeScaling == lead.Current {
		speed = b.Speed[i]
	}
	t := float32((float32(b.Age[i])+0.5)*s.dt) / s.EscapeSeconds
	gain := float32(s.EscapeStrength * s.EscapeGain(t))
	return along.Scale(float32(gain * max(speed, f.cruiseSpeedOf(b, i))))
}

// none is the index of no element.
const none = -1
