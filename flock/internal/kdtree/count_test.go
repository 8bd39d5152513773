package kdtree

import (
	"math"
	"testing"
)

// Pairs at a distance equal to the radius are not counted.
func TestPairsWithin(t *testing.T) {
	for name, pos := range points(500) {
		for _, radius := range []float64{0, 0.01, 1, math.Sqrt2, 3, 8, 50, 5000} {
			want := 0
			for i := range pos {
				for j := range i {
					d2 := 0.0
					for k := range 3 {
						d := pos[i][k] - pos[j][k]
						d2 += float64(d * d)
					}
					if d2 < radius*radius {
						want++
					}
				}
			}
			if got := New(pos).PairsWithin(radius); got != want {
				t.Errorf("%s, radius %v: found %d pairs, want %d", name, radius, got, want)
			}
		}
	}
	if n := New([][3]float64{}).PairsWithin(1); n != 0 {
		t.Errorf("a tree without points has %d pairs, want 0", n)
	}
}

// Counting the pairs of a dense core with stragglers takes little work per point, for any
// number of points.
func TestPairsWithinWork(t *testing.T) {
	for _, name := range []string{"dense core and stragglers", "one place", "one place and stragglers"} {
		tree := New(points(20_000)[name])
		tree.PairsWithin(3)
		if work := float64(tree.Distances()) / 20_000; work > 60 {
			t.Errorf("%s: %.1f distances for each of 20,000 points, want at most 60", name, work)
		}
	}
}
