package models

import (
	"image"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/lod"
)

// A red triangle fills 90 % of the portrait, in front of a green one. The corners of the portrait show the
// sky.
func TestPortrait(t *testing.T) {
	turn := mgl32.Rotate3DX(mgl32.DegToRad(25)).Mul3(mgl32.Rotate3DY(mgl32.DegToRad(-40)))
	back := turn.Transpose() // rotation from the picture's axes to the bird's axes
	part := func(depth float32, r, g float32) (lod.Part, []mgl32.Vec3) {
		p := lod.Part{Indices: []uint32{0, 1, 2}}
		for _, pos := range []mgl32.Vec3{{-1, -0.5, depth}, {1, -0.5, depth}, {0, 0.5, depth}} {
			p.Positions = append(p.Positions, back.Mul3x1(pos))
		}
		c := mgl32.Vec3{r, g, 0}
		return p, []mgl32.Vec3{c, c, c}
	}
	front, red := part(0.2, 1, 0)
	behind, green := part(-0.3, 0, 1)
	b := &Baked{Mesh: lod.Mesh{Poses: 1}, Levels: []lod.Level{{Parts: []lod.Part{front, behind}, FrontColours: [][]mgl32.Vec3{red, green}, Triangles: 2}}}
	img := b.Portrait(image.Pt(160, 80))
	wide, tall := 0, 0
	for x := range 160 {
		if c := img.NRGBAAt(x, 75); c.R > 150 && c.G < 20 && c.B < 20 {
			wide++
		}
	}
	for y := range 80 {
		if c := img.NRGBAAt(80, y); c.R > 150 && c.G < 20 && c.B < 20 {
			tall++
		}
	}
	if wide < 138 || wide > 146 || tall < 69 || tall > 73 {
		t.Errorf("the triangle covers %d columns and %d rows, want about 142 and 71 of 160 and 80", wide, tall)
	}
	for _, point := range []image.Point{{1, 1}, {158, 1}, {1, 78}, {158, 78}} {
		if c := img.NRGBAAt(point.X, point.Y); c.B < c.R || c.A != 255 {
			t.Errorf("the corner %v has the colour %v, want that of the sky", point, c)
		}
	}
}
