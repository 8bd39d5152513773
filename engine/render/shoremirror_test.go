//go:build cgo

package render

import (
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/land"
	"skein/flock/look"
)

// The reflection of a tree in the water has the position and the size of the tree drawn through a
// mirror matrix. On land there is no reflection.
func TestWaterMirrorsTrees(t *testing.T) {
	r := rendererWith(t, Options{Samples: 4, Tier: Good})
	for _, kind := range []look.Land{look.City, look.Marsh} {
		f := plantFrame(kind, mgl32.Vec3{0, 3, 0})
		f.Size, f.View.Rotation, f.Light.LandSeed = image.Pt(400, 400), mgl32.QuatIdent(), 2
		shoot(t, r, f)
		const away, high = 70, 10
		water, dry := 0, 0
		for k := range 400 {
			x, z := float32(60*(k%20-10)), float32(60*(k/20-10))
			one := land.Instance{X: x, Z: z - away, Height: high, Width: high, Cos: 1, Share: 1, Chance: 0.5, Shade: mgl32.Vec3{1, 1, 1}}
			wet, all := 0, 0
			for aside := -8; aside <= 8; aside += 4 {
				for down := range 30 {
					all++
					if r.plants.garden.IsWater(float64(x)+float64(aside), float64(z)-away*float64(down)/29) {
						wet++
					}
				}
			}
			if wet > 0 && wet < all || wet == 0 && dry > 4 || wet > 0 && water > 4 {
				continue
			}
			f.View.Eye[0], f.View.Eye[2] = x, z
			measure := func(pipe pipelineID, turned mgl32.Mat4) (pixels, row float64) {
				return r.drawOak(t, f, pipe, turned, one)
			}
			n, row := measure(landPipeline(kind, landPlants), mgl32.Ident4())
			if wet == 0 {
				if dry++; n > 0 {
					t.Errorf("%v: the land at %v, %v mirrors a tree with %.0f pixels, want none", kind, x, z, n)
				}
				continue
			}
			water++
			want, wantRow := measure(pipePlant, mgl32.Scale3D(1, -1, 1))
			t.Logf("%v: the mirrored tree has %.0f pixels around row %.1f; in still water %.0f around row %.1f", kind, n, row, want, wantRow)
			if want < 500 || math.Abs(n/want-1) > 0.2 || math.Abs(row-wantRow) > 0.006*float64(f.Size.Y) {
				t.Errorf("%v: the mirrored tree has %.0f pixels around row %.1f, but in still water %.0f around row %.1f", kind, n, row, want, wantRow)
			}
		}
		if water == 0 || dry == 0 {
			t.Errorf("%v: there are %d places of water and %d of land; the test needs both", kind, water, dry)
		}
	}
}

// drawOak draws a single oak with a pipeline and a transformation. It returns the number of pixels that the
// oak covers, and their mean row, counted from the bottom.
func (r *Renderer) drawOak(t *testing.T, f *frame.Frame, pipe pipelineID, turned mgl32.Mat4, one land.Instance) (pixels, row float64) {
	t.Helper()
	s := newScene(f, r.sky.Update(&f.Light), r.scale)
	r.target.begin()
	r.target.clearImage()
	r.setView(f, f.View, &s, wholeImage(f))
	s.ViewProjection = s.ViewProjection.Mul4(turned)
	s.upload(r.scene)
	for kind := range r.plants.garden.Visible {
		for level := range r.plants.garden.Visible[kind] {
			r.plants.garden.Visible[kind][level] = nil
		}
	}
	r.plants.garden.Visible[land.Oak][1] = []land.Instance{one}
	got := r.drawPlantsOnly(f, pipe)
	for i := 3; i < len(got); i += 4 {
		pixels += float64(got[i])
		row += float64(got[i]) * float64(i/4/f.Size.X)
	}
	return pixels, row / max(pixels, 1)
}
