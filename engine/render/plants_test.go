//go:build cgo

package render

import (
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine"
	"skein/flock/look"
)

// plantFrame is a frame of a land from a place, looking along -Z and a little down.
func plantFrame(land engine.Land, eye mgl32.Vec3) *engine.Frame {
	f := landFrame(land)
	f.Light.Painted = false
	f.View.Eye, f.View.FovY, f.View.Far = eye, 50*math.Pi/180, 3000
	f.View.Rotation = mgl32.QuatRotate(-0.1, mgl32.Vec3{1, 0, 0})
	return f
}

// gathered are the plants of a frame in a tier, counted.
func gathered(t *testing.T, r *Renderer, f *engine.Frame, tier Tier) (plants, triangles int) {
	t.Helper()
	p := &r.plants
	r.tier = tier
	for _, ready := range []func(*engine.Frame) error{r.readyLand, r.readyPlants} {
		if err := ready(f); err != nil {
			t.Fatal(err)
		}
	}
	if !r.grows(f) {
		return 0, 0
	}
	s := newScene(f, r.heavens.see(&f.Light), r.scale)
	s.look(f.View, whole(f))
	p.gather(f, &s, tier, 0, nil)
	for kind := range p.shown {
		for _, level := range p.shown[kind] {
			plants += len(level)
		}
	}
	return plants, p.triangles()
}

// From wherever a land is seen there are no more triangles than a tier has time for; and from
// near the ground there are some, but in a draft of a land without reed.
func TestPlantsKeepToTheirBudget(t *testing.T) {
	r := renderer(t, 1)
	most := map[Tier]int{Draft: 8_000, Good: 100_000, Best: 200_000}
	for land, name := range look.LandNames() {
		for tier := Draft; tier <= Best; tier++ {
			largest := 0
			for _, eye := range []mgl32.Vec3{{0, 2, 0}, {200, 5, -90}, {0, 30, 0}, {-300, 12, 450}, {0, 300, 0}} {
				f := plantFrame(engine.Land(land), eye)
				f.Size = image.Pt(1280, 720)
				_, n := gathered(t, r, f, tier)
				largest = max(largest, n)
			}
			t.Logf("%s, %v: up to %d triangles", name, tier, largest)
			if largest > most[tier] || tier > Draft && largest == 0 {
				t.Errorf("%s, %v: up to %d triangles, not above %d", name, tier, largest, most[tier])
			}
		}
	}
}
