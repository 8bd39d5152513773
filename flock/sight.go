package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/seek"
	"skein/flock/internal/workerpool"
	"skein/flock/vec"
)

// sight finds who is near a boid of one flock, and sums over the boids that it finds. It needs the boids, the
// settings, the index and who leads. It writes only to the workers' memory and blocks.
type sight struct {
	set       settings
	ownVision *variedParam // nil if all boids have the same vision
	pool      *workerpool.Pool
	scratch   []scratch // by worker

	n       int // number of boids
	firstID int // the World's id of the boid 0
	boids   lanes.Boids
	leaders []int32 // slots of the boids that lead

	kind        Index
	kin         []near.Kin
	pairs       seek.Matrix
	grid        seek.Grid
	cache       seek.CandidateCache
	records     seek.Records
	leaderSpans leaderSpans
}

func (f *flock) perceive(b *block, s *scratch, firstSlot int) {
	switch {
	case f.ownVision != nil:
		f.perceiveOwn(b, s, firstSlot)
		return
	case f.kind == Matrix:
		f.seeAll(b, s, firstSlot)
		return
	case f.records.Use:
		f.readRecords(b, s, firstSlot)
		return
	}
	for a := 0; a < b.N; {
		end, unfinished := f.look(s, a, firstSlot, firstSlot+b.N)
		for ; a < end; a++ {
			if unfinished&1 != 0 {
				all := f.sphere(s, firstSlot+a)
				f.see(b, a, s, firstSlot+a, &all)
			}
			unfinished >>= 1
		}
	}
}

const everyone = -1

// look lets a group, starting at boid a in slots [from, to), find the boids in sight. end is the index after
// the group. unfinished has a bit for each boid that must search again, among the candidates of the worker's
// lists.
func (v *sight) look(s *scratch, a, from, to int) (end, unfinished int) {
	begin := from + a
	s.direct = false
	if v.kind == Brute {
		end = min(a+seek.GroupSize, to-from)
		if v.set.searchesTogether {
			return end, s.crowd.Look(&s.list, v.kin, a) | v.nearLeaders(s, begin, from+end)
		}
		return end, everyone
	}
	if v.set.searchesTogether && !v.set.wraps {
		return v.lookTogether(s, a, begin, to)
	}
	to = v.grid.Group(begin, to, near.CanLook())
	box := v.box(begin, to)
	if v.set.wraps && !v.isInside(&box, v.farthestSeen()) {
		return v.lookImages(s, &box, a, begin, to)
	}
	v.listHeeded(s, begin, to)
	end = to - from
	if s.direct = !near.CanLook(); s.direct {
		s.runs = v.grid.AppendSpans(s.runs[:0], &box, v.set.Vision)
		s.hits.makeRoom(near.Total(s.runs))
		return end, everyone
	}
	v.listGroup(s, &box)
	if v.set.searchesTogether {
		return end, s.crowd.Look(&s.list, v.kin, a) | v.nearLeaders(s, begin, to)
	}
	return end, everyone
}

// lookTogether is like look, for a group with a cached list of candidates.
func (v *sight) lookTogether(s *scratch, a, begin, to int) (end, unfinished int) {
	end, at := v.candidates(s, begin, to, nil)
	pos := &v.boids.Pos
	unfinished = s.crowd.LookAt(at, pos.X, pos.Y, pos.Z, v.kin, a)
	v.listHeeded(s, begin, end)
	unfinished = (unfinished | v.nearLeaders(s, begin, end)) & (1<<(end-begin) - 1)
	if unfinished != 0 {
		box := v.box(begin, end)
		v.listGroup(s, &box)
	}
	return a + end - begin, unfinished
}

func (v *sight) listGroup(s *scratch, box *near.Box) {
	v.listInside(&s.list, s, box, v.set.Vision, v.set.vision2)
	s.hits.makeRoom(len(s.list.X))
}

// farthestSeen returns how far a boid can see another boid, m. Leaders may be visible from farther away.
func (v *sight) farthestSeen() float32 {
	if len(v.leaders) > 0 {
		return max(v.set.Vision, vec.Sqrt(v.set.leaderRange2))
	}
	return v.set.Vision
}

// nearLeaders returns a bit for each boid in slots [from, to) that may heed a leader.
func (v *sight) nearLeaders(s *scratch, from, to int) (bits int) {
	for _, l := range s.leaders {
		for slot := from; slot < to; slot++ {
			if d := v.offset(slot, int(l)); d.Dot(d) < v.set.leaderRange2 {
				bits |= 1 << (slot - from)
			}
		}
	}
	return bits
}

// lookImages is like look, for a group in a box, in a world that wraps around.
func (v *sight) lookImages(s *scratch, box *near.Box, a, begin, to int) (end, unfinished int) {
	s.leaders = append(s.leaders[:0], v.leaders...)
	if v.isTight(box, v.set.Vision) {
		v.listNearest(&s.list, v.pos(begin))
		to = begin + 1
	} else {
		v.listImages(&s.list, s, box, v.set.Vision, v.set.vision2)
	}
	s.hits.makeRoom(len(s.list.X))
	if v.set.searchesTogether {
		return a + to - begin, s.crowd.Look(&s.list, v.kin, a) | v.nearLeaders(s, begin, to)
	}
	return a + to - begin, everyone
}

func (v *sight) box(from, to int) near.Box {
	pos := &v.boids.Pos
	return near.Bounds(pos.X[from:to], pos.Y[from:to], pos.Z[from:to])
}

func (v *sight) list(l *near.List, s *scratch, box *near.Box, reach, reach2 float32) {
	if v.set.wraps {
		v.listImages(l, s, box, reach, reach2)
		return
	}
	v.listInside(l, s, box, reach, reach2)
}

// listInside is like list, but without images across the edge of the world.
func (v *sight) listInside(l *near.List, s *scratch, box *near.Box, reach, reach2 float32) {
	s.spans = v.grid.AppendSpans(s.spans[:0], box, reach)
	pos := &v.boids.Pos
	near.Gather(l, pos.X, pos.Y, pos.Z, s.spans, *box, reach2)
}

// looksTogether reports whether the machine has the kernel and the neighbourhood is the vision sphere.
func (s *settings) looksTogether(kind Index, kernel bool) bool {
	return kernel && s.simple && (kind == Grid || kind == Brute && !s.wraps)
}

func (v *sight) aimCrowd(s *scratch, b *block) {
	c, set := &s.crowd, &v.set
	eyes := func(x, y, z **float32, from *lanes.Vec) { *x, *y, *z = &from.X[0], &from.Y[0], &from.Z[0] }
	eyes(&c.X, &c.Y, &c.Z, &b.Pos)
	eyes(&c.VX, &c.VY, &c.VZ, &b.Vel)
	eyes(&c.EdgeX, &c.EdgeY, &c.EdgeZ, &b.Edge)
	eyes(&c.CentreX, &c.CentreY, &c.CentreZ, &b.Centre)
	eyes(&c.CourseX, &c.CourseY, &c.CourseZ, &b.Course)
	eyes(&c.AwayX, &c.AwayY, &c.AwayZ, &b.Away)
	c.Visible, c.Weight = &b.Visible[0], &b.Weight[0]
	c.Limit, c.Apart, c.Protected, c.Over = set.vision2, set.separates, min(set.vision2, set.protected2), set.overSeparation
	c.Scale, c.Unit = 1/vec.Quantum, vec.Quantum
	c.Few, c.Many = int32(set.LonelyCount)+1, set.crowdLimit()
	c.Falloff = near.Falloff(set.protection.Falloff)
}

// crowdLimit returns how many boids a crowd kernel can sum exactly: positions in float32, exact below 4,096
// m, and separations of at most 400 thousand quanta in 32 bits.
func (s *settings) crowdLimit() int32 { return int32(min(1300, 4096/s.Vision)) }

func (f *flock) usesCandidateCache() bool {
	return !f.records.Use && near.CanLook() && f.kind == Grid && !f.set.wraps && (f.set.searchesTogether || f.rangeRules[Flockmates].together)
}

// candidates finds the group that starts at slot begin. end, at most limit, is the slot after the group. at
// holds the slots of all boids that the group may see. around is the box around the group, or nil.
//
// In the tick of a sort, at holds all boids that can come into sight before the next sort, unless sorts
// follow each other in consecutive ticks.
func (v *sight) candidates(s *scratch, begin, limit int, around *near.Box) (end int, at []int32) {
	if end, at, ok := v.cache.Lookup(begin); ok {
		return end, at
	}
	end = v.grid.Group(begin, limit, true)
	if around == nil {
		box := v.box(begin, end)
		around = &box
	}
	if !v.grid.Due || v.grid.Brief {
		return end, v.slotsWithin(s, around, v.set.Vision)
	}
	at = v.slotsWithin(s, around, v.set.Vision+2*v.grid.Limit)
	if v.cache.Start[begin] == seek.NotBuilt {
		v.cache.Store(begin, end, at)
	}
	return end, at
}

func (v *sight) slotsWithin(s *scratch, box *near.Box, reach float32) []int32 {
	reach *= 1.001
	pos := &v.boids.Pos
	s.runs = v.grid.AppendSpans(s.runs[:0], box, reach)
	return near.GatherIndices(&s.far, pos.X, pos.Y, pos.Z, s.runs, *box, reach*reach)
}
