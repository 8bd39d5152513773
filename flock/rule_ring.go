package flock

import (
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/vec"
)

// Ring is the range in which a rule with the method Ring perceives its neighbours. They are at least From
// and less than To metres away. A From of [vec.Quantum] leaves out boids in the same place.
type Ring struct{ From, To float32 }

type ringRule interface {
	Ring() Ring
	Steer(me *Self, off, vel *Total) vec.Vec
}

// ringAdapter makes a rule with the method Ring an eachRule. For flockmates, flock.sumRings is faster.
type ringAdapter struct {
	ringRule
	from2 float64
}

func (r *ringAdapter) SightRange() float32 { return r.Ring().To }

func (r *ringAdapter) AddNeighbour(_ *Self, other *Neighbour, sums *Sums) {
	if other.Square >= r.from2 {
		sums[0].Add(other.Offset)
		sums[1].Add(other.Vel)
	}
}

func (r *ringAdapter) Steer(me *Self, sums *Sums) vec.Vec {
	return r.ringRule.Steer(me, &sums[0], &sums[1])
}

func (f *flock) ringSteer(r ringRule, state []stateArray) steer {
	return f.addNeighbourRule(newRingAdapter(r), state)
}

func newRingAdapter(r ringRule) *ringAdapter {
	from := float64(length(r.Ring().From))
	return &ringAdapter{r, from * from}
}

// sphere is the set of places nearer than a distance, whose exact square is d2. A squared distance in float32
// is certainly inside if it is less than below, and certainly outside if it is at least above.
type sphere struct {
	d2           float64
	below, above float32
}

func newSphere(d2 float64) sphere {
	const rounding = 1. / (1 << 20) // more than the rounding error of a sum of three squares
	return sphere{d2, float32(d2 * (1 - rounding)), float32(d2 * (1 + rounding))}
}

// activeRing is a ring as the difference of two spheres, or as a single sphere.
type activeRing struct {
	activeEach
	outer, inner int // indices of spheres; inner may be none
}

// addRing adds a ring that the engine sums, and returns the index of its sums. Equal rings share sums.
func (e *gatherers) addRing(r *ringAdapter, at activeEach) (sums int) {
	ring := activeRing{at, e.addSphere(at.within2), none}
	if r.from2 > 0 {
		ring.inner = e.addSphere(min(r.from2, at.within2))
	}
	for k := range e.rings {
		if o := &e.rings[k]; o.outer == ring.outer && o.inner == ring.inner {
			o.steers = o.steers && ring.steers
			return o.sums
		}
	}
	e.rings = append(e.rings, ring)
	return at.sums
}

func (e *gatherers) addSphere(d2 float64) int {
	k := slices.IndexFunc(e.spheres, func(s sphere) bool { return s.d2 == d2 })
	if k < 0 {
		k, e.spheres = len(e.spheres), append(e.spheres, newSphere(d2))
	}
	return k
}

// sumRings computes the sums over the rings of boid i. s.hits must hold all boids near it, including itself.
func (v *sight) sumRings(s *scratch, e *gatherers, i, slot int) {
	s.balls = s.balls[:0]
	for k := range e.spheres {
		s.balls = append(s.balls, v.sumSphere(s, e, &e.spheres[k], slot))
	}
	for k := range e.rings {
		r := &e.rings[k]
		all := s.balls[r.outer]
		if r.inner != none {
			all.subtract(&s.balls[r.inner])
		} else if r.within2 > 0 {
			all.n--
		}
		s.sums[r.sums+i] = Sums{newTotal(all.n, all.pos), newTotal(all.n, all.vel)}
	}
}

// sumGroup is like sumRings, for the boids in slots [begin, to), starting at boid a. invalid has a bit for
// each boid whose sums are not valid: a distance was too close to a limit, or there were too many boids.
func (v *sight) sumGroup(s *scratch, e *gatherers, box *near.Box, a, begin, to int) (invalid int) {
	s.eights = lanes.Grown(s.eights, len(e.spheres))
	if v.set.wraps && !v.isInside(box, e.within) {
		v.sumImages(s, e, box, begin, to)
	} else {
		var at []int32
		if !v.set.wraps && e.within <= v.set.Vision {
			_, at = v.candidates(s, begin, to, box)
		} else {
			at = v.slotsWithin(s, box, e.within)
		}
		own := v.boids.Pos.Slice(begin, begin+8)
		v.sumSpheres(s, e, box, &own, begin, at)
	}
	for k := range e.spheres {
		invalid |= s.eights[k].Unsure(int32(e.sumLimit))
	}
	for k := range e.rings {
		e.rings[k].sumGroup(s, a, to-begin, invalid)
	}
	return invalid
}

func (e *gatherers) isSmall(k int) bool { return 2*vec.Sqrt(e.spheres[k].above) < e.within }

// sumSpheres computes the sums over each sphere for a group that starts at slot begin, at the places own. at
// holds the candidates.
func (v *sight) sumSpheres(s *scratch, e *gatherers, box *near.Box, own *lanes.Vec, begin int, at []int32) {
	for k := range e.spheres {
		if !e.isSmall(k) {
			v.sumEight(s, e, k, own, begin, at)
		}
	}
	for k := range e.spheres {
		if e.isSmall(k) { // for a small sphere, a separate list of candidates is faster
			v.sumEight(s, e, k, own, begin, v.slotsWithin(s, box, vec.Sqrt(e.spheres[k].above)))
		}
	}
}

func (v *sight) sumEight(s *scratch, e *gatherers, k int, own *lanes.Vec, begin int, at []int32) {
	in, pos, vel := &e.spheres[k], &v.boids.Pos, &v.boids.Vel
	all := near.Points{X: pos.X, Y: pos.Y, Z: pos.Z, VX: vel.X, VY: vel.Y, VZ: vel.Z, Kin: v.kin, Scale: 1 / vec.Quantum}
	near.SumSphere(&s.eights[k], (*near.Vec)(own), &all, begin, at, in.below, in.above)
}

// sumImages is sumSpheres for a group that sees across the edge of the world. It adds up what the group sees
// of each copy of the world.
func (v *sight) sumImages(s *scratch, e *gatherers, box *near.Box, begin, to int) {
	s.imageSums = append(s.imageSums[:0], make([]near.Eight, len(e.spheres))...)
	s.imageEyes.Resize(8)
	first, last := v.worldsIn(box, e.within)
	for z := first[2]; z <= last[2]; z++ {
		for y := first[1]; y <= last[1]; y++ {
			for x := first[0]; x <= last[0]; x++ {
				by := v.copyAt(x, y, z)
				for i := range to - begin {
					s.imageEyes.Set(i, v.pos(begin+i).Sub(vec.Vec{X: by.X, Y: by.Y, Z: by.Z}))
				}
				seen := shifted(box, by)
				v.sumSpheres(s, e, seen, &s.imageEyes, begin, v.slotsWithin(s, seen, e.within))
				for k := range s.imageSums {
					s.imageSums[k].Add(&s.eights[k])
				}
			}
		}
	}
	s.eights, s.imageSums = s.imageSums, s.eights
}

// sumGroup subtracts the sums over the ring's spheres, for n boids starting at boid a. unknown has a bit for
// each boid whose sums are not valid.
func (r *activeRing) sumGroup(s *scratch, a, n, unknown int) {
	outer, inner := &s.eights[r.outer], &near.Eight{}
	if r.inner != none {
		inner = &s.eights[r.inner]
	} else if r.within2 > 0 {
		inner.Count = [8]int32{1, 1, 1, 1, 1, 1, 1, 1} // leaves out the boid itself
	}
	if r.steers {
		t := &s.totals[r.sums/lanes.Size]
		t.mark(a, n, unknown)
		t.subtract(a, outer, inner)
		return
	}
	in := func(k, i int) float64 { return float64(outer.Sums[k][i]-inner.Sums[k][i]) * vec.Quantum }
	for i := range n {
		count := int(outer.Count[i] - inner.Count[i])
		s.sums[r.sums+a+i] = Sums{{count, in(0, i), in(1, i), in(2, i)}, {count, in(3, i), in(4, i), in(5, i)}}
	}
}

func (t *totals) subtract(a int, outer, inner *near.Eight) {
	eight := func(x []float64) []float64 { return x[a : a+8] }
	sums := [...][]float64{eight(t.First.X), eight(t.First.Y), eight(t.First.Z), eight(t.Second.X), eight(t.Second.Y), eight(t.Second.Z)}
	outer.Less(inner, &sums, &[...][]int32{t.First.Count[a : a+8], t.Second.Count[a : a+8]})
}

func (v *sight) sumSphere(s *scratch, e *gatherers, in *sphere, slot int) sums {
	h := v.hitsInside(s, in, slot)
	all := v.sumInPlace(h, slot, e.sumLimit)
	if v.set.wraps && v.set.crosses(v.pos(slot), e.within) {
		for k, shift := range v.imageShift(h, slot) {
			all.pos[k] += shift
		}
	}
	return all
}

func (v *sight) hitsInside(s *scratch, in *sphere, slot int) *hits {
	h, c := &s.hits, &s.closeHits
	c.makeRoom(h.n)
	may := near.Filter(c.at, c.d2, h.at, h.d2, h.n, in.above)
	if c.n = near.Filter(c.at, c.d2, c.at, c.d2, may, in.below); c.n == may {
		return c
	}
	c.n = 0
	for k, j := range h.slots() {
		if square(v.offset(slot, int(j))) < in.d2 {
			c.at[c.n], c.d2[c.n] = j, h.d2[k]
			c.n++
		}
	}
	return c
}

// newTotal returns the total of n terms. sum is in quanta.
func newTotal(n int, sum [3]int64) Total {
	return Total{n, float64(sum[0]) * vec.Quantum, float64(sum[1]) * vec.Quantum, float64(sum[2]) * vec.Quantum}
}
