package flock

import (
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/vec"
)

// Ring is where a rule with the method Ring perceives its neighbours: those no nearer
// than From, but nearer than To, m. A From of [vec.Quantum] leaves out those in the same
// place.
type Ring struct{ From, To float32 }

// ringed is a rule with the method Ring as one with the method Each: that is what it
// means. Of flockmates the sums are taken all at once, see ears.sumRings.
type ringed struct {
	ringRule
	from2 float64
}

// Within returns where the ring ends.
func (r *ringed) Within() float32 { return r.Ring().To }

// Each adds a neighbour in the ring.
func (r *ringed) Each(_ *Self, other *Neighbour, sums *Sums) {
	if other.Square >= r.from2 {
		sums[0].Add(other.Off)
		sums[1].Add(other.Vel)
	}
}

// Steer returns the rule's own.
func (r *ringed) Steer(me *Self, sums *Sums) vec.Vec {
	return r.ringRule.Steer(me, &sums[0], &sums[1])
}

// newRinged returns a rule with the method Ring as one with the method Each.
func newRinged(r ringRule) *ringed {
	from := float64(length(r.Ring().From))
	return &ringed{r, from * from}
}

// sphere is all that is nearer than a distance. Of its square d2, which is exact, and
// one rounded to float32 it is sure that it is less if that is less than below, and
// that it is not if that is not less than above.
type sphere struct {
	d2           float64
	below, above float32
}

func newSphere(d2 float64) sphere {
	const rounding = 1. / (1 << 20) // more than that of a sum of three squares
	return sphere{d2, float32(d2 * (1 - rounding)), float32(d2 * (1 + rounding))}
}

// ringAtWork is a ring as the difference of two spheres of the ears, or one.
type activeRing struct {
	activeEach
	outer, inner int // inner may be none
}

// ring adds a rule to those whose rings are summed up, and returns where: where those
// of another are, if it has the same ring.
func (e *gatherers) ring(r *ringed, at activeEach) (sums int) {
	ring := activeRing{at, e.sphere(at.within2), none}
	if r.from2 > 0 {
		ring.inner = e.sphere(min(r.from2, at.within2))
	}
	for _, o := range e.rings {
		if o.outer == ring.outer && o.inner == ring.inner {
			return o.sums
		}
	}
	e.rings = append(e.rings, ring)
	return at.sums
}

// sphere returns the number of that sphere.
func (e *gatherers) sphere(d2 float64) int {
	k := slices.IndexFunc(e.spheres, func(s sphere) bool { return s.d2 == d2 })
	if k < 0 {
		k, e.spheres = len(e.spheres), append(e.spheres, newSphere(d2))
	}
	return k
}

// sumRings sums up the rings of the boid in a slot, number i of its block, given all
// that is near it in s.hits, itself among them.
func (f *flock) sumRings(s *scratch, e *gatherers, i, slot int) {
	s.balls = s.balls[:0]
	for k := range e.spheres {
		s.balls = append(s.balls, f.sumSphere(s, e, &e.spheres[k], slot))
	}
	for k := range e.rings {
		r := &e.rings[k]
		all := s.balls[r.outer]
		if r.inner != none {
			all.leave(&s.balls[r.inner])
		} else if r.within2 > 0 {
			all.n-- // the boid itself
		}
		s.sums[r.sums+i] = Sums{newTotal(all.n, all.pos), newTotal(all.n, all.vel)}
	}
}

// sumGroup is sumRings for a group in slots from begin to to, number a of its block the
// first, all at once. It returns a bit for each boid for which it does not hold: some
// square is too near that of a distance to tell, or there are too many.
func (f *flock) sumGroup(s *scratch, e *gatherers, a, begin, to int) (left int) {
	var at []int32
	if !f.set.wraps && e.within <= f.set.Vision {
		_, at = f.candidates(s, begin, to)
	} else {
		at = f.slotsWithin(s, begin, to, e.within)
	}
	s.eights = lanes.Grown(s.eights, len(e.spheres))
	for k := range e.spheres {
		if !e.small(k) {
			left |= f.sumEight(s, e, k, begin, at)
		}
	}
	for k := range e.spheres {
		if e.small(k) { // a list of its own pays
			left |= f.sumEight(s, e, k, begin, f.slotsWithin(s, begin, to, vec.Sqrt(e.spheres[k].above)))
		}
	}
	for k := range e.rings {
		e.rings[k].sumGroup(s, a, to-begin)
	}
	return left
}

// small reports whether a sphere is much smaller than the largest.
func (e *gatherers) small(k int) bool { return 2*vec.Sqrt(e.spheres[k].above) < e.within }

// sumEight sums over a sphere for a group that begins with a slot, of candidates.
func (f *flock) sumEight(s *scratch, e *gatherers, k, begin int, at []int32) (left int) {
	eight, in, pos, vel := &s.eights[k], &e.spheres[k], &f.boids.Pos, &f.boids.Vel
	near.SumSphere(eight, pos.X, pos.Y, pos.Z, vel.X, vel.Y, vel.Z, begin, at, f.kin, in.below, in.above, 1/vec.Quantum)
	return eight.Unsure(int32(e.sumLimit))
}

// sumGroup makes of the sums over spheres about a group those over the ring. They
// begin with number a of a block, and are n.
func (r *activeRing) sumGroup(s *scratch, a, n int) {
	outer, inner := &s.eights[r.outer], &near.Eight{}
	if r.inner != none {
		inner = &s.eights[r.inner]
	} else if r.within2 > 0 {
		inner.Count = [8]int32{1, 1, 1, 1, 1, 1, 1, 1} // the boid itself
	}
	in := func(k, i int) float64 { return float64(outer.Sums[k][i]-inner.Sums[k][i]) * vec.Quantum }
	for i := range n {
		count := int(outer.Count[i] - inner.Count[i])
		s.sums[r.sums+a+i] = Sums{{count, in(0, i), in(1, i), in(2, i)}, {count, in(3, i), in(4, i), in(5, i)}}
	}
}

// sumSphere sums over those of s.hits that are in a sphere.
func (f *flock) sumSphere(s *scratch, e *gatherers, in *sphere, slot int) sums {
	h := f.nearer(s, in, slot)
	all := f.sumOf(h, slot, e.sumLimit)
	if f.set.wraps && f.set.crosses(f.pos(slot), e.within) {
		for k, shift := range f.images(h, slot) {
			all.pos[k] += shift
		}
	}
	return all
}

// nearer returns those of s.hits that are in a sphere, exactly.
func (f *flock) nearer(s *scratch, in *sphere, slot int) *hits {
	h, c := &s.hits, &s.close
	c.makeRoom(h.n)
	may := near.Filter(c.at, c.d2, h.at, h.d2, h.n, in.above)
	if c.n = near.Filter(c.at, c.d2, c.at, c.d2, may, in.below); c.n == may {
		return c
	}
	c.n = 0
	for k, j := range h.slots() {
		if square(f.to(slot, int(j))) < in.d2 {
			c.at[c.n], c.d2[c.n] = j, h.d2[k]
			c.n++
		}
	}
	return c
}

// newTotal returns a sum of quanta of n terms.
func newTotal(n int, sum [3]int64) Total {
	return Total{n, float64(sum[0]) * vec.Quantum, float64(sum[1]) * vec.Quantum, float64(sum[2]) * vec.Quantum}
}
