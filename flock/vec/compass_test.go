package vec

import (
	"math"
	"testing"
)

func TestCompass(t *testing.T) {
	for degrees := -360; degrees <= 360; degrees++ {
		sine, cosine := math.Sincos(float64(degrees) * math.Pi / 180)
		v := Compass(float32(degrees))
		if offset := math.Hypot(float64(v.X)-sine, float64(v.Z)-cosine); offset > 1e-7 || v.Y != 0 {
			t.Fatalf("%d degrees: the direction is off by %v", degrees, offset)
		}
	}
}
