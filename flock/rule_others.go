package flock

import (
	"slices"

	"skein/flock/internal/near"
	"skein/flock/vec"
	"skein/flock/view"
)

// Others are the boids of other flocks around a boid, for a rule that chooses among them. They are
// searched only when the rule calls Find or One.
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
	within := length(m)
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

// One returns a slice with the boid of the given id in the World, under the conditions of Find. The slice is
// empty if that boid is not nearer than m metres, is out of view, or belongs to a flock that the rule does
// not perceive.
func (o *Others) One(id int, m float32) []Neighbour {
	g, s := o.from, o.s
	s.foundNeighbours = s.foundNeighbours[:0]
	limit := float64(length(m)) * float64(length(m))
	for _, otherFlock := range g.others[o.regard] {
		own := id - otherFlock.firstID
		if own < 0 || own >= otherFlock.n {
			continue
		}
		one := Neighbour{Regard: o.regard}
		if g.lookAcross(&one, o.slot, otherFlock, slices.Index(otherFlock.boids.ID[:otherFlock.n], int32(own))) && one.Square < limit {
			s.foundNeighbours = append(s.foundNeighbours, one)
		}
	}
	return s.foundNeighbours
}

func (g *gathering) gatherOthers(s *scratch, e *gatherers, i, slot int, otherFlock *sight) {
	g.eachAcross(s, e.reach2(), slot, otherFlock, func() { e.tell(s, i) })
}

// eachAcross calls tell for each boid of another flock in view, with s.other set. limit is the squared
// radius, m². A few boids further away may be included.
func (g *gathering) eachAcross(s *scratch, limit float32, slot int, otherFlock *sight, tell func()) {
	g.findAcross(s, otherFlock, g.pos(slot), limit)
	for _, j := range s.hits.slots() {
		if g.lookAcross(&s.other, slot, otherFlock, int(j)) {
			tell()
		}
	}
}

// lookAcross sets other to what a boid perceives of the boid in slot j of another flock. It reports whether
// boid j is in view.
func (g *gathering) lookAcross(other *Neighbour, slot int, otherFlock *sight, j int) bool {
	pos, vel := g.pos(slot), g.vel(slot)
	other.Offset = g.vectorTo(otherFlock, j, pos)
	if g.set.FieldOfView < 360 && !view.Sees(vel, other.Offset, g.set.viewCosine) {
		return false
	}
	course := otherFlock.vel(j)
	if pace := otherFlock.set.perSecond / g.set.perSecond; pace != 1 { // The two flocks have different units of velocity.
		course = course.Scale(pace).Quantized()
	}
	other.ID, other.Vel, other.Square = int(otherFlock.boids.ID[j]), course.Sub(vel), square(other.Offset)
	other.Number = otherFlock.firstID + other.ID
	return true
}

func (v *sight) vectorTo(otherFlock *sight, slot int, from vec.Vec) vec.Vec {
	d := otherFlock.pos(slot).Sub(from)
	if v.set.wraps {
		return v.set.torus.Nearest(d)
	}
	return d
}

// findAcross stores in s.hits the boids of another flock that may be closer to p than the root of limit.
func (v *sight) findAcross(s *scratch, otherFlock *sight, p vec.Vec, limit float32) {
	h, pos := &s.hits, &otherFlock.boids.Pos
	box, reach := near.Box{Low: p.Floats(), High: p.Floats()}, vec.Sqrt(limit)
	s.spans = append(s.spans[:0], near.Span{To: int32(otherFlock.n)})
	switch {
	case v.set.wraps && otherFlock.kind == Grid && !otherFlock.isTight(&box, reach):
		otherFlock.listImages(&s.far, s, &box, reach, limit)
		h.makeRoom(len(s.far.X))
		h.n = near.Scan(h.at, h.d2, &s.far, point(p), limit)
		return
	case v.set.wraps: // the nearest image of a boid may be anywhere
		h.makeRoom(otherFlock.n)
		h.n = otherFlock.n
		for j := range h.n {
			h.at[j] = int32(j)
		}
		return
	}
	if otherFlock.kind == Grid {
		s.spans = otherFlock.grid.AppendSpans(s.spans[:0], &box, reach)
	}
	h.makeRoom(near.Total(s.spans))
	h.n = near.ScanSpans(h.at, h.d2, pos.X, pos.Y, pos.Z, s.spans, point(p), limit)
}
