//go:build cgo

package render

import (
	"image"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/look"
)

// What is kept of a garden is bounded, whatever was seen; what is in sight stays; and cells
// that many cores sow hold what one by one they hold.
func TestGardenKeepsWhatIsSeen(t *testing.T) {
	r := renderer(t, 1)
	g := &r.plants.garden
	look := func(eye mgl32.Vec3) (beds []bed) {
		f := plantFrame(look.Fields, eye)
		gathered(t, r, f, Best)
		return slices.Clone(g.beds)
	}
	for i := range 8 {
		look(mgl32.Vec3{float32(200 * i), 3, float32(-90 * i)})
	}
	seen := look(mgl32.Vec3{-400, 3, 900})
	shown, before := 0, g.cached
	for _, b := range seen {
		shown += len(b.plants)
		if !slices.Equal(b.plants, g.sow(b.sowing, b.cell)) {
			t.Fatalf("sowing %d, cell %v: sown alone it holds other plants", b.sowing, b.cell)
		}
	}
	most := before / 2
	if shown == 0 || shown > most/2 || g.visible != shown+cells(g, g.frame) {
		t.Fatalf("%d plants are seen of %d that are kept, by the garden's count %d", shown, before, g.visible)
	}
	g.frame++ // the next
	g.evict(most)
	kept := 0
	for _, cells := range g.cells {
		for _, each := range cells {
			kept += len(each.plants) + 1
		}
	}
	if beside := kept - g.visible; beside > most || beside < most/2 || kept != g.cached {
		t.Errorf("%d plants are kept of %d, by the garden's count %d, want about %d beside the %d in sight", kept, before, g.cached, most, g.visible)
	}
	for _, b := range seen {
		if g.cells[b.sowing][b.cell] == nil {
			t.Errorf("sowing %d, cell %v is in sight and forgotten", b.sowing, b.cell)
		}
	}
}

// cells returns how many were seen in a frame, with plants or without.
func cells(g *garden, frame int) (n int) {
	for _, all := range g.cells {
		for _, each := range all {
			if each.lastFrame == frame {
				n++
			}
		}
	}
	return n
}

// Slices of a lens draw, all together, not many more plants than the view does.
func TestSlicesShareThePlants(t *testing.T) {
	r := renderer(t, 1)
	f := plantFrame(look.Marsh, mgl32.Vec3{0, 3, 0})
	f.Lens.Focus, f.Lens.Spread = 12, 0.3
	_, whole := gathered(t, r, f, Best)
	s := newScene(f, r.sky.update(&f.Light), r.scale)
	s.setCamera(f.View, image.Rectangle{Max: f.Size})
	all, sum := r.makeSlices(f, &s, newSlicer(f, s.eye[3])), 0
	for _, each := range all {
		_, n := gathered(t, r, each.frameOf(f, true), Best)
		sum += n
	}
	t.Logf("%d slices draw %d triangles of plants, the view %d", len(all), sum, whole)
	if len(all) < 5 || sum < whole || sum > 2*whole {
		t.Errorf("%d slices draw %d triangles of plants, the view %d", len(all), sum, whole)
	}
}
