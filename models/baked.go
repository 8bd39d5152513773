package models

import (
	"image"

	"github.com/go-gl/mathgl/mgl32"
)

// Baked is a model as the renderer wants it: a beat of the wings as Poses
// evenly spaced poses that loop, pose 0 being the one with the wings most open.
// Pose p is at phase p/Poses turns.
type Baked struct {
	Name   string
	Poses  int
	Parts  []Part
	Levels []Level // from all triangles to few; see [Baked.Simplify]
	Sense  Sense   // what was found out about the model
}

// Part is what one material covers.
type Part struct {
	Material Material
	Indices  []uint32     // triangles, counter-clockwise from outside
	UV       []mgl32.Vec2 // per vertex; empty without a texture
	Colours  []mgl32.Vec4 // per vertex, linear, multiplied in; empty: white
	// Positions and Normals hold Poses × vertices, pose after pose.
	Positions []mgl32.Vec3 // wingspans
	Normals   []mgl32.Vec3 // unit
}

// Vertices is the number of vertices in each pose.
func (p *Part) Vertices(poses int) int { return len(p.Positions) / poses }

// Material is the part of glTF's metallic-roughness material that skein draws.
type Material struct {
	Name        string
	Base        mgl32.Vec4 // linear
	Texture     *Texture   // nil for none
	Cutoff      float32    // alpha below this is not drawn; 0: all is
	Blend       bool       // alpha is opacity
	DoubleSided bool
	Unlit       bool
}

// Texture is an image and how it covers what lies beyond its borders.
type Texture struct {
	Image        *image.NRGBA // sRGB
	WrapS, WrapT Wrap         // across and down
	Nearest      bool         // magnified as hard pixels, not smoothly
}

// Wrap says what lies beyond the borders of a texture.
type Wrap int

// The wraps of glTF.
const (
	Repeat Wrap = iota // the texture again
	Mirror             // the texture again, every other one mirrored
	Clamp              // its outermost pixels
)
