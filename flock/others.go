package flock

import "slices"

// Others are the boids of other flocks about one, for a rule that chooses among them. It
// looks for them only when it is asked.
type Others struct {
	of     *flock
	s      *scratch
	regard Regard
	slot   int
}

// lookOut returns the steer of a rule that chooses among others.
func (f *flock) lookOut(r othersRule, state []stateArray) steer {
	regard := max(Noticed, min(r.Regards(), Feared))
	return func(s *scratch, b *block) {
		for i := range b.N {
			s.me.fill(b, i, state)
			s.others = Others{f, s, regard, s.slot(i)}
			storeChecked(s, b, i, state, r.Steer(&s.me, &s.others))
		}
	}
}

// Within returns those nearer than so many metres and in the boid's field of view, in no
// order: what a rule makes of them must not depend on it. They hold until the next call.
func (o *Others) Within(m float32) []Neighbour {
	f, s := o.of, o.s
	s.found = s.found[:0]
	within := length(m)
	limit, e := float64(within)*float64(within), gatherers{within: within}
	for _, of := range f.regarded[o.regard] {
		f.eachAcross(s, e.reach2(), o.slot, of, func() {
			if s.other.Square < limit {
				one := s.other
				one.Regard, one.Shown = o.regard, nil
				s.found = append(s.found, one)
			}
		})
	}
	return s.found
}

// One is Within of a single boid, by its number in the World: nobody if it is further off,
// out of view, or none of those.
func (o *Others) One(number int, m float32) []Neighbour {
	f, s := o.of, o.s
	s.found = s.found[:0]
	limit := float64(length(m)) * float64(length(m))
	for _, of := range f.regarded[o.regard] {
		id := number - of.firstID
		if id < 0 || id >= of.n {
			continue
		}
		one := Neighbour{Regard: o.regard}
		if f.lookAcross(&one, o.slot, of, slices.Index(of.boids.ID[:of.n], int32(id))) && one.Square < limit {
			s.found = append(s.found, one)
		}
	}
	return s.found
}
