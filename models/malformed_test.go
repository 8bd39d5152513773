package models

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// full is a valid document that uses everything: two nodes, a skin, a morph
// target, a texture-less material and a clip.
func full() *gltf.Document {
	doc := unit3()
	p := doc.Meshes[0].Primitives[0]
	p.Indices = gltf.Index(modeler.WriteIndices(doc, []uint16{0, 1, 2}))
	p.Targets = []gltf.PrimitiveAttributes{{gltf.POSITION: p.Attributes[gltf.POSITION]}}
	p.Material = gltf.Index(0)
	doc.Materials = []*gltf.Material{{PBRMetallicRoughness: &gltf.PBRMetallicRoughness{}}}
	bind := modeler.WriteAccessor(doc, gltf.TargetNone, [][4][4]float32{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}})
	weigh(doc, [][4]uint8{{}, {}, {}}, [][4]float32{{1}, {1}, {1}}, &gltf.Skin{Joints: []int{1}, InverseBindMatrices: &bind})
	doc.Nodes = append(doc.Nodes, &gltf.Node{})
	doc.Scenes[0].Nodes = []int{0, 1}
	animate(doc, 1, gltf.TRSRotation, gltf.InterpolationLinear, []float32{0, 1}, [][4]float32{{0, 0, 0, 1}, {0, 0, 1, 0}})
	return doc
}

// faults are ways to spoil a document, each with a part of what must be said.
func faults() map[string]func(*gltf.Document) {
	primitive := func(d *gltf.Document) *gltf.Primitive { return d.Meshes[0].Primitives[0] }
	float := func(d *gltf.Document, accessor int, v float32) {
		bits, view := math.Float32bits(v), d.BufferViews[*d.Accessors[accessor].BufferView]
		for k := range 4 {
			d.Buffers[0].Data[view.ByteOffset+k] = byte(bits >> (8 * k))
		}
	}
	input := func(d *gltf.Document) int { return d.Animations[0].Samplers[0].Input }
	return map[string]func(*gltf.Document){
		"its own ancestor":            func(d *gltf.Document) { d.Nodes[0].Children, d.Nodes[1].Children = []int{1}, []int{0} },
		"already belongs":             func(d *gltf.Document) { d.Nodes[0].Children = []int{1, 1} },
		"child 7 does not":            func(d *gltf.Document) { d.Nodes[0].Children = []int{7} },
		"node 7 does not":             func(d *gltf.Document) { d.Scenes[0].Nodes = []int{7} },
		"twice in the scene":          func(d *gltf.Document) { d.Scenes[0].Nodes = []int{0, 0} },
		"scene 4 does not":            func(d *gltf.Document) { d.Scene = gltf.Index(4) },
		"mesh -1 does not":            func(d *gltf.Document) { d.Nodes[0].Mesh = gltf.Index(-1) },
		"skin 3 does not":             func(d *gltf.Document) { d.Nodes[0].Skin = gltf.Index(3) },
		"joint node 9 does not":       func(d *gltf.Document) { d.Skins[0].Joints = []int{9} },
		"skin.joints is required":     func(d *gltf.Document) { d.Skins[0].Joints = nil },
		"1 inverse bind matrices for": func(d *gltf.Document) { d.Skins[0].Joints = []int{1, 0} },
		"hangs on joint 1": func(d *gltf.Document) {
			primitive(d).Attributes[gltf.JOINTS_0] = modeler.WriteJoints(d, [][4]uint8{{}, {1}, {}})
		},
		"without WEIGHTS_0":         func(d *gltf.Document) { delete(primitive(d).Attributes, gltf.WEIGHTS_0) },
		"material 2 does not":       func(d *gltf.Document) { primitive(d).Material = gltf.Index(2) },
		"no POSITION":               func(d *gltf.Document) { delete(primitive(d).Attributes, gltf.POSITION) },
		"accessor 99 does not":      func(d *gltf.Document) { primitive(d).Attributes[gltf.NORMAL] = 99 },
		"a count of 2000000000;":    func(d *gltf.Document) { d.Accessors[0].Count = 2e9 },
		"must be greater than zero": func(d *gltf.Document) { d.Accessors[0].Count = -1 },
		"40 VEC3 of FLOAT need":     func(d *gltf.Document) { d.Accessors[0].Count = 40 },
		"VEC2 where VEC3":           func(d *gltf.Document) { d.Accessors[0].Type = gltf.AccessorVec2 },
		"buffer view 80 does not":   func(d *gltf.Document) { d.Accessors[0].BufferView = gltf.Index(80) },
		"buffer 5 does not":         func(d *gltf.Document) { d.BufferViews[0].Buffer = 5 },
		"bytes from 9999999":        func(d *gltf.Document) { d.BufferViews[0].ByteOffset = 9999999 },
		"a stride of 4 bytes":       func(d *gltf.Document) { d.BufferViews[0].ByteStride = 4 },
		"need 36 bytes from -4":     func(d *gltf.Document) { d.Accessors[0].ByteOffset = -4 },
		"element 0 is NaN":          func(d *gltf.Document) { float(d, 0, float32(math.NaN())) },
		"element 0 is +Inf":         func(d *gltf.Document) { float(d, input(d), float32(math.Inf(1))) },
		"comes before":              func(d *gltf.Document) { float(d, input(d), 3) },
		"index 2 is 3;": func(d *gltf.Document) {
			primitive(d).Indices = gltf.Index(modeler.WriteIndices(d, []uint16{0, 1, 3}))
		},
		"NORMAL: 3 for 2":          func(d *gltf.Document) { d.Accessors[0].Count = 2 },
		"sampler 1 does not":       func(d *gltf.Document) { d.Animations[0].Channels[0].Sampler = 1 },
		"sampler 0: output: 8 num": func(d *gltf.Document) { d.Animations[0].Samplers[0].Interpolation = gltf.InterpolationCubicSpline },
		"channel 0: node 12":       func(d *gltf.Document) { d.Animations[0].Channels[0].Target.Node = gltf.Index(12) },
		"2 weights for 1":          func(d *gltf.Document) { d.Meshes[0].Weights = []float64{1, 1} },
		"requires the extension":   func(d *gltf.Document) { d.ExtensionsRequired = []string{"KHR_draco_mesh_compression"} },
		"asset.version":            func(d *gltf.Document) { d.Asset.Version = "1.0" },
		"transform is not finite":  func(d *gltf.Document) { d.Nodes[1].Scale = [3]float64{1e300, 1, 1} },
		"no triangles":             func(d *gltf.Document) { d.Scenes[0].Nodes = []int{1} },
		"base colour factor":       func(d *gltf.Document) { d.Materials[0].PBRMetallicRoughness.BaseColorFactor = &[4]float64{5, 0, 0, 1} },
		"texture 4 does not": func(d *gltf.Document) {
			d.Materials[0].PBRMetallicRoughness.BaseColorTexture = &gltf.TextureInfo{Index: 4}
		},
	}
}

func TestMalformedDocuments(t *testing.T) {
	loaded(t, full())
	for want, spoil := range faults() {
		doc := full()
		spoil(doc)
		_, err := decode("bad.glb", bytes.NewReader(encoded(t, doc)), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, have %v", want, err)
		}
	}
}

// What is decoded is counted before it is allocated.
func TestBudget(t *testing.T) {
	l := &loader{doc: full(), budget: 80}
	if _, err := l.vectors(0); err != nil {
		t.Fatal(err)
	}
	if _, err := l.vectors(0); err != nil {
		t.Fatal(err)
	}
	if _, err := l.vectors(0); err == nil || !strings.Contains(err.Error(), "more than 256 MiB") {
		t.Errorf("a third 36 bytes out of 80: %v", err)
	}
}

// A file cut short anywhere is refused or, cut in what nothing uses, read.
func TestTruncatedFiles(t *testing.T) {
	whole := encoded(t, full())
	for n := range whole {
		if _, err := decode("cut.glb", bytes.NewReader(whole[:n]), nil); err == nil && n < len(whole)-3 {
			t.Fatalf("%d of %d bytes were taken for a model", n, len(whole))
		}
	}
}

// Documents that the library's own encoder would not write.
func TestMalformedText(t *testing.T) {
	for text, want := range map[string]string{
		``:                            "EOF",
		`Kaydara FBX`:                 "not a readable glTF file",
		`{}`:                          "asset is required",
		`{"asset":{"version":"2.0"}}`: "no triangles",
		`{"asset":{"version":"2.0"},"nodes":[null]}`:                                                            "nodes[0] is null",
		`{"asset":{"version":"2.0"},"buffers":[null]}`:                                                          "malformed",
		`{"asset":{"version":"2.0"},"meshes":[{"primitives":[null]}],"nodes":[{"mesh":0}]}`:                     "primitive 0 is null",
		`{"asset":{"version":"2.0"},"buffers":[{"byteLength":9000000000000,"uri":"huge.bin"}]}`:                 "huge.bin",
		`{"asset":{"version":"2.0"},"accessors":[{"componentType":1,"count":1,"type":"VEC3"}]}`:                 "component type",
		`{"asset":{"version":"2.0"},"nodes":[{"children":[0]}],"scenes":[{"nodes":[0]}]}`:                       "its own ancestor",
		`{"asset":{"version":"2.0"},"animations":[{"channels":[null],"samplers":[]}],"scenes":[{"nodes":[0]}]}`: "node 0 does not",
		`{"asset":{"version":"2.0"},"animations":[{"channels":[null],"samplers":[]}]}`:                          "channel 0 is null",
	} {
		_, err := decode("bad.gltf", strings.NewReader(text), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: want an error with %q, have %v", text, want, err)
		}
	}
}

func TestLoadNamesTheFile(t *testing.T) {
	_, err := Load("no/such/bird.glb")
	if want := "no/such/bird.glb: no such file or directory"; err == nil || err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
}

// Whatever is in a file, loading and baking it gives a model or an error.
func FuzzLoad(f *testing.F) {
	f.Add(bird)
	f.Add(encoded(f, full()))
	for _, spoil := range faults() {
		doc := full()
		spoil(doc)
		f.Add(encoded(f, doc))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := decode("fuzz.glb", bytes.NewReader(data), nil)
		if err != nil {
			return
		}
		for i := range m.Clips {
			b, err := m.Bake(BakeOptions{Clip: m.Clips[i].Name, Poses: 2})
			if err != nil {
				continue
			}
			for _, p := range b.Parts {
				checkPart(t, &p, b.Poses)
			}
		}
	})
}

// checkPart fails for a part that cannot be drawn.
func checkPart(t *testing.T, p *Part, poses int) {
	t.Helper()
	n := p.Vertices(poses)
	if len(p.Normals) != len(p.Positions) || len(p.Positions) != n*poses {
		t.Fatalf("%d positions and %d normals in %d poses", len(p.Positions), len(p.Normals), poses)
	}
	if len(p.UV) != 0 && len(p.UV) != n || len(p.Colours) != 0 && len(p.Colours) != n {
		t.Fatalf("%d texture coordinates and %d colours for %d vertices", len(p.UV), len(p.Colours), n)
	}
	for _, i := range p.Indices {
		if int(i) >= n {
			t.Fatalf("index %d of %d vertices", i, n)
		}
	}
	for k, v := range p.Positions {
		if d := v.Len() - v.Len(); d != 0 {
			t.Fatalf("position %d is %v", k, v)
		}
		if l := p.Normals[k].Len(); !(l > 0.99 && l < 1.01) {
			t.Fatalf("normal %d is %v", k, p.Normals[k])
		}
	}
}
