package sight

import (
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/vec"
)

// Spheres are spheres around a boid, of several radii. A ring is the difference of two of them.
type Spheres struct {
	list []sphere

	Within   float32 // radius of the largest sphere, m
	SumLimit int     // smallest number of boids for which a sum may not fit 32 bits
}

// sphere is the set of places nearer than a distance, whose exact square is d2. A squared distance in float32
// is certainly inside if it is less than below, and certainly outside if it is at least above.
type sphere struct {
	d2           float64
	below, above float32
}

// Above returns the smallest squared distance in float32 that is certainly not below the exact one.
func Above(d2 float64) float32 { return newSphere(d2).above }

func newSphere(d2 float64) sphere {
	const rounding = 1. / (1 << 20) // more than the rounding error of a sum of three squares
	return sphere{d2, float32(d2 * (1 - rounding)), float32(d2 * (1 + rounding))}
}

// Len returns the number of spheres.
func (e *Spheres) Len() int { return len(e.list) }

// Add adds the sphere with the exact squared radius d2, m², and returns its index. It adds equal spheres
// once.
func (e *Spheres) Add(d2 float64) int {
	k := slices.IndexFunc(e.list, func(s sphere) bool { return s.d2 == d2 })
	if k < 0 {
		k, e.list = len(e.list), append(e.list, newSphere(d2))
	}
	return k
}

type sphereMemory struct {
	sums      []Sums       // sums over the spheres, for one boid
	eights    []near.Eight // sums over the spheres, for eight boids at a time
	imageEyes lanes.Vec    // places of eight boids, as seen from another copy of the world
}

// SumSpheres returns the sums over the spheres of one boid, which include the boid itself. h must hold all
// boids near it. The result is valid until the next call.
func (v *Sight) SumSpheres(m *Memory, h *Hits, e *Spheres, slot int) []Sums {
	all := m.spheres.sums[:0]
	for k := range e.list {
		all = append(all, v.sumSphere(m, h, e, &e.list[k], slot))
	}
	m.spheres.sums = all
	return all
}

// SumSpheresOfGroup returns the sums over the spheres of the boids in slots [begin, to), in a box. unsure has
// a bit for each boid whose sums are not valid: a distance was too close to a limit, or there were too many
// boids. The result is valid until the next call.
func (v *Sight) SumSpheresOfGroup(m *Memory, e *Spheres, box *near.Box, begin, to int) (all []near.Eight, unsure int) {
	s := &m.spheres
	s.eights = lanes.Grown(s.eights, len(e.list))
	clear(s.eights)
	if v.set.Wraps && !v.isInside(box, e.Within) {
		v.sumImages(m, e, box, begin, to)
	} else {
		var at []int32
		if !v.set.Wraps && e.Within <= v.set.Vision {
			_, at = v.candidates(m, begin, to, box)
		} else {
			at = v.slotsWithin(m, box, e.Within)
		}
		v.sumEights(m, e, &group{*box, v.Boids.Pos.Slice(begin, begin+8), begin, to - begin, 1, 1}, at)
	}
	for k := range e.list {
		unsure |= s.eights[k].Unsure(int32(e.SumLimit))
	}
	return s.eights, unsure
}

func (e *Spheres) isSmall(k int) bool { return 2*vec.Sqrt(e.list[k].above) < e.Within }

// group is a group of boids in one copy of the world, for SumSpheresOfGroup.
type group struct {
	box   near.Box
	own   lanes.Vec // places of the boids
	begin int       // slot of the first boid
	n     int
	self  int32 // 1 in the copy that contains the boids, 0 in others
	same  int32 // sum of self over the copies up to this one
}

// sumEights adds up the sums over each sphere for a group. at holds the candidates. A sphere that contains
// only boids at the same place needs no search, unless two boids are at the same place.
func (v *Sight) sumEights(m *Memory, e *Spheres, g *group, at []int32) {
	eights, large := m.spheres.eights, 0
	for k := range e.list {
		if !e.isSmall(k) {
			v.sumEight(m, e, k, g, at)
			large = k
		}
	}
	for k := range e.list {
		switch {
		case !e.isSmall(k):
		case e.list[k].d2 <= vec.Quantum*vec.Quantum && eights[large].IsAlone(g.n, g.same):
			eights[k].AddOwnPlace(g.self)
		default: // for a small sphere, a separate list of candidates is faster
			v.sumEight(m, e, k, g, v.slotsWithin(m, &g.box, vec.Sqrt(e.list[k].above)))
		}
	}
}

func (v *Sight) sumEight(m *Memory, e *Spheres, k int, g *group, at []int32) {
	in, pos, vel := &e.list[k], &v.Boids.Pos, &v.Boids.Vel
	all := near.Points{X: pos.X, Y: pos.Y, Z: pos.Z, VX: vel.X, VY: vel.Y, VZ: vel.Z, Kin: v.kin, Scale: 1 / vec.Quantum}
	near.SumSphere(&m.spheres.eights[k], (*near.Vec)(&g.own), &all, g.begin, at, in.below, in.above)
}

// sumImages is sumEights for a group that sees across the edge of the world. It adds up what the group sees
// of each copy of the world.
func (v *Sight) sumImages(m *Memory, e *Spheres, box *near.Box, begin, to int) {
	s := &m.spheres
	g := group{begin: begin, n: to - begin}
	s.imageEyes.Resize(8)
	first, last := v.worldsIn(box, e.Within)
	for z := first[2]; z <= last[2]; z++ {
		for y := first[1]; y <= last[1]; y++ {
			for x := first[0]; x <= last[0]; x++ {
				by := v.copyAt(x, y, z)
				for i := range to - begin {
					s.imageEyes.Set(i, v.Pos(begin+i).Sub(vec.Vec{X: by.X, Y: by.Y, Z: by.Z}))
				}
				g.box, g.own, g.self = *shifted(box, by), s.imageEyes, 0
				if x == 0 && y == 0 && z == 0 {
					g.self, g.same = 1, 1
				}
				v.sumEights(m, e, &g, v.slotsWithin(m, &g.box, e.Within))
			}
		}
	}
}

func (v *Sight) sumSphere(m *Memory, h *Hits, e *Spheres, in *sphere, slot int) Sums {
	inside := v.hitsInside(m, h, in, slot)
	all := v.sumInPlace(inside, slot, e.SumLimit)
	if v.set.Wraps && v.set.crosses(v.Pos(slot), e.Within) {
		for k, shift := range v.imageShift(inside, slot) {
			all.pos[k] += shift
		}
	}
	return all
}

func (v *Sight) hitsInside(m *Memory, h *Hits, in *sphere, slot int) *Hits {
	c := &m.closeHits
	c.makeRoom(h.N)
	may := near.Filter(c.at, c.d2, h.at, h.d2, h.N, in.above)
	if c.N = near.Filter(c.at, c.d2, c.at, c.d2, may, in.below); c.N == may {
		return c
	}
	c.N = 0
	for k, j := range h.Slots() {
		if v.Offset(slot, int(j)).ExactSquare() < in.d2 {
			c.at[c.N], c.d2[c.N] = j, h.d2[k]
			c.N++
		}
	}
	return c
}

// Subtract subtracts sums over a part of the boids.
func (a *Sums) Subtract(part *Sums) { a.subtract(part) }

// SubtractSelf leaves out the boid itself, whose terms are 0.
func (a *Sums) SubtractSelf() { a.n-- }

// Terms returns the number of boids, and the sums of their positions, m, and velocities.
func (a *Sums) Terms() (n int, pos, vel [3]float64) {
	for k := range pos {
		pos[k], vel[k] = float64(a.pos[k])*vec.Quantum, float64(a.vel[k])*vec.Quantum
	}
	return a.n, pos, vel
}
