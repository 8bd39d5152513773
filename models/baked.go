package models

import (
	"image"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
)

// Baked is a model prepared for rendering: one wingbeat as evenly spaced poses that loop. Pose
// p is at phase p/BeatPoses() of the wingbeat, and in pose 0 the wings are most open. Poses for
// stances follow.
type Baked struct {
	Name       string
	Poses      int              // of the wingbeat and the stances
	Beat       int              // poses of the wingbeat; 0: all
	StancePose [StanceCount]int // pose of each stance; 0: none
	Parts      []Part
	Levels     []Level  // from most to fewest triangles; see [Baked.Simplify]
	Analysis   Analysis // what Bake detected
}

// Stance is a pose that a bird holds instead of flapping.
type Stance int

const (
	Flare       Stance = iota // brakes before landing
	Stoop                     // dives at prey
	Rest                      // perches with folded wings
	StanceCount               // number of stances
)

// stanceWords are the words in a clip's name that identify a stance.
var stanceWords = [StanceCount][]string{{"flare", "land", "brake"}, {"stoop", "dive"}, {"rest", "perch", "sit"}}

// stanceClips returns the clip of each stance, or -1 if there is none. It skips flightClip.
func (m *Model) stanceClips(flightClip int) (clips [StanceCount]int) {
	for k, words := range stanceWords {
		clips[k] = -1
		for i, c := range m.Clips {
			if clips[k] < 0 && i != flightClip && containsAny(strings.ToLower(c.Name), words...) {
				clips[k] = i
			}
		}
	}
	return clips
}

// BeatPoses returns the number of poses of the wingbeat.
func (b *Baked) BeatPoses() int {
	if b.Beat == 0 {
		return b.Poses
	}
	return b.Beat
}

// Part is the geometry of one material.
type Part struct {
	Material Material
	Indices  []uint32     // triangles, counter-clockwise from outside
	UV       []mgl32.Vec2 // per vertex; empty without a texture
	Colours  []mgl32.Vec4 // per vertex, linear, multiplied in; empty: white
	// Positions and Normals hold the vertices of each pose, one pose after another.
	Positions []mgl32.Vec3 // wingspans
	Normals   []mgl32.Vec3 // unit vectors
	// Tangents are the tangents of the normal map, as in glTF: a unit vector and the handedness
	// (1 or -1) in w. Zero means compute it from the triangles. Empty: all zero.
	Tangents []mgl32.Vec4
}

// Vertices returns the number of vertices in each pose.
func (p *Part) Vertices(poses int) int { return len(p.Positions) / poses }

// Material is glTF's metallic-roughness material. The zero values of the fields after Unlit
// give a matte surface with only its colour. [Model.Warnings] lists what is not drawn.
type Material struct {
	Name        string
	BaseColour  mgl32.Vec4 // linear
	Texture     *Texture   // base colour texture; nil: none
	AlphaCutoff float32    // fragments with a lower alpha are discarded; 0: none
	Blend       bool       // alpha is opacity
	DoubleSided bool
	Unlit       bool

	Metallic             float32    // 0 to 1
	Smoothness           float32    // 1 − roughness
	MetallicRoughnessMap *Texture   // factors for roughness (green) and Metallic (blue)
	NormalMap            *Texture   // in tangent space
	NormalScale          float32    // strength of NormalMap
	OcclusionMap         *Texture   // ambient occlusion, in red
	OcclusionStrength    float32    // 0 to 1
	Emissive             mgl32.Vec3 // linear
	EmissiveMap          *Texture   // factor for Emissive
	IOR                  float32    // index of refraction; 0: 1.5
	SpecularLoss         float32    // 1 − specularFactor of KHR_materials_specular
	SpecularMap          *Texture   // factor for the specular strength, in alpha
	Iridescence          Iridescence
	Sheen                Sheen
}

// Texture is an image with the settings of its sampler.
type Texture struct {
	Image        *image.NRGBA // sRGB if it holds colours
	WrapS, WrapT Wrap         // horizontal and vertical
	Nearest      bool         // magnify without interpolation
}

// Wrap is the wrapping mode of a texture.
type Wrap int

const (
	Repeat Wrap = iota // repeat the texture
	Mirror             // repeat the texture, mirrored every other time
	Clamp              // repeat the outermost pixels
)
