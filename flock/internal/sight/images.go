package sight

import (
	"skein/flock/internal/near"
	"skein/flock/vec"
)

// In a world that wraps around, a boid sees the nearest image of each other boid. Positions stay in one copy
// of the world.

// Offset returns the vector from the boid in slot i to the nearest image of the boid in slot j.
func (v *Sight) Offset(i, j int) vec.Vec {
	d := v.Pos(j).Sub(v.Pos(i))
	if v.set.Wraps {
		return v.set.Torus.Nearest(d)
	}
	return d
}

// imageShift returns the sum of the shifts from the hits to their nearest images, in quanta.
func (v *Sight) imageShift(h *Hits, slot int) (sum [3]int64) {
	side := v.set.Torus.Side
	quanta, half := int64(side/vec.Quantum), float32(side/2)
	pos := &v.Boids.Pos
	for k, x := range [3][]float32{pos.X, pos.Y, pos.Z} {
		at := x[slot]
		for _, j := range h.Slots() {
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
func (v *Sight) relativeTo(i, j int) Sums {
	one := v.difference(i, j)
	one.pos = quantaOf(v.Offset(i, j))
	return one
}

// IsTight reports whether the world wraps around, and is so small that two images of one boid may be within
// reach of a box.
func (v *Sight) IsTight(box *near.Box, reach float32) bool {
	return v.set.Wraps && v.isTight(box, reach)
}

// isTight reports whether the world is so small that two images of one boid may be within reach of a box.
func (v *Sight) isTight(box *near.Box, reach float32) bool {
	width := float32(0)
	for k := range box.Low {
		width = max(width, box.High[k]-box.Low[k])
	}
	return 2*reach+width >= float32(v.set.Torus.Side)*0.999
}

// isInside reports whether everything within reach of a box lies in one copy of the world.
func (v *Sight) isInside(box *near.Box, reach float32) bool {
	low, side := v.grid.Low.Floats(), float32(v.set.Torus.Side)
	for k := range low {
		if v.set.Plane && k == 1 {
			continue // in the plane all boids are at one height, and images are a whole side above and below
		}
		if box.Low[k]-reach < low[k] || box.High[k]+reach >= low[k]+side {
			return false
		}
	}
	return true
}

func (v *Sight) listNearest(l *near.List, p vec.Vec) {
	l.Fill(v.N, func(j int) near.Point {
		return point(p.Add(v.set.Torus.Nearest(v.Pos(j).Sub(p))))
	})
}

// worldsIn returns the first and the last copy of the world, along each axis, into which a box reaches.
func (v *Sight) worldsIn(box *near.Box, reach float32) (first, last [3]int) {
	low, side := v.grid.Low.Floats(), float32(v.set.Torus.Side)
	for k := range first {
		if v.set.Plane && k == 1 {
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
func (v *Sight) copyAt(x, y, z int) near.Point {
	side := float32(v.set.Torus.Side)
	return near.Point{X: float32(float32(x) * side), Y: float32(float32(y) * side), Z: float32(float32(z) * side)}
}

// listImages lists all images within reach of a box. The world must not be tight; see isTight.
func (v *Sight) listImages(l *near.List, m *Memory, box *near.Box, reach, reach2 float32) {
	first, last := v.worldsIn(box, reach)
	if first == last { // the box reaches into no other copy
		v.listInside(l, m, box, reach, reach2)
		return
	}
	l.Clear()
	pos := &v.Boids.Pos
	for z := first[2]; z <= last[2]; z++ {
		for y := first[1]; y <= last[1]; y++ {
			for x := first[0]; x <= last[0]; x++ {
				by := v.copyAt(x, y, z)
				m.spans = v.grid.AppendSpans(m.spans[:0], shifted(box, by), reach)
				near.GatherMore(l, pos.X, pos.Y, pos.Z, m.spans, *box, reach2, by)
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
