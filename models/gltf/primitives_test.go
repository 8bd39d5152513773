package gltf

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"skein/models/internal/testdoc"
)

func posePrimitives(t testing.TB, m *Model, clip int, seconds float64) []PosedPrimitive {
	t.Helper()
	out, err := m.PosePrimitives(clip, seconds)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestPrimitiveOrder checks that the primitives of a node come before the primitives of its
// children. They must contain all vertices of the file.
func TestPrimitiveOrder(t *testing.T) {
	doc := testdoc.Triangle([3]float32{1, 0, 0}, [3]float32{0, 1, 0}, [3]float32{9, 9, 9}, [3]float32{0, 0, 1})
	p := doc.Meshes[0].Primitives[0]
	p.Indices = gltf.Index(modeler.WriteIndices(doc, []uint16{3, 1, 0}))
	bare := *p
	bare.Attributes = gltf.PrimitiveAttributes{gltf.POSITION: p.Attributes[gltf.POSITION]}
	lines := *p
	lines.Mode = gltf.PrimitiveLines
	doc.Meshes[0].Primitives = append(doc.Meshes[0].Primitives, &lines, &bare)
	hang := func(x float64, children ...int) *gltf.Node {
		return &gltf.Node{Mesh: gltf.Index(0), Translation: [3]float64{x, 0, 0}, Children: children}
	}
	doc.Nodes = []*gltf.Node{hang(100), hang(10, 4, 3), hang(7), hang(2), hang(1)}
	doc.Scenes[0].Nodes = []int{1, 0}
	m := loadModel(t, doc)
	var order []int
	for _, e := range posePrimitives(t, m, -1, 0) {
		order = append(order, e.Node, e.Primitive)
		if len(e.Positions) != 4 || !slices.Equal(e.Triangles, []uint32{3, 1, 0}) || (len(e.Normals) == 4) != (e.Primitive == 0) {
			t.Errorf("node %d, primitive %d is %+v, want 4 positions and the mirrored triangle", e.Node, e.Primitive, e)
		}
		x := []float64{100, 10, 0, 12, 11}[e.Node]
		if want := (mgl64.Vec3{x + 9, 9, 9}); e.Positions[2] != want {
			t.Errorf("node %d: the unused vertex is at %v, want %v", e.Node, e.Positions[2], want)
		}
	}
	if want := []int{1, 0, 1, 2, 4, 0, 4, 2, 3, 0, 3, 2, 0, 0, 0, 2}; !slices.Equal(order, want) {
		t.Errorf("the order of nodes and primitives is %v, want %v", order, want)
	}
	if m.Primitives != 8 || m.Vertices != 4*(4+3) || m.Triangles != 8 {
		t.Errorf("the model has %d primitives, %d vertices and %d triangles; want 8, 28 and 8", m.Primitives, m.Vertices, m.Triangles)
	}
}

// TestSlerpPrecision checks rotations by tiny angles. The approximation in mathgl, or float32,
// would be inaccurate for them.
func TestSlerpPrecision(t *testing.T) {
	for _, degrees := range []float64{1e-4, 0.5, 5, 89, 179} {
		half := degrees / 2 * math.Pi / 180
		doc := testdoc.Triangle([3]float32{1000, 0, 0}, [3]float32{0, 1, 0}, [3]float32{0, 0, 1})
		key := [4]float32{0, 0, float32(math.Sin(half)), float32(math.Cos(half))}
		testdoc.Animate(doc, 0, gltf.TRSRotation, gltf.InterpolationLinear, []float32{0.5, 1.5}, [][4]float32{{0, 0, 0, 1}, key})
		m := loadModel(t, doc)
		whole := 2 * math.Atan2(float64(key[2]), float64(key[3]))
		for _, u := range []float64{0, 0.1, 0.25, 0.7, 1} {
			sin, cos := math.Sincos(u * whole)
			got, want := posePrimitives(t, m, 0, 0.5+u)[0].Positions[0], mgl64.Vec3{1000 * cos, 1000 * sin, 0}
			if d := got.Sub(want).Len(); d > 1000*1e-7*math.Sin(half) {
				t.Errorf("an arc of %v° at %v is off by %v", degrees, u, d)
			}
		}
	}
}

// TestMatrixNodeInClip checks that a node's matrix is used while a clip animates only morph
// weights. Otherwise, the matrix is decomposed.
func TestMatrixNodeInClip(t *testing.T) {
	matrix := [16]float64{0, 2, 0, 0, -2, 0, 0, 0, 0, 0, -3, 0, 5, 6, 7, 1} // 90° about Z, scale 2, 2, -3
	for _, path := range []gltf.TRSProperty{gltf.TRSWeights, gltf.TRSTranslation} {
		doc := testdoc.UnitTriangle()
		doc.Nodes[0].Matrix = matrix
		p := doc.Meshes[0].Primitives[0]
		p.Targets = []gltf.PrimitiveAttributes{{gltf.POSITION: p.Attributes[gltf.POSITION]}}
		origin, values := mgl64.Vec3{5, 6, 7}, any([]float32{0, 1})
		if path == gltf.TRSTranslation {
			origin, values = mgl64.Vec3{0, 0, 1}, [][3]float32{{9, 9, 9}, {0, 0, 1}}
		}
		testdoc.Animate(doc, 0, path, gltf.InterpolationStep, []float32{0, 1}, values)
		size := map[gltf.TRSProperty]float64{gltf.TRSWeights: 2, gltf.TRSTranslation: 1}[path]
		got := posePrimitives(t, loadModel(t, doc), 0, 1)[0].Positions
		for i, axis := range []mgl64.Vec3{{0, 2, 0}, {-2, 0, 0}, {0, 0, -3}} {
			if want := origin.Add(axis.Mul(size)); got[i].Sub(want).Len() > 1e-12 {
				t.Errorf("%v: corner %d is at %v, want %v", path, i, got[i], want)
			}
		}
	}
}

// TestZeroScale checks that a scale of zero is kept, because it hides a node.
func TestZeroScale(t *testing.T) {
	l := &loader{doc: new(gltf.Document), model: &Model{nodes: make([]node, 1)}, warned: map[string]bool{}}
	if err := l.readNode(0, &gltf.Node{Matrix: gltf.DefaultMatrix}); err != nil || l.model.nodes[0].rest.scale != (mgl64.Vec3{}) {
		t.Errorf("the scale is %v (error %v), want 0", l.model.nodes[0].rest.scale, err)
	}
}

// TestSampler checks that the settings of texture samplers are read.
func TestSampler(t *testing.T) {
	for _, c := range []struct {
		s, t gltf.WrappingMode
		mag  gltf.MagFilter
		want Texture
	}{
		{want: Texture{}},
		{gltf.WrapMirroredRepeat, gltf.WrapClampToEdge, gltf.MagNearest, Texture{WrapS: Mirror, WrapT: Clamp, Nearest: true}},
		{gltf.WrapRepeat, gltf.WrapRepeat, gltf.MagLinear, Texture{}},
	} {
		l := &loader{doc: gltf.NewDocument(), images: map[imageKey]*decodedImage{{0, maxTextureSide}: {}}}
		l.doc.Textures = []*gltf.Texture{{Source: gltf.Index(0), Sampler: gltf.Index(0)}}
		l.doc.Images = []*gltf.Image{{}}
		l.doc.Samplers = []*gltf.Sampler{{WrapS: c.s, WrapT: c.t, MagFilter: c.mag}}
		got, err := l.readTexture(0, maxTextureSide)
		if err != nil || *got != c.want {
			t.Errorf("the result is %+v (error %v), want %+v", got, err, c.want)
		}
	}
}
