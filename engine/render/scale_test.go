//go:build cgo

package render

import (
	"image"
	"image/color"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/capture"
	"skein/engine/frame"
)

// On a screen with twice the density, a frame has twice as many pixels per side and a scale of 2. Thin
// traces, the grid of the vision sphere and the border of the inset keep their apparent width.
func TestScale(t *testing.T) {
	thin := func(f *frame.Frame) {
		for i := range 12 {
			y := 11 + float32(i)
			f.Ribbons = append(f.Ribbons,
				frame.RibbonPoint{Pos: mgl32.Vec3{-30, y, -20}, Colour: red, Width: 0.01, Start: true},
				frame.RibbonPoint{Pos: mgl32.Vec3{30, y + 3, -20}, Colour: red, Width: 0.01})
		}
	}
	for name, add := range map[string]func(*frame.Frame){
		"traces": thin,
		"sphere": func(f *frame.Frame) {
			f.Vision = &frame.Ball{Centre: mgl32.Vec3{0, 10, -8}, Radius: 5, Colour: mgl32.Vec4{0, 0, 0, 1}}
		},
		"inset": func(f *frame.Frame) {
			f.Inset = &frame.Inset{View: f.View, Rect: image.Rectangle{f.Size.Div(10), f.Size.Div(2)}}
		},
	} {
		r := renderer(t, 4)
		shot := func(factor int, scale float32) *image.NRGBA {
			f := testFrame()
			f.Size = f.Size.Mul(factor)
			add(f)
			r.SetScale(scale)
			got := shoot(t, r, f)
			f.Ribbons, f.Vision, f.Inset = nil, nil, nil
			return shrunkDifference(got, shoot(t, r, f), factor)
		}
		plain := shot(1, 1)
		scaled, _ := capture.Compare(plain, shot(2, 2))
		unscaled, _ := capture.Compare(plain, shot(2, 1))
		if scaled.Mean > 0.6*unscaled.Mean {
			t.Errorf("%s: the difference from the plain picture is %v at twice the scale and %v at the same scale, want at most 0.6 of it", name, scaled.Mean, unscaled.Mean)
		}
	}
}

// shrunkDifference returns the difference between an image and an empty one, shrunk by the given factor with
// a box filter.
func shrunkDifference(img, empty *image.NRGBA, factor int) *image.NRGBA {
	out := image.NewNRGBA(image.Rectangle{Max: img.Rect.Size().Div(factor)})
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			sum := [3]int{}
			for k := range factor * factor {
				a, b := img.NRGBAAt(factor*x+k%factor, factor*y+k/factor), empty.NRGBAAt(factor*x+k%factor, factor*y+k/factor)
				sum[0] += int(a.R) - int(b.R)
				sum[1] += int(a.G) - int(b.G)
				sum[2] += int(a.B) - int(b.B)
			}
			shift := func(v int) uint8 { return uint8(128 + v/(2*factor*factor)) }
			out.SetNRGBA(x, y, color.NRGBA{shift(sum[0]), shift(sum[1]), shift(sum[2]), 255})
		}
	}
	return out
}
