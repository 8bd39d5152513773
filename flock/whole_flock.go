package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// This file computes perception in a flock whose boids steer by all others and search for nothing
// else. The sum over the flock is computed once, and each boid perceives this sum without itself.

// sumPart computes the sums over a worker's part of the flock, relative to the origin.
func (f *flock) sumPart(worker int) {
	from, to := f.pool.Part(worker, f.n)
	f.scratch[worker].part = sums{n: to - from, pos: quantaIn(&f.boids.Pos, from, to), vel: quantaIn(&f.boids.Vel, from, to)}
}

// sumOfParts returns the sum over the whole flock, after all workers have called sumPart.
func (f *flock) sumOfParts() (all sums) {
	for k := range f.pool.Workers {
		all.include(&f.scratch[k].part)
	}
	return all
}

// quantaIn returns the sum of the vectors of v in slots [from, to), in quanta.
func quantaIn(v *lanes.Vec, from, to int) (sum [3]int64) {
	for k, x := range [...][]float32{v.X, v.Y, v.Z} {
		for _, x := range x[from:to] {
			sum[k] += int64(x * (1 / vec.Quantum))
		}
	}
	return sum
}

// absolute returns the position and velocity of the boid in a slot, relative to the origin at rest,
// in quanta.
func (f *flock) absolute(slot int) sums {
	p, v := f.pos(slot), f.vel(slot)
	return sums{n: 1, pos: quantaOf(p), vel: quantaOf(v)}
}

func quantaOf(v vec.Vec) [3]int64 {
	return [3]int64{int64(v.X * (1 / vec.Quantum)), int64(v.Y * (1 / vec.Quantum)), int64(v.Z * (1 / vec.Quantum))}
}

// seeWhole fills in the perception of the boids of a block whose flock steers by all others.
// firstSlot is the slot of the block's first boid.
func (f *flock) seeWhole(b *block, firstSlot int) {
	flock := f.sumOfParts()
	clearPerception(b)
	for i := range b.N {
		all, own := flock, f.absolute(firstSlot+i)
		for k := range all.pos {
			all.pos[k] -= int64(all.n) * own.pos[k]
			all.vel[k] -= int64(all.n) * own.vel[k]
		}
		all.n--
		if f.set.plainSum {
			all.separation = all.plainSeparation()
		}
		f.weigh(b, i, &all, &sums{})
	}
}
