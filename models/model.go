package models

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
)

// Model is a glTF model, decoded and checked: every index in it is in range and
// every number finite. It is not changed by its methods.
type Model struct {
	Name      string
	Clips     []Clip
	Triangles int
	Vertices  int
	Warnings  []string // what was left out or drawn in another way, a line each

	parts  []part
	pieces []piece
	nodes  []node
	order  []int // of nodes, parents before children
	skins  []skin
}

// Clip is one of a model's animations. Its keys lie between Start and End,
// seconds.
type Clip struct {
	Name       string
	Start, End float64

	channels []channel
}

// node is a place in the scene graph.
type node struct {
	parent   int // -1: none
	fixed    *mgl32.Mat4
	rest     transform
	children []int
}

// transform is a node's translation, rotation and scale, and the weights of the
// morph targets of its mesh.
type transform struct {
	translation mgl32.Vec3
	rotation    mgl32.Quat
	scale       mgl32.Vec3
	weights     []float32
}

// skin is a set of joints.
type skin struct {
	joints  []int // nodes
	inverse []mgl32.Mat4
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

// piece is a primitive as placed by a node: a run of a part's vertices.
type piece struct {
	*primitive
	node, skin  int  // skin -1: none
	part, first int  // part and the first of its vertices
	inside      bool // turned inside out by the transforms at rest
}

// primitive is a run of triangles as a mesh holds it.
type primitive struct {
	material  int // -1: none
	indices   []uint32
	positions []mgl32.Vec3
	normals   []mgl32.Vec3 // empty: flat, worked out from the posed triangles
	uv        []mgl32.Vec2
	colours   []mgl32.Vec4
	targets   []target
	influence int       // joints per vertex; 0: no skin
	joints    []uint32  // influence per vertex
	weights   []float32 // likewise, summing to 1 over each vertex
}

// target is a morph target: what is added at weight 1.
type target struct {
	positions, normals []mgl32.Vec3 // either may be empty
}

// DefaultClip is the clip that flies: the first whose name speaks of flying or
// flapping, else the first; -1 for a model without clips.
func (m *Model) DefaultClip() int {
	for i, c := range m.Clips {
		name := strings.ToLower(c.Name)
		if strings.Contains(name, "fly") || strings.Contains(name, "flap") || strings.Contains(name, "flight") {
			return i
		}
	}
	return min(0, len(m.Clips)-1)
}

// FindClip is the index of the clip of that name, whatever its case, or of that
// number, counted from 0. An empty name gives [Model.DefaultClip].
func (m *Model) FindClip(name string) (int, error) {
	if name == "" {
		return m.DefaultClip(), nil
	}
	for i, c := range m.Clips {
		if strings.EqualFold(c.Name, name) {
			return i, nil
		}
	}
	if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(m.Clips) {
		return i, nil
	}
	return -1, fmt.Errorf("%s: no clip %q; it has %s", m.Name, name, m.clipNames())
}

func (m *Model) clipNames() string {
	if len(m.Clips) == 0 {
		return "none"
	}
	names := make([]string, len(m.Clips))
	for i, c := range m.Clips {
		names[i] = fmt.Sprintf("%d %q", i, c.Name)
	}
	return strings.Join(names, ", ")
}
