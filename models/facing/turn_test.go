package facing

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
)

// TestTurned checks the turns of an animal that faces +Z with its back up. Its left is +X. A turn
// to the right must undo a turn to the left.
func TestTurned(t *testing.T) {
	o := Orientation{mgl32.Vec3{0, 0, 1}, mgl32.Vec3{0, 1, 0}}
	for side, want := range map[string]Orientation{
		"front":  o,
		"back":   {mgl32.Vec3{0, 0, -1}, mgl32.Vec3{0, 1, 0}},
		"left":   {mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 1, 0}},
		"right":  {mgl32.Vec3{-1, 0, 0}, mgl32.Vec3{0, 1, 0}},
		"top":    {mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 0, -1}},
		"bottom": {mgl32.Vec3{0, -1, 0}, mgl32.Vec3{0, 0, 1}},
	} {
		if got := o.Turned(side); got != want || got.Left().Len() != 1 {
			t.Errorf("with the head at the %s, the orientation is %v, want %v", side, got, want)
		}
	}
	if len(HeadSides()) != 6 {
		t.Errorf("the sides are %v, want six", HeadSides())
	}
	for _, o := range Orientations() {
		if got := o.Turned("left").Turned("right"); got != o {
			t.Errorf("turned to the left and to the right, %v is %v", o, got)
		}
		if got := o.Turned("top").Turned("bottom"); got != o {
			t.Errorf("turned up and down, %v is %v", o, got)
		}
	}
}
