package metrics

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// Three in a row one metre apart: the middle one has two within 1.5 m, the
// others one each.
func TestMeanNeighbours(t *testing.T) {
	s := flock.Snapshot{Pos: []mgl32.Vec3{{0, 5, 0}, {1, 5, 0}, {2, 5, 0}}}
	if got := MeanNeighbours(&s, 1.5); got != 4.0/3 {
		t.Errorf("%v, want 4/3", got)
	}
	if got := MeanNeighbours(&flock.Snapshot{}, 1); got != 0 {
		t.Errorf("%v for nobody", got)
	}
}
