//go:build cgo

package render

import (
	"image"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/look"
)

// The cache of a garden stays within its limit and keeps the cells in sight. Cells sown on many
// cores have the same plants as cells sown one by one.
func TestGardenKeepsWhatIsSeen(t *testing.T) {
	r := renderer(t, 1)
	g := &r.plants.garden
	look := func(eye mgl32.Vec3) (beds []bed) {
		f := plantFrame(look.Fields, eye)
		countPlants(t, r, f, Best)
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
			t.Fatalf("sowing %d, cell %v: sown alone it has other plants", b.sowing, b.cell)
		}
	}
	most := before / 2
	if shown == 0 || shown > most/2 || g.visible != shown+cells(g, g.frame) {
		t.Fatalf("%d of %d cached plants are in sight, but the garden counts %d", shown, before, g.visible)
	}
	g.frame++ // the next frame
	g.evict(most)
	cached := 0
	for _, cells := range g.cells {
		for _, each := range cells {
			cached += len(each.plants) + 1
		}
	}
	if beside := cached - g.visible; beside > most || beside < most/2 || cached != g.cached {
		t.Errorf("%d of %d plants are cached (the garden counts %d), want about %d besides the %d in sight", cached, before, g.cached, most, g.visible)
	}
	for _, b := range seen {
		if g.cells[b.sowing][b.cell] == nil {
			t.Errorf("sowing %d, cell %v was dropped although it is in sight", b.sowing, b.cell)
		}
	}
}

// cells returns the number of cells that a frame has seen.
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

// All slices of a lens together draw few more plants than the view without a lens.
func TestSlicesShareThePlants(t *testing.T) {
	r := renderer(t, 1)
	f := plantFrame(look.Marsh, mgl32.Vec3{0, 3, 0})
	f.Lens.Focus, f.Lens.Spread = 12, 0.3
	_, whole := countPlants(t, r, f, Best)
	s := newScene(f, r.sky.update(&f.Light), r.scale)
	s.setCamera(f.View, image.Rectangle{Max: f.Size})
	all, sum := r.makeSlices(f, &s, newSlicer(f, s.eye[3])), 0
	for _, each := range all {
		_, n := countPlants(t, r, each.frameOf(f, true), Best)
		sum += n
	}
	t.Logf("%d slices draw %d triangles of plants, a sharp view %d", len(all), sum, whole)
	if len(all) < 5 || sum < whole || sum > 2*whole {
		t.Errorf("%d slices draw %d triangles of plants, a sharp view %d", len(all), sum, whole)
	}
}
