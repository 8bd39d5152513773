//go:build cgo

package render

import (
	"image"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/testbird"
	"skein/flock/look"
	"skein/models"
)

func withKind(kind int, b frame.Bird) frame.Bird {
	b.Kind = kind
	return b
}

func doubleWidth(b *models.Baked) *models.Baked {
	p := &b.Parts[0]
	for i := range p.Positions {
		p.Positions[i][0] *= 2
	}
	return b
}

// Each kind of bird in a picture has its own model, wingspan and wingbeat. Its pixels and ids match values
// computed by hand, at several distances.
func TestKindsOfBirds(t *testing.T) {
	r := renderer(t, 1)
	if err := r.SetBirds(testbird.Plate(1), doubleWidth(testbird.Plate(4))); err != nil {
		t.Fatal(err)
	}
	small, large := redAt(-4, 12, -10), withKind(1, redAt(4, 12, -10))
	small.Phase, large.Phase, large.Span = 0.5, 0.5, 4
	f := testFrame(small, withKind(0, redAt(-8, 8, -10)), large)
	empty := shoot(t, r, testFrame())
	// At 10 m, a metre is 5 pixels. The small birds are 2 m wide and high. The large bird is 8 m
	// wide, 4 m high, and half of its height above its position. It covers x from 0 to 8 m and y
	// from 12 to 16 m.
	want := []image.Rectangle{image.Rect(75, 35, 85, 45), image.Rect(55, 55, 65, 65), image.Rect(100, 20, 140, 40)}
	if rect, all := changedRect(empty, shoot(t, r, f), 8), want[0].Union(want[1]).Union(want[2]); rect != all {
		t.Errorf("the birds cover %v, want %v", rect, all)
	}
	got, planes := shoot(t, r, f), [3]int{}
	p, err := r.Planes(f)
	if err != nil {
		t.Fatal(err)
	}
	for i, id := range p.ID {
		point := image.Pt(i%200, i/200)
		in := -1
		for k := range want {
			if point.In(want[k]) {
				in = k
			}
		}
		if int(id) != in {
			t.Fatalf("the id at pixel %v is %v, want %d", point, id, in)
		}
		if drawn := distance(got.NRGBAAt(point.X, point.Y), empty.NRGBAAt(point.X, point.Y)) > 8; drawn != (in >= 0) {
			t.Fatalf("a bird is drawn at pixel %v: %v, want %v", point, drawn, in >= 0)
		}
		if in >= 0 {
			planes[in]++
		}
	}
	if planes != [3]int{100, 100, 800} {
		t.Errorf("the birds have %v pixels of ids, want 100, 100 and 800", planes)
	}

	f.Style = look.Spheres
	if rect := changedRect(empty, shoot(t, r, f), 8); rect.Dx() >= 85 {
		t.Errorf("spheres cover %v, want less than 85 pixels in width", rect)
	}
}

func TestModelsOfKinds(t *testing.T) {
	r := renderer(t, 1)
	empty := shoot(t, r, testFrame())
	f := testFrame(withKind(1, redAt(0, 10, -10)))
	covers := func(what string, want image.Rectangle) {
		t.Helper()
		if rect := changedRect(empty, shoot(t, r, f), 8); rect != want {
			t.Errorf("%s: the birds cover %v, want %v", what, rect, want)
		}
	}
	one, two := image.Rect(95, 45, 105, 55), image.Rect(90, 45, 110, 55)
	set := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	set(r.SetBirds(testbird.Plate(1)))
	covers("one model", one)
	if err := r.ReplaceBirds(1, 2, testbird.Plate(1)); err == nil {
		t.Error("ReplaceBird accepted a kind that does not exist")
	}
	set(r.SetBirds(testbird.Plate(1), testbird.Plate(1)))
	set(r.ReplaceBirds(1, 2, doubleWidth(testbird.Plate(1))))
	covers("second model replaced", two)
	if r.SetBirds(testbird.Plate(1), &models.Baked{}) == nil || r.ReplaceBirds(1, 2, &models.Baked{}) == nil {
		t.Error("an empty model was accepted")
	}
	covers("after refused models", two)
}

// With two kinds of birds, the shadow of each bird lies below it. The view is from above and the sun is at
// the zenith. A metre on the ground is 2.5 pixels.
func TestShadowsOfKinds(t *testing.T) {
	r := renderer(t, 1)
	flat := func(b *models.Baked) *models.Baked {
		for i, v := range b.Parts[0].Positions {
			b.Parts[0].Positions[i] = mgl32.Vec3{v[0], 0, -v[1]}
		}
		return b
	}
	if err := r.SetBirds(flat(testbird.Plate(1)), flat(doubleWidth(testbird.Plate(1)))); err != nil {
		t.Fatal(err)
	}
	left, right := redAt(-20, 60, 0), withKind(1, redAt(20, 60, 0))
	left.Span, right.Span = 8, 8
	f := testFrame(left, right)
	f.View.Eye = mgl32.Vec3{0, 20, 0}
	f.View.Rotation = mgl32.QuatRotate(-1.5707963, mgl32.Vec3{1, 0, 0})
	f.Light.SunDirection = mgl32.Vec3{0, 1, 0}
	f.Light.SunPoint = f.Light.SunDirection
	bare := shoot(t, r, f)
	f.Shadows = true
	got := shoot(t, r, f)
	// 8 m are 20 pixels. The wide bird casts a shadow of 40 pixels. The shadows are centred at (50,
	// 50) and (150, 50).
	for _, c := range []struct{ part, want image.Rectangle }{
		{image.Rect(0, 0, 100, 100), image.Rect(40, 40, 60, 60)},
		{image.Rect(100, 0, 200, 100), image.Rect(130, 40, 170, 60)},
	} {
		a, b := bare.SubImage(c.part).(*image.NRGBA), got.SubImage(c.part).(*image.NRGBA)
		var rect image.Rectangle
		for y := c.part.Min.Y; y < c.part.Max.Y; y++ {
			for x := c.part.Min.X; x < c.part.Max.X; x++ {
				if distance(a.NRGBAAt(x, y), b.NRGBAAt(x, y)) > 4 {
					rect = rect.Union(image.Rect(x, y, x+1, y+1))
				}
			}
		}
		if !near(rect, c.want, 2) {
			t.Errorf("a shadow covers %v, want %v", rect, c.want)
		}
	}
}

// Translucent birds of two kinds are blended from back to front, whichever kind is behind. So the
// colour of the nearer bird dominates.
func TestBlendedKinds(t *testing.T) {
	r := renderer(t, 1)
	half := func() *models.Baked {
		b := testbird.Plate(1)
		b.Parts[0].Material.Blend = true
		b.Parts[0].Material.BaseColour[3] = 0.8
		return b
	}
	if err := r.SetBirds(half(), half()); err != nil {
		t.Fatal(err)
	}
	blue := redAt(0, 10, -5)
	blue.Tint = mgl32.Vec4{0.02, 0.02, 0.5, 1}
	for kind := range 2 {
		c := shoot(t, r, testFrame(withKind(1-kind, redAt(0, 10, -10)), withKind(kind, blue))).NRGBAAt(100, 50)
		if c.B < c.R+50 {
			t.Errorf("kind %d in front of kind %d: colour %v, want mostly blue", kind, 1-kind, c)
		}
	}
}
