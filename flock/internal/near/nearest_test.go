package near

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Nearest returns the first elements of the sorted distances.
func TestNearest(t *testing.T) {
	if !CanLook() {
		if n := Nearest(make([]int32, 9), make([]float32, 9), make([]int32, 9), make([]float32, 9), 1, 1); n != -1 {
			t.Errorf("Nearest without a kernel returns %d, want -1", n)
		}
		return
	}
	r := rand.New(rand.NewPCG(13, 14))
	for n := 1; n <= NearestMost; n++ {
		for _, count := range []int{1, 2, 7, 8, 30, 100} {
			indices, d2 := make([]int32, n+pad), make([]float32, n+pad)
			for k := range n {
				indices[k], d2[k] = r.Int32N(1000), float32(r.IntN(1+2*n))
			}
			sorted := slices.Sorted(slices.Values(d2[:n]))
			last := sorted[min(count, n)-1]
			var want []int32
			for k := range n {
				if d2[k] <= last {
					want = append(want, indices[k])
				}
			}
			to, all := room(n+pad, int32(-7))
			toD2 := make([]float32, n+pad)
			m := Nearest(to, toD2, indices, d2, n, count)
			if m < 0 || !slices.Equal(to[:m], want) {
				t.Fatalf("the %d nearest of %d are %v, want %v of the squares %v", count, n, to[:max(m, 0)], want, d2[:n])
			}
			for k := range want {
				if i := slices.Index(indices, to[k]); toD2[k] > last || i < 0 {
					t.Fatalf("the square of hit %d is %v, which is too large, or not one of the given", k, toD2[k])
				}
			}
			untouched(t, "nearest", all, -7)
		}
	}
	if n := Nearest(make([]int32, 100), make([]float32, 100), make([]int32, 100), make([]float32, 100), 65, 7); n != -1 {
		t.Errorf("Nearest with too many squares returns %d, want -1", n)
	}
}

func TestScanSpans(t *testing.T) {
	clouds(func(r *rand.Rand, n int, p points) {
		var spans []Span
		for from := 0; from < n; {
			to := min(n, from+1+r.IntN(9))
			spans = append(spans, Span{int32(from), int32(to)})
			from = to + r.IntN(4)
		}
		here := Point{0.5, 0, 0}
		indices, d2s := make([]int32, n+pad), make([]float32, n+pad)
		for _, limit := range []float32{0, 1, 30, 1e9} {
			var want []int32
			for _, s := range spans {
				for k := s.From; k < s.To; k++ {
					if d2(p.at(int(k)), here) < limit {
						want = append(want, k)
					}
				}
			}
			m := ScanSpans(indices, d2s, p.x, p.y, p.z, spans, here, limit)
			if !slices.Equal(indices[:m], want) {
				t.Fatalf("of %d points within %v the nearest are %v, want %v", n, limit, indices[:m], want)
			}
			for k, i := range indices[:m] {
				if d2s[k] != d2(p.at(int(i)), here) {
					t.Fatalf("the square of point %d is %v, want its distance", i, d2s[k])
				}
			}
		}
	})
}
