//go:build cgo

package render

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/land"
)

// mirrorCoarseness is the factor by which reflected plants are coarser. Ripples hide this.
const mirrorCoarseness = 2.5

// drawMirroredPlants draws the reflections of plants on shores. They are below the ground and visible through
// the water. marsh.frag computes the reflections of reed.
func (r *Renderer) drawMirroredPlants(f *frame.Frame, v frame.View, s *scene) {
	pipe := landPipeline(r.ground.land, landPlants)
	if pipe == 0 || r.tier == Draft || !r.hasPlants(f) || v.Eye[1] <= 0 {
		return
	}
	g, below := &r.plants.garden, s.Mirror()
	coarse := below
	coarse.Eye[3] *= mirrorCoarseness
	g.Gather(f, &coarse, int(r.tier), land.Stone, nil)
	for kind := range g.Visible {
		for level, all := range g.Visible[kind] {
			g.Visible[kind][level] = slices.DeleteFunc(all, func(plant land.Instance) bool {
				if !g.IsMirrored(v.Eye, &plant) {
					return true
				}
				halfSize := max(plant.Height, plant.Width) / 2
				r.target.touchedTiles.Mark(below.BallRect(mgl32.Vec3{plant.X, plant.Height / 2, plant.Z}, 1.5*halfSize))
				return false
			})
		}
	}
	r.drawShapes(r.programs.get(pipe), r.target.layerSamples())
}
