//go:build cgo

package sky

import (
	"math"
	"testing"

	"skein/engine/render/noise"
)

// Cover is the fraction of the sky in which the density of cumulus is above the threshold. The test
// counts random places.
func TestCoverIsTheShareOfTheSky(t *testing.T) {
	texels := clouds(0)
	h := Sky{density: densityDistribution(texels)}
	for _, cover := range []float32{0.1, 0.3, 0.6, 0.9} {
		above, n := 0, 200_000
		for i := range n {
			a := int(noise.Hash(uint32(i), 901) * noise.Size * noise.Size)
			b := int(noise.Hash(uint32(i), 902) * noise.Size * noise.Size)
			density := float32(texels[4*a])/255 + 0.5*(float32(texels[4*b+2])/255-0.5)
			if density > h.threshold(cover) {
				above++
			}
		}
		if got := float64(above) / float64(n); math.Abs(got-float64(cover)) > 0.012 {
			t.Errorf("for a cover of %v, cumulus hides %.3f of the sky, want the cover", cover, got)
		}
	}
}
