//go:build cgo

package render

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/testbird"
	"skein/models/gltf"
)

func poster(coats ...frame.Coat) *frame.Solid {
	s := &frame.Solid{Low: mgl32.Vec3{-4, 6, -20}, High: mgl32.Vec3{4, 14, -20}, Triangles: []uint32{0, 1, 2, 0, 2, 3}, Coats: coats}
	for _, c := range [][2]float32{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
		s.Points = append(s.Points, mgl32.Vec3{8*c[0] - 4, 6 + 8*c[1], -20})
		s.Normals = append(s.Normals, mgl32.Vec3{0, 0, 1})
		s.UV = append(s.UV, mgl32.Vec2{c[0], 1 - c[1]})
	}
	return s
}

func unlit(r, g, b, a float32) gltf.Material {
	return gltf.Material{BaseColour: mgl32.Vec4{r, g, b, a}, Unlit: true}
}

// quarterColours draws the poster and returns the colours at the centres of its four quarters, left to
// right and top to bottom.
func quarterColours(t *testing.T, r *Renderer, s *frame.Solid) (all [4]color.NRGBA) {
	t.Helper()
	f := testFrame()
	f.Stands = standsOf(s)
	img := shoot(t, r, f)
	for k, point := range []image.Point{{95, 45}, {105, 45}, {95, 55}, {105, 55}} {
		all[k] = img.NRGBAAt(point.X, point.Y)
	}
	return all
}

// A solid's colour is the product of the colours of its material, texture and vertices. The first row of
// the texture is at the top, where v = 0.
func TestCoatsOfSolids(t *testing.T) {
	r := renderer(t, 4)
	picture := image.NewNRGBA(image.Rect(0, 0, 2, 2))
	for k, c := range []color.NRGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 0}} {
		picture.SetNRGBA(k%2, k/2, c)
	}
	textured := unlit(1, 1, 1, 1)
	textured.Texture = &gltf.Texture{Image: picture, WrapS: gltf.Clamp, WrapT: gltf.Clamp, Nearest: true}
	got := quarterColours(t, r, poster(frame.Coat{Triangles: 2, Material: textured}))
	for k, want := range []string{"red", "green", "blue"} {
		if hue(got[k]) != want {
			t.Errorf("quarter %d of a texture is %v, want %s", k+1, got[k], want)
		}
	}

	// If a channel is 0 in the material or in a vertex colour, it is 0 in the picture.
	textured.BaseColour = mgl32.Vec4{0, 1, 1, 1}
	if got := quarterColours(t, r, poster(frame.Coat{Triangles: 2, Material: textured})); hue(got[0]) != "black" || hue(got[1]) != "green" {
		t.Errorf("a material without red shows %v, want black and green", got)
	}
	coloured := poster(frame.Coat{Triangles: 2, Material: unlit(1, 1, 1, 1)})
	for range coloured.Points {
		coloured.Colours = append(coloured.Colours, mgl32.Vec4{0, 0, 1, 1})
	}
	if got := quarterColours(t, r, coloured); hue(got[3]) != "blue" {
		t.Errorf("blue vertices show %v, want blue", got)
	}

	// If a part of a solid is cut out, the background is visible there.
	empty := quarterColours(t, r, &frame.Solid{Points: coloured.Points, Normals: coloured.Normals})
	textured.BaseColour, textured.AlphaCutoff = mgl32.Vec4{1, 1, 1, 1}, 0.5
	if got := quarterColours(t, r, poster(frame.Coat{Triangles: 2, Material: textured})); got[3] != empty[3] || hue(got[2]) != "blue" {
		t.Errorf("a cut-out texture shows %v in front of %v, want only the blue quarter", got, empty)
	}

	// Red with an opacity of ½ lets half of the background's light through.
	glass := unlit(1, 0, 0, 0.5)
	glass.Blend = true
	full := quarterColours(t, r, poster(frame.Coat{Triangles: 2, Material: unlit(1, 0, 0, 1)}))
	through := quarterColours(t, r, poster(frame.Coat{Triangles: 2, Material: glass}))
	for k := range through {
		a, b := (int(full[k].G)+int(empty[k].G))/2, int(through[k].G)
		if math.Abs(float64(a-b)) > 3 {
			t.Errorf("with an opacity of 1/2, quarter %d has green %d, want %d", k+1, b, a)
		}
	}
}

func hue(c color.NRGBA) string {
	r, g, b := c.R > 110, c.G > 110, c.B > 110
	switch {
	case r && !g && !b:
		return "red"
	case g && !r && !b:
		return "green"
	case b && !r && !g:
		return "blue"
	case !r && !g && !b:
		return "black"
	}
	return "none"
}

// Two ranges of a solid's triangles have different materials. Both sides of each triangle are visible.
func TestTwoCoats(t *testing.T) {
	r := renderer(t, 4)
	s := poster(frame.Coat{Triangles: 1, Material: unlit(1, 0, 0, 1)}, frame.Coat{Triangles: 1, Material: unlit(0, 1, 0, 1)})
	if got := quarterColours(t, r, s); hue(got[3]) != "red" || hue(got[0]) != "green" {
		t.Errorf("two coats show %v, want red and green", got)
	}
	s.Triangles = []uint32{0, 2, 1, 0, 3, 2}
	behind := *s
	if got := quarterColours(t, r, &behind); hue(got[3]) != "red" || hue(got[0]) != "green" {
		t.Errorf("from behind, two coats show %v, want red and green", got)
	}
}

func TestCutOutShadows(t *testing.T) {
	r := renderer(t, 4)
	half := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	half.SetNRGBA(0, 0, color.NRGBA{255, 255, 255, 255})
	coat := frame.Coat{Triangles: 2, Material: unlit(1, 1, 1, 1)}
	coat.Texture, coat.AlphaCutoff = &gltf.Texture{Image: half, WrapS: gltf.Clamp, WrapT: gltf.Clamp, Nearest: true}, 0.5
	s := &frame.Solid{Low: mgl32.Vec3{-8, 4, -8}, High: mgl32.Vec3{8, 4, 8}, Triangles: []uint32{0, 2, 1, 0, 3, 2}, Coats: []frame.Coat{coat}}
	for _, c := range [][2]float32{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
		s.Points = append(s.Points, mgl32.Vec3{16*c[0] - 8, 4, 16*c[1] - 8})
		s.Normals = append(s.Normals, mgl32.Vec3{0, 1, 0})
		s.UV = append(s.UV, mgl32.Vec2{c[1], c[0]}) // the material is opaque on the side of -Z
	}
	f := viewFromAbove(50)
	f.Stands = standsOf(s)
	open := shoot(t, r, f)
	f.Shadows = true
	// The shadow is shifted by 4 m towards -X. Beside the leaf it covers x from -12 to -8 m.
	got := changedRectIn(image.Rect(80, 30, 91, 70), open, shoot(t, r, f), 6)
	if want := image.Rect(88, 42, 91, 50); !near(got, want, 1) {
		t.Errorf("the shadow beside the leaf covers %v, want %v", got, want)
	}
}

// The shadow of a bird falls on lower solids, at the point where the sun's ray through the bird meets them.
// It does not fall on higher solids.
func TestBirdsShadeSolids(t *testing.T) {
	r := renderer(t, 4)
	if err := r.SetBirds(testbird.Plate(1)); err != nil {
		t.Fatal(err)
	}
	deck := box(mgl32.Vec3{-30, 0, -20}, mgl32.Vec3{30, 10, 20})
	for _, c := range []struct {
		high float32
		want image.Rectangle
	}{
		// The bird is 12 m above the deck, which is 40 m below the eye. So the shadow is shifted by 12 m
		// towards -X.
		{22, image.Rect(100+int(math.Floor(50.0/40*(-12-1.5))), 50-2, 100+int(math.Ceil(50.0/40*(-12+1.5))), 50+2)},
		{6, image.Rectangle{}}, // the bird is inside the deck
	} {
		b := redAt(0, c.high, 0)
		b.Span, b.Rotation = 3, mgl32.QuatRotate(math.Pi/2, mgl32.Vec3{1, 0, 0}) // the bird is horizontal
		f := viewFromAbove(50, b)
		f.Stands = standsOf(deck)
		f.Shadows = true
		with := shoot(t, r, f)
		f.Birds = nil
		got := changedRectIn(image.Rect(70, 30, 96, 70), shoot(t, r, f), with, 6)
		if c.want.Empty() != got.Empty() || !c.want.Empty() && !near(got, c.want, 1) {
			t.Errorf("a bird at %v m shades %v of the deck at 10 m, want %v", c.high, got, c.want)
		}
	}
}

// The matrix of a stand can move, turn and scale its solid. The solid and its shadow appear in the new
// place. The solid is uploaded only once.
func TestMovedStands(t *testing.T) {
	r := renderer(t, 4)
	unit := box(mgl32.Vec3{-1, -1, -1}, mgl32.Vec3{1, 1, 1})
	moved := func(x float32) frame.Stand {
		return frame.NewStand(unit, "box", mgl32.Translate3D(x, 10, -20).Mul4(mgl32.Scale3D(2, 2, 2)))
	}
	f := testFrame()
	bare := shoot(t, r, f)
	var array uint32
	for _, x := range []float32{0, 9, -14} {
		f.Stands = []frame.Stand{moved(x)}
		// The box is 4 m wide. Its front is 18 m away.
		remaining := 100 + int(math.Round(float64((x-2)*50/18)))
		right := 100 + int(math.Round(float64((x+2)*50/18)))
		if x > 0 {
			remaining = 100 + int(math.Round(float64((x-2)*50/22))) // the inside of the box is visible, too
		} else if x < 0 {
			right = 100 + int(math.Round(float64((x+2)*50/22)))
		}
		want := image.Rect(remaining, 44, right, 56)
		if got := changedRect(bare, shoot(t, r, f), 2); !near(got, want, 1) {
			t.Errorf("at %v m the box covers %v, want %v", x, got, want)
		}
		if loaded := r.solids.bySource[unit]; array != 0 && loaded.array != array {
			t.Error("the solid was uploaded again")
		} else {
			array = loaded.array
		}
	}
	f = viewFromAbove(50)
	f.Stands = []frame.Stand{frame.NewStand(unit, "box", mgl32.Translate3D(0, 2, 0).Mul4(mgl32.Scale3D(2, 2, 2)))}
	for _, x := range []float32{0, 30} {
		f.Stands[0] = frame.NewStand(unit, "box", mgl32.Translate3D(x, 2, 0).Mul4(mgl32.Scale3D(2, 2, 2)))
		f.Shadows = false
		open := shoot(t, r, f)
		f.Shadows = true
		want := image.Rect(100+int(x)-6, 48, 100+int(x)-2, 52)
		if got := changedRect(open, shoot(t, r, f), 6); !near(got, want, 1) {
			t.Errorf("at %v m the box's shadow covers %v, want %v", x, got, want)
		}
	}
}

// A building has one row of windows per storey. The windows are brighter or darker than the wall.
// Its roof has no windows.
func TestFacades(t *testing.T) {
	r := renderer(t, 4)
	s := poster(frame.Coat{Triangles: 2, Material: gltf.Material{BaseColour: mgl32.Vec4{0.6, 0.6, 0.6, 1}}, Facade: &frame.Facade{Storeys: 4, Style: 1}})
	for v := range s.UV {
		s.UV[v] = mgl32.Vec2{4 * s.UV[v][0], 4 * (1 - s.UV[v][1])}
	}
	f := testFrame()
	f.Size = image.Pt(800, 400)
	f.Light.SunDirection = frame.SunDirection(50, 0) // the sun shines on the wall
	f.Stands = standsOf(s)
	img := shoot(t, r, f)
	rows, within := 0, false
	for y := 200 - 39; y < 200+39; y++ { // at 20 m from the eye, 8 m are 80 pixels
		c := img.NRGBAAt(400+5, y) // the wall beside the frame, between two windows
		wall := img.NRGBAAt(400, y)
		dark := distance(c, wall) > 20
		if dark && !within {
			rows++
		}
		within = dark
	}
	if rows != 4 {
		t.Errorf("the wall has %d rows of windows, want 4", rows)
	}
	for v := range s.UV {
		s.UV[v] = mgl32.Vec2{-1, -1}
	}
	roof := *s
	f.Stands = standsOf(&roof)
	img = shoot(t, r, f)
	for y := 200 - 30; y < 200+30; y++ {
		if distance(img.NRGBAAt(405, y), img.NRGBAAt(405, 200)) > 12 {
			t.Fatalf("the roof has windows: its pixels are %v and %v, want the same colour", img.NRGBAAt(405, y), img.NRGBAAt(405, 200))
		}
	}
}
