//go:build cgo

package render

import (
	"image"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/testflight"
)

func TestMoonFacesTheSun(t *testing.T) {
	for _, sun := range []float64{15, -25} {
		f := testFrame()
		f.Size, f.View.FovY, f.View.Eye = image.Pt(200, 200), 0.0243, mgl32.Vec3{0, 14, 0}
		f.Light = frame.NewLight(testflight.Alike().Light)
		f.Light.SunDirection = frame.SunDirection(sun, 90)  // the sun is to the right of the camera
		f.Light.MoonDirection = frame.SunDirection(12, 180) // the camera looks along -Z at a half moon
		f.View.Rotation = mgl32.QuatRotate(0.2094395, mgl32.Vec3{1, 0, 0})
		for _, tier := range []Tier{Draft, Best} {
			r := renderer(t, 1)
			if err := r.SetTier(tier); err != nil {
				t.Fatal(err)
			}
			img := shoot(t, r, f)
			light := func(x int) int {
				c := img.NRGBAAt(x, 100)
				return int(c.R) + int(c.G) + int(c.B)
			}
			// The disc has a radius of 38 pixels around the middle.
			lit, dark, beside := light(120), light(75), light(10)
			if lit < beside+12 || lit < dark+12 {
				t.Errorf("sun at %v, %v: the lit side shows %d, the dark one %d and the sky %d; want the lit side 12 steps brighter", sun, tier, lit, dark, beside)
			}
		}
	}
}
