package gltf

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"skein/models/check/samples"
	"skein/models/internal/testdoc"
)

// fault is a way to damage a document. It contains a part of the expected error.
type fault struct {
	want  string
	spoil func(*gltf.Document)
}

func setFloat(d *gltf.Document, accessor int, v float64) {
	bits, view := math.Float32bits(float32(v)), d.BufferViews[*d.Accessors[accessor].BufferView]
	for k := range 4 {
		d.Buffers[0].Data[view.ByteOffset+k] = byte(bits >> (8 * k))
	}
}

func faults() []fault {
	type d = *gltf.Document
	primitive := func(d d) *gltf.Primitive { return d.Meshes[0].Primitives[0] }
	sampler := func(d d) *gltf.AnimationSampler { return d.Animations[0].Samplers[0] }
	channel := func(d d) *gltf.AnimationChannel { return d.Animations[0].Channels[0] }
	attribute := func(d d, name string, accessor int) { primitive(d).Attributes[name] = accessor }
	sparse := func(d d, count int, index uint32, values int) {
		d.Accessors[0].Sparse = &gltf.Sparse{Count: count,
			Indices: gltf.SparseIndices{BufferView: modeler.WriteBufferView(d, gltf.TargetNone, []uint32{index}), ComponentType: gltf.ComponentUint},
			Values:  gltf.SparseValues{BufferView: values}}
	}
	return []fault{
		// The node graph.
		{"node 0 is its own ancestor", func(d d) { d.Nodes[0].Children, d.Nodes[1].Children = []int{1}, []int{0} }},
		{"node 1 is its own ancestor", func(d d) { d.Nodes[1].Children = []int{1} }},
		{"node 0: child 1 already belongs to node 0", func(d d) { d.Nodes[0].Children = []int{1, 1} }},
		{"node 2: child 1 already belongs to node 0", func(d d) {
			d.Nodes[0].Children = []int{1}
			d.Nodes = append(d.Nodes, &gltf.Node{Children: []int{1}})
		}},
		{"node 0: child 7 does not exist; there are 2", func(d d) { d.Nodes[0].Children = []int{7} }},
		{"node 0: child -1 does not", func(d d) { d.Nodes[0].Children = []int{-1} }},
		{"scene 0: node 7 does not", func(d d) { d.Scenes[0].Nodes = []int{7} }},
		{"scene 0: node -7 does not", func(d d) { d.Scenes[0].Nodes = []int{-7} }},
		{"node 0 is in the scene twice", func(d d) { d.Scenes[0].Nodes = []int{0, 0} }},
		{"node 1 is in the scene twice", func(d d) { d.Nodes[0].Children, d.Scenes[0].Nodes = []int{1}, []int{0, 1} }},
		{"scene 4 does not exist; there are 1", func(d d) { d.Scene = gltf.Index(4) }},
		{"scene -4 does not", func(d d) { d.Scene = gltf.Index(-4) }},
		{"node 0: mesh -1 does not", func(d d) { d.Nodes[0].Mesh = gltf.Index(-1) }},
		{"node 0: mesh 1 does not", func(d d) { d.Nodes[0].Mesh = gltf.Index(1) }},
		{"node 0: skin 3 does not", func(d d) { d.Nodes[0].Skin = gltf.Index(3) }},
		{"node 1: its transform is not finite", func(d d) { d.Nodes[1].Scale = [3]float64{1e300, 1, 1} }},
		{"node 1: its matrix is not affine", func(d d) { d.Nodes[1].Matrix = [16]float64{3: 1, 15: 1} }},
		{"no triangles", func(d d) { d.Scenes[0].Nodes = []int{1} }},
		{"no triangles", func(d d) { primitive(d).Mode = gltf.PrimitiveLines }},
		{"no triangles", func(d d) { primitive(d).Indices = gltf.Index(modeler.WriteIndices(d, []uint16{0, 1})) }},
		// Skins.
		{"skin 0: joint node 9 does not", func(d d) { d.Skins[0].Joints = []int{9} }},
		{"skin 0: joint node -1 does not", func(d d) { d.Skins[0].Joints = []int{-1} }},
		{"skin 0: no joints", func(d d) { d.Skins[0].Joints = nil }},
		{"skin 0: 1 inverse bind matrices are too few for 2 joints", func(d d) { d.Skins[0].Joints = []int{1, 0} }},
		{"skin 0: accessor 0: type VEC3 instead of MAT4", func(d d) { d.Skins[0].InverseBindMatrices = gltf.Index(0) }},
		{"skin 0: accessor 90 does not", func(d d) { d.Skins[0].InverseBindMatrices = gltf.Index(90) }},
		{"element 0 is NaN", func(d d) { setFloat(d, *d.Skins[0].InverseBindMatrices, math.NaN()) }},
		{"skin 0: vertex 1 uses joint 1, but the number of joints is 1", func(d d) { attribute(d, gltf.JOINTS_0, modeler.WriteJoints(d, [][4]uint8{{}, {1}, {}})) }},
		{"JOINTS_0 without WEIGHTS_0", func(d d) { delete(primitive(d).Attributes, gltf.WEIGHTS_0) }},
		{"JOINTS_0: accessor 0: type VEC3 instead of VEC4", func(d d) { attribute(d, gltf.JOINTS_0, 0) }},
		{"JOINTS_0: accessor 5: FLOAT instead of unsigned integers", func(d d) { attribute(d, gltf.JOINTS_0, primitive(d).Attributes[gltf.WEIGHTS_0]) }},
		{"vertex 0: a joint weight is -2; it must be from 0 to 1", func(d d) { setFloat(d, primitive(d).Attributes[gltf.WEIGHTS_0], -2) }},
		{"WEIGHTS_0: accessor 5: element 0 is NaN", func(d d) { setFloat(d, primitive(d).Attributes[gltf.WEIGHTS_0], math.NaN()) }},
		{"JOINTS_1 without WEIGHTS_1", func(d d) { attribute(d, "JOINTS_1", primitive(d).Attributes[gltf.JOINTS_0]) }},
		{"WEIGHTS_0 has 4 elements for 3 vertices", func(d d) {
			attribute(d, gltf.WEIGHTS_0, testdoc.AddZeros(d, gltf.AccessorVec4, gltf.ComponentFloat, 4))
		}},
		// Meshes.
		{"mesh 0: primitive 0: material 2 does not", func(d d) { primitive(d).Material = gltf.Index(2) }},
		{"primitive 0: it has no POSITION attribute", func(d d) { delete(primitive(d).Attributes, gltf.POSITION) }},
		{"accessor 99 does not", func(d d) { attribute(d, gltf.NORMAL, 99) }},
		{"accessor -1 does not", func(d d) { attribute(d, gltf.POSITION, -1) }},
		{"NORMAL has 2 elements for 3 vertices", func(d d) { d.Accessors[1].Count = 2 }},
		{"COLOR_0 has 9 elements for 3 vertices", func(d d) { attribute(d, gltf.COLOR_0, testdoc.AddZeros(d, gltf.AccessorVec4, gltf.ComponentFloat, 9)) }},
		{"COLOR_0: accessor 6: type SCALAR instead of VEC4", func(d d) { attribute(d, gltf.COLOR_0, sampler(d).Input) }},
		{"index 2 is 3, but there are 3 vertices", func(d d) { primitive(d).Indices = gltf.Index(modeler.WriteIndices(d, []uint16{0, 1, 3})) }},
		{"indices: accessor 0: type VEC3 instead of SCALAR", func(d d) { primitive(d).Indices = gltf.Index(0) }},
		{"indices: accessor 6: FLOAT instead of", func(d d) { primitive(d).Indices = gltf.Index(sampler(d).Input) }},
		{"indices: accessor -3 does not", func(d d) { primitive(d).Indices = gltf.Index(-3) }},
		{"morph target 0: POSITION has 5 elements for 3", func(d d) {
			primitive(d).Targets[0][gltf.POSITION] = testdoc.AddZeros(d, gltf.AccessorVec3, gltf.ComponentFloat, 5)
		}},
		{"morph target 0: NORMAL: accessor 77", func(d d) { primitive(d).Targets[0][gltf.NORMAL] = 77 }},
		{"primitive 1 has 0 morph targets, but the first has 1", func(d d) {
			p := *primitive(d)
			p.Targets = nil
			d.Meshes[0].Primitives = append(d.Meshes[0].Primitives, &p)
		}},
		{"node 0: 2 weights are too many for 1 morph targets", func(d d) { d.Meshes[0].Weights = []float64{1, 1} }},
		{"node 0: 3 weights are too many for 1 morph targets", func(d d) { d.Nodes[0].Weights = []float64{1, 1, 1} }},
		// Accessors.
		{"accessor 0: 2000000000 VEC3 elements of FLOAT need 24000000000 bytes at offset 0, but buffer view 0 has 36", func(d d) { d.Accessors[0].Count = 2e9 }},
		{"accessor 0: invalid count 9000000000000000000", func(d d) { d.Accessors[0].Count = 9e18 }},
		{"accessor 0 with 2147483647 elements: it has 25769803764 bytes when decoded; too much", func(d d) { d.Accessors[0].Count, d.Accessors[0].BufferView = 1<<31-1, nil }},
		{"accessor 0: accessor.count must be greater than zero", func(d d) { d.Accessors[0].Count = -1 }},
		{"accessor 0: accessor.count must be greater than zero", func(d d) { d.Accessors[0].Count = 0 }},
		{"40 VEC3 elements of FLOAT need", func(d d) { d.Accessors[0].Count = 40 }},
		{"accessor 0: type VEC2 instead of VEC3", func(d d) { d.Accessors[0].Type = gltf.AccessorVec2 }},
		{"accessor 0: buffer view 80 does not", func(d d) { d.Accessors[0].BufferView = gltf.Index(80) }},
		{"accessor 0: buffer view -1 does not", func(d d) { d.Accessors[0].BufferView = gltf.Index(-1) }},
		{"buffer view 0: buffer 5 does not", func(d d) { d.BufferViews[0].Buffer = 5 }},
		{"buffer view 0: needs 36 bytes at offset 9999999, but buffer 0 has", func(d d) { d.BufferViews[0].ByteOffset = 9999999 }},
		{"buffer view 0: needs 36 bytes at offset -4", func(d d) { d.BufferViews[0].ByteOffset = -4 }},
		{"buffer view 0: needs 9223372036854775807 bytes", func(d d) { d.BufferViews[0].ByteLength = math.MaxInt }},
		{"buffer view 0: needs -36 bytes", func(d d) { d.BufferViews[0].ByteLength = -36 }},
		{"stride of 4 bytes is too small for elements of 12", func(d d) { d.BufferViews[0].ByteStride = 4 }},
		{"stride of -12 bytes", func(d d) { d.BufferViews[0].ByteStride = -12 }},
		{"buffer view 0 has 36", func(d d) { d.BufferViews[0].ByteStride = math.MaxInt }},
		{"need 36 bytes at offset -4", func(d d) { d.Accessors[0].ByteOffset = -4 }},
		{"need 36 bytes at offset 9223372036854775807", func(d d) { d.Accessors[0].ByteOffset = math.MaxInt }},
		{"POSITION: accessor 0: element 0 is NaN", func(d d) { setFloat(d, 0, math.NaN()) }},
		{"NORMAL: accessor 1: element 0 is +Inf", func(d d) { setFloat(d, 1, math.Inf(1)) }},
		{"accessor 0: it has 2147483647 sparse elements instead of 1 to 3", func(d d) { sparse(d, 1<<31-1, 0, 0) }},
		{"accessor 0: it has 0 sparse elements instead of 1 to 3", func(d d) { sparse(d, 0, 0, 0) }},
		{"accessor 0: sparse element 3 does not exist; there are 3", func(d d) { sparse(d, 1, 3, 0) }},
		{"accessor 0: sparse element 4294967295 does not", func(d d) { sparse(d, 1, math.MaxUint32, 0) }},
		{"accessor 0: sparse values: buffer view 70", func(d d) { sparse(d, 1, 0, 70) }},
		{"accessor 0: sparse indices: 2 SCALAR elements of UNSIGNED_INT need 8 bytes", func(d d) { sparse(d, 2, 0, 0) }},
		{"accessor 0: sparse indices are FLOAT", func(d d) { sparse(d, 1, 0, 0); d.Accessors[0].Sparse.Indices.ComponentType = gltf.ComponentFloat }},
		// Buffers.
		{"buffer 1: the data URI has no comma", func(d d) { d.Buffers = append(d.Buffers, &gltf.Buffer{ByteLength: 1, URI: "data:x"}) }},
		{"buffer 1: data URI: illegal base64", func(d d) { d.Buffers = append(d.Buffers, &gltf.Buffer{ByteLength: 1, URI: "data:;base64,?"}) }},
		{"buffer 1: data URI: invalid URL escape", func(d d) { d.Buffers = append(d.Buffers, &gltf.Buffer{ByteLength: 1, URI: "data:,%zz"}) }},
		{"buffer 1: byteLength is 8, but its data has 3", func(d d) { d.Buffers = append(d.Buffers, &gltf.Buffer{ByteLength: 8, URI: "data:;base64,AAAA"}) }},
		// Animations.
		{"animation 0: channel 0: sampler 0: input: accessor 6: element 0 is +Inf", func(d d) { setFloat(d, sampler(d).Input, math.Inf(1)) }},
		{"input: accessor 6: element 0 is NaN", func(d d) { setFloat(d, sampler(d).Input, math.NaN()) }},
		{"output: accessor 7: element 0 is NaN", func(d d) { setFloat(d, sampler(d).Output, math.NaN()) }},
		{"accessor 6: key 1 at 1 s is earlier than the previous key at 3 s", func(d d) { setFloat(d, sampler(d).Input, 3) }},
		{"animation 0: channel 0: sampler 1 does not", func(d d) { channel(d).Sampler = 1 }},
		{"animation 0: channel 0: sampler -1 does not", func(d d) { channel(d).Sampler = -1 }},
		{"sampler 0: input: accessor 50", func(d d) { sampler(d).Input = 50 }},
		{"sampler 0: output: accessor -1", func(d d) { sampler(d).Output = -1 }},
		{"sampler 0: output: accessor 0: type VEC3 instead of VEC4", func(d d) { sampler(d).Output = 0 }},
		{"sampler 0: output has 8 numbers, but 2 keys of 4 values need 24", func(d d) { sampler(d).Interpolation = gltf.InterpolationCubicSpline }},
		{"sampler 0: output has 8 numbers, but 3 keys", func(d d) { sampler(d).Input = testdoc.AddZeros(d, gltf.AccessorScalar, gltf.ComponentFloat, 3) }},
		{"channel 0: node 12 does not", func(d d) { channel(d).Target.Node = gltf.Index(12) }},
		{"channel 0: node -12 does not", func(d d) { channel(d).Target.Node = gltf.Index(-12) }},
		{"accessor 7: type VEC4 instead of SCALAR", func(d d) { channel(d).Target = gltf.AnimationChannelTarget{Node: gltf.Index(0), Path: gltf.TRSWeights} }},
		// Materials.
		{"the base colour factor is 5; it must be from 0 to 1", func(d d) { d.Materials[0].PBRMetallicRoughness.BaseColorFactor = &[4]float64{5, 0, 0, 1} }},
		{"material 0: its KHR_texture_transform cannot be read", func(d d) {
			d.Textures = []*gltf.Texture{{}}
			d.Materials[0].PBRMetallicRoughness.BaseColorTexture = &gltf.TextureInfo{}
			d.Materials[0].PBRMetallicRoughness.BaseColorTexture.Extensions = gltf.Extensions{"KHR_texture_transform": map[string]string{"offset": "x"}}
		}},
		// These faults concern the document as a whole.
		{"requires the extension EXT_mesh_gpu_instancing, which is not supported; export without it", func(d d) { d.ExtensionsRequired = []string{"EXT_mesh_gpu_instancing"} }},
		{"asset.version is \"1.0\"; it must be 2.0", func(d d) { d.Asset.Version = "1.0" }},
		{"asset.minVersion is \"2.1\"", func(d d) { d.Asset.MinVersion = "2.1" }},
	}
}

func TestMalformedDocuments(t *testing.T) {
	loadModel(t, testdoc.Valid())
	for _, f := range faults() {
		doc := testdoc.Valid()
		f.spoil(doc)
		_, err := Decode("bad.glb", testdoc.Encode(t, doc), nil)
		if err == nil || !strings.Contains(err.Error(), f.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("want an error with %q, got %v", f.want, err)
		}
	}
}

// TestBudget checks that memory for decoded data is counted before it is allocated.
func TestBudget(t *testing.T) {
	l := &loader{doc: testdoc.Valid(), budget: 80, model: &Model{}}
	for range 2 {
		if _, err := l.readVectors(0); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := l.readVectors(0); err == nil || !strings.Contains(err.Error(), "too much for a file of this size") {
		t.Errorf("a third read of 36 bytes with a budget of 80 gives the error %v, want one about the size", err)
	}
}

// TestTruncatedFiles checks that a truncated file gives an error, unless only padding is
// missing.
func TestTruncatedFiles(t *testing.T) {
	complete := testdoc.Encode(t, testdoc.Valid())
	for n := range complete {
		if _, err := Decode("cut.glb", bytes.Clone(complete[:n]), nil); err == nil && n < len(complete)-3 {
			t.Fatalf("%d of %d bytes were accepted as a model", n, len(complete))
		}
	}
}

// TestMalformedContainers checks the errors for wrong headers of GLB files. Bytes after the end are ignored.
func TestMalformedContainers(t *testing.T) {
	complete := testdoc.Encode(t, testdoc.Valid())
	jsonLength := int(binary.LittleEndian.Uint32(complete[12:]))
	number := func(offset int, v uint32) func([]byte) []byte {
		return func(b []byte) []byte {
			binary.LittleEndian.PutUint32(b[offset:], v)
			return b
		}
	}
	for _, c := range []struct {
		want  string // empty: valid
		spoil func([]byte) []byte
	}{
		{"", func(b []byte) []byte { return b }},
		{"", func(b []byte) []byte { return append(b, "trailing"...) }},
		{"the GLB version is 1; it must be 2", number(4, 1)},
		{"the GLB header says 4294967295 bytes", number(8, math.MaxUint32)},
		{"the GLB header says 3 bytes", number(8, 3)},
		{"no JSON chunk", number(8, 12)},
		{"chunk 0 has 4294967295 bytes", number(12, math.MaxUint32)},
		{"chunk 0 has type 0x4e4942 instead of JSON", number(16, 0x4E4942)},
		{"chunk 1 has ", number(12, 40)},
		{"chunk 1 has ", number(12, 0)},
		{"chunk 1 has 2147483648 bytes", number(20+jsonLength, 1<<31)},
		{"buffer 0 has neither a uri nor a BIN chunk", number(24+jsonLength, 7)},
		{"buffer 0: byteLength is", number(20+jsonLength, 4)},
		{"neither GLB nor JSON", number(0, 0x21212121)},
		{"truncated", func(b []byte) []byte { return b[:7] }},
		{"4 of the 12 bytes of a GLB header", func(b []byte) []byte { return b[:4] }},
		{"the file is empty", func([]byte) []byte { return nil }},
		{"the file is empty", func([]byte) []byte { return []byte(" \n") }},
		{"must be glTF in UTF-8", func([]byte) []byte { return []byte("\xff\xfe{\x00}\x00") }},
		{"must be glTF in UTF-8", func([]byte) []byte { return []byte("{\x00}\x00") }},
		{"must be glTF in UTF-8", func([]byte) []byte { return make([]byte, 100) }},
	} {
		_, err := Decode("bad.glb", c.spoil(bytes.Clone(complete)), nil)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("want an error with %q, got %v", c.want, err)
		}
	}
}

// TestMalformedText checks the errors for JSON that the encoder of package gltf would not write.
func TestMalformedText(t *testing.T) {
	const asset = `{"asset":{"version":"2.0"},`
	for text, want := range map[string]string{
		`Kaydara FBX`:                 "neither GLB nor JSON",
		`{`:                           "unexpected end of JSON",
		`{}`:                          "asset.version is missing",
		`{"asset":{}}`:                "asset.version is missing",
		`{"asset":5}`:                 "asset: number instead of an object",
		`{"asset":{"version":2}}`:     "asset.version: number instead of a string",
		`{"asset":{"version":"2.0"}}`: "no triangles",
		`{"asset":{"version":"1.0"},"nodes":{"a":{}}}`:                                    "asset.version is \"1.0\"",
		`{"asset":{"version":"2.0"}} x`:                                                   "invalid character 'x' after top-level value at byte",
		asset + `"nodes":[null]}`:                                                         "node 0: null instead of an object",
		asset + `"nodes":{}}`:                                                             "nodes: object instead of an array",
		asset + `"nodes":[5]}`:                                                            "node 0: number instead of an object",
		asset + `"nodes":[{},{"mesh":"a"}]}`:                                              "node 1: mesh: string instead of an integer",
		asset + `"nodes":[{"mesh":1.5}]}`:                                                 "node 0: mesh: number 1.5 instead of an integer",
		asset + `"nodes":[{"mesh":99999999999999999999}]}`:                                "node 0: mesh: 99999999999999999999 is out of range",
		asset + `"nodes":[{"translation":[1e999,0,0]}]}`:                                  "node 0: translation: 1e999 is out of range",
		asset + `"nodes":[{"rotation":[0,0,1]}]}`:                                         "node 0: rotation has 3 numbers instead of 4",
		asset + `"nodes":[{},{"rotation":[0,0,0,1,0]}]}`:                                  "node 1: rotation has 5 numbers instead of 4",
		asset + `"nodes":[{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0]}]}`:                   "node 0: matrix has 15 numbers instead of 16",
		asset + `"materials":[{"pbrMetallicRoughness":{"baseColorFactor":[1,1,1]}}]}`:     "material 0: baseColorFactor has 3 numbers instead of 4",
		asset + `"nodes":[{"children":7}]}`:                                               "node 0: children: number instead of an array",
		asset + `"nodes":[{"children":[0]}],"scenes":[{"nodes":[0]}]}`:                    "node 0 is its own ancestor",
		asset + `"nodes":[{"matrix":[2,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],"scale":[2,1,1]}]}`: "node 0: node must not define both",
		asset + `"buffers":[null]}`:                                                       "buffer 0: null instead of an object",
		asset + `"buffers":[{}]}`:                                                         "buffer 0: invalid byteLength 0",
		asset + `"buffers":[{"byteLength":9000000000000,"uri":"huge.bin"}]}`:              "buffer 0: huge.bin: this model cannot refer to other files",
		asset + `"buffers":[{"byteLength":2147483647,"uri":"data:,abc"}]}`:                "buffer 0: byteLength is 2147483647, but its data has 3 bytes",
		asset + `"buffers":[{"byteLength":-1}]}`:                                          "buffer 0: invalid byteLength -1",
		asset + `"bufferViews":[{"buffer":0}]}`:                                           "buffer view 0: no byteLength",
		asset + `"accessors":[{"componentType":1,"count":1,"type":"VEC3"}]}`:              "accessor 0: unknown component type: 1",
		asset + `"accessors":[{"componentType":5126,"count":1,"type":"VEC9"}]}`:           "accessor 0: unknown accessor's type: VEC9",
		asset + `"accessors":[{"componentType":5126,"type":"VEC3"}]}`:                     "accessor 0: no count",
		asset + `"meshes":[{"primitives":[null]}],"nodes":[{"mesh":0}]}`:                  "mesh 0: primitive 0 is null",
		asset + `"meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":9}]}]}`:     "unknown primitive mode: 9",
		asset + `"meshes":[{}]}`:                                                          "mesh 0: no primitives",
		asset + `"skins":[{}]}`:                                                           "skin 0: no joints",
		asset + `"animations":[{"channels":[null],"samplers":[]}]}`:                       "animation 0: channel 0: null instead of an object",
		asset + `"animations":[{"channels":[{"target":{"path":"scale"}}]}]}`:              "animation 0: channel 0: no sampler",
		asset + `"animations":[{"samplers":[{"input":0}]}]}`:                              "animation 0: sampler 0: no output",
		asset + `"scenes":[{"nodes":[0]}]}`:                                               "scene 0: node 0 does not",
		asset + `"extensionsRequired":["VENDOR_\u001b[31m"]}`:                             "requires the extension VENDOR_",
		asset + `"extras":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + `}`:   "nested more than",
	} {
		_, err := Decode("bad.gltf", []byte(text), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: want an error with %q, got %v", text, want, err)
		}
	}
}

// textOf returns a document as .gltf text with an embedded buffer.
func textOf(t testing.TB, doc *gltf.Document) string {
	t.Helper()
	var b bytes.Buffer
	e := gltf.NewEncoder(&b)
	e.AsBinary = false
	doc.Buffers[0].EmbeddedResource()
	if err := e.Encode(doc); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestToleratedText checks that .gltf files with harmless deviations from the specification are loaded.
func TestToleratedText(t *testing.T) {
	plain := textOf(t, testdoc.Valid())
	for _, text := range []string{
		plain, "\xef\xbb\xbf" + plain, plain + "\n \x00\x00",
		strings.Replace(plain, `"nodes"`, `"extras":{"a":[1.50,2.0e3,"x.0"]},"lanterns":5,"nodes"`, 1),
		strings.ReplaceAll(plain, `"mesh":0`, `"mesh":0.00`),
		strings.Replace(plain, "octet-stream;base64", "gltf-buffer;base64", 1),
		strings.Replace(plain, `"data:`, `"DATA:`, 1),
		strings.Replace(plain, `"asset":{`, `"extensionsRequired":["KHR_materials_pbrSpecularGlossiness"],"asset":{`, 1),
		strings.Replace(plain, "application/octet-stream;base64", "x/y;charset=utf-8;base64", 1),
		strings.Replace(plain, `"channels":[`, `"channels":[{"sampler":0,"target":{"path":"pointer"}},`, 1),
	} {
		m, err := Decode("odd.gltf", []byte(text), nil)
		if err != nil {
			t.Errorf("the error is %v for %.300s", err, text)
		} else if m.Triangles != 1 || len(m.Clips) != 1 || m.Clips[0].Channels != 1 {
			t.Errorf("the model is %+v for %.300s", m, text)
		}
	}
}

// FuzzLoad checks that loading and posing any file gives a model or a one-line error.
func FuzzLoad(f *testing.F) {
	f.Add(testdoc.Encode(f, testdoc.Valid()))
	for seed := range uint64(8) {
		f.Add(samples.New(seed).GLB)
	}
	f.Add([]byte(textOf(f, testdoc.Valid())))
	for _, fault := range faults() {
		doc := testdoc.Valid()
		fault.spoil(doc)
		f.Add(testdoc.Encode(f, doc))
	}
	for _, fault := range append(compressedFaults(), fault{spoil: func(*gltf.Document) {}}) {
		doc := testdoc.Valid()
		testdoc.Compress(doc, extMeshopt)
		fault.spoil(doc)
		f.Add(testdoc.Encode(f, doc))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Decode("fuzz.glb", bytes.Clone(data), nil)
		if err != nil {
			if text := withName("fuzz.glb", err).Error(); len(text) > 400 || strings.ContainsAny(text, "\n\r\x1b") {
				t.Fatalf("the error is not one line: %q", text)
			}
			return
		}
		for clip := -1; clip < len(m.Clips); clip++ {
			checkPoses(t, m, clip)
		}
	})
}

// checkPoses fails the test if a clip gives positions that are not finite, or indices out of range. It also
// fails if normals are missing or not unit vectors.
func checkPoses(t *testing.T, m *Model, clip int) {
	start, end := 0.0, 0.0
	if clip >= 0 {
		start, end = m.Clips[clip].Start, m.Clips[clip].End
	}
	for _, seconds := range []float64{math.Inf(-1), start, start + (end-start)/3, end, math.Inf(1)} {
		posed, err := m.PosePrimitives(clip, seconds)
		if err != nil {
			continue
		}
		for _, e := range posed {
			if slices.ContainsFunc(e.Positions, isUnbounded) || len(e.Normals) != 0 && len(e.Normals) != len(e.Positions) {
				t.Fatalf("clip %d at %v s has positions out of range, or too few normals: %+v", clip, seconds, e)
			}
			for _, n := range e.Normals {
				if l := n.Len(); !(l > 0.99 && l < 1.01) {
					t.Fatalf("clip %d at %v s has the normal %v, want the length 1", clip, seconds, n)
				}
			}
			for _, i := range e.Triangles {
				if int(i) >= len(e.Positions) {
					t.Fatalf("index %d is too large for %d vertices", i, len(e.Positions))
				}
			}
		}
	}
}
