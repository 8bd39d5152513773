package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/sight"
	"skein/flock/vec"
)

// gathering adds up sums for the rules that perceive each neighbour. It finds the neighbours by its sight. It
// writes only to the workers' memory.
type gathering struct {
	sight.Sight
	set     settings
	firstID int                      // the World's id of the boid 0
	others  [Feared + 1][]*gathering // boids of the other flocks, by how this flock reacts to them
	present present

	rangeRules         [Feared + 1]gatherers // active rules that perceive each boid within a range, by Regard
	neighbourhoodRules gatherers             // active rules that perceive each boid of the neighbourhood
	neighbourRuleCount int                   // number of all rules in rangeRules and neighbourhoodRules
	evaluators         []gatheringEvaluator  // evaluators of rules whose neighbours the method gather finds

	shown    shownColumns
	courses  []near.Course // courses of the boids, if needsCourses
	observer *observer     // nil unless the flock explains a step
}

// gather adds up the sums of the rules that perceive each neighbour in view, for a block from s.firstSlot on
// or for one boid. It can leave out leaders; see recordPulls.
func (g *gathering) gather(s *scratch, b *block) {
	s.perceivedAny = false
	s.other.Regard = Flockmates
	g.resizeTotals(s)
	g.clearSums(s, b.N)
	for _, one := range g.evaluators {
		s.beginEvaluator(b, one.index, one.state)
	}
	shares := g.sharesPairs(s)
	if e := &g.rangeRules[Flockmates]; e.hasRules() && !shares && !g.nobodyShows(s, e, s.firstSlot, s.firstSlot+b.N) {
		g.gatherMates(s, b, e)
	}
	if e := &g.neighbourhoodRules; e.hasRules() {
		g.gatherAmong(s, b, e, shares)
	}
	for r := Noticed; r <= Feared; r++ {
		e := &g.rangeRules[r]
		s.other.Regard, s.other.Columns = r, s.other.Columns[:0]
		if len(g.others[r]) == 0 || !e.hasRules() {
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

// clearSums sets all sums to 0, and prepares them for a block of n boids. If only kernels used the sums of
// the last block, they are still 0.
func (g *gathering) clearSums(s *scratch, n int) {
	if all := g.neighbourRuleCount * lanes.Size; len(s.sums) != all {
		s.sums = lanes.Grown(s.sums, all)
		clear(s.sums)
	} else if s.sumsUsed {
		for k := range g.neighbourRuleCount {
			clear(s.sums[k*lanes.Size:][:s.boidsOfSums])
		}
	}
	s.sumsUsed, s.boidsOfSums = false, n
}

// gatherAmong adds up the sums over the neighbourhood of each boid in a block. If shares is true, the rules
// with a range use the same pairs.
func (g *gathering) gatherAmong(s *scratch, b *block, e *gatherers, shares bool) {
	inPairs := s.pullingLeaders == nil && g.usesPairs(e)
	switch {
	case shares:
		g.beginPairs(s, b, &g.rangeRules[Flockmates], e)
	case inPairs:
		g.beginPairs(s, b, e)
	}
	for i := 0; i < b.N; {
		i = g.gatherNeighbourhoods(s, b, e, i, inPairs)
		if inPairs {
			g.sumPairs(s, b, i == b.N)
		}
	}
}

// gatherNeighbourhoods is like gatherAmong, for a group that searches together, starting at boid a. end is
// the index after the group. If inPairs is true, it adds the neighbours to s.eachPairs instead of passing
// them to the rules.
func (g *gathering) gatherNeighbourhoods(s *scratch, b *block, e *gatherers, a int, inPairs bool) (end int) {
	end, listed, see := a+1, false, g.Settings()
	if s.pullingLeaders == nil && g.Kind == sight.Grid {
		to, box := g.Group(s.firstSlot+a, s.firstSlot+b.N, near.CanLook())
		if listed = !g.IsTight(&box, see.Vision); listed {
			g.ListGroup(s.Memory, &box, see.Vision, see.Vision2, nil)
			end = to - s.firstSlot
		}
	}
	if listed && inPairs && see.Simple && g.OwnVision == nil { // all others in the vision sphere are neighbours
		g.addListed(s, a, end, see.Vision2)
		return end
	}
	for i := a; i < end; i++ {
		slot := s.slot(i)
		var h *sight.Hits
		if listed {
			h = g.ScanGroup(s.Memory, slot, g.Vision2Of(slot))
		} else {
			h = g.Find(s.Memory, slot, g.Vision2Of(slot))
		}
		if inPairs && see.Simple {
			g.addHits(s, h, i, slot)
			continue
		}
		h = g.FindNeighbourhood(s.Memory, slot)
		if s.pullingLeaders != nil && i > 0 {
			h.LeaveOut(s.pullingLeaders[i-1].Slot)
		}
		if inPairs {
			g.addHits(s, h, i, slot)
			continue
		}
		s.me.fill(b, i, nil)
		g.tellHits(s, h, slot, func() { e.tellEach(s, i) })
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

func (e *gatherers) hasRules() bool { return len(e.rules)+len(e.rings) > 0 }

func (e *gatherers) reach2() float32 {
	const margin = 1.001
	return min(float32(e.within*e.within)*margin, maxDistance2)
}

func (g *gathering) gatherMates(s *scratch, b *block, e *gatherers) {
	if s.pullingLeaders != nil || g.Kind != sight.Grid {
		for i := range b.N {
			g.gatherAlone(s, b, e, i)
		}
		return
	}
	inPairs := g.usesPairs(e)
	if inPairs {
		g.beginPairs(s, b, e)
	}
	for i := 0; i < b.N; {
		i = g.gatherGroup(s, b, e, i, inPairs)
		if inPairs {
			g.sumPairs(s, b, i == b.N)
		}
	}
}

func (g *gathering) gatherAlone(s *scratch, b *block, e *gatherers, i int) {
	slot := s.slot(i)
	h := g.Find(s.Memory, slot, e.reach2())
	if s.pullingLeaders != nil && i > 0 {
		h.LeaveOut(s.pullingLeaders[i-1].Slot)
	}
	g.KeepInView(h, slot)
	s.me.fill(b, i, nil)
	if g.IsTight(&near.Box{}, e.within) { // several images of one boid may be in range
		g.tellHits(s, h, slot, func() { e.tell(s, i) })
		return
	}
	g.sumRings(s, h, e, i, slot)
	g.tellNear(s, h, e, i, slot)
}

// gatherGroup adds up the sums for a group that searches together, starting at boid a. end is the index after
// the group. If inPairs is true, it adds the neighbours to s.eachPairs instead of passing them to the rules.
func (g *gathering) gatherGroup(s *scratch, b *block, e *gatherers, a int, inPairs bool) (end int) {
	begin := s.firstSlot + a
	to, box := g.Group(begin, s.firstSlot+b.N, near.CanLook())
	if g.nobodyShows(s, e, begin, to) {
		return a + to - begin
	}
	if g.IsTight(&box, vec.Sqrt(e.reach2())) {
		g.gatherAlone(s, b, e, a)
		return a + 1
	}
	left, limit := -1, e.reach2()
	if len(e.rings) == 0 {
		left = 0
	}
	if e.together {
		left = g.sumGroup(s, e, &box, a, begin, to)
	}
	left &= 1<<(to-begin) - 1
	onlyNear := left == 0 // no boid needs others beyond the range of the rules
	if onlyNear {
		limit = sight.Above(e.nearest)
	}
	if limit > 0 {
		var keep []bool
		if e.onlyShown {
			keep = g.shown.any
		}
		g.ListGroup(s.Memory, &box, vec.Sqrt(limit), limit, keep)
	}
	if inPairs && onlyNear && limit > 0 && g.Settings().FieldOfView >= 360 {
		g.addListed(s, a, a+to-begin, limit)
		return a + to - begin
	}
	for i := a; limit > 0 && i < a+to-begin; i++ {
		slot := s.firstSlot + i
		if !g.perceivesFlockmates(s, e, slot) {
			continue
		}
		h := g.ScanGroup(s.Memory, slot, limit)
		g.KeepInView(h, slot)
		s.me.fill(b, i, nil)
		if left>>(i-a)&1 != 0 {
			g.sumRings(s, h, e, i, slot)
		}
		switch {
		case inPairs && onlyNear:
			g.addHits(s, h, i, slot)
		case inPairs:
			g.addHits(s, g.filterNear(s, h, e), i, slot)
		default:
			g.tellNear(s, h, e, i, slot)
		}
	}
	return a + to - begin
}

// tellNear passes the boids of h near boid i, which is in the given slot, to the rules.
func (g *gathering) tellNear(s *scratch, h *sight.Hits, e *gatherers, i, slot int) {
	if len(e.rules) == 0 {
		return
	}
	g.tellHits(s, g.filterNear(s, h, e), slot, func() { e.tellEach(s, i) })
}

func (g *gathering) filterNear(s *scratch, h *sight.Hits, e *gatherers) *sight.Hits {
	return s.Filter(h, sight.Above(e.nearest))
}

// tellHits calls tell for each boid of h except the one in slot, with s.other set to what the boid in slot
// perceives.
func (g *gathering) tellHits(s *scratch, h *sight.Hits, slot int, tell func()) {
	pos := g.Pos(slot)
	for _, j := range h.Slots() {
		if int(j) == slot {
			continue
		}
		other := &s.other
		other.Offset = g.Pos(int(j)).Sub(pos)
		if g.set.wraps {
			other.Offset = g.set.torus.Nearest(other.Offset)
		}
		other.ID, other.Vel, other.Square = int(g.Boids.ID[j]), g.Vel(int(j)).Sub(s.me.Vel), other.Offset.ExactSquare()
		other.slot = int(j)
		tell()
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
	if s.other.Square >= r.within2 || len(r.shownColumns) > 0 && !r.readShown(&s.other) {
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
	s.sumsUsed = true
	r.rule.AddNeighbour(&s.me, &s.other, &s.sums[r.sums+i])
}

// readShown fills in the columns that a flockmate shows, and reports whether any value is not 0.
func (r *activeEach) readShown(other *Neighbour) (any bool) {
	other.Columns = other.Columns[:0]
	for _, k := range r.shownColumns {
		x := r.columns.arrays[k][other.slot]
		other.Columns, any = append(other.Columns, x), any || x != 0
	}
	return any
}
