package field

import (
	"math"
	"testing"
)

// The transform agrees with a search through all cells, for rasters with few and many zeros.
func TestTransform(t *testing.T) {
	r := chance()
	for _, size := range [][3]int{{9, 7, 8}, {12, 5, 1}} {
		for _, share := range []float64{0.02, 0.3, 0.9} {
			s := &space{cell: 0.5, size: size, far: make([]float32, size[0]*size[1]*size[2])}
			var zeros []int
			for k := range s.far {
				if k > 0 && r.Float64() > share {
					s.far[k] = unknownDistance
				} else {
					zeros = append(zeros, k)
				}
			}
			s.transform()
			for k, got := range s.far {
				want := math.Inf(1)
				for _, z := range zeros {
					want = min(want, s.middle(k).Distance(s.middle(z)))
				}
				if math.Abs(float64(got)-want) > 1e-6 {
					t.Fatalf("size %v, share of zeros %v: cell %d is %v m from a 0, want %v m", size, share, k, got, want)
				}
			}
		}
	}
}
