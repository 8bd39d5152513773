package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/vec"
)

// In a world that wraps around, a boid sees the nearest image of each other boid. Positions stay in one copy
// of the world.

// offset returns the vector from the boid in slot i to the nearest image of the boid in slot j.
func (v *sight) offset(i, j int) vec.Vec {
	d := v.pos(j).Sub(v.pos(i))
	if v.set.wraps {
		return v.set.torus.Nearest(d)
	}
	return d
}

func (f *flock) wrapAll() {
	for slot := range f.n {
		if to, moved := f.set.torus.Wrap(f.pos(slot)); moved {
			f.boids.Pos.Set(slot, to)
			f.boids.Wing[slot] |= lanes.Placed
			f.placedSinceTick = true
		}
	}
}

// imageShift returns the sum of the shifts from the hits to their nearest images, in quanta.
func (v *sight) imageShift(h *hits, slot int) (sum [3]int64) {
	side := v.set.torus.Side
	quanta, half := int64(side/vec.Quantum), float32(side/2)
	pos := &v.boids.Pos
	for k, x := range [3][]float32{pos.X, pos.Y, pos.Z} {
		at := x[slot]
		for _, j := range h.slots() {
			if d := x[j] - at; d > half {
				sum[k] -= quanta
			} else if d < -half {
				sum[k] += quanta
			}
		}
	}
	return sum
}

// relativeTo returns the nearest image of the boid in slot j, relative to the boid in slot i.
func (v *sight) relativeTo(i, j int) sums {
	one := v.difference(i, j)
	one.pos = quantaOf(v.offset(i, j))
	return one
}

// isTight reports whether the world is so small that two images of one boid may be within reach of a box.
func (v *sight) isTight(box *near.Box, reach float32) bool {
	width := float32(0)
	for k := range box.Low {
		width = max(width, box.High[k]-box.Low[k])
	}
	return 2*reach+width >= float32(v.set.torus.Side)*0.999
}

// isInside reports whether everything within reach of a box lies in one copy of the world.
func (v *sight) isInside(box *near.Box, reach float32) bool {
	low, side := v.grid.Low.Floats(), float32(v.set.torus.Side)
	for k := range low {
		if v.set.plane && k == 1 {
			continue // in the plane all boids are at one height, and images are a whole side above and below
		}
		if box.Low[k]-reach < low[k] || box.High[k]+reach >= low[k]+side {
			return false
		}
	}
	return true
}

func (v *sight) listNearest(l *near.List, p vec.Vec) {
	l.Fill(v.n, func(j int) near.Point {
		return point(p.Add(v.set.torus.Nearest(v.pos(j).Sub(p))))
	})
}

// worldsIn returns the first and the last copy of the world, along each axis, that a box reaches into.
func (v *sight) worldsIn(box *near.Box, reach float32) (first, last [3]int) {
	low, side := v.grid.Low.Floats(), float32(v.set.torus.Side)
	for k := range first {
		if v.set.plane && k == 1 {
			continue
		}
		if box.Low[k]-reach < low[k] {
			first[k] = -1
		}
		if box.High[k]+reach >= low[k]+side {
			last[k] = 1
		}
	}
	return first, last
}

// copyAt returns the offset of a copy of the world.
func (v *sight) copyAt(x, y, z int) near.Point {
	side := float32(v.set.torus.Side)
	return near.Point{X: float32(float32(x) * side), Y: float32(float32(y) * side), Z: float32(float32(z) * side)}
}

// listImages lists all images within reach of a box. The world must not be tight; see isTight.
func (v *sight) listImages(l *near.List, s *scratch, box *near.Box, reach, reach2 float32) {
	first, last := v.worldsIn(box, reach)
	if first == last { // the box reaches into no other copy
		v.listInside(l, s, box, reach, reach2)
		return
	}
	l.Fill(0, nil)
	for z := first[2]; z <= last[2]; z++ {
		for y := first[1]; y <= last[1]; y++ {
			for x := first[0]; x <= last[0]; x++ {
				by := v.copyAt(x, y, z)
				v.listInside(&s.image, s, shifted(box, by), reach, reach2)
				l.Join(&s.image, by)
			}
		}
	}
}

func shifted(box *near.Box, by near.Point) *near.Box {
	b := *box
	for k, d := range [3]float32{by.X, by.Y, by.Z} {
		b.Low[k] -= d
		b.High[k] -= d
	}
	return &b
}
