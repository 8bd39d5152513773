package field

import (
	"testing"

	"skein/flock/vec"
)

// wavesFrom lists the centres of waves that run through an ellipsoid: in the middle, at a tip, and outside.
var wavesFrom = map[string]vec.Vec64{
	"middle": {}, "tip": {0, 0, 14}, "beside": {9, 0, 3}, "far": {0, 2, 40},
}

// The fit of a turn finds the speed of a wave from any centre. Random errors of the delays change which birds
// seem to be the first, but they lower R² only by their share of the variance.
func TestTurnWaveFitsTheCentre(t *testing.T) {
	const speed, spread = 20., 0.15 // m/s, s
	r := chance()
	pos := ellipsoid(r, 2000, vec.Vec64{5, 3, 14})
	for name, centre := range wavesFrom {
		var exact, blurred, errors []float64
		for _, p := range pos {
			delay, e := p.Distance(centre)/speed, spread*r.NormFloat64()
			exact, errors, blurred = append(exact, delay), append(errors, e), append(blurred, delay+e)
		}
		slowness, r2 := turnWave(pos, exact)
		wantWithin(t, name+": speed", 1/slowness, speed, 0.02)
		wantWithin(t, name+": R²", r2, 1, 1e-4)

		slowness, r2 = turnWave(pos, blurred)
		wantWithin(t, name+": speed with errors", 1/slowness, speed, 1.5)
		wantWithin(t, name+": R² with errors", r2, 1-variance(errors)/variance(blurred), 0.015)
	}
}

// Delays in random order are not a wave, though the centre is free.
func TestTurnWaveOfRandomDelays(t *testing.T) {
	r := chance()
	pos := ellipsoid(r, 500, vec.Vec64{5, 3, 14})
	for range 20 {
		var delays []float64
		for range pos {
			delays = append(delays, r.NormFloat64())
		}
		if _, r2 := turnWave(pos, delays); r2 > 0.05 {
			t.Errorf("R² is %.3f for random delays", r2)
		}
	}
}

// Delays that grow with the square of the distance, as in diffusion, fit worse than those of a wave.
func TestTurnWaveOfDiffusion(t *testing.T) {
	pos := ellipsoid(chance(), 2000, vec.Vec64{5, 3, 14})
	var delays []float64
	for _, p := range pos {
		delays = append(delays, p.Dot(p)/100)
	}
	if _, r2 := turnWave(pos, delays); r2 > 0.96 {
		t.Errorf("R² is %.3f for diffusion from the middle", r2)
	}
}
