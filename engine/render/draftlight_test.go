//go:build cgo

package render

import (
	"fmt"
	"image"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock/sample"
)

// shadedShare returns the fraction of the shown light that the birds of a frame remove.
func shadedShare(t *testing.T, r *Renderer, f *frame.Frame) float64 {
	t.Helper()
	empty := *f
	empty.Birds = nil
	return 1 - shownLight(shoot(t, r, f))/shownLight(shoot(t, r, &empty))
}

// shownLight returns the light of a picture on a display. The light is approximately the square of
// the display values.
func shownLight(m *image.NRGBA) (sum float64) {
	for i, x := range m.Pix {
		if i%4 != 3 {
			sum += float64(x) * float64(x)
		}
	}
	return sum
}

// A distant flock takes about the same share of the light in each tier. A draft applies the tone
// curve before it averages the samples of a pixel. If it simply averaged display values, the flock
// would remove up to twice as much light. The test tries two of four views.
func TestTiersShowFlocksEquallyDark(t *testing.T) {
	var shares [Best + 1]float64
	type view struct {
		pixels float32
		sun    mgl32.Vec3
	}
	for _, c := range sample.Some(t, 2, []view{{1, mgl32.Vec3{0.3, 0.2, -1}}, {1, mgl32.Vec3{0.3, 1, 0.2}}, {2, mgl32.Vec3{0.3, 0.2, -1}}, {4, mgl32.Vec3{0.3, 1, 0.2}}}) {
		for tier := range shares {
			r := rendererWith(t, Options{Samples: 4, Tier: Tier(tier)})
			if err := r.SetBirds(builtin(t)); err != nil {
				t.Fatal(err)
			}
			f := farBirds(c.pixels)
			f.Light.SunDirection = c.sun.Normalize()
			f.Transparent, f.Size = false, image.Pt(200, 100)
			shares[tier] = shadedShare(t, r, f)
		}
		shown := fmt.Sprintf("sun %v: birds %v pixels wide take %.2f %% of the light in a draft, %.2f %% in a good picture, %.2f %% in the best", c.sun, c.pixels, 100*shares[Draft], 100*shares[Good], 100*shares[Best])
		t.Log(shown)
		if d, b := shares[Draft]/shares[Good], shares[Best]/shares[Good]; d < 0.8 || d > 1.25 || b < 0.9 || b > 1.11 {
			t.Error(shown)
		}
	}
}
