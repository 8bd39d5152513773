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
	"skein/flock/look"
)

func TestShadow(t *testing.T) {
	for _, style := range []look.Style{look.Birds, look.Spheres} {
		r := renderer(t, 4)
		// The plate faces the azimuth of the sun.
		if err := r.SetBirds(testbird.Plate(1)); err != nil {
			t.Fatal(err)
		}
		b := redAt(0, 30, 4)
		b.Rotation = mgl32.QuatRotate(math.Pi/2, mgl32.Vec3{0, 1, 0})
		f := testFrame(b)
		f.Style = style
		// The camera is 20 m above (-30, 0, 0), and -Z is up in the image. A metre is 2.5 pixels.
		f.View.Eye = mgl32.Vec3{-30, 20, 0}
		f.View.Rotation = mgl32.QuatRotate(-math.Pi/2, mgl32.Vec3{1, 0, 0})
		f.Light.SunDirection = mgl32.Vec3{1, 1, 0}.Normalize()
		without := shoot(t, r, f)
		f.Shadows = true
		with := shoot(t, r, f)
		rect := changedRect(without, with, 4)
		// The sun is 45° high, so the shadow is shifted by 30 m, to (-30, 0, 4). That is pixel (100, 60).
		middle := rect.Min.Add(rect.Max).Div(2)
		if d := middle.Sub(image.Pt(100, 60)); rect.Empty() || max(d.X, -d.X, d.Y, -d.Y) > 2 {
			t.Errorf("style %v: the shadow covers %v, want about (100, 60)", style, rect)
		}
		if rect.Dx() > 12 || rect.Dy() > 12 {
			t.Errorf("style %v: a shadow of 2 m covers %v, want at most 12 pixels", style, rect)
		}
		if a, b := with.NRGBAAt(100, 60), without.NRGBAAt(100, 60); a.R >= b.R {
			t.Errorf("style %v: the shadow is not darker: the pixel is %v, and %v without it", style, a, b)
		}
	}
}

// In haze, the ground at the horizon has the colour of the sky. In clear air it does not. The view is so
// narrow that the ground one pixel below the horizon is 10 km away.
func TestHazeHidesTheHorizon(t *testing.T) {
	r := renderer(t, 4)
	gap := func(haze float32) (most int) {
		f := testFrame()
		f.Light.Haze, f.View.FovY = haze, 0.2
		img := shoot(t, r, f)
		for x := 0; x < 200; x += 10 {
			most = max(most, distance(img.NRGBAAt(x, 49), img.NRGBAAt(x, 50)))
		}
		return most
	}
	if clear, hazy := gap(0), gap(1.0/100); hazy > 6 || clear < 20 {
		t.Errorf("the step of colour across the horizon is %d in haze and %d in clear air, want at most 6 and at least 20", hazy, clear)
	}
}

func TestSunDisc(t *testing.T) {
	r := renderer(t, 4)
	f := testFrame()
	// Slopes of 0.2 up and 0.4 to the right are 10 and 20 pixels from the middle.
	f.Light.SunDirection = mgl32.Vec3{0.4, 0.2, -1}.Normalize()
	img := shoot(t, r, f)
	at := img.NRGBAAt(120, 39)
	if at.R < 250 || at.G < 250 {
		t.Errorf("the sun's pixel is %v, want almost white", at)
	}
}

func TestRibbonsBreakAtStart(t *testing.T) {
	r := renderer(t, 4)
	point := func(x float32, start bool) frame.RibbonPoint {
		return frame.RibbonPoint{Pos: mgl32.Vec3{x, 10, -10}, Colour: red, Width: 1, Start: start}
	}
	f := testFrame()
	f.Ribbons = []frame.RibbonPoint{point(-12, true), point(-8, false), point(-4, false), point(4, true), point(12, false)}
	at := func(empty, got *image.NRGBA, x int) bool {
		return distance(empty.NRGBAAt(x, 50), got.NRGBAAt(x, 50)) > 20
	}
	empty, got := shoot(t, r, testFrame()), shoot(t, r, f)
	for x, want := range map[int]bool{30: false, 42: true, 60: true, 78: true, 85: false, 100: false, 115: false, 122: true, 158: true, 170: false} {
		if at(empty, got, x) != want {
			t.Errorf("pixel (%d, 50) is on the ribbon: %v, want %v", x, !want, want)
		}
	}
	// 1 m at a distance of 10 m is 5 pixels.
	if h := changedRect(empty, got, 20); !near(h, image.Rect(40, 47, 160, 53), 1) {
		t.Errorf("the ribbons cover %v, want (40, 47) to (160, 53)", h)
	}
}

func TestThinRibbon(t *testing.T) {
	r := renderer(t, 4)
	f := testFrame()
	f.Ribbons = []frame.RibbonPoint{
		{Pos: mgl32.Vec3{-8, 10.03, -10}, Colour: red, Width: 0.002, Start: true},
		{Pos: mgl32.Vec3{8, 10.03, -10}, Colour: red, Width: 0.002},
	}
	empty, thin := shoot(t, r, testFrame()), shoot(t, r, f)
	for i := range f.Ribbons {
		f.Ribbons[i].Width = 0.3
	}
	wide := shoot(t, r, f)
	for x := 70; x < 130; x++ {
		var faint, full int
		for y := 48; y < 52; y++ {
			faint = max(faint, distance(empty.NRGBAAt(x, y), thin.NRGBAAt(x, y)))
			full = max(full, distance(empty.NRGBAAt(x, y), wide.NRGBAAt(x, y)))
		}
		if faint < 3 || faint > full*2/3 {
			t.Fatalf("column %d: a thin ribbon changes the colour by %d, a wide one by %d; want a faint line", x, faint, full)
		}
	}
}

func TestDepth(t *testing.T) {
	r := renderer(t, 4)
	r.SetBirds(testbird.Plate(1))
	f := testFrame(redAt(0, 10, -10))
	alone := shoot(t, r, f)
	far := redAt(0, 10, -20)
	far.Tint = mgl32.Vec4{0, 0.5, 0, 1}
	f.Birds = append(f.Birds, far)
	f.Vision = &frame.Ball{Centre: mgl32.Vec3{0, 10, -30}, Radius: 8, Colour: mgl32.Vec4{0, 0, 1, 1}}
	f.Ribbons = []frame.RibbonPoint{
		{Pos: mgl32.Vec3{-8, 10, -12}, Colour: mgl32.Vec4{1, 1, 1, 1}, Width: 1, Start: true},
		{Pos: mgl32.Vec3{8, 10, -12}, Colour: mgl32.Vec4{1, 1, 1, 1}, Width: 1},
	}
	got := shoot(t, r, f)
	for y := 46; y < 54; y++ {
		for x := 96; x < 104; x++ {
			if got.NRGBAAt(x, y) != alone.NRGBAAt(x, y) {
				t.Fatalf("pixel (%d, %d) of the nearest bird is %v, want %v", x, y, got.NRGBAAt(x, y), alone.NRGBAAt(x, y))
			}
		}
	}
	if distance(got.NRGBAAt(90, 50), alone.NRGBAAt(90, 50)) < 20 {
		t.Error("no ribbon beside the bird")
	}
}

// The vision sphere is fainter in the middle than at its rim. Outside the rim nothing is drawn.
func TestVisionSphere(t *testing.T) {
	r := renderer(t, 4)
	f := testFrame()
	// From 20 m, a radius of 8 m covers 8/√(20²-8²) · 50 = 21.8 pixels.
	f.Vision = &frame.Ball{Centre: mgl32.Vec3{0, 12, -20}, Radius: 8, Colour: mgl32.Vec4{0, 0.3, 1, 1}}
	f.View.Eye = mgl32.Vec3{0, 12, 0}
	bare := testFrame()
	bare.View.Eye = f.View.Eye
	empty, got := shoot(t, r, bare), shoot(t, r, f)
	if rect, want := changedRect(empty, got, 6), image.Rect(78, 28, 122, 72); !near(rect, want, 2) {
		t.Errorf("the sphere covers %v, want %v", rect, want)
	}
	sum := func(from, to float64) (mean float64) {
		n := 0
		for y := range 100 {
			for x := range 200 {
				if d := math.Hypot(float64(x)-99.5, float64(y)-49.5); d >= from && d < to {
					mean += float64(distance(empty.NRGBAAt(x, y), got.NRGBAAt(x, y)))
					n++
				}
			}
		}
		return mean / float64(n)
	}
	if inner, rim := sum(0, 14), sum(20, 21.5); rim < 2*inner || inner < 1 {
		t.Errorf("the sphere changes the colour by %.1f in the middle and %.1f at the rim, want twice as much at the rim", inner, rim)
	}
}

func TestInsetChangesOnlyItsRectangle(t *testing.T) {
	r := renderer(t, 4)
	r.SetBirds(testbird.Plate(1))
	f := testFrame(redAt(0, 10, -10), redAt(0, 10, 10))
	plain := shoot(t, r, f)
	back := f.View
	back.Rotation = mgl32.QuatRotate(math.Pi, mgl32.Vec3{0, 1, 0})
	// The inset covers the first bird in the main view, so this bird must be invisible.
	f.Inset = &frame.Inset{View: back, Rect: image.Rect(90, 30, 150, 60)}
	got := shoot(t, r, f)
	if rect := changedRect(plain, got, 0); rect != f.Inset.Rect {
		t.Errorf("an inset in %v changes %v, want the same rectangle", f.Inset.Rect, rect)
	}
	border := got.NRGBAAt(90, 30)
	for _, p := range []image.Point{{91, 31}, {149, 59}, {149, 30}, {90, 59}, {120, 31}} {
		if got.NRGBAAt(p.X, p.Y) != border {
			t.Errorf("border pixel %v is %v, want %v", p, got.NRGBAAt(p.X, p.Y), border)
		}
	}
	e := f.Light.Exposure
	bird := color.NRGBA{tone(red[0], e), tone(red[1], e), tone(red[2], e), 255}
	// The middle of the inset is (120, 45). It is 26 pixels high, so 1 m at 10 m is 1.3 pixels.
	if c := got.NRGBAAt(120, 45); distance(c, bird) > 1 {
		t.Errorf("the bird behind is %v in the inset, want %v", c, bird)
	}
	if c := got.NRGBAAt(100, 45); distance(c, bird) < 30 {
		t.Error("the bird ahead shows through the inset")
	}
}
