package field

import (
	"math"
	"math/rand/v2"
	"testing"
)

// ellipsoid strews n places evenly in an ellipsoid of three radii.
func ellipsoid(r *rand.Rand, n int, radii vec) (pos []vec) {
	for len(pos) < n {
		p := vec{2*r.Float64() - 1, 2*r.Float64() - 1, 2*r.Float64() - 1}
		if p.dot(p) <= 1 {
			pos = append(pos, vec{p[0] * radii[0], p[1] * radii[1], p[2] * radii[2]})
		}
	}
	return pos
}

// forwards are velocities of 10 m/s along z with a little noise.
func forwards(r *rand.Rand, n int) (vel []vec) {
	for range n {
		vel = append(vel, vec{r.NormFloat64(), r.NormFloat64(), 10 + r.NormFloat64()})
	}
	return vel
}

func wantWithin(t *testing.T, what string, got, want, by float64) {
	t.Helper()
	if !(math.Abs(got-want) <= by) {
		t.Errorf("%s: %.4f, want %.4f ± %.4f", what, got, want, by)
	}
}

// averaged are the figures of several made clouds.
func averaged(clouds int, made func(r *rand.Rand) *cloud) figures {
	r, sum, n := rand.New(rand.NewPCG(3, 4)), figures{}, figures{}
	for range clouds {
		for key, x := range made(r).measure() {
			sum[key] += x
			n[key]++
		}
	}
	for key := range sum {
		sum[key] /= n[key]
	}
	return sum
}
func TestTry(t *testing.T) {
	for _, n := range []int{100, 500, 2700} {
		f := averaged(10, func(r *rand.Rand) *cloud {
			return newCloud(ellipsoid(r, n, vec{10, 3, 6}), forwards(r, n), 0.4)
		})
		rho := float64(n) / (4. / 3 * math.Pi * 180)
		t.Log(n, f, "rho", rho, "nn", 0.55396/math.Cbrt(rho))
	}
}
func BenchmarkCloud(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	pos, vel := ellipsoid(r, 2700, vec{10, 3, 6}), forwards(r, 2700)
	for range b.N {
		largest(pos)
		newCloud(pos, vel, 0.4).measure()
	}
}
