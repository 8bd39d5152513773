package flock

import (
	"slices"

	"skein/flock/internal/lanes"
)

// pull records how strongly a leader pulled a boid towards itself in a tick.
type pull struct {
	leader, boid int32 // slot of the leader, id of the boid
	towards      float32
}

// recordPulls records how strongly each leader pulls a boid that heeds it (H14). The pull is the difference
// between the boid's social steering forces with and without this leader, projected on the direction to the
// leader. Without the leader, the other neighbours and the company stay the same.
func (f *flock) recordPulls(s *scratch, slot int, all, led *sums, company *company) {
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
	s.firstSlot, s.pullingLeaders = slot, some
	copies := len(s.me.copies)
	f.steer(s, b, f.social)
	s.pullingLeaders, s.me.copies = nil, s.me.copies[:copies]
	steer := b.Steer.At(0)
	for k, l := range some {
		to := f.offset(slot, int(l.slot)).Unit()
		owing := steer.Sub(b.Steer.At(k + 1))
		s.pulls = append(s.pulls, pull{l.slot, f.boids.ID[slot], owing.Dot(to)})
	}
}

// sumsWithout returns two sums for the boid in a slot: over all other boids, and over the leaders. Both leave
// out leader l.
func (f *flock) sumsWithout(slot int, l heededLeader, all, led *sums) (others, leaders sums) {
	others, leaders = *all, *led
	one := f.relativeTo(slot, int(l.slot))
	if l.member && l.d2 < f.set.separation2 {
		others.separation.sub(f.set.repulsion(f.offset(int(l.slot), slot), l.d2))
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

// tally holds one sum for each id. A repeated id allocates nothing.
type tally struct {
	ids  []int32 // the ids, ascending
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
