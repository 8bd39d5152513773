package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/vec"
)

// grid sorts boids into cells, so that all boids within a reach lie in a few runs of slots. A
// cell is as long as the vision radius, half of it along x; cells are in rows along x. A boid
// outside the region of the grid belongs to the cell nearest to it. So the region affects only
// the speed of the grid, never what it finds.
type grid struct {
	low        vec.Vec // lowest corner of the region
	inv        vec.Vec // cells per metre along each axis
	nx, ny, nz int     // cells along each axis
	start      []int32 // first slot of each cell, and the end of the last
	key        []int32 // cell of each slot, before the sort
	cell       []int32 // cell of each slot, after the sort
	to         []int32 // by slot before the sort: the boid's slot after it
	from       []int32 // by slot after the sort: the boid's slot before it
	counts     [][]int32
	fitted     int64 // the World's age when the region was chosen

	// State since the last sort. The cells move with the flock.
	step  vec.Vec // how far the cells move per tick, m
	moved vec.Vec // how far they have moved, m
	slack float32 // how far from its cell a boid may be, m
	limit float32 // slack at which the boids are sorted again, m
	due   bool    // the boids are sorted in this tick
}

// loose is the slack, in cells, at which the boids are sorted again. Cells are larger than a
// boid's reach by this much on either side.
const loose = 0.04

// looser is the same for flocks that keep lists, which take time to build.
const looser = 0.08

// fitTicks is the number of ticks for which a region is used.
const fitTicks = 16

// fit chooses the region: the box around the boids, unless a few far ones make it too large; and
// larger cells if there would be many more cells than boids.
func (g *grid) fit(pos *lanes.Vec, reach, loose float32) {
	n := len(pos.X)
	low, high := vec.Vec{}, vec.Vec{}
	low.X, high.X = extent(pos.X)
	low.Y, high.Y = extent(pos.Y)
	low.Z, high.Z = extent(pos.Z)
	g.low = low
	const more = 1.015 // so that rounding errors do not reach beyond the next cell
	size, cell := high.Sub(low), reach*(1+2*loose)*more
	g.limit = reach * loose
	for {
		g.nx, g.ny, g.nz = cells(size.X, cell/2), cells(size.Y, cell), cells(size.Z, cell)
		if g.hasFewCells(n) {
			break
		}
		cell *= 1.25
	}
	g.inv = vec.Vec{X: 2 / cell, Y: 1 / cell, Z: 1 / cell}
	g.start = lanes.Grown(g.start, g.nx*g.ny*g.nz+1)
}

// hasFewCells reports whether there are not many more cells than boids.
func (g *grid) hasFewCells(boids int) bool {
	return float64(g.nx)*float64(g.ny)*float64(g.nz) <= float64(max(64, 4*boids))
}

// maxCells is the largest number of cells along an axis.
const maxCells = 4096

func cells(size, cell float32) int { return 1 + int(min(size/cell, maxCells-1)) }

// extentSample is the largest number of boids that extent examines.
const extentSample = 4096

// extent returns the range along an axis that holds most boids: at most four times their spread
// from the mean. In a large flock it examines only some of them.
func extent(x []float32) (low, high float32) {
	if len(x) == 0 {
		return 0, 0
	}
	low, high = x[0], x[0]
	var n, sum, squares float64
	step := 1 + len(x)/extentSample | 1 // odd: boids often come in pairs
	for k := 0; k < len(x); k += step {
		v := x[k]
		low, high = min(low, v), max(high, v)
		n++
		sum += float64(v)
		squares += float64(v) * float64(v)
	}
	mean := float32(sum / n)
	spread := 4 * vec.Sqrt(float32(max(0, squares/n-float64(mean)*float64(mean))))
	return max(low, mean-spread), min(high, mean+spread)
}

// cellNumber returns the number of the cell at x along an axis.
func cellNumber(x, low, inv float32, n int) int {
	k := (x - low) * inv
	if !(k > 0) {
		return 0
	}
	return min(int(k), n-1)
}

func (g *grid) cellAt(x, y, z float32) int {
	row := cellNumber(z, g.low.Z, g.inv.Z, g.nz)*g.ny + cellNumber(y, g.low.Y, g.inv.Y, g.ny)
	return row*g.nx + cellNumber(x, g.low.X, g.inv.X, g.nx)
}

// count does a worker's part of the sort's first pass: it counts the boids in each cell.
func (g *grid) count(pos *lanes.Vec, worker, from, to int) {
	counts := g.counts[worker][:len(g.start)]
	clear(counts)
	for i := from; i < to; i++ {
		c := g.cellAt(pos.X[i], pos.Y[i], pos.Z[i])
		g.key[i] = int32(c)
		counts[c]++
	}
}

// assignStarts turns the counts into the slots at which each worker puts its first boid of a
// cell.
func (g *grid) assignStarts(workers int) {
	at := int32(0)
	for c := range g.start {
		g.start[c] = at
		for k := range workers {
			n := g.counts[k][c]
			g.counts[k][c] = at
			at += n
		}
	}
}

// place does a worker's part of the second pass: it assigns a slot to each boid.
func (g *grid) place(worker, from, to int) {
	counts := g.counts[worker]
	for i := from; i < to; i++ {
		c := g.key[i]
		slot := counts[c]
		counts[c] = slot + 1
		g.to[i] = slot
		g.from[slot] = int32(i)
	}
}

// resize makes room for n boids and a number of workers.
func (g *grid) resize(n, workers int) {
	g.key, g.cell = lanes.Grown(g.key, n), lanes.Grown(g.cell, n)
	g.to, g.from = lanes.Grown(g.to, n), lanes.Grown(g.from, n)
	for len(g.counts) < workers {
		g.counts = append(g.counts, nil)
	}
	for k := range g.counts {
		g.counts[k] = lanes.Grown(g.counts[k], len(g.start))
	}
}

// Largest size of a group of boids that search together: in boids, and in cells along a row.
const (
	groupSize = 8
	groupLong = 8
)

// group returns the end of the group that begins with a slot: boids in a row of cells that search
// together, or all boids in one cell if each searches for itself.
func (g *grid) group(from, to int, together bool) int {
	c := g.cell[from]
	last := c + 1
	if together {
		last = min(c+groupLong, c/int32(g.nx)*int32(g.nx)+int32(g.nx))
		to = min(from+groupSize, to)
	}
	end := from + 1
	for end < to && g.cell[end] < last {
		end++
	}
	return end
}

// around appends the runs of slots that contain all boids within reach of a box.
func (g *grid) around(spans []near.Span, box *near.Box, reach float32) []near.Span {
	reach += g.slack
	x0, x1 := g.band(box.Low[0]-g.moved.X-reach, box.High[0]-g.moved.X+reach, g.low.X, g.inv.X, g.nx)
	y0, y1 := g.band(box.Low[1]-g.moved.Y-reach, box.High[1]-g.moved.Y+reach, g.low.Y, g.inv.Y, g.ny)
	z0, z1 := g.band(box.Low[2]-g.moved.Z-reach, box.High[2]-g.moved.Z+reach, g.low.Z, g.inv.Z, g.nz)
	for z := z0; z <= z1; z++ {
		for y := y0; y <= y1; y++ {
			row := (z*g.ny + y) * g.nx
			s := near.Span{From: g.start[row+x0], To: g.start[row+x1+1]}
			if s.From < s.To {
				spans = append(spans, s)
			}
		}
	}
	return spans
}

// band returns the cells between two places along an axis, enlarged by more than rounding errors.
func (g *grid) band(from, to, low, inv float32, n int) (first, last int) {
	const slack = 0.01 // cells
	return cellNumber(from-slack/inv, low, inv, n), cellNumber(to+slack/inv, low, inv, n)
}
