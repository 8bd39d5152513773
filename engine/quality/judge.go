package quality

import (
	"image"
	"slices"

	"skein/engine/frame"
	"skein/flock/look"
)

// Judge chooses the tier in which a window draws its pictures, from the durations of the pictures.
// It starts with drafts. It chooses a better tier if pictures take little time, and a worse tier if
// they take too long. It does not try a slow tier again until the situation changes. The zero Judge
// is ready to use.
type Judge struct {
	situation    Situation
	level        look.Tier
	blocked      bool // the next tier is known to be too slow
	round        int
	pictureCount int       // pictures drawn in this round
	times        []float64 // durations of the last timed pictures, s
	untilNext    float64   // time until the next picture is timed, s
}

// Situation contains the properties of pictures that affect how long the pictures take.
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
	fastPicture    = 0.005 // if pictures take less time than this, in s, the judge tries the next better tier
	slowPicture    = 0.012 // if pictures take more time than this, in s, the judge chooses a worse tier
	warmUpPictures = 3     // number of pictures after a change that are not timed, because the driver still compiles programs and allocates memory
	sampleCount    = 9     // number of timed pictures whose median duration decides
	sampleInterval = 0.5   // time between two timed pictures after the choice, s
)

// Tier returns the chosen tier.
func (j *Judge) Tier() look.Tier { return look.TierDraft + j.level }

// Round returns the index of the present round. A new round starts with every change of the
// situation or the choice. [Judge.Note] ignores the duration of a picture that was drawn in an
// earlier round.
func (j *Judge) Round() int { return j.round }

// Ask reports whether the next picture should be timed. passed is the time since the previous picture, in
// seconds.
func (j *Judge) Ask(s Situation, passed float64) bool {
	if s != j.situation {
		j.situation, j.blocked = s, false
		j.startRound()
	}
	j.pictureCount++
	j.untilNext -= passed
	return j.pictureCount > warmUpPictures && (len(j.times) < sampleCount || j.untilNext <= 0)
}

// Note records the duration of a picture, in seconds. round is the round in which the picture was
// drawn. Note may be called some pictures later. It ignores a duration from an earlier round.
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

// Settled reports whether enough pictures were timed in this situation to keep the tier.
func (j *Judge) Settled() bool { return len(j.times) >= sampleCount }

// Refuse tells the judge that the chosen tier cannot be drawn.
func (j *Judge) Refuse() {
	j.level = max(j.level-1, 0)
	j.blocked = true
	j.startRound()
}

// Guess chooses the middle tier, which most graphics cards draw fast enough. The window calls Guess if
// the driver cannot measure the duration of pictures.
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
