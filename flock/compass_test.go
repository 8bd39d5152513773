package flock

import (
	"math"
	"testing"
)

// The direction of a compass bearing agrees with math.Sincos.
func TestCompass(t *testing.T) {
	for degrees := -360; degrees <= 360; degrees++ {
		s, c := math.Sincos(float64(degrees) * math.Pi / 180)
		if off := of(compass(float32(degrees))).minus(v3{s, 0, c}).norm(); off > 1e-7 {
			t.Fatalf("%d degrees: off by %v", degrees, off)
		}
	}
}
