package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// mixWord returns the hash h, updated with another word.
func mixWord(h, word uint64) uint64 {
	h = (h ^ word) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// Hash returns a 64-bit hash of the state: the seed, the tick, the number of boids, and the id and all
// columns of each boid. The columns are position, velocity, the rules' columns, up-vector, smoothed
// acceleration, phase, escape (speed on leaving, and age) and flags. The hashes of the boids are summed, so
// their order in memory does not matter. Several flocks are combined in order. The hash also covers the
// surroundings and the changes of a schedule that are not over.
func (w *World) Hash() uint64 {
	h := w.flocks[0].hash()
	for _, f := range w.flocks[1:] {
		h = vec.Mix(mixWord(h, f.hash()))
	}
	if beside := w.surroundingsHash(); beside != 0 {
		h = vec.Mix(mixWord(h, beside))
	}
	return h
}

// HashLike makes the World hash its state and write its checkpoints like another World. A World resumed from
// a checkpoint of a version below 3 hashes only its boids.
func (w *World) HashLike(o *World) { w.format = o.format }

func (f *flock) hash() uint64 {
	sum := uint64(0)
	for from := 0; from < f.n; from += run {
		sum += f.digest.sum(&f.boids, from, min(from+run, f.n))
	}
	h := mixWord(f.seed, uint64(f.world.tick))
	h = mixWord(h, uint64(f.n))
	return vec.Mix(mixWord(h, sum))
}

// run is the number of boids that are hashed together. Their columns and hashes fit into a core's nearest
// cache.
const run = 128

// digest hashes boids. It handles one word of all boids of a run after the other, so that the processor can
// work on several boids at once.
type digest struct {
	words     [][2]part
	hashes    [run]uint64
	high, low [run]uint32
}

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
			hashes[k] = mixWord(hashes[k], uint64(high[k])<<32|uint64(low[k]))
		}
	}
	for _, h := range hashes {
		sum += vec.Mix(h)
	}
	return sum
}
