package gltf

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/texturetransform"
	"github.com/qmuntal/gltf/modeler"

	"skein/models/internal/testdoc"
)

func tangentTriangle(t *testing.T, tangent [4]float32, material *gltf.Material) *gltf.Document {
	t.Helper()
	doc := testdoc.Triangle([3]float32{0, 0, 0}, [3]float32{1, 0, 0}, [3]float32{0, 1, 0})
	addPixelTexture(t, doc)
	doc.Materials = []*gltf.Material{material}
	p := doc.Meshes[0].Primitives[0]
	p.Attributes[gltf.TEXCOORD_0] = modeler.WriteTextureCoord(doc, [][2]float32{{0, 0}, {1, 0}, {0, 1}})
	p.Attributes[gltf.TANGENT] = modeler.WriteTangent(doc, [][4]float32{tangent, tangent, tangent})
	p.Material = gltf.Index(0)
	return doc
}

func normalMapped() *gltf.Material {
	return &gltf.Material{NormalTexture: &gltf.NormalTexture{Index: gltf.Index(0)}}
}

func posedTangents(m *Model) []mgl32.Vec4 {
	return m.PoseTangents([][]Surface{m.Pose(-1, 1), m.Pose(min(0, len(m.Clips)-1), 1)})[0]
}

// TestTangentsFollowSurface checks that tangents follow a surface that is rotated, stretched or mirrored.
func TestTangentsFollowSurface(t *testing.T) {
	const root5 = 2.2360680
	for _, c := range []struct {
		name          string
		tangent, want [4]float32
		node          gltf.Node
	}{
		{"as it is", [4]float32{1, 0, 0, 1}, [4]float32{1, 0, 0, 1}, gltf.Node{}},
		{"mirrored coordinates", [4]float32{-1, 0, 0, -1}, [4]float32{-1, 0, 0, -1}, gltf.Node{}},
		{"not along a side", [4]float32{0.6, 0.8, 0, -1}, [4]float32{0.6, 0.8, 0, -1}, gltf.Node{}},
		{"turned about Z", [4]float32{1, 0, 0, 1}, [4]float32{0, 1, 0, 1}, gltf.Node{Rotation: [4]float64{0, 0, root2, root2}}},
		{"turned about Y", [4]float32{1, 0, 0, -1}, [4]float32{0, 0, -1, -1}, gltf.Node{Rotation: [4]float64{0, root2, 0, root2}}},
		{"stretched", [4]float32{root2, root2, 0, 1}, [4]float32{1 / root5, 2 / root5, 0, 1}, gltf.Node{Scale: [3]float64{1, 2, 1}}},
		{"mirrored", [4]float32{1, 0, 0, 1}, [4]float32{-1, 0, 0, -1}, gltf.Node{Scale: [3]float64{-1, 1, 1}}},
		{"mirrored with its coordinates", [4]float32{0, 1, 0, -1}, [4]float32{0, 1, 0, 1}, gltf.Node{Scale: [3]float64{-1, 1, 1}}},
		{"bent off the surface", [4]float32{0.8, 0, 0.6, 1}, [4]float32{1, 0, 0, 1}, gltf.Node{}},
	} {
		doc := tangentTriangle(t, c.tangent, normalMapped())
		doc.Nodes[0].Rotation, doc.Nodes[0].Scale = c.node.Rotation, c.node.Scale
		for i, got := range posedTangents(loadModel(t, doc)) {
			if got.Sub(c.want).Len() > 1e-5 {
				t.Errorf("%s: vertex %d of 2 poses has the tangent %v, want %v", c.name, i, got, c.want)
			}
		}
	}
	// A joint moves one corner, which shears the triangle.
	doc := tangentTriangle(t, [4]float32{0, 1, 0, 1}, normalMapped())
	doc.Nodes = append(doc.Nodes, &gltf.Node{}, &gltf.Node{})
	doc.Scenes[0].Nodes = []int{0, 1, 2}
	testdoc.AddSkin(doc, [][4]uint8{{0}, {0}, {1}}, [][4]float32{{1}, {1}, {1}}, &gltf.Skin{Joints: []int{1, 2}})
	testdoc.Animate(doc, 2, gltf.TRSTranslation, gltf.InterpolationLinear, []float32{0, 1}, [][3]float32{{}, {1, 0, 0}})
	got := posedTangents(loadModel(t, doc))
	for i, want := range [][4]float32{{0, 1, 0, 1}, {0, 1, 0, 1}, {0, 1, 0, 1}, {root2, root2, 0, 1}, {root2, root2, 0, 1}, {root2, root2, 0, 1}} {
		if got[i].Sub(want).Len() > 1e-5 {
			t.Errorf("sheared: tangent %d is %v, want %v", i, got[i], want)
		}
	}
}

// TestUnusableTangents checks that unusable tangents of the file are replaced by tangents that are computed
// from the triangles.
func TestUnusableTangents(t *testing.T) {
	turned := normalMapped()
	turned.NormalTexture.Extensions = gltf.Extensions{texturetransform.ExtensionName: &texturetransform.TextureTransform{Rotation: 1, Scale: [2]float64{1, 1}}}
	moved := normalMapped()
	moved.NormalTexture.Extensions = gltf.Extensions{texturetransform.ExtensionName: &texturetransform.TextureTransform{Offset: [2]float64{0.5, 0}, Scale: [2]float64{2, 2}}}
	for _, c := range []struct {
		name     string
		material *gltf.Material
		want     int
	}{{"moved", moved, 6}, {"turned", turned, 0}, {"without a normal map", &gltf.Material{}, 0}} {
		if got := posedTangents(loadModel(t, tangentTriangle(t, [4]float32{1, 0, 0, 1}, c.material))); len(got) != c.want {
			t.Errorf("%s: there are %d tangents, want %d", c.name, len(got), c.want)
		}
	}
	zero := posedTangents(loadModel(t, tangentTriangle(t, [4]float32{0, 0, 0, 1}, normalMapped())))
	for _, v := range zero {
		if v != (mgl32.Vec4{}) {
			t.Errorf("a zero tangent gives %v, want 0", v)
		}
	}
}
