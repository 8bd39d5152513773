package lod

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/models/gltf"
)

// Mesh is a set of triangles in several poses. The poses of the wingbeat, which loop, come first. Lengths are
// in wingspans. X points to the left, Y up and Z forward.
type Mesh struct {
	Poses int
	Parts []Part
}

// Part is the geometry of one material, in all poses.
type Part struct {
	Material gltf.Material
	Indices  []uint32     // triangles, counter-clockwise from outside
	UV       []mgl32.Vec2 // texture coordinates of each vertex; empty if there is no texture
	Colours  []mgl32.Vec4 // linear factors for the material's colour, by vertex; empty means white
	// Positions and Normals contain the vertices of one pose after another.
	Positions []mgl32.Vec3 // wingspans
	Normals   []mgl32.Vec3 // unit vectors
	// Tangents are for the normal map. As in glTF, each is a unit vector with the handedness (1 or -1) in w.
	// Where a tangent is zero, the renderer must compute it from the triangles. Empty means that all are
	// zero.
	Tangents []mgl32.Vec4
}

// Vertices returns the number of vertices in each pose.
func (p *Part) Vertices(poses int) int { return len(p.Positions) / poses }
