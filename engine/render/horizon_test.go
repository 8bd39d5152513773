//go:build cgo

package render

import (
	"fmt"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock/look"
)

// At the end of the day, the windows of a distant town light up. The test counts specks that are
// brighter than their surroundings. There must be none at noon, some at sunset, and more at night.
func TestWindowsLightWhenTheDayEnds(t *testing.T) {
	for _, tier := range []Tier{Best, Draft} {
		t.Run(fmt.Sprint(tier), func(t *testing.T) {
			r := rendererWith(t, Options{Samples: 1, Tier: tier})
			specks := func(elevation float64) (n int) {
				f := landFrame(look.City)
				f.Birds = nil
				f.Light.SunDirection = frame.SunDirection(elevation, 10)
				f.View.Eye = mgl32.Vec3{0, 30, 0}
				f.View.Rotation = mgl32.QuatIdent()
				f.View.FovY = 0.2
				img := shoot(t, r, f)
				b := img.Bounds()
				for y := 3; y < b.Dy()*45/100; y++ { // only the rows above the feet of the buildings
					for x := 3; x < b.Dx()-3; x++ {
						beside := max(brightness(img, x-3, y), brightness(img, x+3, y), brightness(img, x, y-3), brightness(img, x, y+3))
						if brightness(img, x, y) > beside+60 {
							n++
						}
					}
				}
				return n
			}
			noon, sunset, night := specks(40), specks(0), specks(-10)
			t.Logf("lit windows: %d at noon, %d at sunset, %d at night", noon, sunset, night)
			if noon > 5 || sunset < 10 || night < 2*sunset {
				t.Errorf("there are %d lit windows at noon, %d at sunset and %d at night; want almost none, some, and twice as many", noon, sunset, night)
			}
		})
	}
}
