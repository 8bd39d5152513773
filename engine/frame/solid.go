package frame

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/models/gltf"
)

// Solid is an object made of triangles, in its own space. It never changes; a new shape needs a new
// Solid.
type Solid struct {
	Points    []mgl32.Vec3 // vertices of the solid
	Normals   []mgl32.Vec3 // unit, outwards, per vertex
	Colours   []mgl32.Vec4 // linear, multiplied in, per vertex; empty: white
	UV        []mgl32.Vec2 // texture coordinates per vertex; empty: not needed
	Triangles []uint32     // three vertices each, anticlockwise when seen from outside
	Coats     []Coat       // coats of consecutive runs of triangles; empty: stone
	Land      bool         // part of the ground: cameras stay above it
	Grass     bool         // it looks like the ground
	Endless   bool         // as large as the world; it casts no shadow
	Low, High mgl32.Vec3   // corners of a box around it
}

// Coat is the material of a run of triangles.
type Coat struct {
	Triangles int
	gltf.Material
	Facade *Facade // windows instead of a texture; nil: none
}

// Facade is a wall with windows. On it, the UV of a solid counts windows along the wall and storeys
// above its foot; below 0 is roof.
type Facade struct {
	Storeys float32
	Style   int     // one of the facade styles
	Seed    float32 // number from 0 to 1 that selects which windows are lit
}

// The styles of facades.
const (
	Masonry      = iota // windows in walls
	Bands               // bands of windows
	Glass               // all glass
	FacadeStyles        // number of styles
)

// Stone returns the material of triangles without a coat.
func Stone() gltf.Material { return gltf.Material{BaseColour: mgl32.Vec4{0.30, 0.275, 0.25, 1}} }

// Stand is a solid placed in the world.
type Stand struct {
	*Solid
	Name      string
	Matrix    mgl32.Mat4 // transform from the solid's space to the world's: rotation, uniform scale and translation
	Low, High mgl32.Vec3 // corners of a box around it in the world, m
	Tint      mgl32.Vec4 // RGB, linear, mixed over its own colour by A in [0,1]
}

// NewStand places a solid in the world.
func NewStand(solid *Solid, name string, matrix mgl32.Mat4) Stand {
	s := Stand{Solid: solid, Name: name, Matrix: matrix}
	for k := range 8 {
		corner := solid.Low
		for axis := range 3 {
			if k>>axis&1 == 1 {
				corner[axis] = solid.High[axis]
			}
		}
		at := matrix.Mul4x1(corner.Vec4(1)).Vec3()
		if k == 0 {
			s.Low, s.High = at, at
		}
		for axis := range 3 {
			s.Low[axis], s.High[axis] = min(s.Low[axis], at[axis]), max(s.High[axis], at[axis])
		}
	}
	return s
}

// Distance returns the distance from a place to the box around the solid, m; 0 inside it.
func (s *Stand) Distance(place mgl32.Vec3) float32 {
	var out mgl32.Vec3
	for axis := range 3 {
		out[axis] = max(s.Low[axis]-place[axis], place[axis]-s.High[axis], 0)
	}
	return out.Len()
}
