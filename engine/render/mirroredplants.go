//go:build cgo

package render

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/flock/look"
)

// mirrorCoarseness is the factor by which mirrored plants are coarser than plants seen directly.
// Ripples hide the difference.
const mirrorCoarseness = 2.5

// drawMirroredPlants draws the plants on shores again as the water in front mirrors them: below
// the ground, and only where there is water. Mirrored reed is painted by marsh.frag.
func (r *Renderer) drawMirroredPlants(f *frame.Frame, v frame.View, s *scene) {
	pipe := lands[r.ground.land].plants
	if pipe == 0 || r.tier == Draft || !r.hasPlants(f) || v.Eye[1] <= 0 {
		return
	}
	p, below := &r.plants, s.mirrored()
	coarse := below
	coarse.eye[3] *= mirrorCoarseness
	p.gather(f, &coarse, r.tier, stone, nil)
	for kind := range p.visible {
		for level, all := range p.visible[kind] {
			p.visible[kind][level] = slices.DeleteFunc(all, func(one plantInstance) bool {
				if !p.garden.isMirrored(v.Eye, &one) {
					return true
				}
				half := max(one.height, one.width) / 2
				r.target.touched.mark(below.ballRect(mgl32.Vec3{one.x, one.height / 2, one.z}, 1.5*half))
				return false
			})
		}
	}
	r.drawShapes(r.programs.get(pipe), r.target.layerSamples())
}

// isMirrored reports whether water may show a plant. It looks for water on the line from the
// plant's foot towards the eye, along which its image lies.
func (g *garden) isMirrored(eye mgl32.Vec3, p *plantInstance) bool {
	top := eye[1] / (eye[1] + p.height)
	for k := range 4 {
		t := 1 - (1-top)*float32(k)/3
		if g.isWater(float64(eye[0]+t*(p.x-eye[0])), float64(eye[2]+t*(p.z-eye[2]))) {
			return true
		}
	}
	return false
}

// isWater reports whether there is water at a place of the world, on a land with plants on its
// shores.
func (g *garden) isWater(x, z float64) bool {
	x, z = x+g.cover.x, z+g.cover.z
	if g.land == look.City {
		return g.cover.bankLevel(x, z) < 0
	}
	return g.cover.reedLevel(x, z) < 0
}
