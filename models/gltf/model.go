package gltf

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// Model is a decoded and validated glTF model: all indices are in range and all numbers finite. Its methods
// do not change it.
type Model struct {
	Name       string
	Clips      []Clip
	Triangles  int      // number of drawn triangles
	Vertices   int      // number of drawn vertices; a triangle with a flat normal has its own three
	Primitives int      // instances of primitives in the scene
	Skins      int      // number of skins in the file
	Joints     int      // number of joints of all skins
	Targets    int      // largest number of morph targets of a primitive
	Materials  []string // names of used materials; "" for glTF's default
	Extensions []string // listed in extensionsUsed
	Warnings   []string // one line for each part that is left out or drawn in a different way
	Files      []string // the model's file, followed by the files that it refers to, as slash-separated paths relative to its folder
	Parts      []Part   // one for each used material
	Bytes      int      // size of all files

	digest         []byte
	pieces         []piece
	nodes          []node
	order          []int
	visible        []bool // whether each node is in the scene or is a joint
	withoutNormals bool
	skins          []skin
}

// Clip is an animation of a model. Its keys lie between Start and End, in seconds.
type Clip struct {
	Name       string
	Start, End float64
	Channels   int  // number of supported channels
	Keys       int  // number of keys of all channels
	Joints     bool // the clip animates joints or their ancestors
	Morphs     bool // the clip animates morph target weights
	Nodes      bool // the clip animates nodes with unskinned meshes or their ancestors

	channels []channel
}

type node struct {
	name     string
	parent   int         // index of the parent; -1 if none
	matrix   *mgl64.Mat4 // applies unless a clip moves the node; nil if none
	rest     transform
	children []int
}

// transform contains a node's translation, rotation and scale, and the weights of its mesh's morph targets.
type transform struct {
	translation mgl64.Vec3
	rotation    mgl64.Quat
	scale       mgl64.Vec3
	weights     []float64
}

type skin struct {
	joints  []int
	inverse []mgl64.Mat4
}

// Part is the geometry of one material, from all meshes. Positions and normals depend on the pose (see
// [Model.Pose]).
type Part struct {
	Material Material
	Indices  []uint32     // triangles, counter-clockwise from outside
	UV       []mgl32.Vec2 // by vertex; empty if there is no texture
	Colours  []mgl32.Vec4 // linear factors for the material's colour, by vertex; empty means white
	Vertices int

	textured   bool
	hasColours bool
}

// piece is an instance of a primitive at a node, with a range of vertices in its part. It has one vertex per
// vertex of the primitive, or three per triangle if the primitive has no normals.
type piece struct {
	*primitive
	node, skin int // skin is -1 if there is none
	// part is -1 if the piece is not drawn; first is the first vertex in the part
	part, first int
	// faces contains the primitive's indices. If the rest pose mirrors the piece, the winding is reversed, so
	// that fronts stay counter-clockwise.
	faces   []uint32
	flipped bool
	mirror  int // 1, 2 or 3: mirror image across x, y or z = 0; 0 if none
}

type primitive struct {
	unpruned    *primitive // the primitive with all vertices of the file, if triangles use less than half of them; otherwise nil
	mesh, index int
	material    int // index of the material; -1 if none
	indices     []uint32
	positions   []mgl32.Vec3
	normals     []mgl32.Vec3 // empty if the normals are flat and computed for each pose
	uv          []mgl32.Vec2
	tangents    []mgl32.Vec4 // tangents for a normal map; w is the handedness; empty if they are computed from the triangles
	colours     []mgl32.Vec4
	targets     []target
	influences  int       // joints per vertex; 0 if not skinned
	joints      []uint32  // indices into skin.joints; each vertex has influences of them
	weights     []float32 // weights of these joints, with sum 1 for each vertex
	// badWeights counts vertices whose weights did not sum to 1 in the file. badVertex is the first one, and
	// badSum its sum.
	badWeights, badVertex int
	badSum                float64
	// negativeWeights counts vertices with a negative weight. negativeVertex is the first one, and
	// negativeWeight its lowest.
	negativeWeights, negativeVertex int
	negativeWeight                  float32
}

type target struct {
	positions, normals []mgl32.Vec3 // either may be empty
}

// DefaultClip returns the clip for flight. It is the first clip whose name mentions flying or flapping. If
// there is none, clips for swimming, running and walking follow, then the first clip of all. Without clips,
// DefaultClip returns -1.
func (m *Model) DefaultClip() int {
	for _, words := range [][]string{{"fly", "flap", "flight"}, {"swim"}, {"run", "gallop"}, {"walk"}} {
		for i, c := range m.Clips {
			if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(strings.ToLower(c.Name), w) }) {
				return i
			}
		}
	}
	return min(0, len(m.Clips)-1)
}

// FindClip returns the index of a clip. name is the clip's name or its index, counted from 0. An exact match
// is preferred to one in another case. An empty name means [Model.DefaultClip].
func (m *Model) FindClip(name string) (int, error) {
	if name == "" {
		return m.DefaultClip(), nil
	}
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		for i, c := range m.Clips {
			if same(c.Name, name) {
				return i, nil
			}
		}
	}
	if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(m.Clips) {
		return i, nil
	}
	return -1, fmt.Errorf("no clip %q; %s", name, m.clipNames())
}

func (m *Model) clipNames() string {
	if len(m.Clips) == 0 {
		return "the model has none"
	}
	names := make([]string, len(m.Clips))
	for i, c := range m.Clips {
		names[i] = fmt.Sprintf("%q or %d", c.Name, i)
	}
	return "choose from " + strings.Join(names, ", ")
}
