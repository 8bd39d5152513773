// Package testdoc makes glTF documents for tests. [Valid] returns a small valid document. [Hostile]
// returns files with which a reader without limits would use up all memory or time.
package testdoc

import (
	"bytes"
	"testing"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// Triangle returns a document with one mesh, which node 0 draws. The mesh has the given corners,
// with normals along +Z.
func Triangle(corners ...[3]float32) *gltf.Document {
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

// UnitTriangle returns a triangle with one corner on each axis, at 1.
func UnitTriangle() *gltf.Document {
	return Triangle([3]float32{1, 0, 0}, [3]float32{0, 1, 0}, [3]float32{0, 0, 1})
}

// Animate adds a clip with one channel.
func Animate(doc *gltf.Document, node int, path gltf.TRSProperty, mode gltf.Interpolation, times []float32, values any) {
	doc.Animations = append(doc.Animations, &gltf.Animation{
		Channels: []*gltf.AnimationChannel{{Target: gltf.AnimationChannelTarget{Node: &node, Path: path}}},
		Samplers: []*gltf.AnimationSampler{{
			Input:         modeler.WriteAccessor(doc, gltf.TargetNone, times),
			Output:        modeler.WriteAccessor(doc, gltf.TargetNone, values),
			Interpolation: mode,
		}},
	})
}

// AddSkin adds joints and weights to the mesh, and a skin to node 0.
func AddSkin(doc *gltf.Document, joints [][4]uint8, weights [][4]float32, skin *gltf.Skin) {
	p := doc.Meshes[0].Primitives[0]
	p.Attributes[gltf.JOINTS_0] = modeler.WriteJoints(doc, joints)
	p.Attributes[gltf.WEIGHTS_0] = modeler.WriteWeights(doc, weights)
	doc.Skins = []*gltf.Skin{skin}
	doc.Nodes[0].Skin = gltf.Index(0)
}

// Encode returns a document as a .glb file.
func Encode(t testing.TB, doc *gltf.Document) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gltf.NewEncoder(&b).Encode(doc); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Valid returns a valid document with all features: two nodes, a skin, a morph target, a material without a
// texture, and a clip.
func Valid() *gltf.Document {
	doc := UnitTriangle()
	p := doc.Meshes[0].Primitives[0]
	p.Indices = gltf.Index(modeler.WriteIndices(doc, []uint16{0, 1, 2}))
	p.Targets = []gltf.PrimitiveAttributes{{gltf.POSITION: p.Attributes[gltf.POSITION]}}
	p.Material = gltf.Index(0)
	doc.Materials = []*gltf.Material{{PBRMetallicRoughness: &gltf.PBRMetallicRoughness{}}}
	bind := modeler.WriteAccessor(doc, gltf.TargetNone, [][4][4]float32{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}})
	AddSkin(doc, [][4]uint8{{}, {}, {}}, [][4]float32{{1}, {1}, {1}}, &gltf.Skin{Joints: []int{1}, InverseBindMatrices: &bind})
	doc.Nodes = append(doc.Nodes, &gltf.Node{})
	doc.Scenes[0].Nodes = []int{0, 1}
	Animate(doc, 1, gltf.TRSRotation, gltf.InterpolationLinear, []float32{0, 1}, [][4]float32{{0, 0, 0, 1}, {0, 0, 1, 0}})
	return doc
}

// AddZeros adds an accessor without a buffer view. All of its values are zero.
func AddZeros(d *gltf.Document, t gltf.AccessorType, c gltf.ComponentType, count int) int {
	d.Accessors = append(d.Accessors, &gltf.Accessor{Type: t, ComponentType: c, Count: count})
	return len(d.Accessors) - 1
}
