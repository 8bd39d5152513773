package columns

import (
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Run is the number of boids that are hashed together. Their columns and hashes fit in the fastest cache.
const Run = 128

// Digest computes hashes of boids from their hashed columns. It processes one word of all boids of a run
// after another, so that the processor can work on several boids at once.
type Digest struct {
	words     [][2]part
	hashes    [Run]uint64
	high, low [Run]uint32
}

// Use selects the columns to hash.
func (d *Digest) Use(t Table) { d.words = t.hashWords() }

// Sum returns the sum of the hashes of the boids in slots [from, to). There must be at most Run boids.
func (d *Digest) Sum(b *lanes.Boids, from, to int) (sum uint64) {
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
			hashes[k] = vec.MixWord(hashes[k], uint64(high[k])<<32|uint64(low[k]))
		}
	}
	for _, h := range hashes {
		sum += vec.Mix(h)
	}
	return sum
}
