//go:build cgo

package render

import (
	"image"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
)

// A ribbon that leaves the view on two sides is drawn completely inside the view. The test draws it
// in the picture and in an inset, with and without multisampling. The next frame does not show the
// ribbon.
func TestRibbonAcrossTheView(t *testing.T) {
	trace := func(a, b mgl32.Vec3) *frame.Frame {
		f := testFrame()
		f.Ribbons = []frame.RibbonPoint{{Pos: a, Colour: red, Width: 1, Start: true}, {Pos: b, Colour: red, Width: 1}}
		return f
	}
	// At a distance of 10 m the view is 40 m wide and 20 m high, around (0, 10).
	crossing := map[string]*frame.Frame{
		"left to right":    trace(mgl32.Vec3{-40, 11, -10}, mgl32.Vec3{40, 9, -10}),
		"bottom to top":    trace(mgl32.Vec3{3, 0.1, -5}, mgl32.Vec3{3, 60, -15}),
		"left to top":      trace(mgl32.Vec3{-40, 2, -10}, mgl32.Vec3{10, 30, -10}),
		"behind the eye":   trace(mgl32.Vec3{-3, 11, 4}, mgl32.Vec3{9, 10, -12}),
		"across the inset": trace(mgl32.Vec3{-40, 11, -10}, mgl32.Vec3{40, 9, -10}),
	}
	inset := crossing["across the inset"]
	inset.Inset = &frame.Inset{View: inset.View, Rect: image.Rect(60, 70, 90, 90)}
	inset.View.Rotation = mgl32.QuatRotate(2, mgl32.Vec3{0, 1, 0})
	bird := testFrame(redAt(0, 10, -4))
	next, single := shoot(t, renderer(t, 4), bird), map[string]*image.NRGBA{}
	plain := renderer(t, 1)
	for name, f := range crossing {
		single[name] = shoot(t, plain, f)
		without := *f
		without.Ribbons = nil
		if rect := changedRect(shoot(t, plain, &without), single[name], 20); rect.Dx() < 20 && rect.Dy() < 20 {
			t.Fatalf("%s: the ribbon only covers %v", name, rect)
		}
	}
	r := renderer(t, 4)
	for name, f := range crossing {
		got := shoot(t, r, f)
		if n := differentPixels(got, single[name]); n > 0 {
			t.Errorf("%s: %d pixels differ from the picture without multisampling", name, n)
		}
		if rect := changedRect(shoot(t, r, bird), next, 0); !rect.Empty() {
			t.Errorf("%s: the next frame still shows the ribbon in %v", name, rect)
		}
	}
}

// differentPixels returns the number of pixels in which two images differ. It ignores pixels next to edges,
// because multisampling smooths edges.
func differentPixels(got, want *image.NRGBA) (n int) {
	for y := 1; y < want.Rect.Dy()-1; y++ {
		for x := 1; x < want.Rect.Dx()-1; x++ {
			c, edge := want.NRGBAAt(x, y), false
			for k := range 9 {
				edge = edge || distance(c, want.NRGBAAt(x+k%3-1, y+k/3-1)) > 20
			}
			if !edge && distance(c, got.NRGBAAt(x, y)) > 20 {
				n++
			}
		}
	}
	return n
}
