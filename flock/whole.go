package flock

// In a flock whose boids steer by all others, and look about for nothing else, they
// are summed up once for all: what each perceives is that less itself.

// sumWhole sums up a worker's part of the flock, relative to the origin.
func (f *flock) sumWhole(s *scratch, from, to int) {
	s.part = sums{}
	for slot := from; slot < to; slot++ {
		one := f.absolute(slot)
		s.part.include(&one)
	}
}

// absolute is the boid in a slot relative to the origin at rest, in quanta.
func (f *flock) absolute(slot int) sums {
	p, v := f.pos(slot), f.vel(slot)
	return sums{n: 1, pos: quantaOf(p), vel: quantaOf(v)}
}

func quantaOf(v Vec) [3]int64 {
	return [3]int64{int64(v.X * (1 / Quantum)), int64(v.Y * (1 / Quantum)), int64(v.Z * (1 / Quantum))}
}

// seeWhole fills what the boids of a block see, the first of them in slot from.
func (f *flock) seeWhole(b *block, from int) {
	var flock sums
	for k := range f.crew.of {
		flock.include(&f.scratch[k].part)
	}
	unseen(b)
	for i := range b.N {
		all, own := flock, f.absolute(from+i)
		for k := range all.pos {
			all.pos[k] -= int64(all.n) * own.pos[k]
			all.vel[k] -= int64(all.n) * own.vel[k]
		}
		all.n--
		if f.set.plainSum {
			all.separation = all.fromAll()
		}
		f.weigh(b, i, &all, &sums{})
	}
}
