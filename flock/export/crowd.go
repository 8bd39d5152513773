package export

import "skein/flock"

// crowd keeps the number of boids constant, as some formats require. An absent boid remains at its last
// position.
type crowd struct {
	ids       []int
	slots     map[int]int
	current   []Boid
	before    []Boid
	present   []bool
	number    int
	last      int // number of the previous frame, or 0
	anyJumped bool
	fps       float64
}

func newCrowd(ids []int, fps float64) *crowd {
	c := &crowd{ids: ids, slots: map[int]int{}, fps: fps, present: make([]bool, len(ids))}
	c.current, c.before = make([]Boid, len(ids)), make([]Boid, len(ids))
	for k, id := range ids {
		c.slots[id] = k
		c.current[k].ID, c.current[k].Rotation.W = id, 1
	}
	return c
}

func (c *crowd) advance(f *Frame) {
	copy(c.before, c.current)
	clear(c.present)
	c.last, c.number, c.anyJumped = c.number, f.Number, false
	for _, b := range f.Boids {
		k, ok := c.slots[b.ID]
		if !ok {
			continue // the boid belongs to another flock
		}
		c.current[k], c.present[k] = b, true
		c.anyJumped = c.anyJumped || c.hasJumped(&b)
	}
}

func (c *crowd) addTo(wings *wingbeats) {
	for k := range c.current {
		if wings != nil && c.present[k] {
			wings.add(&c.current[k])
		}
	}
}

func (c *crowd) hasJumped(b *Boid) bool { return c.last > 0 && b.Flags&flock.Jumped != 0 }

// boidBefore returns the state of boid k gap frames before the current frame, extrapolated from the current
// frame. If the boid has jumped since the previous frame, it is extrapolated from the previous frame instead.
func (c *crowd) boidBefore(k int, gap float64) Boid {
	b, frames := c.current[k], -gap
	switch {
	case !c.present[k]:
		return b
	case c.hasJumped(&b):
		b = c.before[k]
		frames = float64(c.number-c.last) - gap
	}
	b.Pos = b.Pos.Add(b.Vel.Mul(float32(frames / c.fps)))
	return b
}
