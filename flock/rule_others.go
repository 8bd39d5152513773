package flock

import (
	"slices"

	"skein/flock/vec"
	"skein/flock/view"
)

// Others are the boids of other flocks around a boid, for a rule that chooses among them. The engine searches
// for them only when the rule calls Find or Boid.
type Others struct {
	from   *gathering
	s      *scratch
	regard Regard
	slot   int
}

type othersRule interface {
	Regards() Regard
	Steer(me *Self, others *Others) vec.Vec
}

func (f *flock) lookAtOthers(r othersRule, state []stateArray) steer {
	regard := max(Noticed, min(r.Regards(), Feared))
	return func(s *scratch, b *block) {
		for i := range b.N {
			s.me.fill(b, i, state)
			s.others = Others{&f.gathering, s, regard, s.slot(i)}
			storeChecked(s, b, i, state, r.Steer(&s.me, &s.others))
		}
	}
}

// Find returns the boids in the boid's field of view that are less than m metres away. Their order is
// arbitrary, and must not affect the rule's result. The slice is valid until the next call.
func (o *Others) Find(m float32) []Neighbour {
	g, s := o.from, o.s
	s.foundNeighbours = s.foundNeighbours[:0]
	within := vec.Distance(m)
	limit, e := float64(within)*float64(within), gatherers{within: within}
	for _, otherFlock := range g.others[o.regard] {
		g.eachAcross(s, e.reach2(), o.slot, otherFlock, func() {
			if s.other.Square < limit {
				one := s.other
				one.Regard, one.Columns = o.regard, nil
				s.foundNeighbours = append(s.foundNeighbours, one)
			}
		})
	}
	return s.foundNeighbours
}

// Boid returns a slice with the boid of the given id in the World, under the conditions of Find. The slice is
// empty if that boid is not nearer than m metres, is out of view, or belongs to a flock that the rule does
// not perceive.
func (o *Others) Boid(id int, m float32) []Neighbour {
	g, s := o.from, o.s
	s.foundNeighbours = s.foundNeighbours[:0]
	limit := float64(vec.Distance(m)) * float64(vec.Distance(m))
	for _, otherFlock := range g.others[o.regard] {
		own := id - otherFlock.firstID
		if own < 0 || own >= otherFlock.N {
			continue
		}
		one := Neighbour{Regard: o.regard}
		if g.lookAcross(&one, o.slot, otherFlock, slices.Index(otherFlock.Boids.ID[:otherFlock.N], int32(own))) && one.Square < limit {
			s.foundNeighbours = append(s.foundNeighbours, one)
		}
	}
	return s.foundNeighbours
}

func (g *gathering) gatherOthers(s *scratch, e *gatherers, i, slot int, otherFlock *gathering) {
	g.eachAcross(s, e.reach2(), slot, otherFlock, func() { e.tell(s, i) })
}

// eachAcross calls tell for each boid of another flock in view, with s.other set. limit is the squared
// radius, m². A few boids further away may be included.
func (g *gathering) eachAcross(s *scratch, limit float32, slot int, otherFlock *gathering, tell func()) {
	h := g.FindAcross(s.Memory, &otherFlock.Sight, g.Pos(slot), limit)
	for _, j := range h.Slots() {
		if g.lookAcross(&s.other, slot, otherFlock, int(j)) {
			tell()
		}
	}
}

// lookAcross sets other to what a boid perceives of the boid in slot j of another flock. It reports whether
// boid j is in view.
func (g *gathering) lookAcross(other *Neighbour, slot int, otherFlock *gathering, j int) bool {
	pos, vel := g.Pos(slot), g.Vel(slot)
	other.Offset = g.OffsetAcross(&otherFlock.Sight, j, pos)
	if see := g.Settings(); see.FieldOfView < 360 && !view.Sees(vel, other.Offset, see.ViewCosine) {
		return false
	}
	course := otherFlock.Vel(j)
	if pace := otherFlock.set.perSecond / g.set.perSecond; pace != 1 { // The two flocks have different units of velocity.
		course = course.Scale(pace).Quantized()
	}
	other.ID, other.Vel, other.Square = int(otherFlock.Boids.ID[j]), course.Sub(vel), other.Offset.ExactSquare()
	other.Number = otherFlock.firstID + other.ID
	return true
}
