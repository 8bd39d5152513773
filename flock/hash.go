package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// stirred returns a running 64-bit hash with another word in it.
func stirred(h, word uint64) uint64 {
	h = (h ^ word) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// Hash returns a 64-bit hash of the state: the tick, the number of boids, and of each
// boid its id and all that it carries: position, velocity, the columns that rules
// brought, up-vector, smoothed acceleration, phase, escape (speed on leaving, and age)
// and flags. The boids' hashes are summed, so their order in memory means nothing.
// That of several flocks takes in theirs one after the other. Where there is anything around
// the flocks, or a schedule that is not over, it takes in those too: each property of each
// thing, and what is left of each change.
func (w *World) Hash() uint64 {
	h := w.flocks[0].hash()
	for _, f := range w.flocks[1:] {
		h = vec.Mix(stirred(h, f.hash()))
	}
	if beside := w.surroundingsHash(); beside != 0 {
		h = vec.Mix(stirred(h, beside))
	}
	return h
}

// HashLike makes the World hash its state, and write its checkpoints, as another does: one that
// goes on from a checkpoint of a version before 3 hashes its boids alone.
func (w *World) HashLike(o *World) { w.format = o.format }

func (f *flock) hash() uint64 {
	sum := uint64(0)
	for from := 0; from < f.n; from += run {
		sum += f.digest.sum(&f.boids, from, min(from+run, f.n))
	}
	h := stirred(f.seed, uint64(f.world.tick))
	h = stirred(h, uint64(f.n))
	return vec.Mix(stirred(h, sum))
}

// run is a number of boids whose columns and hashes fit a core's nearest cache.
const run = 128

// digest takes in the words that boids are, one after the other for a whole run of
// boids, so that no boid's hash waits for itself.
type digest struct {
	words     [][2]part
	hashes    [run]uint64
	high, low [run]uint32
}

// sum returns the sum of the hashes of the boids in slots from to to.
func (d *digest) sum(b *lanes.Boids, from, to int) (sum uint64) {
	n := to - from
	hashes, high, low := d.hashes[:n], d.high[:n], d.low[:n]
	for k, id := range b.ID[from:to] {
		hashes[k] = uint64(id)
	}
	for _, word := range d.words {
		word[0].bits(high, b, from)
		if clear(low); word[1] != nil {
			word[1].bits(low, b, from)
		}
		for k := range hashes {
			hashes[k] = stirred(hashes[k], uint64(high[k])<<32|uint64(low[k]))
		}
	}
	for _, h := range hashes {
		sum += vec.Mix(h)
	}
	return sum
}
