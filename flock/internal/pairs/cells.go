// Package pairs finds the pairs of boids that are near each other in a snapshot, and the
// connected components of linked boids.
package pairs

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// Cells sorts boids into cubes, so that the boids near a place can be found. A hash of a cube's coordinates
// selects its bucket, so empty cubes take no memory.
type Cells struct {
	size  float64 // largest distance of a pair, m
	cube  float64 // side of a cube, m
	side  float64 // side of a world that wraps around, m; 0 if the world does not wrap
	along int32
	shift uint // right shift that converts a hash to the index of a bucket
	start []int32
	items []item
}

type item struct {
	cube cube
	id   int32
	pos  mgl32.Vec3
}

type cube [3]int32

// farthest is the largest coordinate of a cube. Cubes beyond it are moved to it, so that neighbouring boids
// remain in neighbouring cubes.
const farthest = 1 << 30

// New sorts boids by position, for finding the pairs closer than size, in metres.
func New(pos []mgl32.Vec3, size float64) *Cells {
	c := &Cells{}
	c.Renew(pos, size, 0)
	return c
}

// NewWrapped is like [New] for a world that wraps around. side is the length of the world along each axis, in
// metres. It must not be less than size.
func NewWrapped(pos []mgl32.Vec3, size, side float64) *Cells {
	c := &Cells{}
	c.Renew(pos, size, side)
	return c
}

// Renew replaces the boids and reuses the memory. The result is the same as that of [NewWrapped] or, if side
// is 0, of [New].
func (c *Cells) Renew(pos []mgl32.Vec3, size, side float64) {
	*c = Cells{size: size, cube: size, start: c.start, items: c.items}
	if side > 0 {
		n := int32(min(math.Floor(side/size), farthest))
		c.cube, c.side, c.along = side/float64(n), side, n
	}
	c.fill(pos)
}

// renewSmall is like Renew, but uses cubes of half the size, or slightly less if the world wraps around.
// Boids in the same cube are closer than seven eighths of the size. VisitPairs does not work with these
// cubes.
func (c *Cells) renewSmall(pos []mgl32.Vec3, size, side float64) {
	*c = Cells{size: size, cube: size / 2, start: c.start, items: c.items}
	if side > 0 {
		n := int32(min(math.Ceil(side/c.cube), farthest))
		c.cube, c.side, c.along = side/float64(n), side, n
	}
	c.fill(pos)
}

func (c *Cells) largest() (n int32) {
	for b := range len(c.start) - 1 {
		n = max(n, c.start[b+1]-c.start[b])
	}
	return n
}

// Crowded reports whether a bucket contains so many boids that visiting all pairs is slow.
func (c *Cells) Crowded() bool { return c.largest() >= crowded }

func (c *Cells) fill(pos []mgl32.Vec3) {
	c.shift, c.items = 64, slices.Grow(c.items[:0], len(pos))[:len(pos)]
	buckets := 1
	for ; buckets < 2*len(pos); buckets *= 2 {
		c.shift--
	}
	c.start = slices.Grow(c.start[:0], buckets+1)[:buckets+1]
	clear(c.start)
	for _, p := range pos {
		c.start[c.bucket(c.cubeOf(p))]++
	}
	for b := range buckets {
		c.start[b+1] += c.start[b]
	}
	for id := len(pos) - 1; id >= 0; id-- {
		cell := c.cubeOf(pos[id])
		b := c.bucket(cell)
		c.start[b]--
		c.items[c.start[b]] = item{cell, int32(id), pos[id]}
	}
}

func (c *Cells) cubeOf(p mgl32.Vec3) (cell cube) {
	for k, x := range p {
		cell[k] = int32(max(-farthest, min(math.Floor(float64(x)/c.cube), farthest)))
	}
	return c.wrapped(cell)
}

func (c *Cells) offset(from, delta cube) cube {
	return c.wrapped(cube{from[0] + delta[0], from[1] + delta[1], from[2] + delta[2]})
}

func (c *Cells) wrapped(cell cube) cube {
	if c.along > 0 {
		for k := range cell {
			cell[k] = (cell[k]%c.along + c.along) % c.along
		}
	}
	return cell
}

func (c *Cells) bucket(cell cube) uint64 {
	h := uint64(uint32(cell[0]))*0x9e3779b97f4a7c15 ^ uint64(uint32(cell[1]))*0xc2b2ae3d27d4eb4f ^ uint64(uint32(cell[2]))*0x165667b19e3779f9
	h *= 0x9e3779b97f4a7c15
	if c.shift == 64 {
		return 0
	}
	return h >> c.shift
}

func (c *Cells) bucketItems(cell cube) []item {
	b := c.bucket(cell)
	return c.items[c.start[b]:c.start[b+1]]
}

// VisitPairs visits each pair of boids closer than the size, and passes the squared distance. In a world that
// wraps around and is less than three sizes wide, it may visit a pair more than once. Otherwise, it visits
// each pair once.
func (c *Cells) VisitPairs(visit func(i, j int32, d2 float64)) {
	var cells [forwardCount]cube
	var near [forwardCount][]item
	for k := range c.items {
		a := &c.items[k]
		if k == 0 || a.cube != cells[0] {
			for n, step := range forward() {
				cells[n] = c.offset(a.cube, step)
				near[n] = c.bucketItems(cells[n])
			}
		}
		for n := range near {
			c.pairsOf(a, cells[n], near[n], n == 0, visit)
		}
	}
}

func (c *Cells) pairsOf(a *item, cell cube, bucket []item, own bool, visit func(i, j int32, d2 float64)) {
	size2 := c.size * c.size
	for m := range bucket {
		b := &bucket[m]
		if b.cube != cell || own && b.id <= a.id {
			continue
		}
		if d2 := c.distance2(a.pos, b.pos); d2 < size2 {
			visit(a.id, b.id, d2)
		}
	}
}

// forwardCount is the number of cubes that are searched for neighbours. These are the cube itself and half of
// the 26 cubes around it.
const forwardCount = 14

func forward() [forwardCount]cube {
	return [forwardCount]cube{
		{0, 0, 0}, {0, 0, 1}, {0, 1, -1}, {0, 1, 0}, {0, 1, 1},
		{1, -1, -1}, {1, -1, 0}, {1, -1, 1}, {1, 0, -1}, {1, 0, 0}, {1, 0, 1}, {1, 1, -1}, {1, 1, 0}, {1, 1, 1},
	}
}

func (c *Cells) distance2(a, b mgl32.Vec3) (d2 float64) {
	for k := range a {
		d := float64(a[k]) - float64(b[k])
		if c.side > 0 {
			d = math.Remainder(d, c.side)
		}
		d2 += float64(d * d)
	}
	return d2
}
