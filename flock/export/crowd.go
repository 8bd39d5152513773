package export

import "skein/flock"

// crowd is a flock of a constant number of boids: those that are not in the flock
// in some frame stay where they were last.
type crowd struct {
	ids    []int
	slots  map[int]int // of ids
	now    []Boid
	before []Boid // in the frame before
	there  []bool // now
	number int    // of the frame
	last   int    // of the frame before; 0: none
	torn   bool   // some boid jumped since the frame before
	fps    float64
}

func newCrowd(ids []int, fps float64) *crowd {
	c := &crowd{ids: ids, slots: map[int]int{}, fps: fps, there: make([]bool, len(ids))}
	c.now, c.before = make([]Boid, len(ids)), make([]Boid, len(ids))
	for k, id := range ids {
		c.slots[id] = k
		c.now[k].ID, c.now[k].Rotation.W = id, 1
	}
	return c
}

// take goes on to a frame.
func (c *crowd) take(f *Frame) {
	copy(c.before, c.now)
	clear(c.there)
	c.last, c.number, c.torn = c.number, f.Number, false
	for _, b := range f.Boids {
		k, ok := c.slots[b.ID]
		if !ok {
			continue // of another flock
		}
		c.now[k], c.there[k] = b, true
		c.torn = c.torn || c.jumped(&b)
	}
}

// jumped says whether a boid jumped since the frame before.
func (c *crowd) jumped(b *Boid) bool { return c.last > 0 && b.Flags&flock.Jumped != 0 }

// ahead is boid k gap frames before the present one: on its way there, or, if it
// jumped, on the way that it would have flown.
func (c *crowd) ahead(k int, gap float64) Boid {
	b, frames := c.now[k], -gap
	switch {
	case !c.there[k]:
		return b
	case c.jumped(&b):
		b = c.before[k]
		frames = float64(c.number-c.last) - gap
	}
	b.Pos = b.Pos.Add(b.Vel.Mul(float32(frames / c.fps)))
	return b
}
