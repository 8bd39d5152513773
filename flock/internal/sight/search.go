package sight

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/seek"
	"skein/flock/vec"
)

const everyone = -1

// look finds the boids in sight of a group of neighbouring boids, which begins at boid a of slots [from, to).
// end is the index after the group. unfinished has a bit for each boid that must search again, among the
// candidates in the worker's lists.
func (v *Sight) look(m *Memory, a, from, to int) (end, unfinished int) {
	begin := from + a
	m.direct = false
	if v.Kind == Brute {
		end = min(a+seek.GroupSize, to-from)
		if v.set.searchesTogether {
			return end, m.crowd.Look(&m.list, v.kin, a) | v.nearLeaders(m, begin, from+end)
		}
		return end, everyone
	}
	if v.set.searchesTogether && !v.set.Wraps {
		return v.lookTogether(m, a, begin, to)
	}
	to = v.grid.Group(begin, to, near.CanLook())
	box := v.Box(begin, to)
	if v.set.Wraps && !v.isInside(&box, v.farthestSeen()) {
		return v.lookImages(m, &box, a, begin, to)
	}
	v.listHeeded(m, begin, to)
	end = to - from
	if m.direct = !near.CanLook(); m.direct {
		m.runs = v.grid.AppendSpans(m.runs[:0], &box, v.set.Vision)
		m.hits.makeRoom(near.Total(m.runs))
		return end, everyone
	}
	v.listGroup(m, &box)
	if v.set.searchesTogether {
		return end, m.crowd.Look(&m.list, v.kin, a) | v.nearLeaders(m, begin, to)
	}
	return end, everyone
}

// lookTogether is like look, for a group with a cached list of candidates.
func (v *Sight) lookTogether(m *Memory, a, begin, to int) (end, unfinished int) {
	end, at := v.candidates(m, begin, to, nil)
	pos := &v.Boids.Pos
	unfinished = m.crowd.LookAt(at, pos.X, pos.Y, pos.Z, v.kin, a)
	v.listHeeded(m, begin, end)
	unfinished = (unfinished | v.nearLeaders(m, begin, end)) & (1<<(end-begin) - 1)
	if unfinished != 0 {
		box := v.Box(begin, end)
		v.listGroup(m, &box)
	}
	return a + end - begin, unfinished
}

func (v *Sight) listGroup(m *Memory, box *near.Box) {
	v.listInside(&m.list, m, box, v.set.Vision, v.set.Vision2)
	m.hits.makeRoom(len(m.list.X))
}

// farthestSeen returns how far a boid can see another boid, m. Leaders may be visible from farther away.
func (v *Sight) farthestSeen() float32 {
	if len(v.Leaders) > 0 {
		return max(v.set.Vision, vec.Sqrt(v.set.leaderRange2))
	}
	return v.set.Vision
}

// lookImages is like look, for a group in a box, in a world that wraps around.
func (v *Sight) lookImages(m *Memory, box *near.Box, a, begin, to int) (end, unfinished int) {
	m.leaders = append(m.leaders[:0], v.Leaders...)
	if v.isTight(box, v.set.Vision) {
		v.listNearest(&m.list, v.Pos(begin))
		to = begin + 1
	} else {
		v.listImages(&m.list, m, box, v.set.Vision, v.set.Vision2)
	}
	m.hits.makeRoom(len(m.list.X))
	if v.set.searchesTogether {
		return a + to - begin, m.crowd.Look(&m.list, v.kin, a) | v.nearLeaders(m, begin, to)
	}
	return a + to - begin, everyone
}

// Group returns the end of a group of boids that search together, and the box around it. The group contains
// the slots from begin to end-1, and end is at most limit.
func (v *Sight) Group(begin, limit int, together bool) (end int, box near.Box) {
	end = v.grid.Group(begin, limit, together)
	return end, v.Box(begin, end)
}

// ListGroup lists the boids within reach of a group's box for ScanGroup, with the index Grid. reach2 is the
// square of reach. If keep is not nil, it leaves out the boids in slots for which keep is false.
func (v *Sight) ListGroup(m *Memory, box *near.Box, reach, reach2 float32, keep []bool) {
	v.list(&m.list, m, box, reach, reach2)
	if keep != nil {
		m.list.Keep(keep)
	}
	m.hits.makeRoom(len(m.list.X))
}

// ScanGroup finds the listed boids whose squared distance from a boid of the group is below limit, including
// the boid itself. The result is valid until the next search.
func (v *Sight) ScanGroup(m *Memory, slot int, limit float32) *Hits {
	m.hits.N = near.Scan(m.hits.at, m.hits.d2, &m.list, point(v.Pos(slot)), limit)
	return &m.hits
}

// AppendOfGroup appends the boids that ScanGroup finds for the boids in slots [from, to) to a list, without
// the boid itself, at their positions relative to it. ends is set to the lengths of the list after each boid.
func (v *Sight) AppendOfGroup(m *Memory, list *near.List, from, to int, limit float32, ends []int32) {
	near.AppendWithin(list, &m.list, near.Vec(v.Boids.Pos.Slice(from, to)), int32(from), limit, ends)
}

// Box returns the box around the boids in slots [from, to).
func (v *Sight) Box(from, to int) near.Box {
	pos := &v.Boids.Pos
	return near.Bounds(pos.X[from:to], pos.Y[from:to], pos.Z[from:to])
}

func (v *Sight) list(l *near.List, m *Memory, box *near.Box, reach, reach2 float32) {
	if v.set.Wraps {
		v.listImages(l, m, box, reach, reach2)
		return
	}
	v.listInside(l, m, box, reach, reach2)
}

// listInside is like list, but without images across the edge of the world.
func (v *Sight) listInside(l *near.List, m *Memory, box *near.Box, reach, reach2 float32) {
	m.spans = v.grid.AppendSpans(m.spans[:0], box, reach)
	pos := &v.Boids.Pos
	near.Gather(l, pos.X, pos.Y, pos.Z, m.spans, *box, reach2)
}

func (v *Sight) aimCrowd(m *Memory, b *lanes.Block) {
	c, set := &m.crowd, &v.set
	eyes := func(x, y, z **float32, from *lanes.Vec) { *x, *y, *z = &from.X[0], &from.Y[0], &from.Z[0] }
	eyes(&c.X, &c.Y, &c.Z, &b.Pos)
	eyes(&c.VX, &c.VY, &c.VZ, &b.Vel)
	eyes(&c.EdgeX, &c.EdgeY, &c.EdgeZ, &b.Edge)
	eyes(&c.CentreX, &c.CentreY, &c.CentreZ, &b.Centre)
	eyes(&c.CourseX, &c.CourseY, &c.CourseZ, &b.Course)
	eyes(&c.AwayX, &c.AwayY, &c.AwayZ, &b.Away)
	c.Visible, c.Weight = &b.Visible[0], &b.Weight[0]
	c.Limit, c.Apart, c.Protected, c.Over = set.Vision2, set.Separates, min(set.Vision2, set.Protected2), set.overSeparation
	c.Scale, c.Unit = 1/vec.Quantum, vec.Quantum
	c.Few, c.Many = int32(set.LonelyCount)+1, set.crowdLimit()
	c.Falloff = set.Separation.Falloff
}

func (v *Sight) usesCandidateCache(needs Needs) bool {
	return !v.records.Use && near.CanLook() && v.Kind == Grid && !v.set.Wraps && (v.set.searchesTogether || needs.Group)
}

// candidates finds the group that starts at slot begin. end, at most limit, is the slot after the group. at
// holds the slots of all boids that the group may see. around is the box around the group, or nil.
//
// In the tick of a sort, at holds all boids that can come into sight before the next sort, unless sorts
// follow each other in consecutive ticks.
func (v *Sight) candidates(m *Memory, begin, limit int, around *near.Box) (end int, at []int32) {
	if end, at, ok := v.cache.Lookup(begin); ok {
		return end, at
	}
	end = v.grid.Group(begin, limit, true)
	if around == nil {
		box := v.Box(begin, end)
		around = &box
	}
	if !v.grid.Due || v.grid.Brief {
		return end, v.slotsWithin(m, around, v.set.Vision)
	}
	at = v.slotsWithin(m, around, v.set.Vision+2*v.grid.Limit)
	if v.cache.Start[begin] == seek.NotBuilt {
		v.cache.Store(begin, end, at)
	}
	return end, at
}

// findVisible is like Find for the vision sphere. It may leave out the squared distances.
func (v *Sight) findVisible(m *Memory, slot int) *Hits {
	if v.Kind != Grid || v.set.Wraps || !near.CanLook() {
		return v.Find(m, slot, v.set.Vision2)
	}
	p, pos := v.Pos(slot).Floats(), &v.Boids.Pos
	box := near.Box{Low: p, High: p}
	m.runs = v.grid.AppendSpans(m.runs[:0], &box, v.set.Vision)
	m.visible.at = near.GatherIndices(&m.far, pos.X, pos.Y, pos.Z, m.runs, box, v.set.Vision2)
	m.visible.N = len(m.visible.at)
	return &m.visible
}

func (v *Sight) slotsWithin(m *Memory, box *near.Box, reach float32) []int32 {
	reach *= 1.001
	pos := &v.Boids.Pos
	m.runs = v.grid.AppendSpans(m.runs[:0], box, reach)
	return near.GatherIndices(&m.far, pos.X, pos.Y, pos.Z, m.runs, *box, reach*reach)
}
