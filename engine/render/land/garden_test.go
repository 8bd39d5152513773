package land

import (
	"image"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/view"
	"skein/flock/look"
)

// The cache of a garden stays within its limit and keeps the cells in view. Cells that are sown on many
// cores have the same plants as cells that are sown one by one.
func TestGardenCache(t *testing.T) {
	g := &Garden{}
	look := func(eye mgl32.Vec3) (beds []bed) {
		f := &frame.Frame{Size: image.Pt(200, 100)}
		f.View = frame.View{Eye: eye, Rotation: mgl32.QuatRotate(-0.1, mgl32.Vec3{1, 0, 0}), FovY: 50 * math.Pi / 180, Near: 0.1, Far: 3000}
		var s view.View
		s.SetCamera(f.View, image.Rectangle{Max: f.Size})
		g.Prepare(f, look.Fields)
		return slices.Clone(g.visibleBeds(&s, 2))
	}
	for i := range 8 {
		look(mgl32.Vec3{float32(200 * i), 3, float32(-90 * i)})
	}
	seen := look(mgl32.Vec3{-400, 3, 900})
	shown, before := 0, g.cachedCount
	for _, b := range seen {
		shown += len(b.plants)
		if !slices.Equal(b.plants, g.sow(b.sowing, b.cell)) {
			t.Fatalf("sowing %d, cell %v: sown alone, the cell has other plants", b.sowing, b.cell)
		}
	}
	most := before / 2
	if shown == 0 || shown > most/2 || g.shownCount != shown+cells(g, g.frame) {
		t.Fatalf("%d of %d cached plants are in sight, but the garden counts %d", shown, before, g.shownCount)
	}
	g.frame++
	g.evict(most)
	cached := 0
	for _, cells := range g.cells {
		for _, each := range cells {
			cached += len(each.plants) + 1
		}
	}
	if beside := cached - g.shownCount; beside > most || beside < most/2 || cached != g.cachedCount {
		t.Errorf("%d of %d plants are cached (the garden counts %d), want about %d besides the %d in sight", cached, before, g.cachedCount, most, g.shownCount)
	}
	for _, b := range seen {
		if g.cells[b.sowing][b.cell] == nil {
			t.Errorf("sowing %d, cell %v was dropped although it is in sight", b.sowing, b.cell)
		}
	}
}

func cells(g *Garden, frame int) (n int) {
	for _, all := range g.cells {
		for _, each := range all {
			if each.lastFrame == frame {
				n++
			}
		}
	}
	return n
}
