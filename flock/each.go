package flock

import "skein/flock/internal/lanes"

// Neighbour is one of those near a boid, as a rule with the method Each perceives
// it: whole quanta, so exact.
type Neighbour struct {
	ID     int
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

// eachAtWork is a rule at work that perceives each neighbour one by one.
type eachAtWork struct {
	rule    eachRule
	within2 float64
}

// listen lists a rule that perceives each neighbour, and returns its steer: the sums
// are there by then, see gather.
func (w *World) listen(r eachRule, state []own) steer {
	within, k := length(r.Within()), len(w.each)
	w.each = append(w.each, eachAtWork{r, float64(within) * float64(within)})
	w.within = max(w.within, within)
	return func(s *scratch, b *block) {
		for i := range b.N {
			s.me.fill(b, i, state)
			taken(s, b, i, state, r.Steer(&s.me, &s.sums[k*lanes.Size+i]))
		}
	}
}

// gather has the rules that perceive each neighbour add up theirs, for a block of
// boids in slots from s.from on, or for one boid without this or that leader, see
// draw. Those in the boid's field of view are its neighbours.
func (w *World) gather(s *scratch, b *block) {
	s.sums = lanes.Grown(s.sums, len(w.each)*lanes.Size)
	for i := range b.N {
		slot, without := s.from+i, -1
		if s.drawn != nil {
			slot = s.from
			if i > 0 {
				without = int(s.drawn[i-1].slot)
			}
		}
		w.gatherOne(s, b, i, slot, without)
	}
}

// gatherOne is gather for number i of a block, in a slot.
func (w *World) gatherOne(s *scratch, b *block, i, slot, without int) {
	const more = 1.001 // than any rounding of a distance takes away
	w.find(s, &s.hits, slot, min(float32(w.within*w.within)*more, everywhere))
	for k := range w.each {
		s.sums[k*lanes.Size+i] = Sums{}
	}
	s.me.fill(b, i, nil)
	pos := w.pos(slot)
	for _, j := range s.hits.slots() {
		if int(j) == slot || int(j) == without || !w.inView(slot, int(j)) {
			continue
		}
		other := &s.other
		other.Off = w.pos(int(j)).Sub(pos)
		if w.set.wraps {
			other.Off = w.set.torus.nearest(other.Off)
		}
		other.ID, other.Vel, other.Square = int(w.boids.ID[j]), w.vel(int(j)).Sub(s.me.Vel), square(other.Off)
		for k := range w.each {
			if e := &w.each[k]; other.Square < e.within2 {
				e.rule.Each(&s.me, other, &s.sums[k*lanes.Size+i])
			}
		}
	}
}

// square of the length of a difference of two places, exact.
func square(d Vec) float64 {
	x, y, z := float64(d.X), float64(d.Y), float64(d.Z)
	return float64(x*x) + float64(y*y) + float64(z*z)
}
