package flock

import (
	"slices"

	"skein/flock/internal/lanes"
	"skein/flock/internal/sight"
)

// If all social rules perceive only mates, the pulls of leaders on many boids are computed together, with
// kernels. The results have the same bits as with recordPulls.

// pullLane is a boid for which the rules run again. The lane with all its mates comes first. The next lanes
// each leave out one leader.
type pullLane struct {
	slot   int
	boid   int   // index in the block
	leader int32 // slot of the leader that is left out, or none
}

// addPulls adds the lanes of boid i of the block, for the leaders that it heeds. The mates of the block must
// already be listed, with one more than needed.
func (f *flock) addPulls(s *scratch, i int, by *sight.Heeding) {
	slot := s.firstSlot + i
	reach := f.reaches[slot] // no farther leader is among the mates
	by.Leaders = slices.DeleteFunc(by.Leaders, func(l sight.Leader) bool { return l.D2 > reach })
	for some := range slices.Chunk(by.Leaders, lanes.Size-1) {
		if len(s.pullLanes)+1+len(some) > lanes.Size {
			f.steerPulls(s)
		}
		s.pullLanes = append(s.pullLanes, pullLane{slot, i, none})
		for _, l := range some {
			s.pullLanes = append(s.pullLanes, pullLane{slot, i, l.Slot})
		}
	}
}

// steerPulls runs the social rules for the lanes, records the pulls, and removes the lanes.
func (f *flock) steerPulls(s *scratch) {
	if len(s.pullLanes) == 0 {
		return
	}
	b, count := &s.one, f.mates.most
	b.N = len(s.pullLanes)
	sight.Clear(b)
	s.pullBlock.makeRoom(count, f.mates.kernels, &b.Mate)
	for k := range s.pullLanes {
		one := &s.pullLanes[k]
		f.columns.CopyTo(&b.Boids, k, &f.Boids, one.slot)
		s.pullBlock.copyMates(k, &s.mateBlock, one, count)
	}
	for k := range count { // the kernels read eight boids at a time
		clear(s.pullBlock.row(k)[b.N : (b.N+7)/8*8])
	}
	copies := len(s.me.copies)
	s.pullsOfMates = s.pullLanes
	f.steer(s, b, f.social)
	s.pullsOfMates, s.me.copies = nil, s.me.copies[:copies]
	with := 0
	for k := range s.pullLanes {
		one := &s.pullLanes[k]
		if one.leader == none {
			with = k
			continue
		}
		f.recordPull(s, one.slot, one.leader, b.Steer.At(with), b.Steer.At(k))
	}
	s.pullLanes = s.pullLanes[:0]
}

// copyMates stores the count nearest mates of a lane as those of boid k. from holds one spare mate.
func (m *mateBlock) copyMates(k int, from *mateBlock, lane *pullLane, count int) {
	to := 0
	for row := 0; to < count; row++ {
		if slot := from.row(row)[lane.boid]; slot != lane.leader {
			m.row(to)[k] = slot
			to++
		}
	}
}
