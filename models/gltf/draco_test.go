package gltf

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"skein/models/check/samples"
	"skein/models/internal/testdoc"
)

func fullDocument() *gltf.Document {
	doc := testdoc.Valid()
	p := doc.Meshes[0].Primitives[0]
	p.Attributes[gltf.TANGENT] = modeler.WriteTangent(doc, [][4]float32{{1, 0, 0, 1}, {0, 1, 0, -1}, {1, 0, 0, 1}})
	p.Attributes[gltf.TEXCOORD_0] = modeler.WriteTextureCoord(doc, [][2]uint16{{0, 65535}, {1000, 2000}, {30000, 7}})
	p.Attributes[gltf.COLOR_0] = modeler.WriteColor(doc, [][4]uint8{{255, 0, 0, 255}, {0, 100, 0, 9}, {1, 2, 3, 4}})
	p.Targets = []gltf.PrimitiveAttributes{{gltf.POSITION: modeler.WritePosition(doc, [][3]float32{{0, 0, 1}, {0, 2, 0}, {3, 0, 0}})}}
	doc.Meshes[0].Weights = []float64{0.5}
	doc.Textures, doc.Images = []*gltf.Texture{{Source: gltf.Index(0)}}, []*gltf.Image{{URI: "data:image/png;base64," + pixel}}
	doc.Materials[0].NormalTexture = &gltf.NormalTexture{Index: gltf.Index(0)}
	return doc
}

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

func removeData(doc *gltf.Document) {
	p := doc.Meshes[0].Primitives[0]
	doc.Accessors[*p.Indices].BufferView = nil
	for _, i := range p.Attributes {
		doc.Accessors[i].BufferView = nil
	}
	doc.ExtensionsRequired = append(doc.ExtensionsRequired, extDraco)
}

// TestDracoModel checks that a compressed primitive has the attributes of the uncompressed primitive, and
// that its morph target works.
func TestDracoModel(t *testing.T) {
	want := loadModel(t, fullDocument())
	doc := fullDocument()
	testdoc.CompressDraco(doc)
	removeData(doc)
	got := loadModel(t, doc)
	if len(got.Warnings) != 0 || !slices.Equal(got.Extensions, []string{extDraco}) {
		t.Errorf("the warnings are %q and the extensions %q", got.Warnings, got.Extensions)
	}
	checkSamePoses(t, got, want, 0)
	checkSameAttributes(t, got, want)
	if p := got.pieces[0]; len(p.tangents) != 3 || len(p.uv) != 3 || len(p.colours) != 3 || len(p.weights) != 12 || len(p.targets) != 1 {
		t.Errorf("the primitive lacks attributes: %+v", p.primitive)
	}
}

func checkSameAttributes(t *testing.T, got, want *Model) {
	t.Helper()
	for k, p := range got.pieces {
		q := want.pieces[k]
		if !slices.Equal(p.positions, q.positions) || !slices.Equal(p.normals, q.normals) || !slices.Equal(p.tangents, q.tangents) || !slices.Equal(p.uv, q.uv) ||
			!slices.Equal(p.colours, q.colours) || !slices.Equal(p.joints, q.joints) || !slices.Equal(p.weights, q.weights) || !slices.Equal(p.indices, q.indices) {
			t.Errorf("primitive %d has other attributes: %+v; want %+v", k, p.primitive, q.primitive)
		}
	}
}

// TestDracoFiles compares compressed files with the data that Draco decodes.
// models/check/compress.mjs made the files with glTF-Transform 4.5.1 and draco3dgltf 1.5.7, from
// sample 40 of models/check/samples. This sample has skins and morph targets. `make check-models`
// checks more files.
func TestDracoFiles(t *testing.T) {
	for _, method := range []string{"edgebreaker", "sequential"} {
		read := func(name string) *Model {
			m, err := LoadFS(os.DirFS("testdata"), name+"-draco-"+method+".glb")
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		got, want := read("compressed"), read("plain")
		if !slices.Contains(got.Extensions, extDraco) || slices.Contains(want.Extensions, extDraco) {
			t.Errorf("the extensions are %q and %q", got.Extensions, want.Extensions)
		}
		checkSamePoses(t, got, want, 0)
		checkSameAttributes(t, got, want)
	}
}

// TestDracoTypes checks that compressed integers of another size are converted to the accessor's type.
func TestDracoTypes(t *testing.T) {
	want := loadModel(t, fullDocument())
	for _, joints := range []gltf.ComponentType{gltf.ComponentUbyte, gltf.ComponentUshort} {
		doc := fullDocument()
		testdoc.CompressDraco(doc)
		removeData(doc)
		doc.Accessors[doc.Meshes[0].Primitives[0].Attributes[gltf.JOINTS_0]].ComponentType = joints
		checkSameAttributes(t, loadModel(t, doc), want)
	}
}

// TestDracoStrip checks a compressed primitive in the mode TRIANGLE_STRIP. Draco stores its
// triangles as a list, and they must be read as a list.
func TestDracoStrip(t *testing.T) {
	doc := fullDocument()
	testdoc.CompressDraco(doc)
	removeData(doc)
	doc.Meshes[0].Primitives[0].Mode = gltf.PrimitiveTriangleStrip
	checkSameAttributes(t, loadModel(t, doc), loadModel(t, fullDocument()))
}

func dracoFaults() []fault {
	type d = *gltf.Document
	primitive := func(d d) *gltf.Primitive { return d.Meshes[0].Primitives[0] }
	extension := func(d d) map[string]any { return primitive(d).Extensions[extDraco].(map[string]any) }
	stream := func(d d, index int) *byte {
		v := d.BufferViews[len(d.BufferViews)-1]
		return &d.Buffers[0].Data[v.ByteOffset+index]
	}
	return []fault{
		{"no bufferView", func(d d) { delete(extension(d), "bufferView") }},
		{"no attributes", func(d d) { delete(extension(d), "attributes") }},
		{"bufferView: string instead of an integer", func(d d) { extension(d)["bufferView"] = "7" }},
		{"buffer view 99 does not exist", func(d d) { extension(d)["bufferView"] = 99 }},
		{"_X is not an attribute of the primitive", func(d d) { extension(d)["attributes"].(map[string]int)["_X"] = 1 }},
		{"POSITION: the compressed data have no attribute 77", func(d d) { extension(d)["attributes"].(map[string]int)["POSITION"] = 77 }},
		{"POSITION: the compressed data have no attribute -1", func(d d) { extension(d)["attributes"].(map[string]int)["POSITION"] = -1 }},
		{"the mode is TRIANGLE_FAN; must be TRIANGLES or TRIANGLE_STRIP", func(d d) { primitive(d).Mode = gltf.PrimitiveTriangleFan }},
		{"the primitive has no indices", func(d d) { primitive(d).Indices = nil }},
		{"the stream has 1 triangles; at most 0 are possible", func(d d) { d.Accessors[*primitive(d).Indices].Count = 2 }},
		{"invalid count 9000000000000", func(d d) { d.Accessors[*primitive(d).Indices].Count = 9e12 }},
		{"it has 240000036 bytes when decoded; too much for a file of this size", func(d d) { d.Accessors[*primitive(d).Indices].Count = 6e7 }},
		{"the stream does not start with DRACO", func(d d) { *stream(d, 0) = 'd' }},
		{"unknown encoder method 9", func(d d) { *stream(d, 8) = 9 }},
		{"a triangle refers to point 200, but there are only 3 points", func(d d) { *stream(d, 14) = 200 }},
		{"the stream ends too early", func(d d) { d.BufferViews[len(d.BufferViews)-1].ByteLength -= 2 }},
		{"TEXCOORD_0: accessor 9: the compressed data have 2 components; VEC3 needs 3", func(d d) {
			d.Accessors[primitive(d).Attributes[gltf.TEXCOORD_0]].Type = gltf.AccessorVec3
		}},
		{"JOINTS_0: accessor 4: the compressed data are numbers of the type 2; FLOAT needs 9", func(d d) {
			d.Accessors[primitive(d).Attributes[gltf.JOINTS_0]].ComponentType = gltf.ComponentFloat
		}},
		{"TEXCOORD_0: accessor 9: the compressed data have the number 65535, which is not UNSIGNED_BYTE", func(d d) {
			d.Accessors[primitive(d).Attributes[gltf.TEXCOORD_0]].ComponentType = gltf.ComponentUbyte
		}},
	}
}

// TestDamagedDraco checks that damaged compressed primitives give an error of one clear line if the
// file requires the extension. Otherwise the uncompressed data are drawn, with a warning.
func TestDamagedDraco(t *testing.T) {
	for _, f := range dracoFaults() {
		doc := fullDocument()
		testdoc.CompressDraco(doc)
		removeData(doc)
		f.spoil(doc)
		_, err := Decode("bad.glb", testdoc.Encode(t, doc), nil)
		if err == nil || !strings.Contains(err.Error(), f.want) || !strings.Contains(err.Error(), "primitive 0: "+extDraco+": ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("want an error with %q, got %v", f.want, err)
		}
	}
	doc := fullDocument()
	testdoc.CompressDraco(doc)
	doc.BufferViews[len(doc.BufferViews)-1].ByteLength -= 2
	got := loadWithWarning(t, doc, "mesh 0: primitive 0: KHR_draco_mesh_compression: the stream ends too early; the uncompressed data are drawn")
	checkSameAttributes(t, got, loadModel(t, fullDocument()))
}

// TestDracoCounts checks a primitive with fewer compressed vertices than its accessors state. It
// must be drawn with a warning.
func TestDracoCounts(t *testing.T) {
	doc := fullDocument()
	testdoc.CompressDraco(doc)
	removeData(doc)
	p := doc.Meshes[0].Primitives[0]
	position := p.Attributes[gltf.POSITION]
	doc.Accessors[position].Count = 4
	checkSameAttributes(t, loadWithWarning(t, doc, "accessor 0 has the count 4, but its compressed data have 3 vertices; the compressed data are used"), loadModel(t, fullDocument()))
	p.Targets[0][gltf.POSITION] = modeler.WritePosition(doc, make([][3]float32, 4))
	if _, err := Decode("bad.glb", testdoc.Encode(t, doc), nil); err == nil || !strings.Contains(err.Error(), "morph target 0: POSITION has 4 elements for 3 vertices") {
		t.Errorf("a morph target with four vertices gives the error %v", err)
	}
}

// FuzzMutatedDraco checks that a file with damaged compressed data or JSON gives a model or a one-line
// error.
func FuzzMutatedDraco(f *testing.F) {
	for seed := range uint64(100) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 0))
		data, err := os.ReadFile([]string{"testdata/compressed-draco-edgebreaker.glb", "testdata/compressed-draco-sequential.glb"}[r.IntN(2)])
		if err == nil && r.IntN(2) == 0 {
			data, err = samples.Mutate(data, r)
		}
		if err != nil {
			t.Fatal(err)
		}
		for range r.IntN(20) { // most of the binary data at the end of the file is compressed
			data[len(data)-1-r.IntN(min(len(data), 600))] ^= 1 << r.IntN(8)
		}
		m, err := Decode("mutated.glb", data, nil)
		if err != nil {
			if text := withName("mutated.glb", err).Error(); len(text) > 400 || strings.ContainsAny(text, "\n\r\x1b") {
				t.Fatalf("the error is not one line: %q", text)
			}
			return
		}
		for clip := -1; clip < len(m.Clips); clip++ {
			checkPoses(t, m, clip)
		}
	})
}
