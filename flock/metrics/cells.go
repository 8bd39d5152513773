package metrics

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// cells sorts boids into cubes, so that those near a place are found without
// looking at all. Cubes are kept in buckets by a hash of where they lie: space
// has no bounds and costs nothing where it is empty.
type cells struct {
	size  float64 // side of a cube, m
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

func newCells(pos []mgl32.Vec3, size float64) *cells {
	c := &cells{size: size, shift: 64, items: make([]item, len(pos))}
	buckets := 1
	for ; buckets < 2*len(pos); buckets *= 2 {
		c.shift--
	}
	c.start = make([]int32, buckets+1)
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
	return c
}

func (c *cells) cubeOf(p mgl32.Vec3) (at cube) {
	for k, x := range p {
		at[k] = int32(max(-farthest, min(math.Floor(float64(x)/c.size), farthest)))
	}
	return at
}

func (c *cells) bucket(at cube) uint64 {
	h := uint64(uint32(at[0]))*0x9e3779b97f4a7c15 ^ uint64(uint32(at[1]))*0xc2b2ae3d27d4eb4f ^ uint64(uint32(at[2]))*0x165667b19e3779f9
	h *= 0x9e3779b97f4a7c15
	if c.shift == 64 {
		return 0
	}
	return h >> c.shift
}

// in lists the bucket of a cube. It may hold those of other cubes, too.
func (c *cells) in(at cube) []item {
	b := c.bucket(at)
	return c.items[c.start[b]:c.start[b+1]]
}

// pairs visits each pair closer than the side of a cube once, with the square of
// its distance.
func (c *cells) pairs(visit func(i, j int32, d2 float64)) {
	var at [half]cube
	var near [half][]item
	for k := range c.items {
		a := &c.items[k]
		if k == 0 || a.cube != at[0] {
			for n, step := range forward() {
				at[n] = cube{a.cube[0] + step[0], a.cube[1] + step[1], a.cube[2] + step[2]}
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
func (c *cells) pairsOf(a *item, in cube, bucket []item, own bool, visit func(i, j int32, d2 float64)) {
	reach := c.size * c.size
	for m := range bucket {
		b := &bucket[m]
		if b.cube != in || own && b.id <= a.id {
			continue
		}
		if d2 := between(a.at, b.at); d2 < reach {
			visit(a.id, b.id, d2)
		}
	}
}

// half of the cubes around a cube, itself included.
const half = 14

// forward are the steps from a cube to itself and to one of each pair of
// opposite neighbours.
func forward() [half]cube {
	return [half]cube{
		{0, 0, 0}, {0, 0, 1}, {0, 1, -1}, {0, 1, 0}, {0, 1, 1},
		{1, -1, -1}, {1, -1, 0}, {1, -1, 1}, {1, 0, -1}, {1, 0, 0}, {1, 0, 1}, {1, 1, -1}, {1, 1, 0}, {1, 1, 1},
	}
}

// between is the square of a distance.
func between(a, b mgl32.Vec3) float64 {
	x, y, z := float64(a[0])-float64(b[0]), float64(a[1])-float64(b[1]), float64(a[2])-float64(b[2])
	return x*x + y*y + z*z
}
