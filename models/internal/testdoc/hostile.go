package testdoc

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/jpeg"
	"strings"
	"testing"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"
)

// Hostile returns files that try to exhaust memory or time. The keys are their names.
func Hostile(t testing.TB) map[string][]byte {
	asset := `{"asset":{"version":"2.0"},`
	repeat := func(unit string, n int) string { return strings.TrimSuffix(strings.Repeat(unit, n), ",") }
	chain := func(n int, extra string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `{"children":[%d]%s},`, i+1, extra)
		}
		return b.String() + `{}`
	}
	out := map[string][]byte{
		"a million nodes":     []byte(asset + `"nodes":[` + repeat(`{},`, 1e6) + `]}`),
		"fifty thousand":      []byte(asset + `"nodes":[` + repeat(`{},`, 5e4) + `]}`),
		"zeros in extras":     []byte(asset + `"extras":[` + repeat(`0,`, 1e6) + `]}`),
		"zeros in node":       []byte(asset + `"nodes":[{"extras":[` + repeat(`0,`, 9e5) + `]}]}`),
		"children":            []byte(asset + `"nodes":[{"children":[` + repeat(`0,`, 1e6) + `]}]}`),
		"nested extras":       []byte(asset + `"extras":` + strings.Repeat(`[`, 1e6) + strings.Repeat(`]`, 1e6) + `}`),
		"nested objects":      []byte(asset + `"extras":` + strings.Repeat(`{"a":`, 1e5) + `0` + strings.Repeat(`}`, 1e5) + `}`),
		"long string":         []byte(asset + `"nodes":[{"name":"` + strings.Repeat("x", 3e6) + `"}]}`),
		"escaped string":      []byte(asset + `"nodes":[{"name":"` + strings.Repeat(`\n`, 1e6) + `"}]}`),
		"many keys":           []byte(asset + `"extensions":{` + manyKeys(3e5) + `}}`),
		"deep chain":          []byte(asset + `"nodes":[` + chain(1e5, "") + `],"scenes":[{"nodes":[0]}]}`),
		"deep chain, wordy":   []byte(asset + `"nodes":[` + chain(3e4, `,"name":"`+strings.Repeat("j", 200)+`"`) + `],"scenes":[{"nodes":[0]}]}`),
		"length":              []byte(asset + `"buffers":[{"byteLength":2147483647,"uri":"data:;base64,AAAA"}]}`),
		"long data URI":       []byte(asset + `"buffers":[{"byteLength":3000000,"uri":"data:;base64,` + base64.StdEncoding.EncodeToString(make([]byte, 3e6)) + `"}]}`),
		"percent URI":         []byte(asset + `"buffers":[{"byteLength":3000000,"uri":"data:,` + strings.Repeat("%41", 3e6) + `"}]}`),
		"many data URIs":      []byte(asset + `"buffers":[` + repeat(`{"byteLength":1,"uri":"data:,a"},`, 4e4) + `]}`),
		"unclosed":            []byte(asset + `"nodes":[` + strings.Repeat(`{"a":[`, 1e6)),
		"unclosed string":     []byte(asset + `"nodes":["` + strings.Repeat(`a`, 1e6)),
		"long number":         []byte(asset + `"scene":` + strings.Repeat("9", 1e6) + `}`),
		"extensions required": []byte(`{"extensionsRequired":[` + repeat(`"a",`, 5e5) + `],"asset":{"version":"2.0"}}`),
	}
	for name, doc := range hostileDocuments(t) {
		out[name] = Encode(t, doc)
	}
	return out
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `"%x":0,`, i)
	}
	return b.String() + `"":0`
}

func hostileDocuments(t testing.TB) map[string]*gltf.Document {
	out := map[string]*gltf.Document{}
	primitive := func(doc *gltf.Document) *gltf.Primitive { return doc.Meshes[0].Primitives[0] }
	for _, n := range []int{1 << 17, 5 << 20, 1 << 31} {
		doc := UnitTriangle()
		primitive(doc).Attributes[gltf.POSITION] = AddZeros(doc, gltf.AccessorVec3, gltf.ComponentFloat, n)
		delete(primitive(doc).Attributes, gltf.NORMAL)
		out[fmt.Sprintf("%d zeros", n)] = doc
	}
	doc := UnitTriangle() // a long strip over few vertices
	doc.Meshes[0].Primitives[0].Mode = gltf.PrimitiveTriangleStrip
	delete(primitive(doc).Attributes, gltf.NORMAL)
	primitive(doc).Indices = gltf.Index(AddZeros(doc, gltf.AccessorScalar, gltf.ComponentFloat, 5e6))
	doc.Accessors[*primitive(doc).Indices].ComponentType = gltf.ComponentUbyte
	out["strip"] = doc

	doc = UnitTriangle() // 40,000 nodes with one mesh
	doc.Nodes, doc.Scenes[0].Nodes = nil, nil
	for i := range 40000 {
		doc.Nodes = append(doc.Nodes, &gltf.Node{Mesh: gltf.Index(0)})
		doc.Scenes[0].Nodes = append(doc.Scenes[0].Nodes, i)
	}
	out["instances"] = doc

	doc = UnitTriangle() // ten thousand morph targets
	for range 10000 {
		primitive(doc).Targets = append(primitive(doc).Targets, gltf.PrimitiveAttributes{gltf.POSITION: primitive(doc).Attributes[gltf.POSITION]})
	}
	out["targets"] = doc

	doc = UnitTriangle() // a thousand morph targets at a thousand nodes
	for range 1000 {
		primitive(doc).Targets = append(primitive(doc).Targets, gltf.PrimitiveAttributes{gltf.POSITION: 0})
		doc.Nodes = append(doc.Nodes, &gltf.Node{Mesh: gltf.Index(0)})
		doc.Scenes[0].Nodes = append(doc.Scenes[0].Nodes, len(doc.Nodes)-1)
	}
	for range 20 {
		p := *primitive(doc)
		doc.Meshes[0].Primitives = append(doc.Meshes[0].Primitives, &p)
	}
	out["targets at many nodes"] = doc

	doc = UnitTriangle() // a long track used by many samplers
	Animate(doc, 0, gltf.TRSTranslation, gltf.InterpolationLinear, []float32{0}, [][3]float32{{}})
	a := doc.Animations[0]
	a.Samplers[0].Input, a.Samplers[0].Output = AddZeros(doc, gltf.AccessorScalar, gltf.ComponentFloat, 1e6), AddZeros(doc, gltf.AccessorVec3, gltf.ComponentFloat, 1e6)
	for i := range 100 {
		a.Samplers = append(a.Samplers, a.Samplers[0])
		a.Channels = append(a.Channels, &gltf.AnimationChannel{Sampler: i + 1, Target: a.Channels[0].Target})
	}
	out["tracks"] = doc

	doc = UnitTriangle() // the largest number of vertices, rotated by many keys
	p := primitive(doc)
	delete(p.Attributes, gltf.NORMAL)
	p.Attributes[gltf.POSITION] = AddZeros(doc, gltf.AccessorVec3, gltf.ComponentFloat, 131000)
	doc.Accessors[p.Attributes[gltf.POSITION]].Sparse = &gltf.Sparse{Count: 3,
		Indices: gltf.SparseIndices{BufferView: modeler.WriteBufferView(doc, gltf.TargetNone, []uint8{0, 1, 2}), ComponentType: gltf.ComponentUbyte},
		Values:  gltf.SparseValues{BufferView: modeler.WriteBufferView(doc, gltf.TargetNone, [][3]float32{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}})}}
	rotations, times := make([][4]float32, 50), make([]float32, 50)
	for k := range rotations {
		rotations[k][k*7%4], times[k] = 1, float32(k)
	}
	Animate(doc, 0, gltf.TRSRotation, gltf.InterpolationLinear, times, rotations)
	out["poses"] = doc

	doc = Valid() // many skins with many joints
	bigSkin := &gltf.Skin{}
	for range 1000 {
		bigSkin.Joints = append(bigSkin.Joints, 1)
	}
	for range 1000 {
		doc.Skins = append(doc.Skins, bigSkin)
	}
	out["joints"] = doc

	doc = UnitTriangle() // many compressed views that decode to a thousand times their size
	doc.Buffers = append(doc.Buffers, &gltf.Buffer{ByteLength: 1 << 30})
	doc.Buffers[0].Data = append(doc.Buffers[0].Data, zeroStream(2000)...)
	for range 1000 {
		doc.BufferViews = append(doc.BufferViews, compressedZeros(len(doc.Buffers[0].Data), 2000))
		doc.Accessors = append(doc.Accessors, &gltf.Accessor{Type: gltf.AccessorVec3, ComponentType: gltf.ComponentFloat, Count: 3, BufferView: gltf.Index(len(doc.BufferViews) - 1)})
		primitive(doc).Targets = append(primitive(doc).Targets, gltf.PrimitiveAttributes{gltf.POSITION: len(doc.Accessors) - 1})
	}
	doc.Buffers[0].ByteLength = len(doc.Buffers[0].Data)
	out["compressed views"] = doc

	for _, n := range []int{130_000, 1_000_000, 100_000_000} {
		out[fmt.Sprintf("draco %d", n)] = dracoFans(1, n)
	}
	out["draco primitives"] = dracoFans(10000, 5000)

	for name, im := range imageBombs(t) {
		out[name] = TexturedTriangle(t, im)
	}
	doc = TexturedTriangle(t, imageBombs(t)["png 2048"])
	for range 63 {
		doc.Images = append(doc.Images, doc.Images[0])
		doc.Textures = append(doc.Textures, &gltf.Texture{Source: gltf.Index(len(doc.Images) - 1)})
		m := *doc.Materials[0]
		m.PBRMetallicRoughness = &gltf.PBRMetallicRoughness{BaseColorTexture: &gltf.TextureInfo{Index: len(doc.Textures) - 1}}
		doc.Materials = append(doc.Materials, &m)
		p := *primitive(doc)
		p.Material = gltf.Index(len(doc.Materials) - 1)
		doc.Meshes[0].Primitives = append(doc.Meshes[0].Primitives, &p)
	}
	out["many images"] = doc
	return out
}

// TexturedTriangle returns a triangle with a texture.
func TexturedTriangle(t testing.TB, im []byte) *gltf.Document {
	doc := UnitTriangle()
	i, err := modeler.WriteImage(doc, "", "image/png", bytes.NewReader(im))
	if err != nil {
		t.Fatal(err)
	}
	doc.Textures = []*gltf.Texture{{Source: &i}}
	doc.Materials = []*gltf.Material{{PBRMetallicRoughness: &gltf.PBRMetallicRoughness{BaseColorTexture: &gltf.TextureInfo{}}}}
	doc.Meshes[0].Primitives[0].Material = gltf.Index(0)
	return doc
}

// imageBombs returns images that need far more memory than their file size when decoded.
func imageBombs(t testing.TB) map[string][]byte {
	out := map[string][]byte{}
	out["png 2048"] = EmptyPNG(2048, 2048, 8, 6, 0)
	out["png 4096 deep"] = EmptyPNG(4096, 4096, 16, 6, 0)
	out["png 8192"] = EmptyPNG(8192, 8192, 8, 6, 0)
	out["png interlaced"] = EmptyPNG(4096, 4096, 8, 6, 1)
	out["png lies"] = EmptyPNG(1<<30, 1<<30, 8, 6, 0)
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewYCbCr(image.Rect(0, 0, 4096, 4096), image.YCbCrSubsampleRatio420), nil); err != nil {
		t.Fatal(err)
	}
	out["jpeg 4096"] = b.Bytes()
	progressive := bytes.Clone(b.Bytes())
	progressive[bytes.Index(progressive, []byte{0xff, 0xc0})+1] = 0xc2
	out["jpeg progressive"] = progressive
	full := bytes.Clone(progressive) // no subsampling
	full[bytes.Index(full, []byte{0xff, 0xc2})+11] = 0x11
	out["jpeg progressive 444"] = full
	return out
}

// EmptyPNG returns a PNG file of w × h pixels whose data are zeros. depth, kind and interlace are written
// into its header. It has rows for at most 8192 × 8192 pixels.
func EmptyPNG(w, h int, depth, kind, interlace byte) []byte {
	var b bytes.Buffer
	b.WriteString("\x89PNG\r\n\x1a\n")
	chunk := func(kind string, data []byte) {
		binary.Write(&b, binary.BigEndian, uint32(len(data)))
		b.WriteString(kind)
		b.Write(data)
		binary.Write(&b, binary.BigEndian, crc32.ChecksumIEEE(append([]byte(kind), data...)))
	}
	head := binary.BigEndian.AppendUint32(nil, uint32(w))
	head = binary.BigEndian.AppendUint32(head, uint32(h))
	chunk("IHDR", append(head, depth, kind, 0, 0, interlace))
	var packed bytes.Buffer
	z, _ := zlib.NewWriterLevel(&packed, 1)
	row := make([]byte, 1+min(w, 8192)*4*int(depth)/8)
	for range min(h, 8192) + 8*int(interlace) {
		z.Write(row)
	}
	z.Close()
	chunk("IDAT", packed.Bytes())
	chunk("IEND", nil)
	return b.Bytes()
}
