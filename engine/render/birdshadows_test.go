//go:build cgo

package render

import (
	"image"
	"image/color"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/testbird"
	"skein/models"
	"skein/models/gltf"
)

// quarteredPlate returns a horizontal plate with four quarters of different opacity: ½ and 0 in front, 0 and
// 1 behind.
func quarteredPlate(m gltf.Material) *models.Baked {
	b := testbird.Plate(1)
	p := &b.Parts[0]
	for i, v := range p.Positions {
		p.Positions[i], p.Normals[i] = mgl32.Vec3{v[0], 0, -v[1]}, mgl32.Vec3{0, 1, 0}
	}
	p.UV = []mgl32.Vec2{{0, 1}, {1, 1}, {1, 0}, {0, 0}}
	m.BaseColour, m.DoubleSided = mgl32.Vec4{1, 1, 1, 1}, true
	m.Texture = &gltf.Texture{Image: image.NewNRGBA(image.Rect(0, 0, 64, 64)), Nearest: true}
	for y := range 64 {
		for x := range 64 {
			opacity := [2][2]uint8{{128, 0}, {0, 255}}[y/32][x/32]
			m.Texture.Image.SetNRGBA(x, y, color.NRGBA{255, 255, 255, opacity})
		}
	}
	p.Material = m
	return b
}

// The shadow depends on the material. For an opaque material it is full. For an alpha-tested
// material it has holes. For a blended material it is as dark as the opacity. The camera and the
// sun are straight above.
func TestShadowsOfFeathers(t *testing.T) {
	r := renderer(t, 4)
	shadow := func(b *models.Baked) func(x, y int) float64 {
		if err := r.SetBirds(b); err != nil {
			t.Fatal(err)
		}
		bird := redAt(0, 60, 0)
		bird.Span = 16
		f := testFrame(bird)
		// The camera is 20 m above the ground, below the bird. A metre is 2.5 pixels, so the plate's shadow
		// is 40 pixels wide.
		f.View.Eye = mgl32.Vec3{0, 20, 0}
		f.View.Rotation = mgl32.QuatRotate(-1.5707963, mgl32.Vec3{1, 0, 0})
		f.Light.SunDirection = mgl32.Vec3{0, 1, 0}
		f.Light.SunPoint = f.Light.SunDirection // makes sharp shadows
		bare := shoot(t, r, f)
		f.Shadows = true
		got := shoot(t, r, f)
		return func(x, y int) (lost float64) { // returns the mean over some pixels, because the brightness of the grass varies
			for k := range 25 {
				a, b := bare.NRGBAAt(x+k%5, y+k/5), got.NRGBAAt(x+k%5, y+k/5)
				lost += float64(int(a.R)-int(b.R)) / float64(a.R) / 25
			}
			return lost
		}
	}
	quarters := map[string]image.Point{
		"half":    {100 - 12, 50 - 12},
		"nothing": {100 + 8, 50 - 12},
		"none":    {100 - 12, 50 + 8},
		"all":     {100 + 8, 50 + 8},
	}
	solid := shadow(quarteredPlate(gltf.Material{}))(quarters["all"].X, quarters["all"].Y)
	if solid < 0.1 {
		t.Fatalf("a solid shadow takes only %v of the light", solid)
	}
	for name, c := range map[string]struct {
		material gltf.Material
		want     map[string]float64 // darkness of each shadow, divided by that of an opaque plate
	}{
		"opaque":        {gltf.Material{}, map[string]float64{"half": 1, "nothing": 1, "none": 1, "all": 1}},
		"cut off":       {gltf.Material{AlphaCutoff: 0.6}, map[string]float64{"half": 0, "nothing": 0, "none": 0, "all": 1}},
		"cut off lower": {gltf.Material{AlphaCutoff: 0.4}, map[string]float64{"half": 1, "nothing": 0, "none": 0, "all": 1}},
		"blended":       {gltf.Material{Blend: true}, map[string]float64{"half": 0.5, "nothing": 0, "none": 0, "all": 1}},
	} {
		at := shadow(quarteredPlate(c.material))
		for quarter, want := range c.want {
			p := quarters[quarter]
			if got := at(p.X, p.Y) / solid; got < want-0.08 || got > want+0.08 {
				t.Errorf("%s, quarter %q: the shadow is %.2f, want %v", name, quarter, got, want)
			}
		}
	}
}
