package flock

import "math"

// digest is a running 64-bit hash of words.
type digest uint64

func (d *digest) word(v uint64) {
	h := (uint64(*d) ^ v) * 0x9e3779b97f4a7c15
	*d = digest(h ^ h>>29)
}

func (d *digest) pair(a, b float32) {
	d.word(uint64(math.Float32bits(a))<<32 | uint64(math.Float32bits(b)))
}

func (d *digest) triple(a vec) {
	d.pair(a.x, a.y)
	d.pair(a.z, 0)
}

// Hash is a 64-bit hash of the state: the tick, the number of boids, and of each
// boid its id, position, velocity, gust, escape (age and speed on leaving),
// up-vector, smoothed acceleration, phase and flags. The boids' hashes are
// summed, so their order in memory means nothing.
func (w *World) Hash() uint64 {
	sum := uint64(0)
	for slot := range w.n {
		sum += w.hashOf(slot)
	}
	d := digest(w.def.Seed)
	d.word(uint64(w.tick))
	d.word(uint64(w.n))
	d.word(sum)
	return mix(uint64(d))
}

func (w *World) hashOf(slot int) uint64 {
	b := &w.boids
	d := digest(b.ID[slot])
	d.triple(at(&b.Pos, slot))
	d.triple(at(&b.Vel, slot))
	d.triple(at(&b.Gust, slot))
	d.triple(at(&b.Up, slot))
	d.triple(at(&b.Pull, slot))
	d.pair(b.Phase[slot], b.Left[slot])
	d.word(uint64(uint32(b.Age[slot]))<<32 | uint64(b.Wing[slot]))
	return mix(uint64(d))
}
