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
)

func box(low, high mgl32.Vec3) *frame.Solid {
	s := &frame.Solid{Low: low, High: high}
	for axis := range 3 {
		for _, side := range []float32{-1, 1} {
			first := uint32(len(s.Points))
			var n mgl32.Vec3
			n[axis] = side
			for _, c := range [4][2]float32{{0, 0}, {1, 0}, {1, 1}, {0, 1}} {
				p := low
				if side > 0 {
					p[axis] = high[axis]
				}
				for k, share := range c {
					a := (axis + 1 + k) % 3
					p[a] += share * (high[a] - low[a])
				}
				s.Points, s.Normals = append(s.Points, p), append(s.Normals, n)
			}
			order := []uint32{0, 1, 2, 0, 2, 3}
			if side < 0 {
				order = []uint32{0, 2, 1, 0, 3, 2}
			}
			for _, k := range order {
				s.Triangles = append(s.Triangles, first+k)
			}
		}
	}
	return s
}

func standsOf(solids ...*frame.Solid) (all []frame.Stand) {
	for _, s := range solids {
		all = append(all, frame.NewStand(s, "", mgl32.Ident4()))
	}
	return all
}

// The eye is 10 m above the ground. A face 4 m wide at a distance of 18 m is 200/18 = 11.1 pixels wide, in
// the middle of the picture. The ground hides the part of the box below it.
func TestSolidCoversWhereItIs(t *testing.T) {
	r := renderer(t, 4)
	f := testFrame()
	bare := shoot(t, r, f)
	f.Stands = standsOf(box(mgl32.Vec3{-2, 8, -22}, mgl32.Vec3{2, 12, -18}))
	want := image.Rect(94, 44, 106, 56)
	if got := changedRect(bare, shoot(t, r, f), 2); !near(got, want, 1) {
		t.Errorf("the box covers %v, want %v", got, want)
	}
	f.Stands = standsOf(box(mgl32.Vec3{-2, -8, -22}, mgl32.Vec3{2, 5, -18}))
	// The foot is 10 m below the eye at a distance of 18 m. In the picture it is 10*50/18 = 27.8 pixels
	// below the middle. The far edge of the top is 5 m below the eye at a distance of 22 m.
	want = image.Rect(94, 61, 106, 78)
	if got := changedRect(bare, shoot(t, r, f), 2); !near(got, want, 1) {
		t.Errorf("a box in the ground covers %v, want %v", got, want)
	}
}

func TestSolidHidesBirds(t *testing.T) {
	r := renderer(t, 4)
	if err := r.SetBirds(testbird.Plate(1)); err != nil {
		t.Fatal(err)
	}
	box := box(mgl32.Vec3{-3, 7, -23}, mgl32.Vec3{3, 13, -17})
	for _, c := range []struct {
		z    float32
		want bool
	}{{-10, true}, {-30, false}} {
		f := testFrame(redAt(0, 10, c.z))
		f.Stands = standsOf(box)
		if got := isRed(shoot(t, r, f).NRGBAAt(100, 50)); got != c.want {
			t.Errorf("a bird at z = %v with a box from -23 to -17: visible is %v, want %v", c.z, got, c.want)
		}
		f.Transparent = true
		if got := shoot(t, r, f).NRGBAAt(100, 50).A; (got == 255) != c.want || got != 0 && got != 255 {
			t.Errorf("a bird at z = %v in a transparent picture has the opacity %d, want 255 only in front of the box", c.z, got)
		}
	}
}

func isRed(c color.NRGBA) bool { return int(c.R) > 2*int(c.G) && int(c.R) > 2*int(c.B) }

// viewFromAbove returns a frame seen straight down from the given height. North (-Z) is up in the picture,
// and a metre on the ground is 50/height pixels.
func viewFromAbove(height float32, birds ...frame.Bird) *frame.Frame {
	f := testFrame(birds...)
	f.View.Eye = mgl32.Vec3{0, height, 0}
	f.View.Rotation = mgl32.QuatRotate(-math.Pi/2, mgl32.Vec3{1, 0, 0})
	f.Light.SunDirection = frame.SunDirection(45, 90)
	f.Light.SunPoint = f.Light.SunDirection // makes sharp shadows
	return f
}

// The sun is 45° high in the direction of +X. The shadow of a box 4 m high extends 4 m from its foot
// towards -X.
func TestSolidShadesTheGround(t *testing.T) {
	r := renderer(t, 4)
	f := viewFromAbove(50)
	f.Stands = standsOf(box(mgl32.Vec3{-5, 0, -5}, mgl32.Vec3{5, 4, 5}))
	open := shoot(t, r, f)
	f.Shadows = true
	want := image.Rect(100-9, 50-5, 100-5, 50+5)
	if got := changedRect(open, shoot(t, r, f), 6); !near(got, want, 1) {
		t.Errorf("the shadow covers %v, want %v", got, want)
	}
}

func TestShadowsOfBirdAndSolidOverlap(t *testing.T) {
	r := renderer(t, 4)
	if err := r.SetBirds(testbird.Plate(1)); err != nil {
		t.Fatal(err)
	}
	box := box(mgl32.Vec3{-5, 0, -5}, mgl32.Vec3{5, 4, 5})
	loss := func(stands []frame.Stand, bird mgl32.Vec3, x, y int) float64 {
		b := redAt(bird[0], bird[1], bird[2])
		b.Span, b.Rotation = 3, mgl32.QuatRotate(math.Pi/2, mgl32.Vec3{1, 0, 0}) // the bird is horizontal
		f := viewFromAbove(50, b)
		f.Stands = stands
		open := shoot(t, r, f)
		f.Shadows = true
		return 1 - brightness(shoot(t, r, f), x, y)/brightness(open, x, y)
	}
	// The bird's shadow is shifted towards -X by the bird's height.
	alone := loss(nil, mgl32.Vec3{0, 20, 20}, 80, 70)
	if alone < 0.1 {
		t.Fatalf("a bird's shadow takes only %v of the light", alone)
	}
	if got := loss(standsOf(box), mgl32.Vec3{0, 20, 20}, 80, 70); math.Abs(got-alone) > 0.02 {
		t.Errorf("a bird's shadow takes %v of the light beside a box, but %v alone", got, alone)
	}
	within := loss(standsOf(box), mgl32.Vec3{-1, 6, 0}, 93, 50)
	without := loss(standsOf(box), mgl32.Vec3{30, 20, 30}, 93, 50)
	if without < 0.1 || math.Abs(within-without) > 0.02 {
		t.Errorf("the box's shadow takes %v of the light, but %v with a bird's shadow over it", without, within)
	}
}

func brightness(img *image.NRGBA, x, y int) (sum float64) {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			c := img.NRGBAAt(x+dx, y+dy)
			sum += float64(c.R) + float64(c.G) + float64(c.B)
		}
	}
	return sum
}

func TestSolidsShadeEachOther(t *testing.T) {
	r := renderer(t, 4)
	low := box(mgl32.Vec3{-30, 0, -10}, mgl32.Vec3{0, 2, 10})
	high := box(mgl32.Vec3{0, 0, -10}, mgl32.Vec3{4, 12, 10})
	for _, sharp := range []bool{true, false} {
		f := viewFromAbove(50)
		if !sharp {
			f.Light.SunPoint = mgl32.Vec3{}
		}
		f.Stands = standsOf(low, high)
		open := shoot(t, r, f)
		f.Shadows = true
		got := changedRectIn(image.Rect(72, 42, 200, 58), open, shoot(t, r, f), 6) // this rectangle does not contain the low box's own shadow
		// The box 12 m high casts a shadow 10 m long on top of the low box, which is 2 m high. From 50 m, a
		// metre at this height is 50/48 pixels.
		want := image.Rect(100-10*50/48, 42, 100, 58)
		if !near(got, want, 1) {
			t.Errorf("sharp %v: the shadow covers %v, want %v", sharp, got, want)
		}
	}
}

// A lit face has no dark speckles at any elevation of the sun. Speckles would mean that the solid
// casts a wrong shadow on itself.
func TestLitFacesHaveNoSpeckles(t *testing.T) {
	r := renderer(t, 4)
	for _, elevation := range []float64{4, 15, 40, 80} {
		f := testFrame()
		f.Light.SunDirection = frame.SunDirection(elevation, 20)
		f.Stands = standsOf(box(mgl32.Vec3{-8, 2, -40}, mgl32.Vec3{8, 18, -24}))
		open := shoot(t, r, f)
		f.Shadows = true
		// The test looks at the inner part of the face towards the camera. The sun is behind the
		// camera.
		face := image.Rect(100-16, 50-16, 100+16, 50+16)
		if got := changedRectIn(face, open, shoot(t, r, f), 1); !got.Empty() {
			t.Errorf("sun at %v degrees: a lit face is shaded in %v", elevation, got)
		}
	}
}

func changedRectIn(part image.Rectangle, a, b *image.NRGBA, steps int) image.Rectangle {
	merged := image.NewNRGBA(a.Rect)
	copy(merged.Pix, a.Pix)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		copy(merged.Pix[merged.PixOffset(part.Min.X, y):merged.PixOffset(part.Max.X, y)], b.Pix[b.PixOffset(part.Min.X, y):])
	}
	return changedRect(a, merged, steps)
}

func TestSolidShadesBirds(t *testing.T) {
	r := renderer(t, 4)
	lit := testbird.Plate(1)
	lit.Parts[0].Material.Unlit = false
	if err := r.SetBirds(lit); err != nil {
		t.Fatal(err)
	}
	for _, span := range []float32{2, 30} { // the first span, in pixels, is below birds.LitPerPixel, and the second is above
		colour := func(x float32) color.NRGBA {
			b := frame.Bird{Pos: mgl32.Vec3{0, 12, -20}, Rotation: mgl32.QuatIdent(), Span: span}
			f := testFrame(b)
			f.Light.SunDirection = frame.SunDirection(30, 20)
			f.Shadows = true
			// If x is 0, the box is between the bird and the sun. Otherwise, the box is beside the
			// line between them.
			pos := b.Pos.Add(f.Light.SunDirection.Mul(40)).Add(mgl32.Vec3{x, 0, 0})
			f.Stands = standsOf(box(pos.Sub(mgl32.Vec3{20, 10, 1}), pos.Add(mgl32.Vec3{20, 10, 1})))
			return shoot(t, r, f).NRGBAAt(100, 46)
		}
		if shade, sun := colour(0), colour(200); float64(shade.R) > 0.8*float64(sun.R) {
			t.Errorf("span %v: in the shadow a bird shows %v and in the sun %v, want it darker in the shadow", span, shade, sun)
		}
	}
}

func TestPlanesOfSolids(t *testing.T) {
	r := renderer(t, 4)
	if err := r.SetBirds(testbird.Plate(1)); err != nil {
		t.Fatal(err)
	}
	f := testFrame(redAt(-2, 10, -10), redAt(2, 10, -40))
	f.Stands = standsOf(box(mgl32.Vec3{50, 8, -22}, mgl32.Vec3{60, 12, -18}), box(mgl32.Vec3{-4, 8, -24}, mgl32.Vec3{4, 12, -20}))
	p, err := r.Planes(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		x, y      int
		depth, id float32
	}{
		{90, 50, 10, 0},   // the bird in front of the box
		{104, 50, 20, -3}, // the second box, which hides the other bird
		{100, 90, 500.0 / 40.5, -1},
	} {
		i := c.y*200 + c.x
		if p.ID[i] != c.id || math.Abs(float64(p.Depth[i]-c.depth)) > 0.01 {
			t.Errorf("pixel %d, %d: the depth is %v with id %v, want %v with id %v", c.x, c.y, p.Depth[i], p.ID[i], c.depth, c.id)
		}
	}
}
