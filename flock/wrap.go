package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/vec"
)

// In a world that wraps around, a boid sees of each other the nearest image.
// Positions stay in one copy of the world; their differences are what wraps.

// to returns the vector from the boid in slot i to that in slot j.
func (f *flock) to(i, j int) vec.Vec {
	d := f.pos(j).Sub(f.pos(i))
	if f.set.wraps {
		return f.set.torus.nearest(d)
	}
	return d
}

// wrapAround brings those of a block that leave the world in on the other side.
func wrapAround(s *settings, b *block) {
	for i := range b.N {
		if to, moved := s.torus.wrap(at(&b.Next, i)); moved {
			set(&b.Next, i, to)
			b.Wing[i] |= lanes.Jumped
		}
	}
}

// enclose brings all boids into the world.
func (f *flock) enclose() {
	for slot := range f.n {
		if to, moved := f.set.torus.wrap(f.pos(slot)); moved {
			set(&f.boids.Pos, slot, to)
			f.boids.Wing[slot] |= lanes.Placed
			f.placed = true
		}
	}
}

// images returns what Σ(p_j - p_i) over hits lacks for being that to the nearest
// images, in quanta.
func (f *flock) images(h *hits, slot int) (sum [3]int64) {
	side := f.set.torus.side
	quanta, half := int64(side/vec.Quantum), float32(side/2)
	pos := &f.boids.Pos
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

// kinTo returns what the boid in slot i perceives of that in slot j.
func (f *flock) kinTo(i, j int) sums {
	one := f.difference(i, j)
	one.pos = quantaOf(f.to(i, j))
	return one
}

// tight reports whether the world is so small that something within reach of a box
// may be there twice.
func (f *flock) tight(box *near.Box, reach float32) bool {
	width := float32(0)
	for k := range box.Low {
		width = max(width, box.High[k]-box.Low[k])
	}
	return 2*reach+width >= float32(f.set.torus.side)*0.999
}

// inside reports whether all within reach of boids in a box lies in the one copy of the
// world that they are in.
func (f *flock) inside(box *near.Box, reach float32) bool {
	low, side := f.grid.low.Floats(), float32(f.set.torus.side)
	for k := range low {
		if f.set.plane && k == 1 {
			continue // all are of one height, their images a whole side above and below
		}
		if box.Low[k]-reach < low[k] || box.High[k]+reach >= low[k]+side {
			return false
		}
	}
	return true
}

// listNearest lists everybody's image that is nearest to a place.
func (f *flock) listNearest(l *near.List, p vec.Vec) {
	l.Fill(f.n, func(j int) near.Point {
		return point(p.Add(f.set.torus.nearest(f.pos(j).Sub(p))))
	})
}

// listImages gathers all images of boids within reach of a box, the world not
// being tight.
func (f *flock) listImages(l *near.List, s *scratch, box *near.Box, reach, reach2 float32) {
	l.Fill(0, nil)
	side := float32(f.set.torus.side)
	low := f.grid.low.Floats()
	var first, last [3]int // which copies of the world the box reaches into
	for k := range first {
		if f.set.plane && k == 1 {
			continue
		}
		if box.Low[k]-reach < low[k] {
			first[k] = -1
		}
		if box.High[k]+reach >= low[k]+side {
			last[k] = 1
		}
	}
	for z := first[2]; z <= last[2]; z++ {
		for y := first[1]; y <= last[1]; y++ {
			for x := first[0]; x <= last[0]; x++ {
				by := near.Point{X: float32(float32(x) * side), Y: float32(float32(y) * side), Z: float32(float32(z) * side)}
				f.listInside(&s.image, s, moved(box, by), reach, reach2)
				l.Join(&s.image, by)
			}
		}
	}
}

// moved returns a box seen from a copy of the world.
func moved(box *near.Box, by near.Point) *near.Box {
	b := *box
	for k, d := range [3]float32{by.X, by.Y, by.Z} {
		b.Low[k] -= d
		b.High[k] -= d
	}
	return &b
}

// fitTorus has the grid's cells divide a world that wraps around.
func (g *grid) fitTorus(side float32, n int, reach float32) {
	half := side / 2
	g.low = vec.Vec{X: -half, Y: 0, Z: -half}
	cell := reach
	for {
		g.nx, g.ny = cells(side, cell/2), cells(side, cell)
		g.nz = g.ny
		if g.few(n) {
			break
		}
		cell *= 1.25
	}
	g.inv = vec.Vec{X: float32(g.nx) / side, Y: float32(g.ny) / side, Z: float32(g.nz) / side}
	g.start = lanes.Grown(g.start, g.nx*g.ny*g.nz+1)
}
