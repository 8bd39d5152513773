package metrics

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/snapshots"
)

func fourBoids() *flock.Snapshot {
	return &flock.Snapshot{
		TickRate: 60,
		Pos:      []mgl32.Vec3{{0, 1, 0}, {3, 1, 0}, {3, 5, 0}, {20, 1, -2}},
		Vel:      []mgl32.Vec3{{5, 0, 0}, {0, 0, 2}, {-5, 0, 0}, {0, 0, 0}},
		Flags:    []flock.Flags{flock.Leading, flock.Gliding, flock.Leading | flock.Gliding, 0},
	}
}

func wantNear(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-6 {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestFourBoids(t *testing.T) {
	s := fourBoids()
	m := Measure(s, 3.5)
	wantNear(t, "polarization of the three that fly", m.Value("polarization"), 1./3)
	wantNear(t, "mean speed of the three that fly", m.Value("speed"), 4)
	wantNear(t, "spread of their speeds", m.Value("speed_spread"), math.Sqrt(2))
	wantNear(t, "height", m.Value("height"), 2)
	mean, least := NearestNeighbour(s)
	wantNear(t, "mean nearest neighbour", mean, (3+3+4+math.Sqrt(17*17+4))/4)
	wantNear(t, "least nearest neighbour", least, 3)
	wantNear(t, "largest cluster", LargestClusterShare(s, 3.5), 0.5)
	wantNear(t, "largest cluster, linked further", LargestClusterShare(s, 4.5), 0.75)
	wantNear(t, "leaders", m.Value("leaders"), 2)
	wantNear(t, "leading share", m.Value("leading"), 0.5)
	if c, ok := snapshots.Centre(s); !ok || c != [3]float64{6.5, 2, -0.5} {
		t.Errorf("centre %v", c)
	}
}

func TestAligned(t *testing.T) {
	s := fourBoids()
	for i := range s.Vel {
		s.Vel[i] = mgl32.Vec3{0.1 * float32(i+1), 0, 0.2 * float32(i+1)}
	}
	m := Measure(s, 3.5)
	wantNear(t, "polarization of one course", m.Value("polarization"), 1)
}

// With too few birds, only some measures are undefined.
func TestTooFewBirds(t *testing.T) {
	one := &flock.Snapshot{Pos: make([]mgl32.Vec3, 1), Vel: make([]mgl32.Vec3, 1), Flags: make([]flock.Flags, 1)}
	defined := []string{"height", "spread", "leading", "neighbours", "clusters", "largest_share", "group_size", "typical_group", "alone", "leaders"}
	for n, s := range []*flock.Snapshot{{}, one} {
		m := Measure(s, 1)
		for _, q := range Measures() {
			if got, want := !math.IsNaN(m.Value(q.Key)), n == 1 && slices.Contains(defined, q.Key); got != want {
				t.Errorf("%s of %d boids at rest is %v, want a value only for one boid and measures that it has", q.Key, n, m.Value(q.Key))
			}
		}
	}
}
