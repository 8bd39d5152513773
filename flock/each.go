package flock

import "skein/flock/internal/lanes"

// Neighbour is one of those near a boid, as a rule with the method Each perceives
// it: whole quanta, so exact.
type Neighbour struct {
	ID     int     // in its own flock
	Off    Vec     // its position less the boid's own, m
	Vel    Vec     // its velocity less the boid's own
	Square float64 // of the distance, m², exact
}

// Sums are what a rule with the method Each adds up over the neighbours of a boid:
// as many different sums as it may need.
type Sums [2]Total

// Total is a sum that does not depend on the order of what is added: every number is
// rounded to the quantum, and sums of those are exact.
type Total struct {
	n       int
	x, y, z float64
}

// Add adds a term.
func (s *Total) Add(v Vec) {
	s.n++
	s.x += toTheQuantum(v.X)
	s.y += toTheQuantum(v.Y)
	s.z += toTheQuantum(v.Z)
}

// Count is the number of terms.
func (s *Total) Count() int { return s.n }

// Sum is the total itself.
func (s *Total) Sum() Vec { return Vec{float32(s.x), float32(s.y), float32(s.z)} }

// Mean is the sum over the number of terms, zero of none.
func (s *Total) Mean() Vec {
	if s.n == 0 {
		return Vec{}
	}
	n := float64(s.n)
	return Vec{float32(s.x / n), float32(s.y / n), float32(s.z / n)}
}

func toTheQuantum(x float32) float64 { return (float64(x) + toQuantum) - toQuantum }

// eachAtWork is a rule at work that perceives each neighbour.
type eachAtWork struct {
	rule    eachRule
	within2 float64
	sums    int // where in a worker's memory its sums for a block begin
}

// ears are the rules at work that perceive each boid that is regarded in one way, and
// the farthest of them.
type ears struct {
	rules  []eachAtWork
	within float32 // m
}

// regards is how a rule that perceives each neighbour regards them.
func regards(r eachRule) Regard {
	if o, ok := r.(regarding); ok {
		return max(Flockmates, min(o.Regards(), Feared))
	}
	return Flockmates
}

// hears says whether a rule that perceives each neighbour says how near those are.
func hears(r any) bool { _, ok := r.(nearby); return ok }

// listen lists a rule that perceives each neighbour, and returns its steer: the sums
// are there by then, see gather.
func (f *flock) listen(r eachRule, state []own) steer {
	first, e, within := f.listeners*lanes.Size, &f.among, float32(everywhere)
	if n, ok := r.(nearby); ok {
		within, e = length(n.Within()), &f.each[regards(r)]
	}
	e.rules = append(e.rules, eachAtWork{r, float64(within) * float64(within), first})
	e.within = max(e.within, within)
	f.listeners++
	return func(s *scratch, b *block) {
		for i := range b.N {
			s.me.fill(b, i, state)
			taken(s, b, i, state, r.Steer(&s.me, &s.sums[first+i]))
		}
	}
}

// gather has the rules that perceive each neighbour add up theirs, for a block of
// boids in slots from s.from on, or for one boid without this or that leader, see
// draw. Those in the boid's field of view are its neighbours.
func (f *flock) gather(s *scratch, b *block) {
	s.sums = lanes.Grown(s.sums, f.listeners*lanes.Size)
	for k := range f.listeners {
		clear(s.sums[k*lanes.Size:][:b.N])
	}
	for i := range b.N {
		slot, without := s.from+i, -1
		if s.drawn != nil {
			slot = s.from
			if i > 0 {
				without = int(s.drawn[i-1].slot)
			}
		}
		s.me.fill(b, i, nil)
		if e := &f.each[Flockmates]; len(e.rules) > 0 {
			f.find(s, &s.hits, slot, e.reach2())
			f.view(s, slot)
			f.gatherMates(s, e, i, slot, without)
		}
		if e := &f.among; len(e.rules) > 0 {
			f.find(s, &s.hits, slot, f.set.vision2)
			f.outline(s, slot)
			f.gatherMates(s, e, i, slot, without)
		}
		for r := Noticed; r <= Feared; r++ {
			if e := &f.each[r]; len(e.rules) > 0 {
				for _, other := range f.regarded[r] {
					f.gatherOthers(s, e, i, slot, other)
				}
			}
		}
	}
}

// reach2 is the square of how far the ears hear, and what any rounding of a distance
// takes away.
func (e *ears) reach2() float32 {
	const more = 1.001
	return min(float32(e.within*e.within)*more, everywhere)
}

// gatherMates adds up the flockmates in s.kept, as the boid in a slot, number i of its
// block, perceives them.
func (f *flock) gatherMates(s *scratch, e *ears, i, slot, without int) {
	pos := f.pos(slot)
	for _, j := range s.kept.slots() {
		if int(j) == without {
			continue
		}
		other := &s.other
		other.Off = f.pos(int(j)).Sub(pos)
		if f.set.wraps {
			other.Off = f.set.torus.nearest(other.Off)
		}
		other.ID, other.Vel, other.Square = int(f.boids.ID[j]), f.vel(int(j)).Sub(s.me.Vel), square(other.Off)
		e.tell(s, i)
	}
}

// tell has the rules take in s.other, as a neighbour of number i of the block.
func (e *ears) tell(s *scratch, i int) {
	for k := range e.rules {
		if r := &e.rules[k]; s.other.Square < r.within2 {
			r.rule.Each(&s.me, &s.other, &s.sums[r.sums+i])
		}
	}
}

// square of the length of a difference of two places, exact.
func square(d Vec) float64 {
	x, y, z := float64(d.X), float64(d.Y), float64(d.Z)
	return float64(x*x) + float64(y*y) + float64(z*z)
}
