package metrics

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/view"
)

// Of three boids in a row, one metre apart, the middle one has two neighbours within 1.5 m, and the others
// one.
func TestMeanNeighbours(t *testing.T) {
	s := flock.Snapshot{Pos: []mgl32.Vec3{{0, 5, 0}, {1, 5, 0}, {2, 5, 0}}}
	if got := MeanNeighbours(&s, 1.5); got != 4.0/3 {
		t.Errorf("%v, want 4/3", got)
	}
	if got := MeanNeighbours(&s, 1); got != 0 {
		t.Errorf("the mean number is %v, want 0: a distance equal to the radius does not count", got)
	}
	if got := MeanNeighbours(&flock.Snapshot{}, 1); got != 0 {
		t.Errorf("the mean number is %v for an empty flock, want 0", got)
	}
}

// bruteForce computes the values of a proximity by comparing all pairs.
func bruteForce(pos []mgl32.Vec3, radius float64) (neighbours, mean, least float64) {
	least = math.Inf(1)
	for i, p := range pos {
		best := math.Inf(1)
		for j, q := range pos {
			d := math.Hypot(math.Hypot(float64(p[0])-float64(q[0]), float64(p[1])-float64(q[1])), float64(p[2])-float64(q[2]))
			if i == j {
				continue
			}
			best = min(best, d)
			if d < radius {
				neighbours += 1 / float64(len(pos))
			}
		}
		mean += best / float64(len(pos))
		least = min(least, best)
	}
	return neighbours, mean, least
}

func clouds() map[string][]mgl32.Vec3 {
	r := rand.New(rand.NewPCG(1, 2))
	ball := func(n int, pos mgl32.Vec3, size float32) (all []mgl32.Vec3) {
		for range n {
			all = append(all, pos.Add(mgl32.Vec3{r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5}.Mul(size)))
		}
		return all
	}
	var line []mgl32.Vec3
	for k := range 200 {
		line = append(line, mgl32.Vec3{0, float32(k) * 3.7, -100})
	}
	return map[string][]mgl32.Vec3{
		"a ball":                         ball(700, mgl32.Vec3{}, 12),
		"two balls":                      append(ball(300, mgl32.Vec3{500, 3, 2}, 8), ball(200, mgl32.Vec3{-20, 9, 0}, 30)...),
		"a dense ball and many far away": append(ball(400, mgl32.Vec3{1, 2, 3}, 1), ball(100, mgl32.Vec3{}, 2000)...),
		"all in one place":               make([]mgl32.Vec3, 60),
		"a line of distant boids":        line,
		"two":                            {{1, 2, 3}, {4, 2, -1}},
		"at huge coordinates":            {{1e30, 0, 0}, {1e30, 1e20, 0}, {-3e38, 3e38, 0}, {0, 0, 0}, {1, 0, 0}},
	}
}

func TestAgainstBruteForce(t *testing.T) {
	for name, pos := range clouds() {
		s := &flock.Snapshot{Pos: pos}
		for _, radius := range []float64{0.05, 0.9, 3.5, 40} {
			neighbours, mean, least := bruteForce(pos, radius)
			m := newProximity(pos, radius)
			gotMean, gotLeast := m.nearestNeighbour()
			for what, pair := range map[string][2]float64{
				"neighbours":        {m.meanNeighbours(), neighbours},
				"nearest neighbour": {gotMean, mean}, "least": {gotLeast, least},
			} {
				if math.Abs(pair[0]-pair[1]) > 1e-9*math.Abs(pair[1])+1e-12 {
					t.Errorf("%s, radius %v: %s is %v, want %v", name, radius, what, pair[0], pair[1])
				}
			}
			labels, want := view.Clusters(s, float32(radius))
			sizes, largest := make([]int, want), 0
			for _, l := range labels {
				sizes[l]++
				largest = max(largest, sizes[l])
			}
			if count, share := m.clusters(); count != want || share != float64(largest)/float64(len(pos)) {
				t.Errorf("%s, links of %v: there are %d clusters, and the largest has a share of %v; want %d, and %d of %d boids", name, radius, count, share, want, largest, len(pos))
			}
		}
		_, mean, least := bruteForce(pos, 1)
		if a, b := NearestNeighbour(s); math.Abs(a-mean) > 1e-9*mean || math.Abs(b-least) > 1e-9*least {
			t.Errorf("%s: the nearest neighbour is at %v on average and %v at least; want %v and %v", name, a, b, mean, least)
		}
	}
}

// BenchmarkMeasure measures flocks with the density of the scene "murmuration".
func BenchmarkMeasure(b *testing.B) {
	for _, n := range []int{300, 10000, 100000} {
		b.Run(map[int]string{300: "300", 10000: "10k", 100000: "100k"}[n], func(b *testing.B) {
			s := crowd(n)
			b.ReportMetric(MeanNeighbours(s, 3.5), "neighbours")
			for b.Loop() {
				Measure(s, 3.5)
			}
		})
	}
}

func crowd(n int) *flock.Snapshot {
	r := rand.New(rand.NewPCG(3, 4))
	side := float32(math.Cbrt(float64(n) / 0.13 / 16))
	s := &flock.Snapshot{TickRate: 60, Vel: make([]mgl32.Vec3, n), Flags: make([]flock.Flags, n)}
	for i := range n {
		s.Pos = append(s.Pos, mgl32.Vec3{6 * side * r.Float32(), side * r.Float32(), 2.7 * side * r.Float32()})
		s.Vel[i] = mgl32.Vec3{9, r.Float32(), r.Float32()}
	}
	return s
}

// In a flock with a dense core and stragglers, Measure does not compare all pairs.
func TestTimeOfADenseCore(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	const n = 20_000
	s := &flock.Snapshot{TickRate: 60, Vel: make([]mgl32.Vec3, n), Flags: make([]flock.Flags, n)}
	for i := range n {
		wide := 0.5
		if i%10 == 0 {
			wide = 1000
		}
		s.Pos = append(s.Pos, mgl32.Vec3{float32(wide * r.NormFloat64()), float32(wide * r.NormFloat64()), float32(wide * r.NormFloat64())})
	}
	least := math.Inf(1)
	for range 3 { // other programs may delay a round
		began := time.Now()
		Measure(s, 3.5)
		view.Clusters(s, 3.5)
		least = min(least, time.Since(began).Seconds())
	}
	t.Logf("%.3f s", least)
	if least > 2 {
		t.Errorf("all measures of %d boids take %.2f s, want less than 2", n, least)
	}
}
