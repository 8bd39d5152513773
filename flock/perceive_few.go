package flock

import (
	"skein/flock/internal/gauss"
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/vec"
)

// fewPerceive reports whether few boids need the sums over their vision sphere: no rule uses them, and the
// tick's random numbers rule out most boids as leaders.
func (f *flock) fewPerceive() bool {
	const few = gauss.Size / 8
	return f.set.little && f.hopelessDraw < few && f.kind == Grid && f.ownVision == nil && f.observer == nil
}

// perceiveFew sums over the vision spheres of boids that lead or may become leaders. The other sums are 0. It
// also records the pulls of leaders.
func (f *flock) perceiveFew(b *block, s *scratch, firstSlot int) {
	clearPerception(b)
	die, counter := vec.Dice(f.set.seed, forDecision), f.world.age/int64(f.tickRate/30)
	for i := range b.N {
		needs := b.Age[i] >= 0
		if !needs && f.present.deciding && b.Wing[i]&lanes.Perched == 0 {
			_, needs = f.decideBy(die, counter, b.ID[i])
		}
		if needs {
			f.perceiveEdge(b, s, firstSlot, i)
		}
	}
	if !f.present.deciding || len(f.leaders) == 0 {
		return
	}
	f.markHeeding(s, firstSlot, firstSlot+b.N)
	if s.heedingBits == ([lanes.Size / 8]uint8{}) {
		return
	}
	together := f.onlyMatesPull && f.usesPeers() && f.n > f.mates.most+1
	if together {
		f.mates.findBlock(s, b, 1)
	}
	for i := range b.N {
		if s.heedingBits[i/8]>>(i%8)&1 == 0 || b.Age[i] >= 0 {
			continue
		}
		if f.recordHeeded(s, firstSlot+i, together); together {
			f.addPulls(s, i)
		}
	}
	f.steerPulls(s)
}

func (v *sight) perceiveEdge(b *block, s *scratch, firstSlot, i int) {
	slot := firstSlot + i
	v.find(s, &s.hits, slot, v.set.vision2)
	all := v.sumMotion(&s.hits, slot)
	b.Visible[i] = float32(all.n - 1)
	b.Edge.Set(i, vecOfInts(all.pos))
}

// recordHeeded lists the leaders that a boid heeds, and records their pulls unless onlyList is true. No rule
// uses the sums over the neighbourhood, so they do not matter.
func (f *flock) recordHeeded(s *scratch, slot int, onlyList bool) {
	f.listHeeded(s, slot, slot+1)
	var all sums
	led := f.heed(s, slot, near.Ball{D2: f.set.vision2, ID: -1}, &all)
	if len(s.heededLeaders) > 0 && !onlyList {
		f.recordPulls(s, slot, &all, &led, &company{})
	}
}
