package frame

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/models/gltf"
)

// Solid is an object made of triangles, in its own coordinates. It never changes. A new shape needs a new
// Solid.
type Solid struct {
	Points    []mgl32.Vec3 // positions of the vertices
	Normals   []mgl32.Vec3 // unit vectors that point outwards, one per vertex
	Colours   []mgl32.Vec4 // linear factors for the colour, one per vertex; empty means white
	UV        []mgl32.Vec2 // one per vertex; may be empty
	Triangles []uint32     // three vertices each, anticlockwise seen from outside
	Coats     []Coat       // materials of successive triangles; empty means stone
	Land      bool         // the solid is part of the ground, so cameras stay above it
	Grass     bool         // the solid looks like the ground
	Endless   bool         // the solid is as large as the world, so it casts no shadow
	Low, High mgl32.Vec3   // corners of its box
}

// Coat is the material of a run of triangles.
type Coat struct {
	Triangles int
	gltf.Material
	Facade *Facade // windows instead of a texture; nil if none
}

// Facade is a wall with windows. UV coordinates count windows along it and storeys above its foot. Triangles
// with negative coordinates belong to the roof.
type Facade struct {
	Storeys float32
	Style   int     // one of the styles below
	Seed    float32 // from 0 to 1, selects the lit windows
}

// Styles of facades.
const (
	Masonry      = iota // windows in walls
	Bands               // bands of windows
	Glass               // walls of glass
	FacadeStyles        // number of styles
)

// Stone returns the material of triangles without a coat.
func Stone() gltf.Material { return gltf.Material{BaseColour: mgl32.Vec4{0.30, 0.275, 0.25, 1}} }

// Stand is a solid at a place in the world, such as an obstacle.
type Stand struct {
	*Solid
	Name      string
	Matrix    mgl32.Mat4 // transform from the solid to the world: rotation, uniform scale and translation
	Low, High mgl32.Vec3 // corners of its box in the world, m
	Tint      mgl32.Vec4 // linear RGB; A in [0,1] is the opacity over the solid's own colour
}

// NewStand returns a stand with a solid, its transform to world coordinates, and its bounding box there.
func NewStand(solid *Solid, name string, matrix mgl32.Mat4) Stand {
	s := Stand{Solid: solid, Name: name, Matrix: matrix}
	for k := range 8 {
		corner := solid.Low
		for axis := range 3 {
			if k>>axis&1 == 1 {
				corner[axis] = solid.High[axis]
			}
		}
		pos := matrix.Mul4x1(corner.Vec4(1)).Vec3()
		if k == 0 {
			s.Low, s.High = pos, pos
		}
		for axis := range 3 {
			s.Low[axis], s.High[axis] = min(s.Low[axis], pos[axis]), max(s.High[axis], pos[axis])
		}
	}
	return s
}

// Distance returns the distance from a place to the solid's box, in m. It is 0 inside the box.
func (s *Stand) Distance(place mgl32.Vec3) float32 {
	var out mgl32.Vec3
	for axis := range 3 {
		out[axis] = max(s.Low[axis]-place[axis], place[axis]-s.High[axis], 0)
	}
	return out.Len()
}
