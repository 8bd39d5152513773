package flock

import (
	"skein/flock/internal/gauss"
	"skein/flock/internal/lanes"
)

// fewPerceive reports whether only few boids need the sums over their vision sphere. In such a flock, no rule
// uses these sums. Only a boid that may become a leader needs them, and the random numbers of a tick
// rule this out for most boids.
func (f *flock) fewPerceive() bool {
	const few = gauss.Size / 8
	return f.set.little && f.hopelessDraw < few && f.kind == Grid && f.ownVision == nil && f.observer == nil
}

// perceiveFew sums over the vision spheres of the boids of a block that lead or may become leaders. The sums
// of the other boids are 0. It also records how strongly leaders pull the boids that heed them. firstSlot is
// the slot of the block's first boid.
func (f *flock) perceiveFew(b *block, s *scratch, firstSlot int) {
	clearPerception(b)
	for i := range b.N {
		if f.needsEdge(b, i) {
			f.perceiveEdge(b, s, firstSlot, i)
		}
	}
	if !f.present.deciding || len(f.leaders) == 0 {
		return
	}
	f.markHeeding(s, firstSlot, firstSlot+b.N)
	for i := range b.N {
		if s.heedingBits[i/8]>>(i%8)&1 != 0 && b.Age[i] < 0 {
			f.recordHeeded(s, firstSlot+i)
		}
	}
}

// needsEdge reports whether boid i of a block leads, or may become a leader in this tick.
func (f *flock) needsEdge(b *block, i int) bool {
	if b.Age[i] >= 0 || !f.present.deciding || b.Wing[i]&lanes.Perched != 0 {
		return b.Age[i] >= 0
	}
	_, ok := f.decide(b.ID[i])
	return ok
}

// perceiveEdge computes the number of boids in the vision sphere of boid i of a block, and their sum.
func (f *flock) perceiveEdge(b *block, s *scratch, firstSlot, i int) {
	slot := firstSlot + i
	f.find(s, &s.hits, slot, f.set.vision2)
	all := f.sumMotion(&s.hits, slot)
	b.Visible[i] = float32(all.n - 1)
	b.Edge.Set(i, vecOfInts(all.pos))
}

// recordHeeded records how strongly leaders pull the boid in a slot. No rule uses the sums over the boid's
// neighbourhood, so they do not matter.
func (f *flock) recordHeeded(s *scratch, slot int) {
	f.listHeeded(s, slot, slot+1)
	var all sums
	led := f.heed(s, slot, ball{f.set.vision2, -1}, &all)
	if len(s.heededLeaders) > 0 {
		f.recordPulls(s, slot, &all, &led, &company{})
	}
}
