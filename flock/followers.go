package flock

import (
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/internal/ledger"
	"skein/flock/internal/sight"
	"skein/flock/vec"
)

// recordPulls records the pull of each leader that a boid heeds (H14). The pull is the difference of the
// social steering with and without this leader, projected on the direction to the leader.
//
// A pull of 0 is not recorded.
func (f *flock) recordPulls(worker, slot int, by *sight.Heeding) {
	s := &f.scratch[worker]
	if f.onlyMatesPull {
		f.mates.keepLeadersAmong(s, slot, by)
	}
	for some := range slices.Chunk(by.Leaders, lanes.Size-1) {
		f.recordPullsBy(some, s, slot, by)
	}
}

func (f *flock) recordPullsBy(some []sight.Leader, s *scratch, slot int, by *sight.Heeding) {
	b := &s.one
	b.N = 1 + len(some)
	f.Weigh(b, 0, &by.All, &by.Led)
	f.columns.CopyTo(&b.Boids, 0, &f.Boids, slot)
	by.Company.Fill(b, 0)
	for k, l := range some {
		others, leaders := f.Without(slot, l, by)
		f.Weigh(b, k+1, &others, &leaders)
		f.columns.CopyTo(&b.Boids, k+1, &f.Boids, slot)
		by.Company.Fill(b, k+1)
	}
	first, copies := s.firstSlot, len(s.me.copies)
	s.firstSlot, s.pullingLeaders = slot, some
	f.steer(s, b, f.social)
	s.firstSlot, s.pullingLeaders, s.me.copies = first, nil, s.me.copies[:copies]
	for k, l := range some {
		f.recordPull(s, slot, l.Slot, b.Steer.At(0), b.Steer.At(k+1))
	}
}

// recordPull records the pull of a leader on the boid in a slot, from the steering with and without this
// leader.
func (f *flock) recordPull(s *scratch, slot int, leader int32, with, without vec.Vec) {
	to := f.Offset(slot, int(leader)).Unit()
	if towards := with.Sub(without).Dot(to); towards != 0 {
		s.pulls = append(s.pulls, ledger.Pull{LeaderSlot: leader, Boid: f.Boids.ID[slot], Towards: towards})
	}
}

// keepLeadersAmong removes all leaders that are not among the boid's nearest flockmates, and so do not affect
// its steering.
func (m *mateRules) keepLeadersAmong(s *scratch, slot int, by *sight.Heeding) {
	first := s.firstSlot
	s.firstSlot = slot
	m.find(s, 0, 0, m.most)
	s.firstSlot = first
	by.Leaders = slices.DeleteFunc(by.Leaders, func(l sight.Leader) bool {
		return !slices.ContainsFunc(s.mates, func(one Mate) bool { return one.slot == l.Slot })
	})
}

// ReportCopy tells the ledger that the boid begins to copy the leader with the given id, directly or through
// other boids. Call it once for each escape. A leader reports its own id when it begins a turn that others
// may copy.
func (me *Self) ReportCopy(leader int) {
	me.copies = append(me.copies, ledger.Copy{Leader: int32(leader), Boid: int32(me.ID), Pos: me.Pos})
}
