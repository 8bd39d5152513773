package flock

import (
	"skein/flock/internal/gauss"
	"skein/flock/internal/lanes"
	"skein/flock/internal/sight"
	"skein/flock/vec"
)

// fewPerceive reports whether few boids need the sums over their vision sphere: no rule uses them, and the
// tick's random numbers rule out most boids as leaders.
func (f *flock) fewPerceive() bool {
	const few = gauss.Size / 8
	return f.set.little && f.hopelessDraw < few && f.Kind == sight.Grid && f.OwnVision == nil && f.observer == nil
}

// perceiveFew sums over the vision spheres of boids that lead or may become leaders. The other sums are 0. It
// also records the pulls of leaders.
func (f *flock) perceiveFew(b *block, s *scratch, firstSlot int) {
	sight.Clear(b)
	die, counter := vec.Dice(f.set.seed, forDecision), f.world.age/int64(f.tickRate/30)
	for i := range b.N {
		needs := b.Age[i] >= 0
		if !needs && f.Deciding && b.Wing[i]&lanes.Perched == 0 {
			_, needs = f.decideBy(die, counter, b.ID[i])
		}
		if needs {
			f.PerceiveVisible(b, s.Memory, firstSlot, i)
		}
	}
	if !f.Deciding || len(f.Leaders) == 0 {
		return
	}
	f.MarkHeeding(s.Memory, firstSlot, firstSlot+b.N)
	if !s.AnyHeeds() {
		return
	}
	together := f.onlyMatesPull && f.usesPeers() && f.N > f.mates.most+1
	if together {
		f.mates.findBlock(s, b, 1)
	}
	for i := range b.N {
		if !s.Heeds(i) || b.Age[i] >= 0 {
			continue
		}
		// No rule uses the sums over the neighbourhood, so the sums in by do not matter.
		if by := f.Heeded(s.Memory, firstSlot+i); together {
			f.addPulls(s, i, by)
		} else if len(by.Leaders) > 0 {
			f.recordPulls(s.worker, firstSlot+i, by)
		}
	}
	f.steerPulls(s)
}
