package flock

import (
	"skein/flock/internal/near"
	"skein/flock/internal/seek"
)

func (f *flock) usesCandidateCache() bool {
	return !f.records.Use && near.CanLook() && f.kind == Grid && !f.set.wraps && (f.set.searchesTogether || f.rangeRules[Flockmates].together)
}

// candidates finds the group of boids that starts at slot begin. end is the slot after the group's last boid,
// at most limit. at holds the slots of all boids that the group may see.
//
// In the tick of a sort, at holds all boids that can come into sight before the next sort. If sorts follow
// each other in consecutive ticks, at holds only the boids that the group may see now. around is the box
// around the group, or nil.
func (f *flock) candidates(s *scratch, begin, limit int, around *near.Box) (end int, at []int32) {
	if end, at, ok := f.cache.Lookup(begin); ok {
		return end, at
	}
	end = f.grid.Group(begin, limit, true)
	if around == nil {
		box := f.box(begin, end)
		around = &box
	}
	if !f.grid.Due || f.grid.Brief {
		return end, f.slotsWithin(s, around, f.set.Vision)
	}
	at = f.slotsWithin(s, around, f.set.Vision+2*f.grid.Limit)
	if f.cache.Start[begin] == seek.NotBuilt {
		f.cache.Store(begin, end, at)
	}
	return end, at
}

func (f *flock) slotsWithin(s *scratch, box *near.Box, reach float32) []int32 {
	reach *= 1.001
	pos := &f.boids.Pos
	s.runs = f.grid.AppendSpans(s.runs[:0], box, reach)
	return near.GatherIndices(&s.far, pos.X, pos.Y, pos.Z, s.runs, *box, reach*reach)
}
