package models

import (
	"bytes"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// triangle returns a document with one mesh, drawn by node 0: the given corners with normals
// along +Z.
func triangle(corners ...[3]float32) *gltf.Document {
	doc := gltf.NewDocument()
	normals := make([][3]float32, len(corners))
	for i := range normals {
		normals[i] = [3]float32{0, 0, 1}
	}
	doc.Meshes = []*gltf.Mesh{{Primitives: []*gltf.Primitive{{
		Attributes: gltf.PrimitiveAttributes{
			gltf.POSITION: modeler.WritePosition(doc, corners),
			gltf.NORMAL:   modeler.WriteNormal(doc, normals),
		},
	}}}}
	doc.Nodes = []*gltf.Node{{Mesh: gltf.Index(0)}}
	doc.Scenes[0].Nodes = []int{0}
	return doc
}

// unitTriangle returns a triangle with one corner on each axis, at 1.
func unitTriangle() *gltf.Document {
	return triangle([3]float32{1, 0, 0}, [3]float32{0, 1, 0}, [3]float32{0, 0, 1})
}

// animate adds a clip with one channel.
func animate(doc *gltf.Document, node int, path gltf.TRSProperty, mode gltf.Interpolation, times []float32, values any) {
	doc.Animations = append(doc.Animations, &gltf.Animation{
		Channels: []*gltf.AnimationChannel{{Target: gltf.AnimationChannelTarget{Node: &node, Path: path}}},
		Samplers: []*gltf.AnimationSampler{{
			Input:         modeler.WriteAccessor(doc, gltf.TargetNone, times),
			Output:        modeler.WriteAccessor(doc, gltf.TargetNone, values),
			Interpolation: mode,
		}},
	})
}

// addSkin gives the mesh joints and weights, and node 0 a skin.
func addSkin(doc *gltf.Document, joints [][4]uint8, weights [][4]float32, skin *gltf.Skin) {
	p := doc.Meshes[0].Primitives[0]
	p.Attributes[gltf.JOINTS_0] = modeler.WriteJoints(doc, joints)
	p.Attributes[gltf.WEIGHTS_0] = modeler.WriteWeights(doc, weights)
	doc.Skins = []*gltf.Skin{skin}
	doc.Nodes[0].Skin = gltf.Index(0)
}

func encoded(t testing.TB, doc *gltf.Document) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gltf.NewEncoder(&b).Encode(doc); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func loaded(t testing.TB, doc *gltf.Document) *Model {
	t.Helper()
	m, err := decode("test.glb", encoded(t, doc), nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// checkPositions compares the first vertices at a time of a clip.
func checkPositions(t *testing.T, m *Model, clip int, seconds float64, want ...mgl32.Vec3) {
	t.Helper()
	got := m.Pose(clip, seconds)[0].Positions
	for i := range want {
		if got[i].Sub(want[i]).Len() > 1e-5 {
			t.Errorf("at %v s vertex %d is at %v, want %v", seconds, i, got[i], want[i])
		}
	}
}

const root2 = math.Sqrt2 / 2
