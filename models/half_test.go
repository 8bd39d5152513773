package models

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	qmuntal "github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"skein/models/gltf"
	"skein/models/internal/testdoc"
)

// halfBox returns half of a box of 2 × 1 × 4: the half with x ≥ 0. It is open at x = 0 unless
// closed is true. A clip raises it and shifts it along x.
func halfBox(closed bool) *qmuntal.Document {
	var corners [][3]float32
	quad := func(a, b, c, d [3]float32) { corners = append(corners, a, b, c, a, c, d) }
	at := func(x, y, z float32) [3]float32 { return [3]float32{x, y - 0.5, 4*z - 2} }
	quad(at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1))
	quad(at(0, 1, 0), at(0, 1, 1), at(1, 1, 1), at(1, 1, 0))
	quad(at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1))
	quad(at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1))
	quad(at(0, 0, 0), at(0, 1, 0), at(1, 1, 0), at(1, 0, 0))
	if closed {
		quad(at(0, 0, 0), at(0, 0, 1), at(0, 1, 1), at(0, 1, 0))
	}
	doc := qmuntal.NewDocument()
	doc.Meshes = []*qmuntal.Mesh{{Primitives: []*qmuntal.Primitive{{
		Attributes: qmuntal.PrimitiveAttributes{qmuntal.POSITION: modeler.WritePosition(doc, corners)},
	}}}}
	doc.Nodes = []*qmuntal.Node{{Mesh: qmuntal.Index(0)}}
	doc.Scenes[0].Nodes = []int{0}
	testdoc.Animate(doc, 0, qmuntal.TRSTranslation, qmuntal.InterpolationLinear, []float32{0, 1}, [][3]float32{{0, 0, 0}, {0.5, 2, 0}})
	return doc
}

// signedVolume returns the volume inside a closed surface. It is negative if the triangles face inwards.
func signedVolume(m *gltf.Model, pose []gltf.Surface) (sum float64) {
	for i, part := range m.Parts {
		p := pose[i].Positions
		for k := 0; k < len(part.Indices); k += 3 {
			a, b, c := p[part.Indices[k]], p[part.Indices[k+1]], p[part.Indices[k+2]]
			sum += float64(a.Dot(b.Cross(c))) / 6
		}
	}
	return sum
}

// TestHalfAnimal checks that a box that is open on one side is recognized as half a model. The
// completed box must have the volume of the whole box, outward normals, and symmetric motion.
func TestHalfAnimal(t *testing.T) {
	m := modelOf(t, halfBox(false))
	b := bakeOnly(t, m, BakeOptions{})
	if warnings := strings.Join(b.ModelWarnings(), " "); b.Analysis.Half != "x" || !strings.Contains(warnings, "cut open at the plane x = 0 and lies on one side") {
		t.Errorf("half a box is cut off at %q with the warnings %q, want x", b.Analysis.Half, warnings)
	}
	whole, err := completed(m, &BakeOptions{Mirror: true})
	if err != nil {
		t.Fatal(err)
	}
	rest := whole.Pose(-1, 0)
	if v := signedVolume(whole, rest); math.Abs(v-8) > 1e-4 {
		t.Errorf("the completed box has the volume %v, want 8", v)
	}
	for _, sampled := range []*gltf.Model{whole, whole.SampleTriangles(1000)} {
		if v := signedVolume(sampled, sampled.Pose(-1, 0)); math.Abs(v-8) > 1e-4 {
			t.Errorf("the triangles of the sample enclose the volume %v, want 8", v)
		}
	}
	for i := range rest {
		for k, n := range rest[i].Normals {
			if p := rest[i].Positions[k]; n.Dot(mgl32.Vec3{p[0], p[1], p[2] / 4}) <= 0 {
				t.Errorf("the normal at %v is %v, which faces inwards", p, n)
			}
		}
	}
	low, high := bounds(whole.Pose(0, 1))
	if low != (mgl32.Vec3{-1.5, 1.5, -2}) || high != (mgl32.Vec3{1.5, 2.5, 2}) {
		t.Errorf("at the end of the clip, the box is from %v to %v; want it symmetric about x = 0", low, high)
	}
	options := BakeOptions{Mirror: true}
	if whole, err = completed(m, &options); err != nil {
		t.Fatal(err)
	}
	b = bakeOnly(t, whole, options)
	if s := b.Analysis; s.Forward.Axis[0] != 0 || s.Up.Axis[0] != 0 {
		t.Errorf("an animal that was mirrored across x = 0 faces %v, up is %v; want neither along x", s.Forward.Axis, s.Up.Axis)
	}
	if b.Analysis.Half != "" || math.Abs(float64(b.Analysis.Span)-4) > 1e-3 && math.Abs(float64(b.Analysis.Span)-3) > 1e-3 && math.Abs(float64(b.Analysis.Span)-2) > 1e-3 {
		t.Errorf("the completed box has the analysis %+v", b.Analysis)
	}
}

// TestWholeAnimal checks that closed models and the built-in birds are not halves, and that they cannot
// be completed.
func TestWholeAnimal(t *testing.T) {
	for name, m := range map[string]*gltf.Model{"a closed box": modelOf(t, halfBox(true)), "starling": builtin(t)} {
		if axis, ok := m.Half(isUp(BakeOptions{})); ok {
			t.Errorf("%s is half an animal, cut off at the axis %d", name, axis)
		}
		if _, err := Bake(m, BakeOptions{Mirror: true}); err == nil || !strings.Contains(err.Error(), "but this model is not cut open") {
			t.Errorf("%s was completed, with the error %v", name, err)
		}
	}
	standing := modelOf(t, halfBox(false))
	if _, ok := standing.Half(isUp(BakeOptions{Up: mgl32.Vec3{1, 0, 0}})); ok {
		t.Error("a model that stands on the plane where it is open is half an animal")
	}
}
