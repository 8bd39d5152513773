//go:build cgo

package inspect

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/lod"
)

// TestFittingSpan compares the wingspan on a contact sheet with the space in a cell, which is 1.12 × 0.84
// with a margin of 5 %.
func TestFittingSpan(t *testing.T) {
	for _, c := range []struct {
		name   string
		vertex mgl32.Vec3
		want   float32
	}{
		{"only wings", mgl32.Vec3{0.5, 0, 0}, 1},
		{"long legs", mgl32.Vec3{0, -2, 0}, 0.84 / 2 * 0.95 / 2},
		{"long neck", mgl32.Vec3{0, 0, 2}, 0.84 / 2 * 0.95 / 2},
	} {
		m := lod.Mesh{Parts: []lod.Part{{Positions: []mgl32.Vec3{{}, c.vertex}}}}
		if got := fittingSpan(&m); mgl32.Abs(got-c.want) > 1e-6 {
			t.Errorf("%s: wingspan %v, want %v", c.name, got, c.want)
		}
	}
}
