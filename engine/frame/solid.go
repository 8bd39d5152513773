package frame

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/models"
)

// Solid is a thing of triangles in a space of its own. It does not change: what is of
// another shape is another.
type Solid struct {
	Points    []mgl32.Vec3 // its vertices
	Normals   []mgl32.Vec3 // of each, unit, outwards
	Colours   []mgl32.Vec4 // of each, linear, multiplied in; none: white
	UV        []mgl32.Vec2 // of each, on its coat; none: the coats need none
	Triangles []uint32     // three vertices each, anticlockwise seen from outside
	Coats     []Coat       // of its triangles, one run after another; none: stone
	Land      bool         // it is ground: cameras keep above it
	Grass     bool         // it looks like the ground
	Endless   bool         // it goes on as far as the world does, and casts no shadow
	Low, High mgl32.Vec3   // corners of a box around it
}

// Coat is what covers a run of triangles.
type Coat struct {
	Triangles int
	models.Material
	Facade *Facade // windows, instead of a texture; nil: none
}

// Facade is a wall with windows. Where it is, the UV of a solid counts windows along the
// wall and storeys over its foot; below 0 there is roof.
type Facade struct {
	Storeys float32
	Style   int     // of FacadeStyles
	Seed    float32 // from 0 to 1: which windows are lit
}

// The styles of facades.
const (
	Masonry      = iota // windows in walls
	Bands               // of windows
	Glass               // all over
	FacadeStyles        // how many there are
)

// Stone covers what has no coat.
func Stone() models.Material { return models.Material{BaseColour: mgl32.Vec4{0.30, 0.275, 0.25, 1}} }

// Stand is a solid in a picture.
type Stand struct {
	*Solid
	Name      string
	Matrix    mgl32.Mat4 // from its own space to the world's: a turn, an even scale and a place
	Low, High mgl32.Vec3 // corners of a box around it in the world, m
	Tint      mgl32.Vec4 // RGB, linear, mixed over its own colour by A in [0,1]
}

// NewStand returns a solid in its place.
func NewStand(of *Solid, name string, matrix mgl32.Mat4) Stand {
	s := Stand{Solid: of, Name: name, Matrix: matrix}
	for k := range 8 {
		corner := of.Low
		for axis := range 3 {
			if k>>axis&1 == 1 {
				corner[axis] = of.High[axis]
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

// Near returns how far a place is from the box around what stands, m; 0 within it.
func (s *Stand) Near(place mgl32.Vec3) float32 {
	var out mgl32.Vec3
	for axis := range 3 {
		out[axis] = max(s.Low[axis]-place[axis], place[axis]-s.High[axis], 0)
	}
	return out.Len()
}
