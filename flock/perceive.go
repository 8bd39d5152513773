package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/sight"
	"skein/flock/internal/stages"
)

func (f *flock) advance(s *scratch, from, to int) {
	for a := from; a < to; a += lanes.Size {
		b := f.openBlock(s, a, min(a+lanes.Size, to))
		s.firstSlot = a
		switch {
		case !f.usesSeen:
			sight.Clear(b)
		case f.fewPerceive():
			f.perceiveFew(b, s, a)
		default:
			f.Perceive(b, s.Memory, a)
		}
		f.steer(s, b, f.rules)
		f.lead(b, s, a)
		f.moveBlock(b)
		f.divert(s, b)
		if f.world.air != nil {
			stages.Drift(b, f.world.air, f.set.plane, f.set.floor)
		}
		f.obstacles.KeepOut(&s.encounter, b, f.speedLimit)
		f.stages.Fly(b, &f.present.terms)
		f.stand(s, b)
		if f.set.wraps {
			stages.Wrap(b, f.set.torus)
		}
		f.Note(s.Memory, b, a)
	}
}

func (f *flock) openBlock(s *scratch, from, to int) *block {
	b := &s.block
	b.N = to - from
	for _, w := range s.windows {
		w.Slide(from, to)
	}
	s.Open(b)
	b.Next, b.NextVel = f.next.Slice(from, to), f.nextVel.Slice(from, to)
	return b
}

func (f *flock) steer(s *scratch, b *block, rules []steer) {
	f.stages.Derive(b, &f.present.terms)
	clear(b.Steer.X[:b.N])
	clear(b.Steer.Y[:b.N])
	clear(b.Steer.Z[:b.N])
	for _, r := range rules {
		r(s, b)
	}
}

type present struct {
	Tick
	terms lanes.Terms
}
