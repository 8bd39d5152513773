package scenario

import (
	"math"
	"testing"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/model"
)

// In every model, the boids of a crowd have 20 neighbours on average. In the plane, a crowd is a disc, and
// the boids at its edge have fewer.
func TestCrowdsHaveTwentyNeighbours(t *testing.T) {
	for _, m := range model.All() {
		for _, shape := range []cloud.Shape{cloud.Ball, cloud.Box, cloud.Blob} {
			for _, n := range []int{300, 900} {
				d, err := CrowdOf(m, n, shape)
				if err != nil {
					t.Fatal(err)
				}
				w, err := flock.NewWorld(d)
				if err != nil {
					t.Fatal(err)
				}
				var s flock.Snapshot
				w.Snapshot(&s)
				p := w.Params()
				vision, side := float64(p.Float("vision")), float64(p.Float("bounds_size"))
				wraps, pairs := p.Value("bounds") == "wrap", 0
				for i := range s.Pos {
					for j := range i {
						square := 0.
						for k := range 3 {
							d := float64(s.Pos[i][k]) - float64(s.Pos[j][k])
							if wraps {
								d = math.Remainder(d, side)
							}
							square += d * d
						}
						if math.Sqrt(square) < vision {
							pairs++
						}
					}
				}
				if mean := 2 * float64(pairs) / float64(n); mean < 17 || mean > 23 {
					t.Errorf("%s: %d boids in a %s have %.1f neighbours, want 17 to 23", m.Name(), n, cloud.Shapes()[shape], mean)
				}
			}
		}
	}
}
