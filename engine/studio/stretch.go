package studio

import (
	"context"
	"slices"

	"skein/flock"
)

// Stretch is a time span of a live flock that can be simulated again. It may reach into the future.
type Stretch struct {
	past     past
	from, to int64 // ticks
	workers  int
	index    flock.Index
	flocks   int
}

// Models returns the model of each flock, including flocks that join during the span.
func (t *Stretch) Models() []*flock.Model { return t.past.models(t.from) }

// Flocks returns the number of flocks at the start. More may join during the span.
func (t *Stretch) Flocks() int { return t.flocks }

// Stretch returns the part of a live flight between two times, in s. The part in the past repeats all edits.
// The part in the future has none. ok is false if from is before the stored past or not before to.
func (s *Studio) Stretch(from, to float64) (t *Stretch, ok bool) {
	known, _ := s.KnownRange()
	if s.world == nil || s.isRecorded() && s.Playing() || from < known || from >= to {
		return nil, false
	}
	rate := float64(s.def.TickRate)
	first := int64(from*rate + 0.5)
	past := s.past.withPending(s.world)
	if len(past.checkpoints) > 0 {
		n := past.lastSaved(first)
		past.checkpoints = slices.Clone(past.checkpoints[n : n+1]) // the live flock may drop checkpoints in the meantime
	}
	return &Stretch{past, first, int64(to*rate + 0.5), s.def.Workers, s.def.Index, past.flocksAt(first)}, true
}

// Fly simulates the span and calls tap for each tick, including the first.
func (t *Stretch) Fly(ctx context.Context, tap Tap) error {
	w, err := t.past.world(t.from, t.workers, t.index)
	if err != nil {
		return err
	}
	for err = tap(w, nil); err == nil && w.Tick() < t.to; err = tap(w, w.TakeEvents(nil)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		t.past.edit(w)
		w.Step()
	}
	return err
}
