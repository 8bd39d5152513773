package flock

import (
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/internal/ledger"
	"skein/flock/vec"
)

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
	for k, l := range some {
		f.recordPull(s, slot, l.slot, b.Steer.At(0), b.Steer.At(k+1))
	}
}

// recordPull records the pull of a leader on the boid in a slot, from the steering with and without this
// leader.
func (f *flock) recordPull(s *scratch, slot int, leader int32, with, without vec.Vec) {
	to := f.offset(slot, int(leader)).Unit()
	if towards := with.Sub(without).Dot(to); towards != 0 {
		s.pulls = append(s.pulls, ledger.Pull{LeaderSlot: leader, Boid: f.boids.ID[slot], Towards: towards})
	}
}

// keepLeadersAmong removes all leaders from s.heededLeaders that are not among the boid's nearest flockmates,
// and so do not affect its steering.
func (m *mateRules) keepLeadersAmong(s *scratch, slot int) {
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

// ReportCopy tells the ledger that the boid begins to copy the leader with the given id, directly or through
// other boids. Call it once for each escape. A leader reports its own id when it begins a turn that others
// may copy.
func (me *Self) ReportCopy(leader int) {
	me.copies = append(me.copies, ledger.Copy{Leader: int32(leader), Boid: int32(me.ID), Pos: me.Pos})
}
