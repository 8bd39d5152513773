package models

import (
	"image"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
)

// Baked is a model as the renderer wants it: a beat of the wings as Poses
// evenly spaced poses that loop, pose 0 being the one with the wings most open.
// Pose p is at phase p/Poses turns.
type Baked struct {
	Name   string
	Poses  int          // of the beat, and behind those what it holds
	Beat   int          // of those the poses of the beat; 0: all
	Held   [Stances]int // the number of the pose of each stance; 0: it has none
	Parts  []Part
	Levels []Level // from all triangles to few; see [Baked.Simplify]
	Sense  Sense   // what was found out about the model
}

// Stance is a pose that a bird holds instead of its beat.
type Stance int

// The stances.
const (
	Flare   Stance = iota // it brakes before it lands
	Stoop                 // it falls on its prey
	Rest                  // on a perch, wings folded
	Stances               // how many there are
)

// stanceWords are what clips are called that hold them.
var stanceWords = [Stances][]string{{"flare", "land", "brake"}, {"stoop", "dive"}, {"rest", "perch", "sit"}}

// stanceClips are the clips of a model's stances, -1 where it has none; flies is the one that
// it flies by.
func (m *Model) stanceClips(flies int) (clips [Stances]int) {
	for k, words := range stanceWords {
		clips[k] = -1
		for i, c := range m.Clips {
			if clips[k] < 0 && i != flies && hasAny(strings.ToLower(c.Name), words...) {
				clips[k] = i
			}
		}
	}
	return clips
}

// Cycle is the number of poses of the beat.
func (b *Baked) Cycle() int {
	if b.Beat == 0 {
		return b.Poses
	}
	return b.Beat
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
	// Tangents are the ways of each position along the rows of the normal map, unit, and 1 or -1
	// as normal × tangent is the way up its columns or down; 0: as the triangles lie. Empty: all 0.
	Tangents []mgl32.Vec4
}

// Vertices is the number of vertices in each pose.
func (p *Part) Vertices(poses int) int { return len(p.Positions) / poses }

// Material is glTF's metallic-roughness material. The zero value of what follows Unlit is
// matte and shows nothing but the colour. A model says what of its own is not drawn.
type Material struct {
	Name        string
	Base        mgl32.Vec4 // linear
	Texture     *Texture   // nil for none
	Cutoff      float32    // alpha below this is not drawn; 0: all is
	Blend       bool       // alpha is opacity
	DoubleSided bool
	Unlit       bool

	Metal   float32    // how much it is metal, 0 to 1
	Smooth  float32    // 1 less its roughness
	Rough   *Texture   // what roughness, in green, and Metal, in blue, are times
	Normal  *Texture   // of the surface, in the space of its texture coordinates
	Bump    float32    // how much the normals there lean
	Hidden  *Texture   // in red, the share of light from all around that reaches a place
	Hides   float32    // how much of that holds
	Glow    mgl32.Vec3 // light of its own, linear
	GlowMap *Texture   // that Glow is times
	Index   float32    // refractive; 0: 1.5
	Weak    float32    // 1 less the share of light that it sends back as from a mirror, of what its index has it
	Weaker  *Texture   // in its opacity, what that share is times
	Film    Film
	Sheen   Sheen
}

// Texture is an image and how it covers what lies beyond its borders.
type Texture struct {
	Image        *image.NRGBA // sRGB where it holds colours
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
