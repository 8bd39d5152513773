package quality

import (
	"image"
	"slices"

	"skein/engine/frame"
	"skein/flock/look"
)

// Judge chooses the tier of a window's pictures from their durations. It starts with drafts. Then it changes
// to a better tier if pictures are fast, or to a worse one if they are slow. It does not try a slow tier
// again until the situation changes. The zero Judge is ready to use.
type Judge struct {
	situation    Situation
	level        look.Tier
	blocked      bool
	round        int
	pictureCount int
	times        []float64 // s
	untilNext    float64   // s
}

// Situation contains the quantities on which the durations of pictures depend.
type Situation struct {
	Size    image.Point
	Land    look.Land
	Birds   int // number of binary digits of the number of birds
	Style   look.Style
	Shadows bool
	Inset   bool
}

// SituationOf returns the situation of a frame.
func SituationOf(f *frame.Frame) Situation {
	s := Situation{Size: f.Size, Land: f.Light.Land, Style: f.Style, Shadows: f.Shadows, Inset: f.Inset != nil}
	for n := f.Count(); n > 0; n /= 2 {
		s.Birds++
	}
	return s
}

const (
	fastPicture    = 0.005 // duration below which the next better tier is tried, s
	slowPicture    = 0.012 // duration above which a worse tier is chosen, s
	warmUpPictures = 3     // pictures after a change that are not timed, because the driver compiles programs and allocates memory
	sampleCount    = 9     // number of timed pictures, whose median decides
	sampleInterval = 0.5   // time between timed pictures after the choice, s
)

// Tier returns the chosen tier.
func (j *Judge) Tier() look.Tier { return look.TierDraft + j.level }

// Round returns the index of the current round. A new round begins whenever the situation or the chosen tier
// changes. [Judge.Note] ignores pictures of earlier rounds.
func (j *Judge) Round() int { return j.round }

// Ask reports whether to time the next picture. passed is the time since the previous one, in s.
func (j *Judge) Ask(s Situation, passed float64) bool {
	if s != j.situation {
		j.situation, j.blocked = s, false
		j.startRound()
	}
	j.pictureCount++
	j.untilNext -= passed
	return j.pictureCount > warmUpPictures && (len(j.times) < sampleCount || j.untilNext <= 0)
}

// Note records the duration of a picture, in s, and the round in which the picture was drawn. The call may
// come some pictures later. Pictures of earlier rounds are ignored.
func (j *Judge) Note(round int, seconds float64) {
	if round != j.round {
		return
	}
	j.untilNext = sampleInterval
	if j.times = append(j.times, seconds); len(j.times) < sampleCount {
		return
	}
	j.times = j.times[len(j.times)-sampleCount:]
	sorted := slices.Sorted(slices.Values(j.times))
	switch median := sorted[sampleCount/2]; {
	case median > slowPicture && j.level > 0:
		j.level--
		j.blocked = true
		j.startRound()
	case median < fastPicture && !j.blocked && j.Tier() < look.TierBest:
		j.level++
		j.startRound()
	}
}

// Settled reports whether enough pictures were timed to keep the tier.
func (j *Judge) Settled() bool { return len(j.times) >= sampleCount }

// Refuse tells the judge that the chosen tier cannot be drawn.
func (j *Judge) Refuse() {
	j.level = max(j.level-1, 0)
	j.blocked = true
	j.startRound()
}

// Guess chooses the middle tier, which is fast enough on most graphics cards. Call it if the driver cannot
// measure durations.
func (j *Judge) Guess() {
	if j.Tier() == look.TierGood || j.blocked {
		return
	}
	j.level = look.TierGood - look.TierDraft
	j.startRound()
}

func (j *Judge) startRound() {
	j.round++
	j.pictureCount, j.times, j.untilNext = 0, j.times[:0], 0
}
