package gltf

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"skein/models/internal/testdoc"
)

// TestSkin checks a joint at (1,0,0) that is rotated by 90° about Z. It moves a vertex from (2,0,0)
// to (1,1,0), and a vertex with weight 0.5 halfway. The mesh's own node has no effect.
func TestSkin(t *testing.T) {
	doc := testdoc.Triangle([3]float32{2, 0, 0}, [3]float32{2, 0, 0}, [3]float32{2, 0, 0})
	bind := modeler.WriteAccessor(doc, gltf.TargetNone, [][4][4]float32{ // a matrix is a list of its rows
		{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}},
		{{1, 0, 0, -1}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}},
	})
	testdoc.AddSkin(doc, [][4]uint8{{0, 1}, {1, 0}, {0, 1}}, [][4]float32{{0, 1}, {0.5, 0.5}, {1, 0}},
		&gltf.Skin{Joints: []int{1, 2}, InverseBindMatrices: &bind})
	doc.Nodes = append(doc.Nodes,
		&gltf.Node{Children: []int{2}},
		&gltf.Node{Translation: [3]float64{1, 0, 0}})
	doc.Nodes[0].Translation = [3]float64{50, 50, 50}
	doc.Scenes[0].Nodes = []int{0, 1}
	testdoc.Animate(doc, 2, gltf.TRSRotation, gltf.InterpolationLinear, []float32{0, 1}, [][4]float32{{0, 0, 0, 1}, {0, 0, root2, root2}})
	m := loadModel(t, doc)
	checkPositions(t, m, 0, 0, mgl32.Vec3{2, 0, 0}, mgl32.Vec3{2, 0, 0}, mgl32.Vec3{2, 0, 0})
	checkPositions(t, m, 0, 1, mgl32.Vec3{1, 1, 0}, mgl32.Vec3{1.5, 0.5, 0}, mgl32.Vec3{2, 0, 0})
}

// TestNormals checks that normals rotate with the node. A non-uniform scale divides them. For
// example, the scale (2,1,1) changes (1,0,1) to (1/2,0,1).
func TestNormals(t *testing.T) {
	doc := testdoc.UnitTriangle()
	p := doc.Meshes[0].Primitives[0]
	n := [3]float32{root2, 0, root2}
	p.Attributes[gltf.NORMAL] = modeler.WriteNormal(doc, [][3]float32{n, n, n})
	doc.Nodes[0].Scale = [3]float64{2, 1, 1}
	testdoc.Animate(doc, 0, gltf.TRSRotation, gltf.InterpolationLinear, []float32{0, 1}, [][4]float32{{0, 0, 0, 1}, {0, 0, root2, root2}})
	m := loadModel(t, doc)
	lean := mgl32.Vec3{0.5, 0, 1}.Normalize()
	for seconds, want := range map[float64]mgl32.Vec3{0: lean, 1: {0, lean[0], lean[2]}} {
		if got := m.Pose(0, seconds)[0].Normals[0]; got.Sub(want).Len() > 1e-5 {
			t.Errorf("at %v s the normal is %v, want %v", seconds, got, want)
		}
	}
}

// TestMorphTarget checks that a morph target with the offset (0,4,0) adds (0,2,0) at the weight
// 0.5.
func TestMorphTarget(t *testing.T) {
	doc := testdoc.UnitTriangle()
	p := doc.Meshes[0].Primitives[0]
	offset := [3]float32{0, 4, 0}
	p.Targets = []gltf.PrimitiveAttributes{
		{gltf.POSITION: modeler.WritePosition(doc, [][3]float32{{9, 9, 9}, {}, {}})},
		{gltf.POSITION: modeler.WritePosition(doc, [][3]float32{offset, offset, {}})},
	}
	doc.Meshes[0].Weights = []float64{0, 0.25}
	testdoc.Animate(doc, 0, gltf.TRSWeights, gltf.InterpolationLinear, []float32{0, 1}, []float32{0, 0, 0, 1})
	m := loadModel(t, doc)
	checkPositions(t, m, -1, 0, mgl32.Vec3{1, 1, 0}, mgl32.Vec3{0, 2, 0})
	checkPositions(t, m, 0, 0.5, mgl32.Vec3{1, 2, 0}, mgl32.Vec3{0, 3, 0}, mgl32.Vec3{0, 0, 1})
}

// TestInterpolation checks values before, between, on and after two keys: 0 at 0 s and 8 at 2 s.
// The cubic spline has the slopes 3 and 1 at its keys. Its value at 1 s is 0.5·0 + 2·0.125·3 +
// 0.5·8 − 2·0.125·1 = 4.5.
func TestInterpolation(t *testing.T) {
	x := func(v float32) [3]float32 { return [3]float32{v, 0, 0} }
	for _, c := range []struct {
		mode gltf.Interpolation
		keys [][3]float32
		want map[float64]float32
	}{
		{gltf.InterpolationStep, [][3]float32{x(0), x(8)}, map[float64]float32{-1: 0, 0: 0, 1.99: 0, 2: 8, 9: 8}},
		{gltf.InterpolationLinear, [][3]float32{x(0), x(8)}, map[float64]float32{-1: 0, 0: 0, 0.5: 2, 2: 8, 9: 8}},
		{gltf.InterpolationCubicSpline, [][3]float32{x(70), x(0), x(3), x(1), x(8), x(70)},
			map[float64]float32{-1: 0, 0: 0, 1: 4.5, 2: 8, 9: 8}},
	} {
		doc := testdoc.UnitTriangle()
		testdoc.Animate(doc, 0, gltf.TRSTranslation, c.mode, []float32{0, 2}, c.keys)
		m := loadModel(t, doc)
		for seconds, want := range c.want {
			checkPositions(t, m, 0, seconds, mgl32.Vec3{1 + want, 0, 0})
		}
	}
}

// TestSlerpTakesShorterArc checks a rotation by 90° about Y that is written with the signs of
// the opposite rotation by 270°.
func TestSlerpTakesShorterArc(t *testing.T) {
	doc := testdoc.UnitTriangle()
	testdoc.Animate(doc, 0, gltf.TRSRotation, gltf.InterpolationLinear, []float32{0, 1}, [][4]float32{{0, 0, 0, 1}, {0, -root2, 0, -root2}})
	m := loadModel(t, doc)
	checkPositions(t, m, 0, 0.5, mgl32.Vec3{root2, 0, -root2}, mgl32.Vec3{0, 1, 0}, mgl32.Vec3{root2, 0, root2})
}

// TestNestedMirroredNodes checks that translation, rotation and scale of nested nodes are combined
// in the right order. One of the nodes is mirrored.
func TestNestedMirroredNodes(t *testing.T) {
	doc := testdoc.Triangle([3]float32{1, 0, 0}, [3]float32{0, 1, 0}, [3]float32{0, 0, 0})
	doc.Nodes[0].Rotation = [4]float64{0, 0, root2, root2}
	doc.Nodes[0].Translation = [3]float64{3, 0, 0}
	doc.Nodes = append(doc.Nodes,
		&gltf.Node{Children: []int{0}, Scale: [3]float64{-2, 1, 1}, Translation: [3]float64{0, 5, 0}},
		&gltf.Node{Children: []int{1}, Matrix: [16]float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 7, 1}})
	doc.Scenes[0].Nodes = []int{2}
	m := loadModel(t, doc)
	checkPositions(t, m, -1, 0, mgl32.Vec3{-6, 6, 7}, mgl32.Vec3{-4, 5, 7}, mgl32.Vec3{-6, 5, 7})
	s, i := m.Pose(-1, 0)[0], m.Parts[0].Indices
	a, b, c := s.Positions[i[0]], s.Positions[i[1]], s.Positions[i[2]]
	if n := b.Sub(a).Cross(c.Sub(a)); n.Dot(s.Normals[0]) <= 0 {
		t.Errorf("the triangle faces %v, but its normals are %v", n, s.Normals[0])
	}
}

// TestFlatNormals checks that triangles without normals get flat normals in every pose.
func TestFlatNormals(t *testing.T) {
	doc := testdoc.Triangle([3]float32{0, 0, 0}, [3]float32{1, 0, 0}, [3]float32{0, 1, 0}, [3]float32{0, 0, 1})
	p := doc.Meshes[0].Primitives[0]
	delete(p.Attributes, gltf.NORMAL)
	p.Indices = gltf.Index(modeler.WriteIndices(doc, []uint16{0, 1, 2, 0, 3, 1}))
	testdoc.Animate(doc, 0, gltf.TRSRotation, gltf.InterpolationLinear, []float32{0, 1}, [][4]float32{{0, 0, 0, 1}, {root2, 0, 0, root2}})
	m := loadModel(t, doc)
	for seconds, want := range map[float64][2]mgl32.Vec3{
		0: {{0, 0, 1}, {0, 1, 0}},
		1: {{0, -1, 0}, {0, 0, 1}}, // rotated by 90° about X
	} {
		n := m.Pose(0, seconds)[0].Normals
		if len(n) != 6 || n[0].Sub(want[0]).Len() > 1e-5 || n[5].Sub(want[1]).Len() > 1e-5 {
			t.Errorf("at %v s the normals are %v, want three of %v and three of %v", seconds, n, want[0], want[1])
		}
	}
}

// TestNormalsOfLargeModels checks balls without normals. A ball must get smooth normals only if it
// has very many triangles.
func TestNormalsOfLargeModels(t *testing.T) {
	for _, rings := range []int{12, 120} {
		var corners [][3]float32
		vertexAt := func(i, k int) [3]float32 {
			a, b := math.Pi*float64(i)/float64(rings), math.Pi*float64(k)/float64(rings)
			return [3]float32{float32(math.Sin(a) * math.Cos(b)), float32(math.Cos(a)), float32(-math.Sin(a) * math.Sin(b))}
		}
		var indices []uint32
		for i := range rings + 1 {
			for k := range 2 * rings {
				corners = append(corners, vertexAt(i, k))
				a, b := uint32(i*2*rings+k), uint32(i*2*rings+(k+1)%(2*rings))
				if i < rings {
					indices = append(indices, a, a+uint32(2*rings), b, b, a+uint32(2*rings), b+uint32(2*rings))
				}
			}
		}
		doc := testdoc.Triangle(corners...)
		p := doc.Meshes[0].Primitives[0]
		delete(p.Attributes, gltf.NORMAL)
		p.Indices = gltf.Index(modeler.WriteIndices(doc, indices))
		m := loadModel(t, doc)
		s := m.Pose(-1, 0)[0]
		worst := float32(1)
		for i, n := range s.Normals {
			if vertexAt := s.Positions[i]; vertexAt[1] < 0.99 && vertexAt[1] > -0.99 { // triangles at the poles have no area
				worst = min(worst, n.Dot(vertexAt.Normalize()))
			}
		}
		fine := len(indices) > 3*maxFlatTriangles
		if m.Vertices != map[bool]int{true: len(corners), false: len(indices)}[fine] {
			t.Errorf("%d rings: the model has %d vertices for %d triangles, want shared vertices only if the mesh is fine", rings, m.Vertices, m.Triangles)
		}
		if least := map[bool]float32{true: 0.9999, false: 0.95}[fine]; worst < least || !fine && worst > 0.995 {
			t.Errorf("%d rings: the worst cosine between a normal and the ball's is %v, want 0.9999 for a fine mesh and 0.95 to 0.995 for a coarse one", rings, worst)
		}
	}
}

// TestSharedVertices checks primitives that share a large set of vertices. They must be drawn with
// only the vertices that they use. PosePrimitives must return all vertices of the file.
func TestSharedVertices(t *testing.T) {
	var corners [][3]float32
	for i := range 3000 {
		corners = append(corners, [3]float32{float32(i), float32(i % 7), float32(i % 3)})
	}
	doc := testdoc.Triangle(corners...)
	first := doc.Meshes[0].Primitives[0]
	doc.Meshes[0].Primitives = nil
	for k := range 100 {
		p := *first
		p.Indices = gltf.Index(modeler.WriteIndices(doc, []uint32{uint32(30 * k), uint32(30*k + 1), uint32(30*k + 7)}))
		doc.Meshes[0].Primitives = append(doc.Meshes[0].Primitives, &p)
	}
	doc.Nodes[0].Scale = [3]float64{-2, 1, 1}
	m := loadModel(t, doc)
	if m.Vertices != 300 || m.Triangles != 100 {
		t.Errorf("the model has %d vertices for %d triangles, want 300 for 100", m.Vertices, m.Triangles)
	}
	exact, err := m.PosePrimitives(-1, 0)
	if err != nil || len(exact) != 100 {
		t.Fatalf("there are %d primitives (error %v), want 100", len(exact), err)
	}
	drawn := m.Pose(-1, 0)[0].Positions
	for k, e := range exact {
		if len(e.Positions) != 3000 || len(e.Triangles) != 3 {
			t.Fatalf("primitive %d has %d vertices and the triangle %v, want 3000 and one triangle", k, len(e.Positions), e.Triangles)
		}
		if want := [3]uint32{uint32(30 * k), uint32(30*k + 7), uint32(30*k + 1)}; [3]uint32(e.Triangles) != want { // the winding is reversed, because the node mirrors the triangle
			t.Fatalf("primitive %d has the triangle %v, want %v", k, e.Triangles, want)
		}
		for i, v := range []int{30 * k, 30*k + 1, 30*k + 7} {
			want := mgl32.Vec3{-2 * corners[v][0], corners[v][1], corners[v][2]}
			if got := drawn[3*k+i]; got != want {
				t.Fatalf("primitive %d: vertex %d is drawn at %v, want %v", k, v, got, want)
			}
		}
	}
}
