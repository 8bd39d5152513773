package field

import (
	"math"
	"math/rand/v2"
	"testing"

	"skein/flock/vec"
)

// cardOfSwerves returns the card of a flock that flies straight on. At its own time, each bird swerves for
// 0.4 s, to one side and back. The parameter strength is the greatest acceleration, in m/s².
func cardOfSwerves(when func(r *rand.Rand, p vec.Vec64) float64, strength float64) *Card {
	r := chance()
	pos := ellipsoid(r, 400, vec.Vec64{12, 3, 20})
	var times []float64
	for _, p := range pos {
		times = append(times, 6+when(r, p))
	}
	return measuredCard(12, func(s float64) (positions, vel []vec.Vec64) {
		for i, p := range pos {
			since := s - times[i]
			side := strength * since * math.Exp(-since*since/(2*0.15*0.15)) // the greatest slope of this velocity is strength
			vel = append(vel, vec.Vec64{side, 0.05 * r.NormFloat64(), 10})
			positions = append(positions, p.Add(vec.Vec64{0, 0, 10 * s}))
		}
		return positions, vel
	})
}

// The measured speed of a wave of swerves is right. Swerves in random order are not a wave, and weak ones are
// not agitation.
func TestAgitationWave(t *testing.T) {
	corner := vec.Vec64{-12, 0, 20}
	for what, c := range map[string]struct {
		when      func(r *rand.Rand, p vec.Vec64) float64
		strength  float64
		speed, by float64 // 0: no wave
		stirs     int
	}{
		"from a corner": {func(_ *rand.Rand, p vec.Vec64) float64 { return p.Distance(corner) / 25 }, 12, 25, 2, 1},
		"across":        {func(_ *rand.Rand, p vec.Vec64) float64 { return p[0] / 13.4 }, 12, 13.4, 1.2, 1},
		"slow":          {func(_ *rand.Rand, p vec.Vec64) float64 { return p[0] / 10 }, 12, 10, 1, 1},
		"in any order":  {func(r *rand.Rand, _ vec.Vec64) float64 { return r.Float64() }, 12, 0, 0, 1},
		"too weak":      {func(_ *rand.Rand, p vec.Vec64) float64 { return p[0] / 13.4 }, 2, 0, 0, 0},
	} {
		card := cardOfSwerves(c.when, c.strength)
		if card.count(stirsSeen) != c.stirs {
			t.Errorf("%s: the card has %d stirs, want %d", what, card.count(stirsSeen), c.stirs)
		}
		if c.speed > 0 {
			wantWithin(t, what, value(card, "wave", 0), c.speed, c.by)
			wantWithin(t, what+": reached", value(card, "wave", 2), 100, 1)
			continue
		}
		if v := value(card, "wave", 0); !math.IsNaN(v) {
			t.Errorf("%s: the card has a wave of %g m/s, want none", what, v)
		}
	}
}
