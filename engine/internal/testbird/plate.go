// Package testbird provides a flat bird model for tests. The pixels that it covers are easy to compute by
// hand.
package testbird

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/models"
	"skein/models/gltf"
	"skein/models/lod"
)

// Plate returns an unlit square, one wingspan wide, perpendicular to the direction of flight. A test can
// compute by hand which pixels it covers. Pose p of poses is p/poses wingspans higher than pose 0.
func Plate(poses int) *models.Baked {
	p := lod.Part{
		Material: gltf.Material{BaseColour: mgl32.Vec4{1, 1, 1, 1}, Unlit: true, DoubleSided: true},
		Indices:  []uint32{0, 1, 2, 0, 2, 3},
	}
	for pose := range poses {
		up := float32(pose) / float32(poses)
		for _, c := range [][2]float32{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}} {
			p.Positions = append(p.Positions, mgl32.Vec3{c[0], c[1] + up, 0})
			p.Normals = append(p.Normals, mgl32.Vec3{0, 0, 1})
		}
	}
	return &models.Baked{Name: "plate", Mesh: lod.Mesh{Poses: poses, Parts: []lod.Part{p}}}
}
