//go:build cgo

package render

import (
	"image"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/look"
)

// With depth of field, a plant may be drawn in more than one slice. All slices together draw at
// most twice as many triangles as the view without a lens.
func TestSlicesShareThePlants(t *testing.T) {
	r := renderer(t, 1)
	f := plantFrame(look.Marsh, mgl32.Vec3{0, 3, 0})
	f.Lens.Focus, f.Lens.Spread = 12, 0.3
	_, whole := countPlants(t, r, f, Best)
	s := newScene(f, r.sky.Update(&f.Light), r.scale)
	s.SetCamera(f.View, image.Rectangle{Max: f.Size})
	all, sum := r.makeSlices(f, &s, newSlicer(f, s.Eye[3])), 0
	for _, each := range all {
		_, n := countPlants(t, r, each.frameOf(f, true), Best)
		sum += n
	}
	t.Logf("the %d slices draw %d triangles of plants, a sharp view %d", len(all), sum, whole)
	if len(all) < 5 || sum < whole || sum > 2*whole {
		t.Errorf("the %d slices draw %d triangles of plants, a sharp view %d; want at least 5 slices, and 1 to 2 times as many triangles", len(all), sum, whole)
	}
}
