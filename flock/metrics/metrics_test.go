package metrics

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// four boids on a line, two of them close together, one at rest.
func four() *flock.Snapshot {
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
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// Worked by hand.
func TestFour(t *testing.T) {
	s := four()
	wantNear(t, "polarization", Polarization(s), 1./4)
	wantNear(t, "mean speed", MeanSpeed(s), 3)
	mean, least := NearestNeighbour(s)
	wantNear(t, "mean nearest neighbour", mean, (3+3+4+math.Sqrt(17*17+4))/4)
	wantNear(t, "least nearest neighbour", least, 3)
	wantNear(t, "largest cluster", LargestClusterShare(s, 3.5), 0.5)
	wantNear(t, "largest cluster, linked further", LargestClusterShare(s, 4.5), 0.75)
	if n := Leaders(s); n != 2 {
		t.Errorf("%d leaders", n)
	}
	if e := Extent(s); e != (mgl32.Vec3{20, 4, 2}) {
		t.Errorf("extent %v", e)
	}
	if c := Centre(s); c != (mgl32.Vec3{6.5, 2, -0.5}) {
		t.Errorf("centre %v", c)
	}
}

func TestAligned(t *testing.T) {
	s := four()
	for i := range s.Vel {
		s.Vel[i] = mgl32.Vec3{0.1 * float32(i+1), 0, 0.2 * float32(i+1)}
	}
	wantNear(t, "polarization of one course", Polarization(s), 1)
}

// Nothing is NaN for too few.
func TestFew(t *testing.T) {
	for n, s := range []*flock.Snapshot{{}, {Pos: make([]mgl32.Vec3, 1), Vel: make([]mgl32.Vec3, 1), Flags: make([]flock.Flags, 1)}} {
		mean, least := NearestNeighbour(s)
		if Polarization(s) != 0 || MeanSpeed(s) != 0 || mean != 0 || least != 0 || Leaders(s) != 0 || Extent(s) != (mgl32.Vec3{}) || Centre(s) != (mgl32.Vec3{}) {
			t.Errorf("%d boids at rest measure something", n)
		}
		wantNear(t, "share", LargestClusterShare(s, 1), float64(n))
	}
}
