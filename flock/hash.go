package flock

import (
	"skein/flock/internal/columns"
	"skein/flock/vec"
)

// Hash returns a 64-bit hash of the state: the seed, the tick, the number of boids, and the id and all
// columns of each boid. The columns are position, velocity, the rules' columns, up-vector, smoothed
// acceleration, phase, escape (speed on leaving, and age) and flags. The hashes of the boids are summed, so
// their order in memory does not matter. Several flocks are combined in order. The hash also covers the
// surroundings and the changes of a schedule that are not over.
func (w *World) Hash() uint64 {
	h := w.flocks[0].hash()
	for _, f := range w.flocks[1:] {
		h = vec.Mix(vec.MixWord(h, f.hash()))
	}
	if beside := w.surroundingsHash(); beside != 0 {
		h = vec.Mix(vec.MixWord(h, beside))
	}
	return h
}

// HashLike makes the World hash its state and write its checkpoints like another World. A World resumed from
// a checkpoint of a version below 3 hashes only its boids.
func (w *World) HashLike(o *World) { w.format = o.format }

func (f *flock) hash() uint64 {
	sum := uint64(0)
	for from := 0; from < f.n; from += columns.Run {
		sum += f.digest.Sum(&f.boids, from, min(from+columns.Run, f.n))
	}
	h := vec.MixWord(f.seed, uint64(f.world.tick))
	h = vec.MixWord(h, uint64(f.n))
	return vec.Mix(vec.MixWord(h, sum))
}
