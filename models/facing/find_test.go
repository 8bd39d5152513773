package facing

import (
	"bytes"
	"math"
	"os"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	qmuntal "github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"skein/models/gltf"
	"skein/models/internal/testdoc"
)

// turned returns a document with a new root node that turns the animal. If the animal faced +Z with
// +Y up before, it then has the orientation o.
func turned(doc *qmuntal.Document, o Orientation) *qmuntal.Document {
	m := mgl32.Mat3FromCols(o.Left(), o.Up, o.Forward)
	root := &qmuntal.Node{Children: doc.Scenes[0].Nodes, Matrix: qmuntal.DefaultMatrix}
	for c := range 3 {
		for r := range 3 {
			root.Matrix[4*c+r] = float64(m.At(r, c))
		}
	}
	doc.Nodes = append(doc.Nodes, root)
	doc.Scenes[0].Nodes = []int{len(doc.Nodes) - 1}
	return doc
}

func decode(t *testing.T, doc *qmuntal.Document) *gltf.Model {
	t.Helper()
	m, err := gltf.Decode("test", testdoc.Encode(t, doc), nil)
	if err != nil {
		t.Fatal(err)
	}
	return m.SampleTriangles(4000)
}

func motionOf(m *gltf.Model) Motion {
	in := Motion{Model: m, Clip: -1, Poses: [][]gltf.Surface{m.Pose(-1, 0)}}
	if len(m.Clips) > 0 {
		in.Clip, in.Seconds, in.Poses = 0, m.Clips[0].Start, nil
		for k := range 8 {
			in.Poses = append(in.Poses, m.Pose(0, m.Clips[0].Start+float64(k)/8*(m.Clips[0].End-m.Clips[0].Start)))
		}
	}
	return in
}

// TestTurnedBirds turns the built-in birds in all 24 orientations. If the up direction is given,
// the front must be found. Otherwise it must be found, or its probability must be at most 0.9.
func TestTurnedBirds(t *testing.T) {
	for _, bird := range []string{"starling", "goose"} {
		data, err := os.ReadFile("../" + bird + ".glb")
		if err != nil {
			t.Fatal(err)
		}
		for _, named := range []bool{true, false} {
			for _, o := range Orientations() {
				doc := new(qmuntal.Document)
				if err := qmuntal.NewDecoder(bytes.NewReader(data)).Decode(doc); err != nil {
					t.Fatal(err)
				}
				if !named {
					removeNames(doc)
				}
				in := motionOf(decode(t, turned(doc, o)).SampleTriangles(200))
				if found := Find(in, func(a Orientation) bool { return a.Up == o.Up }); found.Orientation != o {
					t.Errorf("%s, with names %v, up %v given: forward is %v, want %v", bird, named, o.Up, found.Forward, o.Forward)
				}
				found := Find(in, nil)
				if f := found.Forward; f.Axis != o.Forward && f.Probability > 0.9 {
					t.Errorf("%s, with names %v, facing %v: forward is %+v, which is wrong but sure", bird, named, o, f)
				}
				if f := found.Forward; named && o.Up[1] == 1 && (f.Axis != o.Forward || f.Probability < 0.9) {
					t.Errorf("%s, facing %v: forward is %+v, want it to be sure", bird, o, f)
				}
			}
		}
	}
}

func removeNames(doc *qmuntal.Document) {
	for _, n := range doc.Nodes {
		n.Name = ""
	}
	for _, m := range doc.Materials {
		m.Name = ""
	}
}

// block is a box with a name. Sizes and positions are along x, y and z. The animal faces +Z.
type block struct {
	name       string
	pos, size  [3]float32
	taper, wag float32 // taper is the ratio of the width of the end at -z to that of the other end; wag is how far a clip moves the box sideways
}

func blocks(all ...block) *qmuntal.Document {
	doc := qmuntal.NewDocument()
	for k, b := range all {
		doc.Meshes = append(doc.Meshes, &qmuntal.Mesh{Primitives: []*qmuntal.Primitive{{
			Attributes: qmuntal.PrimitiveAttributes{qmuntal.POSITION: modeler.WritePosition(doc, b.corners())},
			Indices:    qmuntal.Index(modeler.WriteIndices(doc, boxFaces)),
		}}})
		doc.Nodes = append(doc.Nodes, &qmuntal.Node{Name: b.name, Mesh: qmuntal.Index(k),
			Translation: [3]float64{float64(b.pos[0]), float64(b.pos[1]), float64(b.pos[2])}})
		doc.Scenes[0].Nodes = append(doc.Scenes[0].Nodes, k)
		if b.wag != 0 {
			left, right := b.pos, b.pos
			left[0], right[0] = b.pos[0]+b.wag, b.pos[0]-b.wag
			testdoc.Animate(doc, k, qmuntal.TRSTranslation, qmuntal.InterpolationLinear, []float32{0, 1, 2}, [][3]float32{left, right, left})
		}
	}
	return doc
}

var boxFaces = []uint16{0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1, 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3}

func (b block) corners() (all [][3]float32) {
	for k := range 8 {
		c := [3]float32{b.size[0] / 2, b.size[1] / 2, b.size[2] / 2}
		for axis := range c {
			if k>>axis&1 == 0 {
				c[axis] = -c[axis]
			}
		}
		if c[2] < 0 && b.taper > 0 {
			c[0], c[1] = c[0]*b.taper, c[1]*b.taper
		}
		all = append(all, c)
	}
	return all
}

// TestSources checks that each source of evidence favours the true orientation of a model over a wrong one.
// Each source has a model of its own, which is tested in every orientation.
func TestSources(t *testing.T) {
	body := block{size: [3]float32{0.3, 0.3, 2}}
	back := func(o Orientation) Orientation { return Orientation{o.Forward.Mul(-1), o.Up} }
	side := func(o Orientation) Orientation { return Orientation{o.Left(), o.Up} }
	below := func(o Orientation) Orientation { return Orientation{o.Forward, o.Up.Mul(-1)} }
	steep := func(o Orientation) Orientation { return Orientation{o.Up, o.Left()} }
	wings := []block{{pos: [3]float32{0.8, 0, 0.3}, size: [3]float32{1.4, 0.05, 0.5}}, {pos: [3]float32{-0.8, 0, 0.3}, size: [3]float32{1.4, 0.05, 0.5}}}
	for name, c := range map[string]struct {
		source Source
		model  []block
		rival  func(Orientation) Orientation
		travel mgl32.Vec3
	}{
		"head":         {Names, []block{body, {name: "Kopf", pos: [3]float32{0, 0, 1}, size: [3]float32{0.2, 0.2, 0.2}}}, back, mgl32.Vec3{}},
		"tail":         {Names, []block{body, {name: "queue_01", pos: [3]float32{0, 0, -1}, size: [3]float32{0.2, 0.2, 0.2}}}, back, mgl32.Vec3{}},
		"beak":         {Face, []block{body, {name: "голова", pos: [3]float32{0, 0.5, 0.8}, size: [3]float32{0.2, 0.2, 0.2}}, {name: "клюв", pos: [3]float32{0, 0.5, 1}, size: [3]float32{0.1, 0.1, 0.1}}}, back, mgl32.Vec3{}},
		"sides":        {Sides, []block{body, {name: "wing.L", pos: [3]float32{1, 0, 0}, size: [3]float32{1, 0.1, 0.3}}, {name: "wing.R", pos: [3]float32{-1, 0, 0}, size: [3]float32{1, 0.1, 0.3}}}, back, mgl32.Vec3{}},
		"pairs":        {Pairs, []block{body, {name: "mixamorig:LeftArm", pos: [3]float32{1, 0, 0}, size: [3]float32{1, 0.1, 0.3}}, {name: "mixamorig:RightArm", pos: [3]float32{-1, 0, 0}, size: [3]float32{1, 0.1, 0.3}}}, side, mgl32.Vec3{}},
		"legs":         {Legs, []block{body, {name: "front_leg", pos: [3]float32{0, -0.5, 0.8}, size: [3]float32{0.1, 1, 0.1}}, {name: "hind_leg", pos: [3]float32{0, -0.5, -0.8}, size: [3]float32{0.1, 1, 0.1}}}, back, mgl32.Vec3{}},
		"feet":         {Feet, []block{body, {name: "pata", pos: [3]float32{0, -0.8, 0}, size: [3]float32{0.1, 1, 0.1}}}, below, mgl32.Vec3{}},
		"travel":       {Travel, []block{body}, back, mgl32.Vec3{0, 0.2, 3}},
		"symmetry":     {Symmetry, []block{body, {pos: [3]float32{0, 0.5, 0.8}, size: [3]float32{0.3, 1, 0.3}}}, side, mgl32.Vec3{}},
		"wag":          {Wag, []block{body, {pos: [3]float32{0, 0, -1.2}, size: [3]float32{0.1, 0.3, 0.6}, wag: 0.2}}, back, mgl32.Vec3{}},
		"taper":        {Taper, []block{{size: [3]float32{0.3, 0.3, 2}, taper: 0.2}}, back, mgl32.Vec3{}},
		"bulk":         {Bulk, []block{{size: [3]float32{0.3, 0.3, 2}, taper: 0.2}}, back, mgl32.Vec3{}},
		"carriage":     {Carriage, []block{body, {pos: [3]float32{0, 0.4, 0.9}, size: [3]float32{0.2, 0.5, 0.2}}}, back, mgl32.Vec3{}},
		"shoulders":    {Shoulders, append([]block{body}, wings...), back, mgl32.Vec3{}},
		"length":       {Length, []block{body}, side, mgl32.Vec3{}},
		"sheet":        {Sheet, append([]block{{size: [3]float32{0.1, 0.1, 1}}}, wings...), steep, mgl32.Vec3{}},
		"leading edge": {Edge, []block{{size: [3]float32{0.1, 0.1, 1}}, {pos: [3]float32{0, 0, 0.2}, size: [3]float32{3, 0.2, 0.1}}, {size: [3]float32{3, 0.01, 0.5}}}, back, mgl32.Vec3{}},
	} {
		for _, o := range Orientations() {
			in := motionOf(decode(t, turned(blocks(c.model...), o)))
			in.Travel = mgl32.Mat3FromCols(o.Left(), o.Up, o.Forward).Mul3x1(c.travel)
			s := newScene(in)
			right, wrong := s.measure(o)[c.source], s.measure(c.rival(o))[c.source]
			if !(right > wrong+0.3) || math.Abs(right) > 1 || math.Abs(wrong) > 1 {
				t.Errorf("%s, facing %v: the true orientation has the value %.3f and the rival %.3f", name, o, right, wrong)
			}
			if s.why(c.source) == "" {
				t.Errorf("%s: no reason is given", name)
			}
		}
	}
}
