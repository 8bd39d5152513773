package lead

import (
	"skein/flock/param"
	"skein/flock/vec"
)

// EscapeGain returns the gain of an escape for the selected shape, from 0 to 1 (S3 figure 2, H13). t is the
// fraction of the escape that has passed. Outside [0, 1] the gain is 0.
func (l *Leadership) EscapeGain(t float32) float32 {
	if l.EscapeShape == Custom && l.EscapePoints.N > 0 {
		return l.EscapePoints.Gain(t)
	}
	return l.EscapeShape.Gain(t)
}

// Gain returns the gain of a preset, from 0 to 1 (S3 figure 2, H13). t is the fraction of the escape
// that has passed, from 0 to 1. Outside [0, 1] the gain is 0. S(x) is 3x² - 2x³, with x limited to [0, 1]:
//
//	Smooth    min(S(5t), S((1-t)/0.8))   peak at 1/5, mean 1/2
//	Triangle  min(4t, (1-t)/0.75)        peak at 1/4, mean 1/2
//	Parabola  4t(1-t)                    peak at 1/2, mean 2/3
//
// Custom has no formula. For Custom, Gain returns the gain of Smooth.
func (s Shape) Gain(t float32) float32 {
	if !(t > 0 && t < 1) {
		return 0
	}
	switch s {
	case Triangle:
		return min(4*t, (1-t)/0.75)
	case Parabola:
		return 4 * t * (1 - t)
	default:
		return min(vec.Smoothstep(5*t), vec.Smoothstep((1-t)/0.8))
	}
}

// Curve returns the control points with which Custom reproduces a preset. They are exact for Smooth. For the
// other presets, which have corners or steep ends, the error is at most 0.08.
func (s Shape) Curve() param.Curve {
	times := []float32{0, 0.2, 1}
	switch s {
	case Triangle:
		times = []float32{0, 0.125, 0.25, 0.625, 1}
	case Parabola:
		times = []float32{0, 0.05, 0.25, 0.5, 0.75, 0.95, 1}
	}
	c := param.Curve{N: len(times)}
	for i, t := range times {
		c.At[i] = param.Point{T: t, Gain: s.Gain(t)}
	}
	return c
}
