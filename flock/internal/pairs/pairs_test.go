package pairs

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// VisitPairs finds the same pairs as a search through all pairs, even across the edge of a world that wraps
// around.
func TestVisitPairsFindsAllPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, side := range []float64{0, 12, 40} {
		for range 20 {
			const size = 2.5
			pos := make([]mgl32.Vec3, 200)
			for i := range pos {
				pos[i] = mgl32.Vec3{12*r.Float32() - 6, 12 * r.Float32(), 12*r.Float32() - 6}
			}
			var want, got []string
			for i := range pos {
				for j := range i {
					d2 := 0.0
					for k := range 3 {
						d := math.Abs(float64(pos[i][k]) - float64(pos[j][k]))
						if side > 0 {
							d = min(d, side-d)
						}
						d2 += d * d
					}
					if d2 < size*size {
						want = append(want, fmt.Sprint(j, i))
					}
				}
			}
			cells := New(pos, size)
			if side > 0 {
				cells = NewWrapped(pos, size, side)
			}
			cells.VisitPairs(func(i, j int32, d2 float64) { got = append(got, fmt.Sprint(min(i, j), max(i, j))) })
			slices.Sort(want)
			slices.Sort(got)
			if len(want) < 100 || !slices.Equal(got, want) {
				t.Fatalf("side %v: found %d pairs, want the same %d", side, len(got), len(want))
			}
		}
	}
}

// In a world that is only slightly wider than two cells, VisitPairs visits no pair that is further apart
// than the size.
func TestVisitPairsInASmallWorld(t *testing.T) {
	pos := []mgl32.Vec3{{-2.4, 0.1, 0}, {2.4, 4.9, 0}, {0, 2.5, 0}}
	met := map[[2]int32]bool{}
	NewWrapped(pos, 2.4, 5).VisitPairs(func(i, j int32, _ float64) { met[[2]int32{min(i, j), max(i, j)}] = true })
	if delete(met, [2]int32{0, 1}); len(met) != 0 {
		t.Errorf("pairs that should not exist: %v", met)
	}
}

// Trees have indices in the order of their lowest members. The order of the links does not matter.
func TestForest(t *testing.T) {
	f := NewForest(7)
	for _, l := range [][2]int32{{6, 4}, {5, 1}, {4, 2}, {1, 5}, {3, 3}} {
		f.Link(l[0], l[1])
	}
	labels, count := f.Labels()
	if want := []int32{0, 1, 2, 3, 2, 1, 2}; count != 4 || !slices.Equal(labels, want) {
		t.Errorf("the labels are %v of %d trees, want %v of 4", labels, count, want)
	}
}
