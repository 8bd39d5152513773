//go:build cgo

package material

import (
	"math"
	"testing"
)

// The colour matching functions agree with CIE 1931 (CIE 15, table T.4) within the error of the
// approximation.
func TestColourMatching(t *testing.T) {
	for nm, want := range map[float64][3]float64{
		450: {0.3362, 0.0380, 1.7721}, 500: {0.0049, 0.3230, 0.2720}, 550: {0.4334, 0.9950, 0.0087}, 600: {1.0622, 0.6310, 0.0008}, 650: {0.2835, 0.1070, 0},
	} {
		x, y, z := matchingFunctions(nm)
		for k, got := range []float64{x, y, z} {
			if math.Abs(got-want[k]) > 0.04 {
				t.Errorf("%v nm: the colour is %.4f, want %.4f", nm, got, want[k])
			}
		}
	}
}
