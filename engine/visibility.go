package engine

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// leastContrast is what of a dark thing's contrast against the haze behind it is left where it
// is just seen (H. Koschmieder, Theorie der horizontalen Sichtweite, 1924).
const leastContrast = 0.02

// Visibility is how far one sees in the air of an instant, m: haze takes the same share of light
// from each metre, so that contrast falls by powers of e. Infinite without haze.
func (l Light) Visibility() float64 {
	return -math.Log(leastContrast) / float64(l.Haze+l.Cloud.Mist)
}

// Nearest is how far the nearest of some places is from an eye, m; infinite for none.
func Nearest(eye mgl32.Vec3, places []mgl32.Vec3) float64 {
	least := float32(math.Inf(1))
	for _, at := range places {
		least = min(least, at.Sub(eye).LenSqr())
	}
	return math.Sqrt(float64(least))
}
