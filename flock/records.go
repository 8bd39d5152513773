package flock

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/seek"
	"skein/flock/vec"
)

// canRecord reports whether boids can see each other by records and lists: the offsets of all boids that can
// come into sight before the next sort must fit 16 bits.
func (f *flock) canRecord() bool {
	const far = 7.9 // m
	return f.set.usesLists && !f.fewPerceive() && f.kind == Grid && !f.set.wraps && len(f.rangeRules[Flockmates].rings) == 0 && f.set.Vision*(1+4*seek.ListSlackShare) < far
}

func (f *flock) gridSlack() float32 {
	const few = 6000 // in larger flocks, longer lists cost more than fewer sorts save
	switch {
	case f.canRecord():
		return seek.ListSlackShare
	case f.fewPerceive(), f.rangeRules[Flockmates].together && !f.set.wraps && f.n <= few:
		return seek.WideSlackShare
	}
	return seek.SlackShare
}

func (f *flock) chooseRecords() {
	const seconds = 30
	r, tooFast := &f.records, 0
	for k := range f.scratch {
		tooFast += f.scratch[k].tooFast
	}
	if r.Use && (tooFast > f.n/64 || int(r.Used.Load()) > 2*len(r.Lists)) {
		r.Rest = f.world.age + int64(seconds*f.tickRate)
	}
	if r.Use = f.canRecord() && f.world.age >= r.Rest; r.Use {
		f.kin, f.cache.Start, f.cache.Lists = nil, nil, nil
		r.Resize(f.n, f.set.choosesNearest())
		r.Course = f.meanVelocity().Quantized()
		return
	}
	*r = seek.Records{Rest: r.Rest}
	f.kin = lanes.Grown(f.kin, f.n)
}

func (v *sight) record(s *scratch, b *block, firstSlot int) {
	s.tooFast += seek.Pack(v.records.Next[firstSlot:firstSlot+b.N], &b.Next, &b.NextVel, v.records.Course)
}

func (f *flock) readRecords(b *block, s *scratch, firstSlot int) {
	e := &s.eyes
	if e.Lists, e.Heads = f.blockLists(s, firstSlot, firstSlot+b.N); e.Heads == nil {
		for i := range b.N {
			f.lookAlone(b, s, firstSlot+i, i, false)
		}
		return
	}
	eights := (b.N + 7) / 8 * 8
	e.First, e.VX, e.VY, e.VZ = firstSlot, b.Vel.X[:eights], b.Vel.Y[:eights], b.Vel.Z[:eights]
	e.Look(b.N)
	if f.set.separates {
		lists := e.Heads[b.N]
		e.Pairs = e.Lists[lists:e.Heads[seek.HeadsSize-1]]
		e.Part(b.N)
	}
	if f.set.choosesNearest() {
		f.chooseNearest(s, firstSlot, b.N)
	}
	f.markHeeding(s, firstSlot, firstSlot+b.N)
	for k := range (b.N + 7) / 8 {
		alone := e.Unsure[k] | e.Lonely[k] | s.heedingBits[k]
		for i := 8 * k; alone != 0 && i < b.N; i++ {
			if alone&1 != 0 {
				f.lookAlone(b, s, firstSlot+i, i, e.Unsure[k]>>(i%8)&1 == 0)
			}
			alone >>= 1
		}
	}
}

// chooseNearest lets the first n boids of a block choose the nearest that they see. The search starts from
// the choice of the last tick, except after a sort.
func (v *sight) chooseNearest(s *scratch, firstSlot, n int) {
	c := &s.chooser
	if c.Last = v.records.Reach[firstSlot:][:n]; v.grid.Due {
		clear(c.Last)
	}
	c.Choose(&s.eyes, n)
}

// lookAlone makes one boid perceive all others in its sight. known tells whether the sums over its
// neighbourhood are known.
func (f *flock) lookAlone(b *block, s *scratch, slot, i int, known bool) {
	if known && f.set.inSightSuffice(int(b.Visible[i])) {
		if all, ok := seenBy(b, i); ok {
			f.listHeeded(s, slot, slot+1)
			f.addCompanyAndLeaders(b, i, s, slot, &all, f.reachOf(s, i), int(b.Visible[i]))
			return
		}
	}
	f.find(s, &s.hits, slot, f.set.vision2)
	all := f.sumHits(s, &s.hits, slot)
	all.n--
	if f.listHeeded(s, slot, slot+1); f.set.unlimited() {
		s.leaders = append(s.leaders[:0], f.leaders...)
	}
	f.see(b, i, s, slot, &all)
}

func (f *flock) markHeeding(s *scratch, from, to int) {
	clear(s.heedingBits[:])
	if f.set.Salience == 1 && f.set.salience2 <= f.set.vision2 && !f.present.deciding {
		return
	}
	if f.leaderSpans.all {
		for _, l := range f.leaders {
			f.markHeedingOne(s, from, from, to, l)
		}
		return
	}
	for k := f.leaderSpans.first[from/lanes.Size]; k != none; k = f.leaderSpans.spans[k].next {
		a := &f.leaderSpans.spans[k]
		f.markHeedingOne(s, from, max(from, int(a.from)), min(to, int(a.to)), a.leader)
	}
}

func (v *sight) markHeedingOne(s *scratch, block, from, to int, leader int32) {
	for slot := from; slot < to; slot++ {
		if d := v.offset(slot, int(leader)); d.Dot(d) < v.set.heedRange2 {
			s.heedingBits[(slot-block)/8] |= 1 << ((slot - block) % 8)
		}
	}
}

// blockLists returns the lists of a block's boids and their heads, or nil if the flock is too wide for 16
// bits. Lists are built in the tick of a sort. Lists that do not fit are built in every tick.
func (v *sight) blockLists(s *scratch, from, to int) ([]int16, []uint32) {
	r, k := &v.records, from/lanes.Size
	heads := r.Heads[k*seek.HeadsSize:][:seek.HeadsSize]
	if !v.grid.Due && r.Blocks[k] != seek.NoLists {
		return r.Lists[r.Blocks[k]:], heads
	}
	reach := v.set.Vision
	if v.grid.Due {
		reach += 2 * v.grid.Limit
	}
	n, ok := v.buildLists(s, from, to, reach)
	if !ok {
		r.Blocks[k] = seek.NoLists
		return nil, nil
	}
	if v.grid.Due {
		r.Store(k, s.entries[:n], s.heads[:])
	}
	return s.entries, s.heads[:]
}

// buildLists lists the boids within reach in s.entries and s.heads. n is the number of entries. ok is false
// if slots of boids within reach are too far apart for 16 bits.
func (v *sight) buildLists(s *scratch, from, to int, reach float32) (n int, ok bool) {
	const margin = 1.001
	close := margin * (vec.Sqrt(min(v.set.vision2, v.set.protected2)) + reach - v.set.Vision)
	reach *= margin
	s.pairCount = 0
	for begin := from; begin < to; {
		end := v.grid.Group(begin, to, true)
		box := v.box(begin, end)
		v.listInside(&s.far, s, &box, reach, reach*reach)
		const most = 1<<15 - 1
		if last := len(s.spans) - 1; int(s.spans[last].To) > begin+most || int(s.spans[0].From) < end-most {
			return 0, false
		}
		room := seek.GroupSize * (len(s.far.X) + lanes.Pad)
		s.entries, s.pairs = seek.RoomFor(s.entries, n, room), seek.RoomFor(s.pairs, s.pairCount, 2*room)
		for slot := begin; slot < end; slot++ {
			var entries, own, paired int
			if to := s.entries[n:]; v.set.separates {
				entries, own, paired = near.NotePairs(to, s.pairs[s.pairCount:], &s.far, point(v.pos(slot)), slot, slot-from, reach*reach, close*close)
			} else {
				entries, own = near.Note(to, &s.far, point(v.pos(slot)), slot, reach*reach)
			}
			s.heads[slot-from] = uint32(n + own)
			n, s.pairCount = n+entries, s.pairCount+paired
		}
		begin = end
	}
	for k := to - from; k < len(s.heads); k++ {
		s.heads[k] = uint32(n)
	}
	if v.set.separates {
		n += v.appendPairs(s, n)
		s.heads[seek.HeadsSize-1] = uint32(n)
	}
	return n, true
}

// appendPairs appends the pairs after n entries, padded to a multiple of eight, and returns the number of
// values that it appended.
func (v *sight) appendPairs(s *scratch, n int) int {
	const eight = 16
	clear(s.pairs[s.pairCount:][:eight])
	whole := (s.pairCount + eight - 1) / eight * eight
	s.entries = seek.RoomFor(s.entries, n, whole)
	return copy(s.entries[n:], s.pairs[:whole])
}

func (v *sight) aimEyes(s *scratch) {
	e, b, set := &s.eyes, &s.block, &v.set
	aim := func(x, y, z *[]float32, from *lanes.Vec) { *x, *y, *z = from.X, from.Y, from.Z }
	aim(&e.EdgeX, &e.EdgeY, &e.EdgeZ, &b.Edge)
	aim(&e.CentreX, &e.CentreY, &e.CentreZ, &b.Centre)
	aim(&e.CourseX, &e.CourseY, &e.CourseZ, &b.Course)
	aim(&e.AwayX, &e.AwayY, &e.AwayZ, &b.Away)
	e.Visible, e.Weight = b.Visible, b.Weight
	e.Unsure, e.Lonely = s.unsure[:], s.lonelyOnes[:]
	e.Scale, e.Unit, e.Few = 1/vec.Quantum, vec.Quantum, int32(set.fewInSight())
	e.Many, e.Sums = set.crowdLimit(), s.parts[:]
	e.Protected, e.Over, e.Falloff = min(set.vision2, set.protected2), set.overSeparation, near.Falloff(set.protection.Falloff)
	e.Limits(set.vision2)
	e.Records, e.Course = v.records.Now[:cap(v.records.Now)], v.records.Course.Floats()
	s.chooser.Most, s.chooser.Reach = set.Nearest, s.reaches[:]
	s.tooFast = 0
}

// seenBy returns the sums that are already computed. ok is false if float32 cannot hold them exactly.
func seenBy(b *block, i int) (all sums, ok bool) {
	const most = 1 << 24
	all, ok = sums{n: int(b.Weight[i])}, true
	centre, course, away := b.Centre.At(i).Floats(), b.Course.At(i).Floats(), b.Away.At(i).Floats()
	for k := range centre {
		all.pos[k], all.vel[k], all.separation[k] = int64(centre[k]), int64(course[k]), float64(away[k])
		ok = ok && max(centre[k], -centre[k], course[k], -course[k], away[k]*(1/vec.Quantum), -away[k]*(1/vec.Quantum)) < most
	}
	return all, ok
}
