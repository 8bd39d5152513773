package flock

import (
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/vec"
)

// gathering adds up sums for the rules that perceive each neighbour. It finds the neighbours by its sight. It
// writes only to the workers' memory.
type gathering struct {
	sight
	others  [Feared + 1][]*sight // boids of the other flocks, by how this flock reacts to them
	present present

	rangeRules         [Feared + 1]gatherers // active rules that perceive each boid within a range, by Regard
	neighbourhoodRules gatherers             // active rules that perceive each boid of the neighbourhood
	neighbourRuleCount int                   // number of all rules in rangeRules and neighbourhoodRules
	evaluators         []gatheringEvaluator  // evaluators of rules whose neighbours the method gather finds

	shown    shownColumns
	rowPeers []near.Peer  // like flock.peers, with velocities in place of headings, if needsNeighbours
	addParts lanes.Kernel // see lanes.Kernels.AddParts
	observer *observer    // nil unless the flock explains a step
}

// gather adds up the sums of the rules that perceive each neighbour in view, for a block from s.firstSlot on
// or for one boid. It can leave out leaders; see recordPulls.
func (g *gathering) gather(s *scratch, b *block) {
	s.sums, s.perceivedAny = lanes.Grown(s.sums, g.neighbourRuleCount*lanes.Size), false
	s.other.Regard = Flockmates
	g.resizeTotals(s)
	for k := range g.neighbourRuleCount {
		clear(s.sums[k*lanes.Size:][:b.N])
	}
	for _, one := range g.evaluators {
		s.beginEvaluator(b, one.index, one.state)
	}
	shares := g.sharesRows(s)
	if e := &g.rangeRules[Flockmates]; e.any() && !shares && !g.nobodyShows(s, e, s.firstSlot, s.firstSlot+b.N) {
		g.gatherMates(s, b, e)
	}
	if e := &g.neighbourhoodRules; e.any() {
		g.gatherAmong(s, b, e, shares)
	}
	for r := Noticed; r <= Feared; r++ {
		e := &g.rangeRules[r]
		s.other.Regard, s.other.Columns = r, s.other.Columns[:0]
		if len(g.others[r]) == 0 || !e.any() {
			continue
		}
		for _, other := range g.others[r] {
			if g.nobodyNear(s, b, e, other) {
				continue
			}
			for i := range b.N {
				s.me.fill(b, i, nil)
				g.gatherOthers(s, e, i, s.slot(i), other)
			}
		}
	}
}

// gatherAmong adds up the sums over the neighbourhood of each boid in a block. If shares is true, the rules
// with a range use the same rows.
func (g *gathering) gatherAmong(s *scratch, b *block, e *gatherers, shares bool) {
	rows := s.pullingLeaders == nil && g.usesRows(e)
	if rows {
		s.rows.begin(g.n, b)
	}
	for i := 0; i < b.N; {
		i = g.gatherNeighbourhoods(s, b, e, i, rows)
	}
	switch {
	case shares:
		g.sumRows(s, b, &g.rangeRules[Flockmates], e)
	case rows:
		g.sumRows(s, b, e)
	}
}

// gatherNeighbourhoods is like gatherAmong, for a group that searches together, starting at boid a. end is
// the index after the group. If rows is true, it stores the neighbours in s.rows instead of passing them to
// the rules.
func (g *gathering) gatherNeighbourhoods(s *scratch, b *block, e *gatherers, a int, rows bool) (end int) {
	end, listed := a+1, false
	if s.pullingLeaders == nil && g.kind == Grid {
		to := g.grid.Group(s.firstSlot+a, s.firstSlot+b.N, near.CanLook())
		box := g.box(s.firstSlot+a, to)
		if listed = !g.set.wraps || !g.isTight(&box, g.set.Vision); listed {
			g.list(&s.list, s, &box, g.set.Vision, g.set.vision2)
			s.hits.makeRoom(len(s.list.X))
			end = to - s.firstSlot
		}
	}
	for i := a; i < end; i++ {
		slot := s.slot(i)
		if listed {
			s.hits.n = near.Scan(s.hits.at, s.hits.d2, &s.list, point(g.pos(slot)), g.vision2Of(slot))
		} else {
			g.find(s, &s.hits, slot, g.vision2Of(slot))
		}
		if rows && g.set.simple { // all others in the vision sphere are neighbours
			s.rows.keep(b, &s.hits, i, slot)
			continue
		}
		g.findNeighbourhood(s, slot)
		if s.pullingLeaders != nil && i > 0 {
			s.neighbourHits.leaveOut(s.pullingLeaders[i-1].slot)
		}
		if rows {
			s.rows.keep(b, &s.neighbourHits, i, slot)
			continue
		}
		s.me.fill(b, i, nil)
		g.tellHits(s, &s.neighbourHits, slot, func() { e.tellEach(s, i) })
	}
	return end
}

// slot returns the slot of boid i of the block, or of a boid for which the rules run again.
func (s *scratch) slot(i int) int {
	switch {
	case s.pullsOfMates != nil:
		return s.pullsOfMates[i].slot
	case s.pullingLeaders != nil:
		return s.firstSlot
	}
	return s.firstSlot + i
}

func (e *gatherers) any() bool { return len(e.rules)+len(e.rings) > 0 }

func (e *gatherers) reach2() float32 {
	const margin = 1.001
	return min(float32(e.within*e.within)*margin, maxDistance2)
}

func (g *gathering) gatherMates(s *scratch, b *block, e *gatherers) {
	if s.pullingLeaders != nil || g.kind != Grid {
		for i := range b.N {
			g.gatherAlone(s, b, e, i)
		}
		return
	}
	rows := g.usesRows(e)
	if rows {
		s.rows.begin(g.n, b)
	}
	for i := 0; i < b.N; {
		i = g.gatherGroup(s, b, e, i, rows)
	}
	if rows {
		g.sumRows(s, b, e)
	}
}

func (g *gathering) gatherAlone(s *scratch, b *block, e *gatherers, i int) {
	slot := s.slot(i)
	g.find(s, &s.hits, slot, e.reach2())
	if s.pullingLeaders != nil && i > 0 {
		s.hits.leaveOut(s.pullingLeaders[i-1].slot)
	}
	g.hitsInView(s, slot)
	s.me.fill(b, i, nil)
	if g.set.wraps && g.isTight(&near.Box{}, e.within) { // several images of one boid may be in range
		g.tellHits(s, &s.hits, slot, func() { e.tell(s, i) })
		return
	}
	g.sumRings(s, e, i, slot)
	g.tellNear(s, e, i, slot)
}

// gatherGroup adds up the sums for a group that searches together, starting at boid a. end is the index after
// the group. If rows is true, it stores the neighbours in s.rows instead of passing them to the rules.
func (g *gathering) gatherGroup(s *scratch, b *block, e *gatherers, a int, rows bool) (end int) {
	begin := s.firstSlot + a
	to := g.grid.Group(begin, s.firstSlot+b.N, near.CanLook())
	if g.nobodyShows(s, e, begin, to) {
		return a + to - begin
	}
	box, reach := g.box(begin, to), vec.Sqrt(e.reach2())
	if g.set.wraps && g.isTight(&box, reach) {
		g.gatherAlone(s, b, e, a)
		return a + 1
	}
	left, limit := everyone, e.reach2()
	if len(e.rings) == 0 {
		left = 0
	}
	if e.together {
		left = g.sumGroup(s, e, &box, a, begin, to)
	}
	left &= 1<<(to-begin) - 1
	onlyNear := left == 0 // no boid needs others beyond the range of the rules
	if onlyNear {
		limit = newSphere(e.nearest).above
	}
	if limit > 0 {
		g.list(&s.far, s, &box, vec.Sqrt(limit), limit)
		if e.onlyShown {
			s.far.Keep(g.shown.any)
		}
		s.hits.makeRoom(len(s.far.X))
	}
	for i := a; limit > 0 && i < a+to-begin; i++ {
		slot := s.firstSlot + i
		if !g.perceivesFlockmates(s, e, slot) {
			continue
		}
		s.hits.n = near.Scan(s.hits.at, s.hits.d2, &s.far, point(g.pos(slot)), limit)
		g.hitsInView(s, slot)
		s.me.fill(b, i, nil)
		if left>>(i-a)&1 != 0 {
			g.sumRings(s, e, i, slot)
		}
		switch {
		case rows && onlyNear:
			s.rows.keep(b, &s.hits, i, slot)
		case rows:
			s.rows.keep(b, g.filterNear(s, e), i, slot)
		default:
			g.tellNear(s, e, i, slot)
		}
	}
	return a + to - begin
}

// tellNear passes the boids of s.hits near boid i, which is in the given slot, to the rules.
func (g *gathering) tellNear(s *scratch, e *gatherers, i, slot int) {
	if len(e.rules) == 0 {
		return
	}
	g.tellHits(s, g.filterNear(s, e), slot, func() { e.tellEach(s, i) })
}

func (g *gathering) filterNear(s *scratch, e *gatherers) *hits {
	h := &s.closeHits
	h.makeRoom(s.hits.n)
	h.n = near.Filter(h.at, h.d2, s.hits.at, s.hits.d2, s.hits.n, newSphere(e.nearest).above)
	return h
}

// tellHits calls tell for each boid of h except the one in slot, with s.other set to what the boid in slot
// perceives.
func (v *sight) tellHits(s *scratch, h *hits, slot int, tell func()) {
	pos := v.pos(slot)
	for _, j := range h.slots() {
		if int(j) == slot {
			continue
		}
		other := &s.other
		other.Offset = v.pos(int(j)).Sub(pos)
		if v.set.wraps {
			other.Offset = v.set.torus.Nearest(other.Offset)
		}
		other.ID, other.Vel, other.Square = int(v.boids.ID[j]), v.vel(int(j)).Sub(s.me.Vel), square(other.Offset)
		other.slot = int(j)
		tell()
	}
}

func (v *sight) hitsInView(s *scratch, slot int) {
	if v.set.FieldOfView >= 360 {
		return
	}
	h, n := &s.hits, 0
	for k, j := range h.slots() {
		if v.inView(slot, int(j)) {
			h.at[n], h.d2[n] = j, h.d2[k]
			n++
		}
	}
	h.n = n
}

func (h *hits) leaveOut(slot int32) {
	if slices.Contains(h.slots(), slot) {
		h.drop(slot)
	}
}

func (e *gatherers) tell(s *scratch, i int) {
	e.tellEach(s, i)
	e.tellRings(s, i)
}

func (e *gatherers) tellEach(s *scratch, i int) {
	for k := range e.rules {
		e.rules[k].tell(s, i)
	}
}

func (e *gatherers) tellRings(s *scratch, i int) {
	for k := range e.rings {
		e.rings[k].tell(s, i)
	}
}

func (r *activeEach) tell(s *scratch, i int) {
	if s.other.Square >= r.within2 || len(r.shown) > 0 && !r.readShown(&s.other) {
		return
	}
	s.perceivedAny = true
	if r.evaluator != none {
		other, id := &s.other, s.other.ID
		if other.Regard != Flockmates {
			id = other.Number
		}
		s.evaluators[r.evaluator].Add(i, id, other.Offset, other.Square, other.Vel)
		return
	}
	r.rule.AddNeighbour(&s.me, &s.other, &s.sums[r.sums+i])
}

// readShown fills in the columns that a flockmate shows, and reports whether any value is not 0.
func (r *activeEach) readShown(other *Neighbour) (any bool) {
	other.Columns = other.Columns[:0]
	for _, k := range r.shown {
		x := r.from.arrays[k][other.slot]
		other.Columns, any = append(other.Columns, x), any || x != 0
	}
	return any
}
