package studio

import (
	"context"
	"slices"

	"skein/flock"
)

// Stretch is a part of a living flock's time that can be flown once more, and beyond now.
type Stretch struct {
	kept     past
	from, to int64 // ticks
	workers  int
	index    flock.Index
}

// Stretch returns the time of a living flock between two times, s: as it was, as far as that is
// known, and on from there as it would be if nobody edited it. False: the first is not
// known, or not before the second.
func (s *Studio) Stretch(from, to float64) (t *Stretch, ok bool) {
	known, _ := s.Known()
	if s.world == nil || s.recorded() && s.Playing() || from < known || from >= to {
		return nil, false
	}
	rate := float64(s.def.TickRate)
	first := int64(from*rate + 0.5)
	kept := s.past.untold(s.world)
	if len(kept.saved) > 0 {
		n := kept.lastSaved(first)
		kept.saved = slices.Clone(kept.saved[n : n+1]) // the flock lives on meanwhile and drops the others
	}
	return &Stretch{kept, first, int64(to*rate + 0.5), s.def.Workers, s.def.Index}, true
}

// Fly flies it once more, and tells each tick, the first one too.
func (t *Stretch) Fly(ctx context.Context, tell Tap) error {
	w, err := t.kept.world(t.from, t.workers, t.index)
	if err != nil {
		return err
	}
	for err = tell(w, nil); err == nil && w.Tick() < t.to; err = tell(w, w.TakeEvents(nil)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		t.kept.edit(w)
		w.Step()
	}
	return err
}
