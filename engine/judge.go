package engine

import (
	"image"
	"slices"

	"skein/flock/look"
)

// Judge chooses the tier that the pictures of a window are drawn in, by how long they take.
// It begins with drafts and goes up where they leave time to spare, and down where they
// take too long. A tier that was too slow is not tried again before something changes, so
// that it ends in one. The zero Judge is ready.
type Judge struct {
	of     Situation
	below  look.Tier // how many tiers are above drafts
	barred bool      // the next tier was too slow
	fresh  int       // pictures drawn since the last change
	took   []float64 // what the last pictures took that were timed, s
	wait   float64   // until the next is, s
}

// Situation is what pictures are of, as far as what they take hangs on it.
type Situation struct {
	Size    image.Point
	Land    look.Land
	Birds   int // by powers of two
	Style   Style
	Shadows bool
	Inset   bool
}

// SituationOf is that of a frame.
func SituationOf(f *Frame) Situation {
	s := Situation{Size: f.Size, Land: f.Light.Land, Style: f.Style, Shadows: f.Shadows, Inset: f.Inset != nil}
	for n := len(f.Birds); n > 0; n /= 2 {
		s.Birds++
	}
	return s
}

const (
	fastPicture = 0.005 // s; of pictures that take less a better tier is tried
	slowPicture = 0.012 // s; of those that take more a lesser one is
	firstOnes   = 3     // pictures after a change that are not timed: programs are compiled, memory is got
	timedOnes   = 9     // pictures whose median counts
	timedEvery  = 0.5   // s between those that are timed once it has chosen
)

// Tier is the one chosen.
func (j *Judge) Tier() look.Tier { return look.TierDraft + j.below }

// Ask says whether the next picture is to be timed. It comes some seconds after the one
// before.
func (j *Judge) Ask(of Situation, passed float64) bool {
	if of != j.of {
		j.of, j.barred = of, false
		j.renew()
	}
	j.fresh++
	j.wait -= passed
	return j.fresh > firstOnes && (len(j.took) < timedOnes || j.wait <= 0)
}

// Note takes how long a picture took to draw, s.
func (j *Judge) Note(seconds float64) {
	j.wait = timedEvery
	if j.took = append(j.took, seconds); len(j.took) < timedOnes {
		return
	}
	j.took = j.took[len(j.took)-timedOnes:]
	sorted := slices.Sorted(slices.Values(j.took))
	switch median := sorted[timedOnes/2]; {
	case median > slowPicture && j.below > 0:
		j.below--
		j.barred = true
		j.renew()
	case median < fastPicture && !j.barred && j.Tier() < look.TierBest:
		j.below++
		j.renew()
	}
}

// Refuse says that the tier cannot be had.
func (j *Judge) Refuse() {
	j.below = max(j.below-1, 0)
	j.barred = true
	j.renew()
}

func (j *Judge) renew() { j.fresh, j.took, j.wait = 0, j.took[:0], 0 }
