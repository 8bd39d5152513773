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

// Hash is a 64-bit hash of the state, in order of ids: the tick, the number of
// boids, and of each boid the position, velocity, gust, escape (age and speed on
// leaving), up-vector, smoothed acceleration, phase and flags.
func (w *World) Hash() uint64 {
	d := digest(w.def.Seed)
	d.word(uint64(w.tick))
	d.word(uint64(w.n))
	for i := range w.n {
		b, e := &w.wings[i], &w.escapes[i]
		d.triple(w.pos(i))
		d.triple(w.vel[i])
		d.triple(w.gust[i])
		d.triple(b.up)
		d.triple(b.pull)
		d.pair(b.phase, e.speed)
		d.word(uint64(uint32(e.age))<<32 | uint64(w.flags(i))<<1 | bit(b.resting))
	}
	return mix(uint64(d))
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
