//go:build cgo

package render

import (
	"image/color"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/testbird"
)

func TestColoursAreReadInShadow(t *testing.T) {
	r := renderer(t, 4)
	lit := testbird.Plate(1)
	lit.Parts[0].Material.Unlit = false
	r.SetBirds(lit)
	scale := []mgl32.Vec3{{0.06, 0.00, 0.09}, {0.015, 0.27, 0.26}, {0.98, 0.80, 0.02}} // linear colours at the ends and in the middle of viridis
	for _, sun := range []mgl32.Vec3{frame.SunDirection(15, 160), frame.SunDirection(15, 0), frame.SunDirection(80, 0)} {
		for _, far := range []float32{6, 24} {
			f := testFrame(redAt(0, 10, -far))
			f.Light.SunDirection = sun
			displayed := func(c mgl32.Vec3) color.NRGBA {
				e := f.Light.Exposure
				return color.NRGBA{tone(c[0], e), tone(c[1], e), tone(c[2], e), 255}
			}
			for k, c := range scale {
				f.Birds[0].Tint = c.Vec4(0.92)
				got := shoot(t, r, f).NRGBAAt(100, 50)
				for j, other := range scale {
					if j != k && distance(got, displayed(other)) <= distance(got, displayed(c)) {
						t.Errorf("sun %v, %v m away: colour %d is %v, nearer to %v than to %v", sun, far, k, got, displayed(other), displayed(c))
					}
				}
			}
		}
	}
}
