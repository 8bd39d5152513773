package quality

import (
	"image"
	"slices"

	"skein/engine/frame"
	"skein/flock/look"
)

// Judge chooses the tier in which a window's pictures are drawn, from the time that they take.
// It starts with drafts. It goes up a tier if pictures take little time, and down if they take
// too much. A tier that was too slow is not tried again until the situation changes, so the
// choice settles. The zero Judge is ready to use.
type Judge struct {
	of     Situation
	above  look.Tier // how many tiers the choice is above drafts
	barred bool      // the next tier was too slow
	round  int       // increases with every change of the situation or the choice
	fresh  int       // pictures drawn in this round
	took   []float64 // durations of the last timed pictures, s
	wait   float64   // until the next picture is timed, s
}

// Situation is everything about the pictures that affects how long they take.
type Situation struct {
	Size    image.Point
	Land    look.Land
	Birds   int // number of binary digits of their count
	Style   look.Style
	Shadows bool
	Inset   bool
}

// SituationOf returns the situation of a frame.
func SituationOf(f *frame.Frame) Situation {
	s := Situation{Size: f.Size, Land: f.Light.Land, Style: f.Style, Shadows: f.Shadows, Inset: f.Inset != nil}
	for n := len(f.Birds); n > 0; n /= 2 {
		s.Birds++
	}
	return s
}

const (
	fastPicture = 0.005 // s; if pictures take less, the next better tier is tried
	slowPicture = 0.012 // s; if they take more, the tier goes down
	firstOnes   = 3     // number of pictures after a change that are not timed, as programs are compiled and memory is allocated
	timedOnes   = 9     // number of pictures whose median counts
	timedEvery  = 0.5   // time between timed pictures once the choice is made, s
)

// Tier returns the chosen tier.
func (j *Judge) Tier() look.Tier { return look.TierDraft + j.above }

// Round returns a number that changes with every change of the situation or the choice. The
// duration of a picture counts only in the round in which it was drawn.
func (j *Judge) Round() int { return j.round }

// Ask reports whether the next picture should be timed. passed is the time since the last
// picture, in seconds.
func (j *Judge) Ask(of Situation, passed float64) bool {
	if of != j.of {
		j.of, j.barred = of, false
		j.renew()
	}
	j.fresh++
	j.wait -= passed
	return j.fresh > firstOnes && (len(j.took) < timedOnes || j.wait <= 0)
}

// Note records the duration of a picture that was drawn in a round, in seconds. It may be called
// some pictures later; a duration from an earlier round is ignored.
func (j *Judge) Note(round int, seconds float64) {
	if round != j.round {
		return
	}
	j.wait = timedEvery
	if j.took = append(j.took, seconds); len(j.took) < timedOnes {
		return
	}
	j.took = j.took[len(j.took)-timedOnes:]
	sorted := slices.Sorted(slices.Values(j.took))
	switch median := sorted[timedOnes/2]; {
	case median > slowPicture && j.above > 0:
		j.above--
		j.barred = true
		j.renew()
	case median < fastPicture && !j.barred && j.Tier() < look.TierBest:
		j.above++
		j.renew()
	}
}

// Refuse tells the judge that the chosen tier cannot be drawn.
func (j *Judge) Refuse() {
	j.above = max(j.above-1, 0)
	j.barred = true
	j.renew()
}

// Guess chooses the middle tier, which graphics cards draw fast enough. It is used if the driver
// cannot measure how long pictures take.
func (j *Judge) Guess() {
	if j.Tier() == look.TierGood || j.barred {
		return
	}
	j.above = look.TierGood - look.TierDraft
	j.renew()
}

// renew starts the next round.
func (j *Judge) renew() {
	j.round++
	j.fresh, j.took, j.wait = 0, j.took[:0], 0
}
