//go:build cgo

package render

import (
	"image"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/models/gltf"
)

// glassWall returns a wall with one pane of glass, from 44 to 77 m above the ground, 60 m in
// front of the camera.
func glassWall() *frame.Solid {
	s := &frame.Solid{Low: mgl32.Vec3{-60, 0, -60}, High: mgl32.Vec3{60, 80, -60}, Triangles: []uint32{0, 1, 2, 0, 2, 3}}
	for _, c := range [][2]float32{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
		s.Points = append(s.Points, mgl32.Vec3{-60 + 120*c[0], 80 * c[1], -60})
		s.Normals = append(s.Normals, mgl32.Vec3{0, 0, 1})
		s.UV = append(s.UV, mgl32.Vec2{c[0], 2 * c[1]})
	}
	s.Coats = []frame.Coat{{Triangles: 2, Material: gltf.Material{BaseColour: mgl32.Vec4{0.3, 0.3, 0.3, 1}}, Facade: &frame.Facade{Storeys: 2, Style: 2, Seed: 0.4}}}
	return s
}

// On a hazy day the distant ground fades into the sky. So its reflection in a pane of glass has no visible
// line at eye level.
func TestReflectionInGlassHasNoLine(t *testing.T) {
	r := renderer(t, 4)
	f := testFrame()
	f.Light.Haze = 0.002
	f.View.Eye[1] = 58
	f.Stands = standsOf(glassWall())
	img := shoot(t, r, f)
	row := func(y int) (sum int) {
		for x := 80; x < 120; x++ {
			c := img.NRGBAAt(x, y)
			sum += int(c.R) + int(c.G) + int(c.B)
		}
		return sum
	}
	// at that distance, 50 rows are 60 m, and the pane reaches from 14 m below the eye to 19 m
	// above it
	top, foot := row(38), row(58)
	for y := 38; y < 58; y++ {
		if step := row(y+1) - row(y); step > 40*3*6 || step < -40*3*6 {
			t.Errorf("the glass changes by %d steps below row %d, want at most 40", step/120, y)
		}
	}
	if diff := top - foot; diff > -40*3 && diff < 40*3 {
		t.Errorf("the pane is as bright at its foot (%d) as at its top (%d), although it mirrors ground and sky", foot/120, top/120)
	}
}

func TestBuildingsInAnyOrder(t *testing.T) {
	r := renderer(t, 4)
	house := func(low, high mgl32.Vec3, seed float32) *frame.Solid {
		s := box(low, high)
		s.UV = make([]mgl32.Vec2, len(s.Points))
		for i, p := range s.Points {
			s.UV[i] = mgl32.Vec2{p[0] + p[2], p[1] / 3}
		}
		s.Coats = []frame.Coat{{Triangles: len(s.Triangles) / 3, Material: gltf.Material{BaseColour: mgl32.Vec4{0.4, 0.3, 0.3, 1}}, Facade: &frame.Facade{Storeys: 6, Style: 1, Seed: seed}}}
		return s
	}
	far, near := house(mgl32.Vec3{-6, 0, -50}, mgl32.Vec3{8, 30, -40}, 0.3), house(mgl32.Vec3{-2, 0, -28}, mgl32.Vec3{3, 18, -20}, 0.8)
	f := testFrame()
	bare := shoot(t, r, f)
	f.Stands = standsOf(far, near)
	one := shoot(t, r, f)
	f.Stands = standsOf(near, far)
	if rect := changedRect(one, shoot(t, r, f), 0); !rect.Empty() {
		t.Errorf("another order of the obstacles changes %v", rect)
	}
	f.Stands = standsOf(house(mgl32.Vec3{-30, 0, -30}, mgl32.Vec3{30, 40, 30}, 0.5))
	if rect := changedRect(bare, shoot(t, r, f), 3); !rect.Eq(image.Rect(0, 0, 200, 100)) {
		t.Errorf("from inside, the walls cover only %v", rect)
	}
}
