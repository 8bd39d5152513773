package metrics

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// balls returns birds in balls of radius 1 m, 100 m apart. The birds of the k-th ball have the k-th
// velocity.
func balls(sizes []int, vel []mgl32.Vec3) *flock.Snapshot {
	draw := rand.New(rand.NewPCG(1, 2))
	s := &flock.Snapshot{TickRate: 60}
	for k, n := range sizes {
		for range n {
			pos := mgl32.Vec3{draw.Float32() - 0.5, draw.Float32() - 0.5, draw.Float32() - 0.5}
			s.Pos = append(s.Pos, pos.Add(mgl32.Vec3{float32(100 * k)}))
			s.Vel = append(s.Vel, vel[k])
		}
	}
	return s
}

func wantMeasure(t *testing.T, m Sample, key string, want, tolerance float64) {
	t.Helper()
	if got := m.Value(key); !(math.Abs(got-want) <= tolerance) && !(math.IsNaN(got) && math.IsNaN(want)) {
		t.Errorf("%s is %g, want %g ± %g", key, got, want, tolerance)
	}
}

// Each separate ball of birds is a group.
func TestGroupsOfSeparateBalls(t *testing.T) {
	forward := mgl32.Vec3{0, 0, 5}
	m := Measure(balls([]int{30, 9, 1}, []mgl32.Vec3{forward, forward, forward}), 5)
	wantMeasure(t, m, "clusters", 3, 0)
	wantMeasure(t, m, "largest_share", 30./40, 1e-12)
	wantMeasure(t, m, "group_size", 40./3, 1e-12)
	wantMeasure(t, m, "typical_group", (30.*30+9*9+1)/40, 1e-12)
	wantMeasure(t, m, "alone", 1./40, 1e-12)
	wantMeasure(t, m, "susceptibility", math.NaN(), 0) // all velocities are equal
	wantMeasure(t, m, "correlation_length", math.NaN(), 0)
}

// Two balls of n birds fly in opposite directions, so C is 1 below 2 m and -1 at 100 m. The susceptibility is
// n - 1, the other birds in a ball.
func TestCorrelationOfOppositeBalls(t *testing.T) {
	const n = 25
	s := balls([]int{n, n}, []mgl32.Vec3{{0, 0, 5}, {0, 0, -5}})
	m := Measure(s, 5)
	wantMeasure(t, m, "susceptibility", n-1, 1e-9)
	wantMeasure(t, m, "speed_correlation_length", math.NaN(), 0) // all birds have the same speed
	if r := m.Value("correlation_length"); !(r > 40 && r < 60) {
		t.Errorf("the correlation length is %g m, want about 50 m, halfway between the distances in a ball and of the balls", r)
	}
	tally := NewTally(5, 0)
	tally.Frame(s, nil)
	tally.Frame(s, nil)
	text, err := json.Marshal(Pool(tally, tally).Curves)
	if err != nil {
		t.Fatal(err)
	}
	var curves struct {
		Velocity struct{ R, C, Pairs []float64 } `json:"velocity_correlation"`
		Groups   struct{ Size, Count []int }     `json:"group_sizes"`
	}
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&curves); err != nil {
		t.Fatal(err)
	}
	pairs := 0.0
	for k, r := range curves.Velocity.R {
		want := 1.0
		if r > 50 {
			want = -1
		}
		pairs += curves.Velocity.Pairs[k]
		if math.Abs(curves.Velocity.C[k]-want) > 1e-9 {
			t.Errorf("C(%.1f m) is %g, want %g", r, curves.Velocity.C[k], want)
		}
	}
	if want := 4. * n * (2*n - 1); pairs != want {
		t.Errorf("the curve has %g pairs, want %g in four frames", pairs, want)
	}
	if g := curves.Groups; len(g.Size) != 1 || g.Size[0] != n || g.Count[0] != 8 {
		t.Errorf("the group sizes are %+v, want 8 groups of %d", g, n)
	}
}

// speedsAlongALine returns n birds on a line, at equal distances and with speeds that grow along the line.
func speedsAlongALine(n int, size float64) *flock.Snapshot {
	s := &flock.Snapshot{TickRate: 60}
	for i := range n {
		x := size * float64(i) / float64(n-1)
		s.Pos = append(s.Pos, mgl32.Vec3{float32(x)})
		s.Vel = append(s.Vel, mgl32.Vec3{0, 0, float32(10 + x/40)})
	}
	return s
}

// Birds on a line of length L fly in one direction, at speeds that grow along it. The mean of u·u at
// distance r is proportional to (L - r)²/12 - r²/4, which is 0 at r = L/(1 + √3).
func TestCorrelationLengthOfALine(t *testing.T) {
	const n, size = 600, 120.
	m := Measure(speedsAlongALine(n, size), 5)
	wantMeasure(t, m, "speed_correlation_length", size/(1+math.Sqrt(3)), 0.3)
	wantMeasure(t, m, "correlation_length", math.NaN(), 0)
	wantMeasure(t, m, "rotation", 0, 1e-6)
}

// In a large flock, only some pairs are compared, and the susceptibility of opposite balls is still nearly n
// - 1.
func TestSusceptibilityOfALargeFlock(t *testing.T) {
	const n = 1500
	s := balls([]int{n, n}, []mgl32.Vec3{{0, 0, 5}, {0, 0, -5}})
	draw := rand.New(rand.NewPCG(3, 4))
	draw.Shuffle(2*n, func(i, j int) {
		s.Pos[i], s.Pos[j] = s.Pos[j], s.Pos[i]
		s.Vel[i], s.Vel[j] = s.Vel[j], s.Vel[i]
	})
	wantMeasure(t, Measure(s, 5), "susceptibility", n-1, 0.02*n)
}

// With more than 100,000 birds, the susceptibility is still nearly n - 1.
func TestSusceptibilityOfAHugeFlock(t *testing.T) {
	const n = 60_000
	s := balls([]int{n, n}, []mgl32.Vec3{{0, 0, 5}, {0, 0, -5}})
	if got, ok := correlationsOf(s).susceptibility(); !ok || math.Abs(got-(n-1)) > 0.02*n {
		t.Errorf("the susceptibility is %g (known: %v), want about %d", got, ok, n-1)
	}
}

// With 150,000 birds, the length agrees with TestCorrelationLengthOfALine. Each frame draws other pairs.
func TestCorrelationLengthOfAHugeFlock(t *testing.T) {
	const n, size = 150_000, 120.
	s := speedsAlongALine(n, size)
	var lengths [3]float64
	for k, tick := range []int64{1, 2, 1} {
		s.Tick = tick
		r, ok := correlationsOf(s).speed.Length()
		if want := size / (1 + math.Sqrt(3)); !ok || math.Abs(r-want) > 2 {
			t.Errorf("at tick %d, the correlation length is %g m (known: %v), want about %g m", tick, r, ok, want)
		}
		lengths[k] = r
	}
	if lengths[0] == lengths[1] || lengths[0] != lengths[2] {
		t.Errorf("the correlation lengths at the ticks 1, 2, 1 are %v, want two different ones", lengths)
	}
}

// Every pair of boids is drawn equally often from a large flock.
func TestDrawnPairs(t *testing.T) {
	const n, ticks = 320, 200
	var count [n][n]int
	for tick := range int64(ticks) {
		for i, j := range pairsOf(n, tick) {
			count[max(i, j)][min(i, j)]++
		}
	}
	const want = ticks * mostPairs / (n * (n - 1) / 2.) // about 196; the standard deviation is 14
	for i := range n {
		if count[i][i] > 0 {
			t.Fatalf("boid %d is compared with itself", i)
		}
		for j := range i {
			if math.Abs(float64(count[i][j])-want) > 6*math.Sqrt(want) {
				t.Errorf("the pair %d, %d is drawn %d times, want about %g", i, j, count[i][j], want)
			}
		}
	}
}

// A curve contains pairs that are farther apart than all in the first frame, in which the flock is tiny.
func TestCurveOfAGrowingFlock(t *testing.T) {
	var c Curve
	for _, apart := range []float32{1e-30, 1, 3, 1000} {
		current := correlationsOf(&flock.Snapshot{TickRate: 60, Pos: []mgl32.Vec3{{}, {apart}}, Vel: []mgl32.Vec3{{0, 0, 5}, {0, 0, -5}}})
		c.merge(&current.heading)
	}
	pairs, apart := 0.0, 0.0
	for k, n := range c.pairs {
		pairs, apart = pairs+n, apart+c.apart[k]
		if n > 0 && !(c.apart[k]/n >= c.width*float64(k) && c.apart[k]/n <= c.width*float64(k+1)) {
			t.Errorf("bin %d, of a width of %g m, holds pairs that are %g m apart", k, c.width, c.apart[k]/n)
		}
	}
	if pairs != 4 || math.Abs(apart-1004) > 1e-9 || len(c.pairs) > maxBins {
		t.Errorf("the curve has %g pairs, %g m apart in total, in %d bins; want 4 pairs, 1004 m, at most %d bins", pairs, apart, len(c.pairs), maxBins)
	}
}
