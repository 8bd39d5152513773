package film

import (
	"fmt"
	"math"
	"testing"

	"skein/engine/internal/num"
)

// The unit square is divided into boxes that are 2^-a wide and 2^-(m-a) high. Each box contains one of
// 2^m consecutive points. This is the definition of a (0,2)-sequence.
func TestSobolPointsFillEveryBox(t *testing.T) {
	const m = 6
	for seed := range uint32(4) {
		for _, first := range []int{0, 1 << m, 5 << m} {
			for a := range m + 1 {
				seen := map[[2]int]bool{}
				for k := range 1 << m {
					p := sobol(first+k, seed)
					seen[[2]int{int(p[0] * float64(int(1)<<a)), int(p[1] * float64(int(1)<<(m-a)))}] = true
				}
				if len(seen) != 1<<m {
					t.Errorf("sequence %d from %d: %d boxes of 2^-%d by 2^-%d are filled, want %d", seed, first, len(seen), a, m-a, 1<<m)
				}
			}
		}
	}
}

// Samples have the right densities: a triangle over the pixel, uniform over the lens and the sun, and
// uniform over time. Pixel, time, lens and sun are not correlated.
func TestSubsamples(t *testing.T) {
	const n = 1024
	all := Samples(n)
	share := func(what string, want float64, in func(s *Sample) bool) {
		t.Helper()
		count := 0
		for i := range all {
			if in(&all[i]) {
				count++
			}
		}
		if got := float64(count) / n; math.Abs(got-want) > 0.02 {
			t.Errorf("%s: a share of %.3f of the samples, want %.3f", what, got, want)
		}
	}
	// A triangle of half width 0.75 has the weight (1+x/0.75)²/2 below a negative x.
	for _, x := range []float64{-0.5, -0.25, -0.1} {
		want := (1 + x/0.75) * (1 + x/0.75) / 2
		share(fmt.Sprintf("left of %g pixels", x), want, func(s *Sample) bool { return float64(s.Pixel[0]) < x })
		share(fmt.Sprintf("above %g pixels", -x), want, func(s *Sample) bool { return float64(s.Pixel[1]) > -x })
	}
	for _, r := range []float64{0.3, 0.5, 0.9} {
		share(fmt.Sprintf("within %g of the lens", r), r*r, func(s *Sample) bool { return float64(s.Lens.Len()) < r })
	}
	share("in a sector of the sun", 1.0/8, func(s *Sample) bool { return s.Sun[0] > 0 && s.Sun[1] > s.Sun[0] })
	share("early and left", 1.0/4, func(s *Sample) bool { return s.Time < 0.5 && s.Pixel[0] < 0 })
	share("left and on the left of the lens", 1.0/4, func(s *Sample) bool { return s.Pixel[0] < 0 && s.Lens[0] < 0 })
	share("early, on the left of the sun", 1.0/4, func(s *Sample) bool { return s.Time < 0.5 && s.Sun[0] < 0 })
	for k := range all {
		if got, want := all[k].Time, (float64(k)+0.5)/n; math.Abs(got-want) > 1e-9 {
			t.Fatalf("sample %d is at the time %v, want %v", k, got, want)
		}
		if s := &all[k]; s.Lens.Len() > 1 || s.Sun.Len() > 1 || max(num.Abs(s.Pixel[0]), num.Abs(s.Pixel[1])) > 0.75 {
			t.Fatalf("sample %d has a point outside the disc or the pixel: %+v", k, *s)
		}
	}
}
