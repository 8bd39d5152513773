package gltf

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/texturetransform"
	"github.com/qmuntal/gltf/ext/unlit"
	"github.com/qmuntal/gltf/modeler"

	"skein/models/internal/testdoc"
)

// TestPrimitiveModes checks that a strip and a fan of four corners give two triangles with the same winding.
// Points give a warning.
func TestPrimitiveModes(t *testing.T) {
	square := [][3]float32{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}
	round := [][3]float32{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}
	for _, c := range []struct {
		mode    gltf.PrimitiveMode
		corners [][3]float32
	}{{gltf.PrimitiveTriangleStrip, square}, {gltf.PrimitiveTriangleFan, round}} {
		doc := testdoc.Triangle(c.corners...)
		doc.Meshes[0].Primitives[0].Mode = c.mode
		points := *doc.Meshes[0].Primitives[0]
		points.Mode = gltf.PrimitivePoints
		doc.Meshes[0].Primitives = append(doc.Meshes[0].Primitives, &points)
		m := loadModel(t, doc)
		if m.Triangles != 2 || len(m.Warnings) != 1 {
			t.Fatalf("%v: the model has %d triangles and the warnings %q, want 2 and one", c.mode, m.Triangles, m.Warnings)
		}
		p := m.Pose(-1, 0)[0].Positions
		var area float32
		for i := m.Parts[0].Indices; len(i) > 0; i = i[3:] {
			area += p[i[1]].Sub(p[i[0]]).Cross(p[i[2]].Sub(p[i[0]]))[2] / 2
		}
		if area != 1 {
			t.Errorf("%v: the triangles cover an area of %v, want 1", c.mode, area)
		}
	}
}

// TestMaterials checks that primitives with the same material form one part, even if only some have colours.
func TestMaterials(t *testing.T) {
	doc := testdoc.UnitTriangle()
	picture := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	picture.SetNRGBA(1, 0, color.NRGBA{10, 20, 30, 40})
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		t.Fatal(err)
	}
	im, err := modeler.WriteImage(doc, "leaf", "image/png", &file)
	if err != nil {
		t.Fatal(err)
	}
	doc.Textures = []*gltf.Texture{{Source: &im}}
	cut := 0.3
	doc.Materials = []*gltf.Material{{
		Name: "leaf", DoubleSided: true, AlphaMode: gltf.AlphaMask, AlphaCutoff: &cut,
		Extensions: gltf.Extensions{unlit.ExtensionName: unlit.Unlit{}},
		PBRMetallicRoughness: &gltf.PBRMetallicRoughness{
			BaseColorFactor: &[4]float64{0.25, 0.5, 1, 1}, BaseColorTexture: &gltf.TextureInfo{},
		},
	}}
	first := doc.Meshes[0].Primitives[0]
	first.Material = gltf.Index(0)
	first.Attributes[gltf.TEXCOORD_0] = modeler.WriteTextureCoord(doc, [][2]uint8{{0, 255}, {255, 0}, {51, 0}})
	plain, second := *first, *first
	plain.Material = nil
	second.Attributes = gltf.PrimitiveAttributes{
		gltf.POSITION: first.Attributes[gltf.POSITION],
		gltf.NORMAL:   first.Attributes[gltf.NORMAL],
		gltf.COLOR_0:  modeler.WriteColor(doc, [][3]uint8{{255, 0, 51}, {}, {}}),
	}
	doc.Meshes[0].Primitives = append(doc.Meshes[0].Primitives, &plain, &second)

	parts := loadModel(t, doc).Parts
	if len(parts) != 2 {
		t.Fatalf("the model has %d parts, want 2", len(parts))
	}
	p := parts[0]
	if m := p.Material; m.BaseColour != (mgl32.Vec4{0.25, 0.5, 1, 1}) || !m.DoubleSided || !m.Unlit || m.AlphaCutoff != 0.3 || m.Name != "leaf" {
		t.Errorf("the material is %+v, want the properties of the file", m)
	}
	if p.Material.Texture == nil || p.Material.Texture.Image.NRGBAAt(1, 0) != (color.NRGBA{10, 20, 30, 40}) {
		t.Error("the texture's pixels are wrong")
	}
	white := mgl32.Vec4{1, 1, 1, 1}
	if want := []mgl32.Vec4{white, white, white, {1, 0, 0.2, 1}}; !slices.Equal(p.Colours[:4], want) {
		t.Errorf("the colours are %v, want %v first", p.Colours, want)
	}
	if want := []mgl32.Vec2{{0, 1}, {1, 0}, {0.2, 0}}; len(p.UV) != 6 || !slices.Equal(p.UV[:3], want) {
		t.Errorf("the texture coordinates are %v, want %v first", p.UV, want)
	}
	if p := parts[1]; p.Material != (Material{BaseColour: white}) || p.Vertices != 3 || p.UV != nil || p.Colours != nil {
		t.Errorf("the part without a material is %+v, want white without a texture", p)
	}
}

// TestSparseAccessor checks a sparse accessor without a buffer view. It is zero except at the
// listed vertex.
func TestSparseAccessor(t *testing.T) {
	doc := testdoc.UnitTriangle()
	values := modeler.WriteBufferView(doc, gltf.TargetNone, [][3]float32{{4, 5, 6}})
	indices := modeler.WriteBufferView(doc, gltf.TargetNone, []uint16{1})
	doc.Accessors = append(doc.Accessors, &gltf.Accessor{
		Type: gltf.AccessorVec3, Count: 3,
		Sparse: &gltf.Sparse{Count: 1,
			Indices: gltf.SparseIndices{BufferView: indices, ComponentType: gltf.ComponentUshort},
			Values:  gltf.SparseValues{BufferView: values}},
	})
	doc.Meshes[0].Primitives[0].Attributes[gltf.POSITION] = len(doc.Accessors) - 1
	checkPositions(t, loadModel(t, doc), -1, 0, mgl32.Vec3{}, mgl32.Vec3{4, 5, 6}, mgl32.Vec3{})
}

// TestExternalFiles checks that a .gltf file reads its buffer from its folder or a data URI, but not from
// outside its folder.
func TestExternalFiles(t *testing.T) {
	dir := t.TempDir()
	inner := filepath.Join(dir, "model")
	if err := os.MkdirAll(filepath.Join(inner, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	data := testdoc.UnitTriangle().Buffers[0].Data
	for _, name := range []string{"outside.bin", "model/beside.bin", "model/sub/a b.bin"} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../outside.bin", filepath.Join(inner, "link.bin")); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("..", filepath.Join(inner, "up")); err != nil {
		t.Fatal(err)
	}
	if err := exec.Command("mkfifo", filepath.Join(inner, "pipe.bin")).Run(); err != nil {
		t.Log(err)
	}
	for uri, ok := range map[string]bool{
		"beside.bin": true, "./beside.bin": true, "sub/a%20b.bin": true,
		"../outside.bin": false, "link.bin": false, "%2e%2e/outside.bin": false,
		filepath.Join(dir, "outside.bin"): false, "none.bin": false, "sub": false,
		"file:///etc/passwd": false, "data:": true, "http://127.0.0.1/beside.bin": false, "//127.0.0.1/beside.bin": false,
		"sub/../beside.bin": true, `sub\a b.bin`: true, "..%2foutside.bin": false, `..\outside.bin`: false,
		"sub/../../outside.bin": false, "up/outside.bin": false, "pipe.bin": false, "": false, "beside.bin%00": false,
	} {
		doc := testdoc.UnitTriangle()
		doc.Buffers[0].URI = uri
		if uri == "data:" {
			doc.Buffers[0].EmbeddedResource()
		}
		doc.Buffers[0].Data = nil // the data are then only in the file
		var text bytes.Buffer
		e := gltf.NewEncoder(&text)
		e.AsBinary = false
		if err := e.Encode(doc); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(inner, "m.gltf")
		if err := os.WriteFile(path, text.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		m, err := Load(path)
		if (err == nil) != ok {
			t.Errorf("%s: %v", uri, err)
		}
		if err != nil && (!strings.HasPrefix(err.Error(), path+": ") || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%s: the error %q must be one line that starts with the file name", uri, err)
		}
		if ok && err == nil {
			checkPositions(t, m, -1, 0, mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 0, 1})
		}
	}
}

// TestLoadSpecialFiles checks that loading a pipe or a device fails at once.
func TestLoadSpecialFiles(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe.glb")
	if err := exec.Command("mkfifo", pipe).Run(); err != nil {
		t.Skip(err)
	}
	empty := filepath.Join(dir, "empty.glb")
	if err := os.WriteFile(empty, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		pipe: "is a pipe", dir: "is a folder", empty: "the file is empty", os.DevNull: "is a device",
		"no/such/bird.glb": "no such file or directory",
	} {
		if _, err := Load(path); err == nil || !strings.HasPrefix(err.Error(), path+": "+want) {
			t.Errorf("%s: want an error with %q, got %v", path, want, err)
		}
	}
}

func TestFindClip(t *testing.T) {
	doc := testdoc.UnitTriangle()
	for range 3 {
		testdoc.Animate(doc, 0, gltf.TRSTranslation, gltf.InterpolationLinear, []float32{0, 1}, [][3]float32{{}, {1, 0, 0}})
	}
	doc.Animations[0].Name, doc.Animations[1].Name = "Walk", "Bird_Fly"
	m := loadModel(t, doc)
	for name, want := range map[string]int{"": 1, "walk": 0, "2": 2, "clip 2": 2} {
		if got, err := m.FindClip(name); got != want || err != nil {
			t.Errorf("%q: FindClip returns %d (error %v), want %d", name, got, err, want)
		}
	}
	if _, err := m.FindClip("swim"); err == nil || !strings.Contains(err.Error(), `"Bird_Fly" or 1`) {
		t.Errorf("the error does not list the clips: %v", err)
	}
}

// TestTextureTransform checks KHR_texture_transform: coordinates are scaled, then rotated anticlockwise
// about the origin, then translated. The extension may name the set of coordinates.
func TestTextureTransform(t *testing.T) {
	doc := testdoc.TexturedTriangle(t, testdoc.EmptyPNG(1, 1, 8, 6, 0))
	info := doc.Materials[0].PBRMetallicRoughness.BaseColorTexture
	info.Extensions = gltf.Extensions{texturetransform.ExtensionName: &texturetransform.TextureTransform{
		Offset: [2]float64{10, 20}, Rotation: math.Pi / 2, Scale: [2]float64{2, 3}, TexCoord: gltf.Index(3),
	}}
	corners := []mgl32.Vec2{{0, 0}, {1, 0}, {0, 1}}
	want := []mgl32.Vec2{{10, 20}, {10, 18}, {13, 20}}
	for _, normalized := range []bool{false, true} {
		whole := make([][2]uint16, 3)
		for i, c := range corners {
			whole[i] = [2]uint16{uint16(c[0]), uint16(c[1])}
			if normalized {
				whole[i] = [2]uint16{65535 * whole[i][0], 65535 * whole[i][1]}
			}
		}
		doc.Meshes[0].Primitives[0].Attributes["TEXCOORD_3"] = modeler.WriteTextureCoord(doc, whole)
		doc.Accessors[len(doc.Accessors)-1].Normalized = normalized
		for i, uv := range loadModel(t, doc).Parts[0].UV {
			if uv.Sub(want[i]).Len() > 1e-5 {
				t.Errorf("normalized %v: corner %d is at %v, want %v", normalized, i, uv, want[i])
			}
		}
	}
}
