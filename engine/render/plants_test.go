//go:build cgo

package render

import (
	"image"
	"math"
	"testing"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/land"
	"skein/flock/look"
	"skein/flock/sample"
)

// plantFrame returns a frame of a land seen from the given place, in the direction of -Z and slightly down.
func plantFrame(land look.Land, eye mgl32.Vec3) *frame.Frame {
	f := landFrame(land)
	f.Light.Painted = false
	f.View.Eye, f.View.FovY, f.View.Far = eye, 50*math.Pi/180, 3000
	f.View.Rotation = mgl32.QuatRotate(-0.1, mgl32.Vec3{1, 0, 0})
	return f
}

func countPlants(t *testing.T, r *Renderer, f *frame.Frame, tier Tier) (plants, triangles int) {
	t.Helper()
	p := &r.plants
	r.tier = tier
	for _, ready := range []func(*frame.Frame) error{r.prepareLand, r.preparePlants} {
		if err := ready(f); err != nil {
			t.Fatal(err)
		}
	}
	if !r.hasPlants(f) {
		return 0, 0
	}
	s := newScene(f, r.sky.Update(&f.Light), r.scale)
	s.SetCamera(f.View, wholeImage(f))
	p.garden.Gather(f, &s.View, int(tier), 0, nil)
	for kind := range p.garden.Visible {
		for _, level := range p.garden.Visible[kind] {
			plants += len(level)
		}
	}
	return plants, p.triangles()
}

// From any place in a land, the number of triangles of plants is within the limit of the tier.
// Drafts have no plants. If the picture has nine times as many pixels, the number of triangles per
// pixel falls to half or less.
func TestPlantsKeepToTheirBudget(t *testing.T) {
	r := renderer(t, 1)
	most := map[Tier]int{Draft: 0, Good: 100_000, Best: 200_000}
	for land, name := range look.LandNames() {
		for tier := Draft; tier <= Best; tier++ {
			for _, screen := range []struct {
				size image.Point
				most int
			}{{image.Pt(1280, 720), most[tier]}, {image.Pt(3840, 2160), 9 * most[tier] / 2}} {
				largest := 0
				for _, eye := range []mgl32.Vec3{{0, 2, 0}, {200, 5, -90}, {0, 30, 0}, {-300, 12, 450}, {0, 300, 0}} {
					f := plantFrame(look.Land(land), eye)
					f.Size = screen.size
					_, n := countPlants(t, r, f, tier)
					largest = max(largest, n)
				}
				t.Logf("%s, %v, %v: up to %d triangles", name, tier, screen.size, largest)
				if largest > screen.most || (tier > Draft && look.Land(land) != look.Paper) != (largest > 0) {
					t.Errorf("%s, %v, %v: up to %d triangles, want at most %d, and some except in drafts and on paper", name, tier, screen.size, largest, screen.most)
				}
			}
		}
	}
}

func TestPlantsIgnoreEarlierFrames(t *testing.T) {
	r := renderer(t, 4)
	if err := r.SetTier(Good); err != nil {
		t.Fatal(err)
	}
	for _, land := range []look.Land{look.Meadow, look.Marsh, look.Fields} {
		f := plantFrame(land, mgl32.Vec3{3, 2, 1})
		first := shoot(t, r, f).Pix
		away := plantFrame(look.Hills, mgl32.Vec3{900, 40, -400})
		away.Light.LandSeed = 5
		for range 3 {
			shoot(t, r, away)
			away.View.Eye[0] += 500
			away.Light.Land = land
		}
		if second := shoot(t, r, f).Pix; string(first) != string(second) {
			t.Errorf("%v: the picture depends on earlier pictures", land)
		}
		f.Seconds += 0.7
		if later := shoot(t, r, f).Pix; string(first) == string(later) {
			t.Errorf("%v: the plants do not sway, the later picture is the same", land)
		}
	}
}

// plantArea draws one plant on a transparent background, at one level of detail. It returns the
// number of pixels that the plant covers. away is the distance of the plant.
func (r *Renderer) plantArea(t *testing.T, kind land.Kind, level int, away float32) (cover float64) {
	t.Helper()
	f := plantFrame(look.Meadow, mgl32.Vec3{0, 1, 0})
	f.Size, f.View.Rotation = image.Pt(400, 400), mgl32.QuatIdent()
	f.Transparent = true
	shoot(t, r, f)
	s := newScene(f, r.sky.Update(&f.Light), r.scale)
	r.target.begin()
	r.target.clearImage()
	r.setView(f, f.View, &s, wholeImage(f))
	r.target.toLayer()
	for k := range r.plants.garden.Visible {
		for l := range r.plants.garden.Visible[k] {
			r.plants.garden.Visible[k][l] = nil
		}
	}
	for n := range 8 { // the mean of eight views from different sides
		turn := 2 * math.Pi * float64(n) / 8
		r.plants.garden.Visible[kind][level] = []land.Instance{{Z: -away, Height: 2, Width: 2, Cos: float32(math.Cos(turn)), Sin: float32(math.Sin(turn)), Share: 1, Chance: 0.5, Shade: mgl32.Vec3{1, 1, 1}}}
		pixels := r.drawPlantsOnly(f, pipePlant)
		for i := 3; i < len(pixels); i += 4 {
			cover += float64(pixels[i]) / 8
		}
	}
	return cover
}

// drawPlantsOnly draws the visible plants on a transparent background with one pipeline. It returns the
// pixels as four numbers each, bottom row first.
func (r *Renderer) drawPlantsOnly(f *frame.Frame, pipe pipelineID) []float32 {
	r.target.toImage()
	gl.ClearColor(0, 0, 0, 0)
	gl.Clear(gl.COLOR_BUFFER_BIT)
	r.target.touchedTiles.Mark(wholeImage(f))
	r.target.clearLayer()
	r.target.toLayer()
	r.drawShapes(r.programs.get(pipe), r.target.layerSamples())
	r.resolve()
	pixels := make([]float32, 4*f.Size.X*f.Size.Y)
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, r.target.image)
	gl.ReadPixels(0, 0, int32(f.Size.X), int32(f.Size.Y), gl.RGBA, gl.FLOAT, gl.Ptr(pixels))
	return pixels
}

// At a size at which the level of detail of a plant changes, the plant covers about the same area
// at both levels. The test tries a sample of the kinds of plants.
func TestPlantLevelsKeepTheirArea(t *testing.T) {
	r := renderer(t, 4)
	if err := r.SetTier(Good); err != nil {
		t.Fatal(err)
	}
	f := plantFrame(look.Meadow, mgl32.Vec3{0, 2, 0})
	shoot(t, r, f)
	kinds := make([]int, len(r.plants.forms))
	for kind := range kinds {
		kinds[kind] = kind
	}
	for _, kind := range sample.Some(t, 5, kinds) {
		for level := 1; level < len(r.plants.forms[kind]); level++ {
			pixels := land.Forms[kind][level].MaxSize
			away := 2 / (2 * float32(math.Tan(25*math.Pi/180)) / 400 * pixels)
			fine, coarse := r.plantArea(t, land.Kind(kind), level-1, away), r.plantArea(t, land.Kind(kind), level, away)
			t.Logf("kind %d: at %v pixels level %d covers %.0f pixels, the level before %.0f; the ratio is %.2f", kind, pixels, level, coarse, fine, coarse/fine)
			if fine < 10 || coarse < 0.88*fine || coarse > 1.12*fine {
				t.Errorf("kind %d: at %v pixels level %d covers %.0f pixels, the level before %.0f; want a ratio of 0.88 to 1.12", kind, pixels, level, coarse, fine)
			}
		}
	}
}

// The pixels of a tree have the depth of the tree and no id. The tree hides a bird behind it, but not a
// bird in front of it.
func TestPlantsHideWhatIsBehind(t *testing.T) {
	r := renderer(t, 4)
	if err := r.SetTier(Good); err != nil {
		t.Fatal(err)
	}
	shoot(t, r, plantFrame(look.Meadow, mgl32.Vec3{0, 2, 0}))
	var tree *land.Plant
	for _, p := range r.plants.garden.PlantsWithin(600) {
		if p.Kind == land.Oak {
			tree = &p
			break
		}
	}
	if tree == nil {
		t.Fatal("no oak grows")
	}
	const away = 30
	f := plantFrame(look.Meadow, mgl32.Vec3{tree.X, 0.55 * tree.Height, tree.Z + away})
	f.View.Rotation = mgl32.QuatIdent()
	seen := func(z float32) (pixels int) {
		f.Birds = []frame.Bird{redAt(tree.X, 0.55*tree.Height, tree.Z+z)}
		p, err := r.Planes(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range p.ID {
			if id == 0 {
				pixels++
			} else if id != -1 {
				t.Fatalf("a plant has the id %v, want -1", id)
			}
		}
		middle := p.Depth[len(p.Depth)/2+f.Size.X/2]
		if half := 0.6 * tree.Width; z < 0 && mgl32.Abs(middle-away) > half {
			t.Errorf("the tree is %v m away, want %v m within %v m", middle, away, half)
		}
		return pixels
	}
	before, behind := seen(0.8*tree.Width), seen(-0.8*tree.Width)
	t.Logf("a bird in front of the tree shows %d pixels, behind it %d", before, behind)
	if before < 20 || behind > before/4 {
		t.Errorf("a bird in front of the tree shows %d pixels and behind it %d, want at least 20, and a quarter", before, behind)
	}
}

func TestFramesWithoutPlants(t *testing.T) {
	r := renderer(t, 1)
	r.tier = Best
	for what, change := range map[string]func(*frame.Frame){
		"painted": func(f *frame.Frame) { f.Light.Painted = true }, "transparent": func(f *frame.Frame) { f.Transparent = true },
	} {
		for land := range look.LandNames() {
			f := plantFrame(look.Land(land), mgl32.Vec3{0, 2, 0})
			r.ground.land = look.Land(land)
			if got, want := r.hasPlants(f), look.Land(land) != look.Paper; got != want {
				t.Errorf("land %d: hasPlants is %v, want %v", land, got, want)
			}
			if change(f); r.hasPlants(f) {
				t.Errorf("%s: plants grow on land %d", what, land)
			}
		}
	}
}
