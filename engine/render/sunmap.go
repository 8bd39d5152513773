//go:build cgo

package render

import (
	"slices"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
)

type sunKey struct {
	sun     mgl32.Vec3
	casters []caster
}

type caster struct {
	solid  *frame.Solid
	matrix mgl32.Mat4
}

func (r *Renderer) drawSunMap(f *frame.Frame, s *scene) {
	sun, soft := castingSun(f)
	casters := shadowCasters(f.Stands)
	key := sunKey{sun: sun}
	for _, each := range casters {
		key.casters = append(key.casters, caster{each.Solid, each.Matrix})
	}
	r.solids.casts = f.Shadows && !f.Transparent && len(casters) > 0 && sun[1] >= lowestSun
	if !r.solids.casts {
		return
	}
	var texel float32
	s.sunward, texel = sunMapping(casters, sun)
	s.sunTexel = mgl32.Vec4{texel, 1.0 / sunTexels, 0, 0}
	if soft > 0 {
		s.sunTexel[2] = 1
	}
	if sun == r.solids.mapKey.sun && slices.Equal(key.casters, r.solids.mapKey.casters) {
		return
	}
	r.solids.mapKey = key
	s.upload(r.scene)
	gl.BindFramebuffer(gl.FRAMEBUFFER, r.solids.framebuffer)
	gl.Disable(gl.SCISSOR_TEST)
	gl.Viewport(0, 0, sunTexels, sunTexels)
	r.programs.get(pipeSunMap).Use()
	far := float32(1)
	gl.ClearBufferfv(gl.DEPTH, 0, &far)
	for _, each := range casters {
		r.drawCoats(r.programs.get(pipeSunMap), each, nil)
	}
}

func shadowCasters(stands []frame.Stand) (all []*frame.Stand) {
	for i := range stands {
		if !stands[i].Endless {
			all = append(all, &stands[i])
		}
	}
	return all
}

// outsideMap maps every place to a point outside the shadow map, for scenes without shadows of birds.
var outsideMap = mgl32.Vec4{0, 0, -1, 0}

// sunMapping returns the matrix from the world to the shadow map, and the size of a texel in m. The map faces
// the sun. It contains all solids, with a margin.
func sunMapping(casters []*frame.Stand, sun mgl32.Vec3) (mgl32.Mat4, float32) {
	across := mgl32.Vec3{0, 1, 0}.Cross(sun)
	if across.Len() < 1e-4 {
		across = mgl32.Vec3{1, 0, 0}
	}
	across = across.Normalize()
	axes := [3]mgl32.Vec3{across, sun.Cross(across), sun.Mul(-1)}
	var spans [3]span
	for _, stand := range casters {
		for _, corner := range boxCorners(stand.Low, stand.High) {
			for k := range axes {
				spans[k].add(axes[k].Dot(corner), 0)
			}
		}
	}
	m := mgl32.Ident4()
	for k, axis := range axes {
		margin := 0.01*(spans[k].high-spans[k].low) + 0.1
		low, size := spans[k].low-margin, spans[k].high-spans[k].low+2*margin
		m.SetRow(k, axis.Vec4(-low).Mul(1/size))
		spans[k] = span{low: low, high: low + size}
	}
	return m, max(spans[0].high-spans[0].low, spans[1].high-spans[1].low) / sunTexels
}
