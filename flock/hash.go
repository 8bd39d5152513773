package flock

import (
	"math"

	"skein/flock/internal/lanes"
)

// stirred is a running 64-bit hash with another word in it.
func stirred(h, word uint64) uint64 {
	h = (h ^ word) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// digests are the running hashes of a run of boids. They take in a column after the
// other, so that no boid's waits for itself.
type digests []uint64

// Hash is a 64-bit hash of the state: the tick, the number of boids, and of each
// boid its id, position, velocity, gust, escape (age and speed on leaving),
// up-vector, smoothed acceleration, phase and flags. The boids' hashes are
// summed, so their order in memory means nothing.
func (w *World) Hash() uint64 {
	const run = 128 // boids, whose columns and hashes fit a core's nearest cache
	var room [run]uint64
	sum := uint64(0)
	for from := 0; from < w.n; from += run {
		to := min(from+run, w.n)
		part := w.boids.Slice(from, to)
		sum += digests(room[:to-from]).sum(&part)
	}
	h := stirred(w.def.Seed, uint64(w.tick))
	h = stirred(h, uint64(w.n))
	return mix(stirred(h, sum))
}

// sum is the sum of the hashes of so many boids.
func (d digests) sum(b *lanes.Boids) (sum uint64) {
	for k, id := range b.ID {
		d[k] = uint64(id)
	}
	for _, v := range [...]*lanes.Vec{&b.Pos, &b.Vel, &b.Gust, &b.Up, &b.Pull} {
		d.triples(v)
	}
	phase, left, age, wing := b.Phase[:len(d)], b.Left[:len(d)], b.Age[:len(d)], b.Wing[:len(d)]
	for k, h := range d {
		h = stirred(h, pair(phase[k], left[k]))
		sum += mix(stirred(h, uint64(uint32(age[k]))<<32|uint64(wing[k])))
	}
	return sum
}

// triples takes in three numbers of each.
func (d digests) triples(v *lanes.Vec) {
	x, y, z := v.X[:len(d)], v.Y[:len(d)], v.Z[:len(d)]
	for k, h := range d {
		d[k] = stirred(stirred(h, pair(x[k], y[k])), pair(z[k], 0))
	}
}

// pair is two numbers as a word.
func pair(a, b float32) uint64 {
	return uint64(math.Float32bits(a))<<32 | uint64(math.Float32bits(b))
}
