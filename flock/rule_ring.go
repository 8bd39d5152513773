package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/sight"
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
	from := float64(vec.Distance(r.Ring().From))
	return &ringAdapter{r, from * from}
}

// activeRing is a ring as the difference of two spheres, or as a single sphere.
type activeRing struct {
	activeEach
	outer, inner int // indices of spheres; inner may be none
}

// addRing adds a ring that the engine sums, and returns the index of its sums. Equal rings share sums.
func (e *gatherers) addRing(r *ringAdapter, at activeEach) (sums int) {
	ring := activeRing{at, e.spheres.Add(at.within2), none}
	if r.from2 > 0 {
		ring.inner = e.spheres.Add(min(r.from2, at.within2))
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

// sumRings computes the sums over the rings of boid i. h must hold all boids near it, including itself.
func (g *gathering) sumRings(s *scratch, h *sight.Hits, e *gatherers, i, slot int) {
	spheres := g.SumSpheres(s.Memory, h, &e.spheres, slot)
	s.sumsUsed = s.sumsUsed || len(e.rings) > 0
	for k := range e.rings {
		r := &e.rings[k]
		all := spheres[r.outer]
		if r.inner != none {
			all.Subtract(&spheres[r.inner])
		} else if r.within2 > 0 {
			all.SubtractSelf()
		}
		n, pos, vel := all.Terms()
		s.sums[r.sums+i] = Sums{{n, pos[0], pos[1], pos[2]}, {n, vel[0], vel[1], vel[2]}}
	}
}

// sumGroup is like sumRings, for the boids in slots [begin, to), starting at boid a. invalid has a bit for
// each boid whose sums are not valid.
func (g *gathering) sumGroup(s *scratch, e *gatherers, box *near.Box, a, begin, to int) (invalid int) {
	spheres, invalid := g.SumSpheresOfGroup(s.Memory, &e.spheres, box, begin, to)
	for k := range e.rings {
		e.rings[k].sumGroup(s, spheres, a, to-begin, invalid)
	}
	return invalid
}

// sumGroup subtracts the sums over the ring's spheres, for n boids starting at boid a. unknown has a bit for
// each boid whose sums are not valid.
func (r *activeRing) sumGroup(s *scratch, spheres []near.Eight, a, n, unknown int) {
	outer, inner := &spheres[r.outer], &near.Eight{}
	if r.inner != none {
		inner = &spheres[r.inner]
	} else if r.within2 > 0 {
		inner.Count = [8]int32{1, 1, 1, 1, 1, 1, 1, 1} // leaves out the boid itself
	}
	if r.steers {
		t := &s.totals[r.sums/lanes.Size]
		t.mark(a, n, unknown)
		t.subtract(a, outer, inner)
		return
	}
	s.sumsUsed = true
	in := func(k, i int) float64 { return float64(outer.Sums[k][i]-inner.Sums[k][i]) * vec.Quantum }
	for i := range n {
		count := int(outer.Count[i] - inner.Count[i])
		s.sums[r.sums+a+i] = Sums{{count, in(0, i), in(1, i), in(2, i)}, {count, in(3, i), in(4, i), in(5, i)}}
	}
}

func (t *totals) subtract(a int, outer, inner *near.Eight) {
	eight := func(x []float64) []float64 { return x[a : a+8] }
	sums := [...][]float64{eight(t.First.X), eight(t.First.Y), eight(t.First.Z), eight(t.Second.X), eight(t.Second.Y), eight(t.Second.Z)}
	outer.Subtract(inner, &sums, &[...][]int32{t.First.Count[a : a+8], t.Second.Count[a : a+8]})
}
