package air

import (
	"math"
	"testing"
)

// If the sky is equally bright everywhere, forward scattering adds no light. Half of the light that
// haze scatters to the observer comes from the upper half of the sphere. This is the same as with
// even scattering.
func TestGlowOfEvenSky(t *testing.T) {
	s := &Sky{Base: make([]RGB, Columns*Rows), Haze: make([]RGB, Columns*Rows)}
	for i := range s.Base {
		s.Base[i] = RGB{1, 1, 1}
	}
	for _, azimuth := range []float64{0, 1, math.Pi} {
		if got := s.forwardLight(azimuth, 0); math.Abs(got[1]) > 0.03 {
			t.Errorf("azimuth %v: %v in excess, want 0", azimuth, got)
		}
	}
}

func TestNoBlueStripBelowTwilight(t *testing.T) {
	a := New(2.1)
	for _, sun := range []float64{-4, -7, -10} {
		s := a.Sky(Conditions{Sun: sun * math.Pi / 180, Moon: -1})
		if c := s.Radiance(0, 0, math.Cos(sun*math.Pi/180)); c[0] < 1.2*c[2] {
			t.Errorf("sun at %v°: the horizon is %.3g, want at least 1.2 times as much red as blue", sun, c)
		}
	}
}
