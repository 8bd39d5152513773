package seek

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/vec"
)

// Grid sorts boids into cells, so that all boids within a given distance are in a few ranges of slots. The
// side of a cell is about the reach given to Fit along y and z, and half of it along x. Rows of cells run
// along x. A search may reach further than the next cell: it covers all cells within its distance. A boid
// outside the region of the grid belongs to the nearest cell. Therefore the region affects only the speed of
// the grid, and never the boids that it finds.
type Grid struct {
	Low        vec.Vec // lowest corner of the region
	inv        vec.Vec // cells per metre along each axis
	NX, NY, NZ int     // cells along each axis
	start      []int32
	Key        []int32 // cell of each slot, before the sort
	Cell       []int32 // cell of each slot, after the sort
	To         []int32 // new slot of each boid, by its slot before the sort
	From       []int32 // old slot of each boid, by its slot after the sort
	counts     [][]int32
	Fitted     int64 // age of the World when the region was chosen, ticks

	// State since the last sort. The cells move with the flock.
	Step  vec.Vec // distance that the cells move per tick, m
	Moved vec.Vec // distance that the cells have moved since the last sort, m
	Slack float32 // largest distance of a boid from its cell, m
	Limit float32 // value of Slack at which the boids are sorted again, m
	Due   bool    // whether the boids are sorted in this tick
	Brief bool    // whether the boids are sorted in this tick and were also sorted in the previous one
}

// SlackShare limits the distance of a boid from its cell, as a fraction of the vision radius. When it is
// exceeded, the boids are sorted again. A cell is wider than the reach by this margin on each side.
const SlackShare = 0.04

// ListSlackShare replaces SlackShare for flocks that store lists, because new lists take time to build.
const ListSlackShare = 0.08

// WideSlackShare replaces SlackShare for flocks in which most boids search within much less than their
// vision, or which keep candidates. With 0.05, 0.08, 0.12 or 0.22, their ticks take longer.
const WideSlackShare = 0.16

// FitTicks is the number of ticks after which a new region is chosen.
const FitTicks = 16

// Fit chooses the region and the size of the cells, for boids that usually search up to the distance reach,
// m. The reach affects only the speed.
// limit is the slack at which the boids are sorted again, in metres. The region is the bounding box of the
// boids, except a few distant ones. If there were many more cells than boids, Fit makes the cells larger.
func (g *Grid) Fit(pos *lanes.Vec, reach, limit float32) {
	n := len(pos.X)
	low, high := vec.Vec{}, vec.Vec{}
	low.X, high.X = extent(pos.X)
	low.Y, high.Y = extent(pos.Y)
	low.Z, high.Z = extent(pos.Z)
	g.Low = low
	const margin = 1.015 // so that rounding errors do not make a search up to reach extend beyond the next cell
	size, cell := high.Sub(low), margin*reach+2*margin*limit
	g.Limit = limit
	for {
		g.NX, g.NY, g.NZ = cells(size.X, cell/2), cells(size.Y, cell), cells(size.Z, cell)
		if g.hasFewCells(n) {
			break
		}
		cell *= 1.25
	}
	g.inv = vec.Vec{X: 2 / cell, Y: 1 / cell, Z: 1 / cell}
	g.start = lanes.Grown(g.start, g.NX*g.NY*g.NZ+1)
}

func (g *Grid) hasFewCells(boids int) bool {
	return float64(g.NX)*float64(g.NY)*float64(g.NZ) <= float64(max(64, 4*boids))
}

const maxCells = 4096

func cells(size, cell float32) int { return 1 + int(min(size/cell, maxCells-1)) }

const extentSample = 4096

// extent returns a range along an axis that contains most boids. It extends at most four standard deviations
// to each side of the mean.
func extent(x []float32) (low, high float32) {
	if len(x) == 0 {
		return 0, 0
	}
	low, high = x[0], x[0]
	var n, sum, squares float64
	step := 1 + len(x)/extentSample | 1 // odd, because boids with even and odd indices may be in different places
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

// cellNumber returns the number of the cell that contains x, along one axis. It rounds like [near.Cells],
// which numbers the cells of boids.
func cellNumber(x, low, inv float32, n int) int {
	k := (x - low) * inv
	if !(k > 0) {
		return 0
	}
	return min(int(k), n-1)
}

// Count does a worker's part of the first pass of the sort. It counts the boids in each cell.
func (g *Grid) Count(pos *lanes.Vec, worker, from, to int) {
	counts, keys, at := g.counts[worker][:len(g.start)], g.Key[from:to], pos.Slice(from, to)
	cells := near.Cells{Low: g.Low.Floats(), Inv: g.inv.Floats(), Last: [3]float32{float32(g.NX - 1), float32(g.NY - 1), float32(g.NZ - 1)}}
	cells.Number(keys, at.X, at.Y, at.Z)
	clear(counts)
	for _, c := range keys {
		counts[c]++
	}
}

// AssignStarts converts the counts to slots. For each cell and each worker, it determines the slot of the
// worker's first boid in the cell.
func (g *Grid) AssignStarts(workers int) {
	start := int32(0)
	for c := range g.start {
		g.start[c] = start
		for k := range workers {
			n := g.counts[k][c]
			g.counts[k][c] = start
			start += n
		}
	}
}

// Place does a worker's part of the second pass, which assigns a slot to each boid.
func (g *Grid) Place(worker, from, to int) {
	counts := g.counts[worker]
	for i := from; i < to; i++ {
		c := g.Key[i]
		slot := counts[c]
		counts[c] = slot + 1
		g.To[i] = slot
		g.From[slot] = int32(i)
	}
}

// Resize makes room for n boids and the given number of workers.
func (g *Grid) Resize(n, workers int) {
	g.Key, g.Cell = lanes.Grown(g.Key, n), lanes.Grown(g.Cell, n)
	g.To, g.From = lanes.Grown(g.To, n), lanes.Grown(g.From, n)
	for len(g.counts) < workers {
		g.counts = append(g.counts, nil)
	}
	for k := range g.counts {
		g.counts[k] = lanes.Grown(g.counts[k], len(g.start))
	}
}

// Limits of a group of boids that search together: the number of boids, and the number of cells along a row.
const (
	GroupSize = 8
	groupLong = 8
)

// Group returns the slot after the group that begins at slot begin. It is at most limit. If together is true,
// a group is a sequence of boids in a row of cells that search together. Otherwise, it consists of all boids
// in one cell.
func (g *Grid) Group(begin, limit int, together bool) int {
	c := g.Cell[begin]
	last := c + 1
	if together {
		last = min(c+groupLong, c/int32(g.NX)*int32(g.NX)+int32(g.NX))
		limit = min(begin+GroupSize, limit)
	}
	end := begin + 1
	for end < limit && g.Cell[end] < last {
		end++
	}
	return end
}

// AppendSpans appends ranges of slots that contain all boids within reach of a box.
func (g *Grid) AppendSpans(spans []near.Span, box *near.Box, reach float32) []near.Span {
	reach += g.Slack
	x0, x1 := g.band(box.Low[0]-g.Moved.X-reach, box.High[0]-g.Moved.X+reach, g.Low.X, g.inv.X, g.NX)
	y0, y1 := g.band(box.Low[1]-g.Moved.Y-reach, box.High[1]-g.Moved.Y+reach, g.Low.Y, g.inv.Y, g.NY)
	z0, z1 := g.band(box.Low[2]-g.Moved.Z-reach, box.High[2]-g.Moved.Z+reach, g.Low.Z, g.inv.Z, g.NZ)
	for z := z0; z <= z1; z++ {
		for y := y0; y <= y1; y++ {
			row := (z*g.NY + y) * g.NX
			s := near.Span{From: g.start[row+x0], To: g.start[row+x1+1]}
			if s.From < s.To {
				spans = append(spans, s)
			}
		}
	}
	return spans
}

// band returns the first and the last cell between two coordinates along an axis. The axis has n cells,
// begins at low, and has inv cells per metre. The range is enlarged to allow for rounding errors.
func (g *Grid) band(from, to, low, inv float32, n int) (first, last int) {
	const slack = 0.01 // allows for rounding errors, in cells
	return cellNumber(from-slack/inv, low, inv, n), cellNumber(to+slack/inv, low, inv, n)
}

// FitTorus chooses cells for n boids in a world that wraps around. The cells divide the world without a
// remainder. side is the length of the world along each axis, and reach is the distance at which boids see
// each other, both in metres. If plane is true, all boids are at one height.
func (g *Grid) FitTorus(side float32, n int, reach float32, plane bool) {
	halfSide := side / 2
	g.Low = vec.Vec{X: -halfSide, Y: 0, Z: -halfSide}
	cell := reach
	for {
		g.NX, g.NZ = cells(side, cell/2), cells(side, cell)
		if g.NY = g.NZ; plane {
			g.NY = 1
		}
		if g.hasFewCells(n) {
			break
		}
		cell *= 1.25
	}
	g.inv = vec.Vec{X: float32(g.NX) / side, Y: float32(g.NY) / side, Z: float32(g.NZ) / side}
	g.start = lanes.Grown(g.start, g.NX*g.NY*g.NZ+1)
}
