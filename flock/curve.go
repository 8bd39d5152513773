package flock

import "skein/flock/vec"

// EscapeGain returns the gain of an escape for the chosen shape, from 0 to 1 (S3 figure 2, H13). t is the
// fraction of the escape that has passed, from 0 to 1. Outside [0, 1] the gain is 0.
func (l *Leadership) EscapeGain(t float32) float32 {
	if l.EscapeShape == Custom {
		return l.EscapePoints.Gain(t)
	}
	return EscapeCurve(l.EscapeShape, t)
}

// EscapeCurve returns the gain of a preset, from 0 to 1 (S3 figure 2, H13). t is the fraction of the escape
// that has passed, from 0 to 1. Outside [0, 1] the gain is 0. S(x) is 3x² - 2x³, with x limited to [0, 1]:
//
//	Smooth    min(S(5t), S((1-t)/0.8))   peak at 1/5, mean 1/2
//	Triangle  min(4t, (1-t)/0.75)        peak at 1/4, mean 1/2
//	Parabola  4t(1-t)                    peak at 1/2, mean 2/3
//
// Custom has no formula. For Custom, EscapeCurve returns the gain of Smooth.
func EscapeCurve(shape EscapeShape, t float32) float32 {
	if !(t > 0 && t < 1) {
		return 0
	}
	switch shape {
	case Triangle:
		return min(4*t, (1-t)/0.75)
	case Parabola:
		return 4 * t * (1 - t)
	default:
		return min(vec.Smoothstep(5*t), vec.Smoothstep((1-t)/0.8))
	}
}
