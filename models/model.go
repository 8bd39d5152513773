package models

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"
)

// Model is a glTF model, decoded and checked: every index in it is in range and
// every number finite. It is not changed by its methods.
type Model struct {
	Name       string
	Clips      []Clip
	Triangles  int      // drawn
	Vertices   int      // drawn: three a triangle where the file has no normals
	Primitives int      // as placed by the nodes of the scene
	Skins      int      // of the file
	Joints     int      // over all skins
	Targets    int      // most morph targets of a primitive
	Materials  []string // names of those drawn; "" for glTF's own default
	Extensions []string // that the file says it uses
	Warnings   []string // what was left out or drawn in another way, a line each
	Files      []string // that it was read from: its own, then those beside it, as paths with slashes from its folder

	size   int // bytes of the file and those beside it
	digest []byte
	parts  []part
	pieces []piece // depth first, primitives in order
	nodes  []node
	order  []int  // of nodes, parents before children
	shown  []bool // nodes of the scene and joints
	bare   bool   // poses go without normals
	skins  []skin
}

// Clip is one of a model's animations. Its keys lie between Start and End,
// seconds.
type Clip struct {
	Name       string
	Start, End float64
	Channels   int  // that move something
	Keys       int  // over all channels
	Joints     bool // it moves joints, or nodes that carry joints
	Morphs     bool // it moves weights of morph targets
	Nodes      bool // it moves nodes that carry meshes without a skin

	channels []channel
}

// node is a place in the scene graph.
type node struct {
	name     string
	parent   int         // -1: none
	fixed    *mgl64.Mat4 // as the file has it, instead of rest
	rest     transform
	children []int
}

// transform is a node's translation, rotation and scale, and the weights of the
// morph targets of its mesh.
type transform struct {
	translation mgl64.Vec3
	rotation    mgl64.Quat
	scale       mgl64.Vec3
	weights     []float64
}

// skin is a set of joints.
type skin struct {
	joints  []int // nodes
	inverse []mgl64.Mat4
}

// part is what one material covers, over all meshes of the model.
type part struct {
	material   Material
	indices    []uint32
	uv         []mgl32.Vec2
	colours    []mgl32.Vec4
	vertices   int
	textured   bool
	hasColours bool
}

// piece is a primitive as placed by a node. In its part it is a run of vertices:
// its own, or those of its triangles one by one where it has no normals.
type piece struct {
	*primitive
	node, skin  int // skin -1: none
	part, first int // part and the first of its vertices; part -1: not drawn
	// faces are the primitive's triangles, turned round where the transforms at
	// rest turn the piece inside out, so that they are counter-clockwise.
	faces  []uint32
	turned bool // so they were
}

// primitive is a run of triangles as a mesh holds it, its vertices as in the
// file.
type primitive struct {
	whole        *primitive // with all vertices of the file, where triangles need less than half; else nil
	mesh, number int        // number: which of the mesh's primitives
	material     int        // -1: none
	indices      []uint32
	positions    []mgl32.Vec3
	normals      []mgl32.Vec3 // empty: flat, worked out from the posed triangles
	uv           []mgl32.Vec2
	tangents     []mgl32.Vec4 // of a normal map, and on which side the way across lies; empty: as the triangles lie
	colours      []mgl32.Vec4
	targets      []target
	influence    int       // joints per vertex; 0: no skin
	joints       []uint32  // influence per vertex
	weights      []float32 // likewise, summing to 1 over each vertex
	// unlevel is how many vertices had weights that summed to something else in the
	// file; vertex is the first, sum what its weights summed to.
	unlevel, vertex int
	sum             float64
}

// target is a morph target: what is added at weight 1.
type target struct {
	positions, normals []mgl32.Vec3 // either may be empty
}

// DefaultClip is the clip that flies: the first whose name speaks of flying or
// flapping, else of swimming, running or walking, else the first; -1 for a model
// without clips.
func (m *Model) DefaultClip() int {
	for _, words := range [][]string{{"fly", "flap", "flight"}, {"swim"}, {"run", "gallop"}, {"walk"}} {
		for i, c := range m.Clips {
			if hasAny(strings.ToLower(c.Name), words...) {
				return i
			}
		}
	}
	return min(0, len(m.Clips)-1)
}

// FindClip is the index of the clip of that name, exactly or else whatever its case, or of that
// number, counted from 0. An empty name gives [Model.DefaultClip].
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
	return -1, fmt.Errorf("no clip %q; want %s", name, m.clipNames())
}

func (m *Model) clipNames() string {
	if len(m.Clips) == 0 {
		return "none"
	}
	names := make([]string, len(m.Clips))
	for i, c := range m.Clips {
		names[i] = fmt.Sprintf("%q or %d", c.Name, i)
	}
	return strings.Join(names, ", ")
}
