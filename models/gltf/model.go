package gltf

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// Model is a decoded and validated glTF model. All its indices are in range, and all its numbers
// are finite. Its methods do not change it.
type Model struct {
	Name       string
	Clips      []Clip
	Triangles  int      // number of drawn triangles
	Vertices   int      // number of drawn vertices; a triangle with a flat normal has three of its own
	Primitives int      // number of instances of primitives in the scene
	Skins      int      // number of skins in the file
	Joints     int      // number of joints of all skins
	Targets    int      // largest number of morph targets of a primitive
	Materials  []string // names of the materials in use; "" for glTF's default material
	Extensions []string // listed in extensionsUsed
	Warnings   []string // one line for each part of the file that was left out, or is drawn in a different way
	Files      []string // the model's own file, then the files that it refers to, as slash-separated paths relative to its folder
	Parts      []Part   // parts of the model, one for each material in use
	Bytes      int      // size of all files

	digest         []byte
	pieces         []piece // pieces in depth-first order
	nodes          []node
	order          []int
	visible        []bool // whether a node is in the scene, or a joint
	withoutNormals bool   // whether poses have no normals
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
	parent   int         // -1: none
	matrix   *mgl64.Mat4 // the file's matrix, which applies unless a clip moves the node; nil: none
	rest     transform
	children []int
}

// transform contains a node's translation, rotation and scale, and the weights of its mesh's morph
// targets.
type transform struct {
	translation mgl64.Vec3
	rotation    mgl64.Quat
	scale       mgl64.Vec3
	weights     []float64
}

type skin struct {
	joints  []int // indices of the nodes of the joints
	inverse []mgl64.Mat4
}

// Part is the geometry that has one material, from all meshes. It contains no positions and
// normals, because they depend on the pose (see [Model.Pose]).
type Part struct {
	Material Material
	Indices  []uint32     // triangles, counter-clockwise from outside
	UV       []mgl32.Vec2 // texture coordinates of each vertex; empty without a texture
	Colours  []mgl32.Vec4 // linear colour of each vertex, by which the material's colour is multiplied; empty: white
	Vertices int

	textured   bool
	hasColours bool
}

// piece is an instance of a primitive at a node. It has a range of vertices in its part. There is
// one vertex for each vertex of the primitive. If the primitive has no normals, there are three
// vertices for each triangle.
type piece struct {
	*primitive
	node, skin int // skin is -1 if the piece has no skin
	// part is -1 if the piece is not drawn; first is the index, in the part, of the piece's first vertex
	part, first int
	// faces contains the primitive's indices. If the rest pose mirrors the piece, the winding is
	// reversed, so that fronts stay counter-clockwise.
	faces   []uint32
	flipped bool // the winding is reversed
	mirror  int  // 1, 2 or 3: mirror image across the plane x, y or z = 0; 0: no mirror image
}

// primitive is a primitive of a mesh, with the vertices of the file.
type primitive struct {
	unpruned    *primitive // the primitive with all vertices of the file, if the triangles use less than half of them; otherwise nil
	mesh, index int        // index is the primitive's index in the mesh
	material    int        // -1: none
	indices     []uint32
	positions   []mgl32.Vec3
	normals     []mgl32.Vec3 // empty: flat normals, computed for each pose
	uv          []mgl32.Vec2
	tangents    []mgl32.Vec4 // tangents for a normal map; w is the handedness; empty: computed from the triangles
	colours     []mgl32.Vec4
	targets     []target
	influences  int       // joints per vertex; 0: not skinned
	joints      []uint32  // indices into skin.joints; each vertex has as many as influences says
	weights     []float32 // weights of these joints; their sum is 1 for each vertex
	// badWeights counts the vertices whose weights did not sum to 1 in the file. badVertex is the first of
	// these vertices, and badSum is the sum of its weights.
	badWeights, badVertex int
	badSum                float64
	// negativeWeights counts the vertices with a negative weight. negativeVertex is the first of these
	// vertices, and negativeWeight is its lowest weight.
	negativeWeights, negativeVertex int
	negativeWeight                  float32
}

// target is a morph target. It contains the offsets for the weight 1.
type target struct {
	positions, normals []mgl32.Vec3 // either may be empty
}

// DefaultClip returns the clip for flight: the first clip whose name mentions flying or flapping. If there is
// none, it is the first clip whose name mentions swimming, running or walking, or the first clip of all. It
// returns -1 for a model without clips.
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

// FindClip returns the index of a clip. name is the clip's name or its index, counted from 0. The
// case of the name does not matter, but an exact match is preferred. An empty name means
// [Model.DefaultClip].
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
