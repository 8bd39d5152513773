//go:build cgo

package render

import (
	"image"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/testbird"
)

// A plate of 2 m at 10 m covers 10 × 10 pixels around the middle. Its outline surrounds these
// pixels without a gap. Pixels inside, pixels farther outside and the next frame do not change.
func TestOutline(t *testing.T) {
	for _, samples := range []int{1, 4} {
		r := renderer(t, samples)
		if err := r.SetBirds(testbird.Plate(1)); err != nil {
			t.Fatal(err)
		}
		f := testFrame(redAt(-12, 10, -10), redAt(0, 10, -10))
		bare := shoot(t, r, f)
		f.Outline = &frame.Outline{Bird: 1, Colour: mgl32.Vec4{0, 4, 0, 1}}
		shoot(t, r, f)
		got := shoot(t, r, f)
		plate := image.Rect(95, 45, 105, 55)
		near, far := plate.Inset(-1), plate.Inset(-3)
		for y := range 100 {
			for x := range 200 {
				point := image.Pt(x, y)
				old, is := bare.NRGBAAt(x, y), got.NRGBAAt(x, y)
				corner := (x < plate.Min.X || x >= plate.Max.X) && (y < plate.Min.Y || y >= plate.Max.Y)
				switch {
				case point.In(plate) || !point.In(far):
					if distance(old, is) > 1 {
						t.Fatalf("%d samples: pixel %v is %v, but %v without the outline", samples, point, is, old)
					}
				case point.In(near) && !corner:
					if is.G < 200 || is.R > 90 || is.B > 90 {
						t.Fatalf("%d samples: pixel %v beside the bird is %v, want the green of the outline", samples, point, is)
					}
				}
			}
		}
		f.Outline = nil
		if second := shoot(t, r, f); !changedRect(bare, second, 0).Empty() {
			t.Errorf("%d samples: the next frame differs in %v", samples, changedRect(bare, second, 0))
		}
	}
}
