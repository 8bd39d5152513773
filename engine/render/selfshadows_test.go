//go:build cgo

package render

import (
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/models"
	"skein/models/gltf"
	"skein/models/lod"
)

// awning returns a model of two horizontal squares. The lower one is a wingspan wide. The upper one is a
// fifth as wide and a fifth of a wingspan above the centre of the lower one.
func awning() *models.Baked {
	p := lod.Part{Material: gltf.Material{BaseColour: mgl32.Vec4{0.5, 0.5, 0.5, 1}, DoubleSided: true}}
	for k, size := range []float32{0.5, 0.1} {
		first := uint32(4 * k)
		for _, c := range [][2]float32{{-1, 1}, {1, 1}, {1, -1}, {-1, -1}} {
			p.Positions = append(p.Positions, mgl32.Vec3{size * c[0], 0.2 * float32(k), size * c[1]})
			p.Normals = append(p.Normals, mgl32.Vec3{0, 1, 0})
		}
		p.Indices = append(p.Indices, first, first+1, first+2, first, first+2, first+3)
	}
	return &models.Baked{Name: "awning", Mesh: lod.Mesh{Poses: 1, Parts: []lod.Part{p}}}
}

// awningLight draws an awning with a wingspan of 2 m, together with other birds. It returns a
// function that gives the light at a point of the lower square, whose edges are at ±1.
func awningLight(t *testing.T, r *Renderer, sun mgl32.Vec3, shadows bool, others ...frame.Bird) (func(x, z float64) float64, scene) {
	t.Helper()
	f := testFrame(append([]frame.Bird{{Pos: mgl32.Vec3{0, 40, 0}, Rotation: mgl32.QuatIdent(), Span: 2}}, others...)...)
	f.Size = image.Pt(400, 400)
	f.View.Eye = mgl32.Vec3{0, 41.6, 1.6} // the view looks down at 45°
	f.View.Rotation = mgl32.QuatRotate(-math.Pi/4, mgl32.Vec3{1, 0, 0})
	f.Light.SunDirection = sun.Normalize()
	f.Shadows = shadows
	if err := r.Draw(f); err != nil {
		t.Fatal(err)
	}
	light := r.Light()
	s := newScene(f, r.sky.Update(&f.Light), 1)
	s.SetCamera(f.View, wholeImage(f))
	return func(x, z float64) float64 {
		pos := s.ViewProjection.Mul4x1(mgl32.Vec4{float32(x), 40, float32(z), 1})
		col, row := int((1+pos[0]/pos[3])*200), int((1-pos[1]/pos[3])*200)
		return float64(light[4*(row*400+col)])
	}, s
}

func TestBirdsShadeThemselves(t *testing.T) {
	r := rendererWith(t, Options{Samples: 1, Output: Linear, Tier: Best})
	if err := r.SetBirds(awning()); err != nil {
		t.Fatal(err)
	}
	for _, sun := range []mgl32.Vec3{{1, 1, 0}, {-0.5, 1, 0}, {1, 1, 1}} {
		lit, s := awningLight(t, r, sun, true)
		open, _ := awningLight(t, r, sun, false)
		// The upper square is 0.4 m above the lower one. So its shadow is shifted by 0.4 m times the slope
		// of the sun's rays. The shadow is 0.4 m wide.
		x, z := -0.4*float64(sun[0]), -0.4*float64(sun[2])
		direct := float64(s.sun[3]*s.sun[0]) * float64(s.sunDirection[1]) * 0.5 / math.Pi
		if got, want := lit(x, z), open(x, z)-direct; math.Abs(got-want) > 0.01*open(x, z) {
			t.Errorf("sun at %v: the light in the shadow is %.4f, want %.4f; in the sun it is %.4f", sun, got, want, open(x, z))
		}
		for _, aside := range [][2]float64{{0.3, 0}, {-0.3, 0}, {0, 0.3}, {0, -0.3}} {
			if got, want := lit(x+aside[0], z+aside[1]), open(x+aside[0], z+aside[1]); math.Abs(got-want) > 0.01*want {
				t.Errorf("sun at %v: the light at %v beside the shadow is %.4f, want %.4f", sun, aside, got, want)
			}
		}
	}
}

// With depth of field, birds are drawn slice by slice. A bird in focus has the same shadow on itself as
// without depth of field. It need not be the first bird of the frame.
func TestBirdsShadeThemselvesThroughALens(t *testing.T) {
	r := rendererWith(t, Options{Samples: 1, Output: Linear, Tier: Best, Exposing: true})
	if err := r.SetBirds(awning()); err != nil {
		t.Fatal(err)
	}
	behind := frame.Bird{Pos: mgl32.Vec3{0, 20, -30}, Rotation: mgl32.QuatIdent(), Span: 2}
	at := func(lens float32, shadows bool) float64 {
		f := testFrame(behind, frame.Bird{Pos: mgl32.Vec3{0, 40, 0}, Rotation: mgl32.QuatIdent(), Span: 2})
		f.Size, f.Shadows = image.Pt(400, 400), shadows
		f.View.Eye = mgl32.Vec3{0, 41.6, 1.6}
		f.View.Rotation = mgl32.QuatRotate(-math.Pi/4, mgl32.Vec3{1, 0, 0})
		f.Light.SunDirection = mgl32.Vec3{1, 1, 0}.Normalize()
		f.UseLensPart(mgl32.Vec2{}, 1, lens, 2.26)
		light := exposedLight(t, r, 1, func(int) *frame.Frame { return f })
		s := newScene(f, r.sky.Update(&f.Light), 1)
		s.SetCamera(f.View, wholeImage(f))
		p := s.ViewProjection.Mul4x1(mgl32.Vec4{-0.4, 40, 0, 1})
		return float64(light[4*(int((1-p[1]/p[3])*200)*400+int((1+p[0]/p[3])*200))])
	}
	const small = 0.02 // radius of a lens so small that the bird in focus is sharp, m
	open, shaded, through := at(0, false), at(0, true), at(small, true)
	if shaded > 0.9*open || math.Abs(through-shaded) > 0.02*open {
		t.Errorf("the light in the shadow is %.4f, through a lens %.4f, and in the sun %.4f; want less in the shadow, with and without a lens", shaded, through, open)
	}
}

// The map has room for a limited number of birds. While other birds become larger, the shadow of
// the smallest bird in the map fades out. It is invisible when the bird loses its place.
func TestSelfShadowsFadeOut(t *testing.T) {
	r := rendererWith(t, Options{Samples: 1, Output: Linear, Tier: Best})
	if err := r.SetBirds(awning()); err != nil {
		t.Fatal(err)
	}
	sun := mgl32.Vec3{1, 1, 0}
	last := -1.0
	for k := range 30 {
		var others []frame.Bird
		for n := range selfGrid * selfGrid {
			size := 1.4 + 0.03*float32(k) // the birds are ordered by their apparent size
			others = append(others, frame.Bird{Pos: mgl32.Vec3{0, 41.6 + 2.26, 1.6 + 0.001*float32(n)}, Rotation: mgl32.QuatIdent(), Span: size})
		}
		at, _ := awningLight(t, r, sun, true, others...)
		open, _ := awningLight(t, r, sun, false, others...)
		share := at(-0.4, 0) / open(-0.4, 0)
		if last >= 0 && math.Abs(share-last) > 0.15 {
			t.Errorf("step %d: the share of light in the shadow jumps to %.3f from %.3f", k, share, last)
		}
		if k == 0 && share > 0.6 || k == 29 && share < 0.99 {
			t.Errorf("step %d: the share of light in the shadow is %.3f, want at most 0.6 at the start and 0.99 at the end", k, share)
		}
		last = share
	}
}
