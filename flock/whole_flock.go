package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// This file computes perception in a flock whose boids perceive all other boids. For each boid, the sum is
// the sum over the flock minus the boid itself.

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

func quantaOf(v vec.Vec) [3]int64 {
	return [3]int64{int64(v.X * (1 / vec.Quantum)), int64(v.Y * (1 / vec.Quantum)), int64(v.Z * (1 / vec.Quantum))}
}

// seeWhole fills in the perception of a block, from slot firstSlot on, in a flock whose boids perceive all
// other boids.
func (f *flock) seeWhole(b *block, firstSlot int) {
	all := f.sumOfParts()
	clearPerception(b)
	pos, vel := f.boids.Pos.Slice(firstSlot, firstSlot+b.N), f.boids.Vel.Slice(firstSlot, firstSlot+b.N)
	for k, to := range [...][]float32{b.Centre.X, b.Centre.Y, b.Centre.Z} {
		all.lessOwn(to, all.pos[k], [...][]float32{pos.X, pos.Y, pos.Z}[k])
	}
	for k, to := range [...][]float32{b.Course.X, b.Course.Y, b.Course.Z} {
		all.lessOwn(to, all.vel[k], [...][]float32{vel.X, vel.Y, vel.Z}[k])
	}
	for i := range b.N {
		b.Weight[i] = float32(all.n - 1)
	}
	for k, away := range [...][]float32{b.Away.X, b.Away.Y, b.Away.Z} {
		if !f.set.plainSum {
			clear(away[:b.N])
			continue
		}
		for i, x := range [...][]float32{pos.X, pos.Y, pos.Z}[k] {
			away[i] = float32(-all.about(all.pos[k], x) * vec.Quantum)
		}
	}
}

// lessOwn stores the sum over the flock relative to each boid of a block, along one axis, in quanta. The
// parameter sum is relative to the origin, and own holds the boids' own coordinates, m, or velocities.
func (a *sums) lessOwn(to []float32, sum int64, own []float32) {
	for i, x := range own {
		to[i] = float32(a.about(sum, x))
	}
}

// about returns a sum over the flock relative to a coordinate. All numbers are whole and below 2⁵³, so it is
// exact.
func (a *sums) about(sum int64, own float32) float64 {
	return float64(sum) - float64(float64(a.n)*float64(own*(1/vec.Quantum)))
}
