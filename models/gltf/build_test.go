package gltf

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"

	"skein/models/internal/testdoc"
)

func loadModel(t testing.TB, doc *gltf.Document) *Model {
	t.Helper()
	m, err := Decode("test.glb", testdoc.Encode(t, doc), nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// checkPositions compares the positions of the first vertices at a time of a clip with want.
func checkPositions(t *testing.T, m *Model, clip int, seconds float64, want ...mgl32.Vec3) {
	t.Helper()
	got := m.Pose(clip, seconds)[0].Positions
	for i := range want {
		if got[i].Sub(want[i]).Len() > 1e-5 {
			t.Errorf("at %v s vertex %d is at %v, want %v", seconds, i, got[i], want[i])
		}
	}
}

const root2 = math.Sqrt2 / 2
