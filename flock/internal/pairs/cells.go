// Package pairs finds who is near whom in a snapshot, and who hangs together with whom:
// cells that boids are sorted into, and a forest of those that are linked.
package pairs

import (
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// Cells sorts boids into cubes, so that those near a place are found without
// looking at all. Cubes are kept in buckets by a hash of where they lie: space
// has no bounds and costs nothing where it is empty.
type Cells struct {
	size  float64 // how near is near, m
	cube  float64 // side of a cube, m
	side  float64 // of a world that wraps around, m; 0: it does not
	along int32   // cubes along that
	shift uint    // that leaves a bucket's number of a hash
	start []int32 // of each bucket in items
	items []item  // bucket after bucket
}

// item is a boid in its cube.
type item struct {
	cube cube
	id   int32
	at   mgl32.Vec3
}

// cube is a place on the lattice of cubes.
type cube [3]int32

// farthest bounds the lattice. What lies beyond is taken to its edge, which keeps
// neighbours neighbours.
const farthest = 1 << 30

// New sorts boids by place to find those nearer to each other than size, in m.
func New(pos []mgl32.Vec3, size float64) *Cells {
	c := &Cells{}
	c.Renew(pos, size, 0)
	return c
}

// NewWrapped is New in a world that wraps around, side m wide along each axis and no
// less than size.
func NewWrapped(pos []mgl32.Vec3, size, side float64) *Cells {
	c := &Cells{}
	c.Renew(pos, size, side)
	return c
}

// Renew makes the cells be as made anew, in the memory that they have: by NewWrapped, or if
// the side is 0 by New.
func (c *Cells) Renew(pos []mgl32.Vec3, size, side float64) {
	*c = Cells{size: size, cube: size, start: c.start, items: c.items}
	if side > 0 {
		n := int32(min(math.Floor(side/size), farthest))
		c.cube, c.side, c.along = side/float64(n), side, n
	}
	c.fill(pos)
}

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
	for id := len(pos) - 1; id >= 0; id-- { // fills each bucket from behind
		at := c.cubeOf(pos[id])
		b := c.bucket(at)
		c.start[b]--
		c.items[c.start[b]] = item{at, int32(id), pos[id]}
	}
}

func (c *Cells) cubeOf(p mgl32.Vec3) (at cube) {
	for k, x := range p {
		at[k] = int32(max(-farthest, min(math.Floor(float64(x)/c.cube), farthest)))
	}
	return c.wrapped(at)
}

// step returns the cube beside one.
func (c *Cells) step(from, by cube) cube {
	return c.wrapped(cube{from[0] + by[0], from[1] + by[1], from[2] + by[2]})
}

// wrapped returns a cube of the world that is the same place.
func (c *Cells) wrapped(at cube) cube {
	if c.along > 0 {
		for k := range at {
			at[k] = (at[k]%c.along + c.along) % c.along
		}
	}
	return at
}

func (c *Cells) bucket(at cube) uint64 {
	h := uint64(uint32(at[0]))*0x9e3779b97f4a7c15 ^ uint64(uint32(at[1]))*0xc2b2ae3d27d4eb4f ^ uint64(uint32(at[2]))*0x165667b19e3779f9
	h *= 0x9e3779b97f4a7c15
	if c.shift == 64 {
		return 0
	}
	return h >> c.shift
}

// in lists the bucket of a cube. It may hold those of other cubes, too.
func (c *Cells) in(at cube) []item {
	b := c.bucket(at)
	return c.items[c.start[b]:c.start[b+1]]
}

// Each visits each pair nearer than the size once, with the square of its distance; in
// a world that wraps around and is less than three sizes wide it may do so more often.
func (c *Cells) Each(visit func(i, j int32, d2 float64)) {
	var at [half]cube
	var near [half][]item
	for k := range c.items {
		a := &c.items[k]
		if k == 0 || a.cube != at[0] {
			for n, step := range forward() {
				at[n] = c.step(a.cube, step)
				near[n] = c.in(at[n])
			}
		}
		for n := range near {
			c.pairsOf(a, at[n], near[n], n == 0, visit)
		}
	}
}

// pairsOf visits the pairs of a with those in a cube, which lie among others in
// its bucket; in its own cube only with those of higher ids.
func (c *Cells) pairsOf(a *item, in cube, bucket []item, own bool, visit func(i, j int32, d2 float64)) {
	size2 := c.size * c.size
	for m := range bucket {
		b := &bucket[m]
		if b.cube != in || own && b.id <= a.id {
			continue
		}
		if d2 := c.between(a.at, b.at); d2 < size2 {
			visit(a.id, b.id, d2)
		}
	}
}

// half of the cubes around a cube, itself included.
const half = 14

// forward returns the steps from a cube to itself and to one of each pair of
// opposite neighbours.
func forward() [half]cube {
	return [half]cube{
		{0, 0, 0}, {0, 0, 1}, {0, 1, -1}, {0, 1, 0}, {0, 1, 1},
		{1, -1, -1}, {1, -1, 0}, {1, -1, 1}, {1, 0, -1}, {1, 0, 0}, {1, 0, 1}, {1, 1, -1}, {1, 1, 0}, {1, 1, 1},
	}
}

// between returns the square of a distance, to the nearest image.
func (c *Cells) between(a, b mgl32.Vec3) (d2 float64) {
	for k := range a {
		d := float64(a[k]) - float64(b[k])
		if c.side > 0 {
			d = math.Remainder(d, c.side)
		}
		d2 += float64(d * d)
	}
	return d2
}
