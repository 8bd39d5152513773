package flock

import (
	"slices"

	"skein/flock/vec"
)

// Others are the boids of other flocks around a boid, for a rule that chooses among them. They are
// searched only when the rule calls Find or One.
type Others struct {
	flock  *flock
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
			s.others = Others{f, s, regard, s.slot(i)}
			storeChecked(s, b, i, state, r.Steer(&s.me, &s.others))
		}
	}
}

// Find returns the boids in the boid's field of view that are less than m metres away. Their order is
// arbitrary, and must not affect the rule's result. The slice is valid until the next call.
func (o *Others) Find(m float32) []Neighbour {
	f, s := o.flock, o.s
	s.foundNeighbours = s.foundNeighbours[:0]
	within := length(m)
	limit, e := float64(within)*float64(within), gatherers{within: within}
	for _, otherFlock := range f.regarded[o.regard] {
		f.eachAcross(s, e.reach2(), o.slot, otherFlock, func() {
			if s.other.Square < limit {
				one := s.other
				one.Regard, one.Columns = o.regard, nil
				s.foundNeighbours = append(s.foundNeighbours, one)
			}
		})
	}
	return s.foundNeighbours
}

// One returns a slice with the boid of the given id in the World, under the conditions of Find. The slice is
// empty if that boid is not nearer than m metres, is out of view, or belongs to a flock that the rule does
// not perceive.
func (o *Others) One(number int, m float32) []Neighbour {
	f, s := o.flock, o.s
	s.foundNeighbours = s.foundNeighbours[:0]
	limit := float64(length(m)) * float64(length(m))
	for _, otherFlock := range f.regarded[o.regard] {
		id := number - otherFlock.firstID
		if id < 0 || id >= otherFlock.n {
			continue
		}
		one := Neighbour{Regard: o.regard}
		if f.lookAcross(&one, o.slot, otherFlock, slices.Index(otherFlock.boids.ID[:otherFlock.n], int32(id))) && one.Square < limit {
			s.foundNeighbours = append(s.foundNeighbours, one)
		}
	}
	return s.foundNeighbours
}
