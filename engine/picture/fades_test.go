package picture

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// New birds of a live flock grow. The other birds keep their full size. At the start, and while the
// simulation is paused, all birds have their full size.
func TestNewBirdsGrow(t *testing.T) {
	var a FadeIn
	flocks := func(n int) *flock.Snapshot {
		return &flock.Snapshot{Counts: []int{n, 2}, Pos: make([]mgl32.Vec3, n+2)}
	}
	least := func(now float64, n int, stands bool) float32 {
		t.Helper()
		sizes := a.Sizes(nil, flocks(n), now, stands)
		if len(sizes) == 0 {
			return 1
		}
		if len(sizes) != n+2 || sizes[0] != 1 || sizes[n] != 1 || sizes[n+1] != 1 {
			t.Fatalf("at %v s the sizes are %v, want the kept and new birds at full size", now, sizes)
		}
		return sizes[n-1]
	}
	for _, c := range []struct {
		now       float64
		n         int
		stands    bool
		low, high float32
	}{
		{0, 3, false, 1, 1}, {0.02, 3, false, 1, 1}, {5, 3, false, 1, 1}, {5.02, 3, false, 1, 1},
		{5.04, 6, false, 0, 0.05}, {5.19, 6, false, 0.45, 0.55}, {5.35, 6, false, 1, 1},
		{5.36, 4, false, 1, 1}, {5.38, 5, false, 0, 0.05}, {5.38, 5, true, 1, 1}, {5.38, 8, true, 1, 1}, {5.4, 8, false, 1, 1},
		{5.42, 9, false, 0, 0.05}, {1, 9, false, 1, 1}, {1.02, 9, false, 1, 1}, {1.04, 10, false, 0, 0.05}, {60, 10, false, 1, 1},
	} {
		if got := least(c.now, c.n, c.stands); got < c.low || got > c.high {
			t.Errorf("at %v s with %d birds, the last bird has a share of %v of its size, want %v to %v", c.now, c.n, got, c.low, c.high)
		}
	}
}
