package sight

import (
	"skein/flock/internal/lanes"
	"skein/flock/internal/near"
	"skein/flock/internal/seek"
	"skein/flock/vec"
)

// canRecord reports whether boids can see each other by records and lists: the offsets of all boids that can
// come into sight before the next sort must fit 16 bits.
func (v *Sight) canRecord(needs Needs) bool {
	const far = 7.9 // m
	return v.set.usesLists && !needs.Few && v.Kind == Grid && !v.set.Wraps && !needs.Rings && v.set.Vision*(1+4*seek.ListSlackShare) < far
}

func (v *Sight) gridSlack(needs Needs) float32 {
	const few = 6000 // in larger flocks, longer lists cost more than fewer sorts save
	switch {
	case v.canRecord(needs):
		return seek.ListSlackShare
	case needs.Few, needs.Group && !v.set.Wraps && v.N <= few:
		return seek.WideSlackShare
	}
	return seek.SlackShare
}

func (v *Sight) chooseRecords(needs Needs, age int64, tickRate int) {
	const seconds = 30
	r, tooFast := &v.records, 0
	for k := range v.memory {
		tooFast += v.memory[k].records.tooFast
	}
	if r.Use && (tooFast > v.N/64 || int(r.Used.Load()) > 2*len(r.Lists)) {
		r.Rest = age + int64(seconds*tickRate)
	}
	if r.Use = v.canRecord(needs) && age >= r.Rest; r.Use {
		v.kin, v.cache.Start, v.cache.Lists = nil, nil, nil
		r.Resize(v.N, v.set.choosesNearest())
		r.Course = v.meanVelocity().Quantized()
		return
	}
	*r = seek.Records{Rest: r.Rest}
	v.kin = lanes.Grown(v.kin, v.N)
}

func (v *Sight) readRecords(b *lanes.Block, m *Memory, firstSlot int) {
	e := &m.records.eyes
	if e.Lists, e.Heads = v.blockLists(m, firstSlot, firstSlot+b.N); e.Heads == nil {
		for i := range b.N {
			v.lookAlone(b, m, firstSlot+i, i, false)
		}
		return
	}
	eights := (b.N + 7) / 8 * 8
	e.First, e.VX, e.VY, e.VZ = firstSlot, b.Vel.X[:eights], b.Vel.Y[:eights], b.Vel.Z[:eights]
	e.Look(b.N)
	if v.set.Separates {
		lists := e.Heads[b.N]
		e.Pairs = e.Lists[lists:e.Heads[seek.HeadsSize-1]]
		e.Part(b.N)
	}
	if v.set.choosesNearest() {
		v.chooseNearest(m, firstSlot, b.N)
	}
	v.MarkHeeding(m, firstSlot, firstSlot+b.N)
	for k := range (b.N + 7) / 8 {
		alone := e.Unsure[k] | e.Lonely[k] | m.heedingBits[k]
		for i := 8 * k; alone != 0 && i < b.N; i++ {
			if alone&1 != 0 {
				v.lookAlone(b, m, firstSlot+i, i, e.Unsure[k]>>(i%8)&1 == 0)
			}
			alone >>= 1
		}
	}
}

// chooseNearest makes the first n boids of a block choose the nearest boids that they see. The search starts
// from the choice of the last tick, except after a sort.
func (v *Sight) chooseNearest(m *Memory, firstSlot, n int) {
	c := &m.records.chooser
	if c.Last = v.records.Reach[firstSlot:][:n]; v.grid.Due {
		clear(c.Last)
	}
	c.Choose(&m.records.eyes, n)
}

// lookAlone makes one boid perceive all others in its sight. known reports whether the sums over its
// neighbourhood are known.
func (v *Sight) lookAlone(b *lanes.Block, m *Memory, slot, i int, known bool) {
	if known && v.set.inSightSuffice(int(b.Visible[i])) {
		if all, ok := seenBy(b, i); ok {
			v.listHeeded(m, slot, slot+1)
			v.addCompanyAndLeaders(b, i, m, slot, &all, v.reachOf(m, i), int(b.Visible[i]))
			return
		}
	}
	all := v.sumHits(m, v.Find(m, slot, v.set.Vision2), slot)
	all.n--
	if v.listHeeded(m, slot, slot+1); v.set.unlimited() {
		m.leaders = append(m.leaders[:0], v.Leaders...)
	}
	v.see(b, i, m, slot, &all)
}

// blockLists returns the lists of a block's boids and their heads, or nil if the flock is too wide for 16
// bits. Lists are built in the tick of a sort. Lists that do not fit are built in every tick.
func (v *Sight) blockLists(m *Memory, from, to int) ([]int16, []uint32) {
	r, k := &v.records, from/lanes.Size
	heads := r.Heads[k*seek.HeadsSize:][:seek.HeadsSize]
	if !v.grid.Due && r.Blocks[k] != seek.NoLists {
		return r.Lists[r.Blocks[k]:], heads
	}
	reach := v.set.Vision
	if v.grid.Due {
		reach += 2 * v.grid.Limit
	}
	n, ok := v.buildLists(m, from, to, reach)
	if !ok {
		r.Blocks[k] = seek.NoLists
		return nil, nil
	}
	if v.grid.Due {
		r.Store(k, m.records.entries[:n], m.records.heads[:])
	}
	return m.records.entries, m.records.heads[:]
}

// buildLists lists the boids within reach in m.records. n is the number of entries. ok is false
// if slots of boids within reach are too far apart for 16 bits.
func (v *Sight) buildLists(m *Memory, from, to int, reach float32) (n int, ok bool) {
	const margin = 1.001
	close := margin * (vec.Sqrt(min(v.set.Vision2, v.set.Protected2)) + reach - v.set.Vision)
	reach *= margin
	m.records.pairCount = 0
	for begin := from; begin < to; {
		end := v.grid.Group(begin, to, true)
		box := v.Box(begin, end)
		v.listInside(&m.far, m, &box, reach, reach*reach)
		const most = 1<<15 - 1
		if last := len(m.spans) - 1; int(m.spans[last].To) > begin+most || int(m.spans[0].From) < end-most {
			return 0, false
		}
		room := seek.GroupSize * (len(m.far.X) + lanes.Pad)
		m.records.entries, m.records.pairs = seek.RoomFor(m.records.entries, n, room), seek.RoomFor(m.records.pairs, m.records.pairCount, 2*room)
		for slot := begin; slot < end; slot++ {
			var entries, own, paired int
			if to := m.records.entries[n:]; v.set.Separates {
				entries, own, paired = near.NotePairs(to, m.records.pairs[m.records.pairCount:], &m.far, point(v.Pos(slot)), slot, slot-from, reach*reach, close*close)
			} else {
				entries, own = near.Note(to, &m.far, point(v.Pos(slot)), slot, reach*reach)
			}
			m.records.heads[slot-from] = uint32(n + own)
			n, m.records.pairCount = n+entries, m.records.pairCount+paired
		}
		begin = end
	}
	for k := to - from; k < len(m.records.heads); k++ {
		m.records.heads[k] = uint32(n)
	}
	if v.set.Separates {
		n += v.appendPairs(m, n)
		m.records.heads[seek.HeadsSize-1] = uint32(n)
	}
	return n, true
}

// appendPairs appends the pairs after n entries, padded to a multiple of eight, and returns the number of
// values that it appended.
func (v *Sight) appendPairs(m *Memory, n int) int {
	const eight = 16
	clear(m.records.pairs[m.records.pairCount:][:eight])
	whole := (m.records.pairCount + eight - 1) / eight * eight
	m.records.entries = seek.RoomFor(m.records.entries, n, whole)
	return copy(m.records.entries[n:], m.records.pairs[:whole])
}

func (v *Sight) aimEyes(m *Memory, b *lanes.Block) {
	e, set := &m.records.eyes, &v.set
	aim := func(x, y, z *[]float32, from *lanes.Vec) { *x, *y, *z = from.X, from.Y, from.Z }
	aim(&e.EdgeX, &e.EdgeY, &e.EdgeZ, &b.Edge)
	aim(&e.CentreX, &e.CentreY, &e.CentreZ, &b.Centre)
	aim(&e.CourseX, &e.CourseY, &e.CourseZ, &b.Course)
	aim(&e.AwayX, &e.AwayY, &e.AwayZ, &b.Away)
	e.Visible, e.Weight = b.Visible, b.Weight
	e.Unsure, e.Lonely = m.unsure[:], m.lonelyOnes[:]
	e.Scale, e.Unit, e.Few = 1/vec.Quantum, vec.Quantum, int32(set.fewInSight())
	e.Many, e.Sums = set.crowdLimit(), m.records.parts[:]
	e.Protected, e.Over, e.Falloff = min(set.Vision2, set.Protected2), set.overSeparation, set.Separation.Falloff
	e.Limits(set.Vision2)
	e.Records, e.Course = v.records.Now[:cap(v.records.Now)], v.records.Course.Floats()
	m.records.chooser.Most, m.records.chooser.Reach = set.Nearest, m.records.reaches[:]
	m.records.tooFast = 0
}

// seenBy returns the sums that are already computed. ok is false if float32 cannot hold them exactly.
func seenBy(b *lanes.Block, i int) (all Sums, ok bool) {
	const most = 1 << 24
	all, ok = Sums{n: int(b.Weight[i])}, true
	centre, course, away := b.Centre.At(i).Floats(), b.Course.At(i).Floats(), b.Away.At(i).Floats()
	for k := range centre {
		all.pos[k], all.vel[k], all.separation[k] = int64(centre[k]), int64(course[k]), float64(away[k])
		ok = ok && max(centre[k], -centre[k], course[k], -course[k], away[k]*(1/vec.Quantum), -away[k]*(1/vec.Quantum)) < most
	}
	return all, ok
}
