package flock

import (
	"cmp"
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

type pull struct {
	leader, boid int32 // slot of the leader, id of the boid
	towards      float32
}

// recordPulls records the pull of each leader that a boid heeds (H14). It is the difference of the social
// steering with and without this leader, projected on the direction to the leader.
//
// A pull of 0 is not recorded.
func (f *flock) recordPulls(s *scratch, slot int, all, led *sums, company *company) {
	if f.onlyMatesPull {
		f.mates.keepLeadersAmong(s, slot)
	}
	for some := range slices.Chunk(s.heededLeaders, lanes.Size-1) {
		f.recordPullsBy(some, s, slot, all, led, company)
	}
}

func (f *flock) recordPullsBy(some []heededLeader, s *scratch, slot int, all, led *sums, company *company) {
	b := &s.one
	b.N = 1 + len(some)
	f.weigh(b, 0, all, led)
	f.columns.CopyTo(&b.Boids, 0, &f.boids, slot)
	company.fill(b, 0)
	for k, l := range some {
		others, leaders := f.sumsWithout(slot, l, all, led)
		f.weigh(b, k+1, &others, &leaders)
		f.columns.CopyTo(&b.Boids, k+1, &f.boids, slot)
		company.fill(b, k+1)
	}
	first, copies := s.firstSlot, len(s.me.copies)
	s.firstSlot, s.pullingLeaders = slot, some
	f.steer(s, b, f.social)
	s.firstSlot, s.pullingLeaders, s.me.copies = first, nil, s.me.copies[:copies]
	steer := b.Steer.At(0)
	for k, l := range some {
		to := f.offset(slot, int(l.slot)).Unit()
		owing := steer.Sub(b.Steer.At(k + 1))
		if towards := owing.Dot(to); towards != 0 {
			s.pulls = append(s.pulls, pull{l.slot, f.boids.ID[slot], towards})
		}
	}
}

// keepLeadersAmong removes all leaders from s.heededLeaders that are not among the boid's nearest flockmates,
// and so do not affect its steering.
func (m *mateRules) keepLeadersAmong(s *scratch, slot int) {
	if s.mateBlock.foundFor == m {
		reach := m.f.reaches[slot]
		s.heededLeaders = slices.DeleteFunc(s.heededLeaders, func(l heededLeader) bool { return l.d2 > reach })
		return
	}
	first := s.firstSlot
	s.firstSlot = slot
	m.find(s, 0, 0, m.most)
	s.firstSlot = first
	s.heededLeaders = slices.DeleteFunc(s.heededLeaders, func(l heededLeader) bool {
		return !slices.ContainsFunc(s.mates, func(one Mate) bool { return one.slot == l.slot })
	})
}

// sumsWithout returns the sums over all other boids and over the leaders, both without leader l.
func (v *sight) sumsWithout(slot int, l heededLeader, all, led *sums) (others, leaders sums) {
	others, leaders = *all, *led
	one := v.relativeTo(slot, int(l.slot))
	if l.member && l.d2 < v.set.separation2 {
		others.separation.sub(v.set.repulsion(v.offset(int(l.slot), slot), l.d2))
	}
	others.subtract(&one)
	leaders.subtract(&one)
	return others, leaders
}

func (a *sums) subtract(b *sums) {
	a.n -= b.n
	for k := range a.pos {
		a.pos[k] -= b.pos[k]
		a.vel[k] -= b.vel[k]
	}
}

// tally holds one sum per id. A repeated id allocates nothing.
type tally struct {
	ids  []int32 // ascending
	sums []float32
}

func (t *tally) add(id int32, x float32) {
	k, there := slices.BinarySearch(t.ids, id)
	if !there {
		t.ids, t.sums = slices.Insert(t.ids, k, id), slices.Insert(t.sums, k, 0)
	}
	t.sums[k] += x
}

func (t *tally) countAtLeast(limit float32) (n int) {
	for _, x := range t.sums {
		if x >= limit {
			n++
		}
	}
	return n
}

func (t *tally) reset() { t.ids, t.sums = t.ids[:0], t.sums[:0] }

// copyReport records that a boid began to copy a leader, directly or through other boids.
type copyReport struct {
	leader, boid int32   // ids
	pos          vec.Vec // m
}

// ReportCopy tells the ledger that the boid begins to copy the leader with the given id, directly or through
// other boids. Call it once for each escape. A leader reports its own id when it begins a turn that others
// may copy.
func (me *Self) ReportCopy(leader int) {
	me.copies = append(me.copies, copyReport{int32(leader), int32(me.ID), me.Pos})
}

// wave holds sums over the boids that began to follow a leader. The wave's speed is the slope of the line
// through the origin that best fits, by least squares, the distances from the leader over the delays since
// the escape began.
type wave struct {
	n                         int32
	delays, squares, products float64 // sums of the delays, s, of their squares, and of distance times delay, m·s
}

func (w *wave) sums() [3]*float64 {
	return [3]*float64{&w.delays, &w.squares, &w.products}
}

func (w *wave) add(delay, distance float64) {
	w.n++
	w.delays += delay
	w.squares += float64(delay * delay)
	w.products += float64(delay * distance)
}

// meanDelay returns the mean delay, s, or 0 if no boid followed.
func (w *wave) meanDelay() float32 {
	if w.n == 0 {
		return 0
	}
	return float32(w.delays / float64(w.n))
}

func (w *wave) speed() float32 {
	const enough = 8
	if w.n < enough || w.squares == 0 {
		return 0
	}
	return float32(w.products / w.squares)
}

// collectCopies adds this tick's copies to the leaders' escapes, in the order of ids, so that the workers do
// not affect the sums.
func (f *flock) collectCopies() {
	f.copies = f.copies[:0]
	for k := range f.scratch {
		me := &f.scratch[k].me
		f.copies = append(f.copies, me.copies...)
		me.copies = me.copies[:0]
	}
	slices.SortFunc(f.copies, func(a, b copyReport) int {
		return cmp.Or(cmp.Compare(a.leader, b.leader), cmp.Compare(a.boid, b.boid))
	})
	var a *excursion // excursion of the present leader, found once
	for k := range f.copies {
		one := &f.copies[k]
		if one.boid == one.leader {
			f.beginWave(one.leader)
		}
		if k == 0 || one.leader != f.copies[k-1].leader || one.boid == one.leader {
			a = f.lastWave(one.leader)
		}
		if a != nil && one.boid != one.leader {
			f.addToWave(a, one)
		}
	}
}

func (f *flock) addToWave(a *excursion, one *copyReport) {
	off := f.pos(int(a.slot)).Sub(one.pos)
	if f.set.wraps {
		off = f.set.torus.Nearest(off)
	}
	a.wave.add(float64(f.secondsAway(a)), float64(off.Length()))
	a.pulls.add(one.boid, copiedPull)
}

// copiedPull is the pull of a leader on a boid that copies it, m/s. It is so large that no other pull cancels
// it.
const copiedPull = 1e6

func (f *flock) beginWave(boid int32) {
	for k := len(f.excursions) - 1; k >= 0; k-- {
		if a := &f.excursions[k]; a.boid == boid {
			a.copied = true
			return
		}
	}
}

// lastWave returns a boid's latest open excursion that others may copy, or nil.
func (f *flock) lastWave(boid int32) *excursion {
	for k := len(f.excursions) - 1; k >= 0; k-- {
		if a := &f.excursions[k]; a.boid == boid && a.copied {
			return a
		}
	}
	return nil
}
