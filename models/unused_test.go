package models

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/texturetransform"
	"github.com/qmuntal/gltf/ext/unlit"
	"github.com/qmuntal/gltf/modeler"
)

// laid is a triangle with two pictures and texture coordinates, covered by a material.
func laid(t *testing.T, m *gltf.Material) *gltf.Document {
	t.Helper()
	doc := unit3()
	for range 2 {
		paint(t, doc)
	}
	doc.Materials = []*gltf.Material{m}
	p := doc.Meshes[0].Primitives[0]
	p.Attributes[gltf.TEXCOORD_0] = modeler.WriteTextureCoord(doc, [][2]float32{{0, 0}, {1, 0}, {0, 1}})
	p.Material = gltf.Index(0)
	return doc
}

// A model says what of its materials is not drawn, and nothing where all is.
func TestSaysWhatOfMaterialsIsNotDrawn(t *testing.T) {
	map1 := &gltf.TextureInfo{Index: 1}
	moved := gltf.Extensions{texturetransform.ExtensionName: &texturetransform.TextureTransform{Offset: [2]float64{0.5, 0}, Scale: [2]float64{1, 1}}}
	extension := func(name, text string) gltf.Extensions { return gltf.Extensions{name: json.RawMessage(text)} }
	for _, c := range []struct {
		want string
		m    gltf.Material
	}{
		{"", gltf.Material{PBRMetallicRoughness: &gltf.PBRMetallicRoughness{RoughnessFactor: gltf.Float(0.4)}, DoubleSided: true}},
		{"", gltf.Material{
			NormalTexture: &gltf.NormalTexture{Index: gltf.Index(0)}, OcclusionTexture: &gltf.OcclusionTexture{Index: gltf.Index(1)},
			EmissiveTexture: map1, EmissiveFactor: [3]float64{1, 1, 1},
			PBRMetallicRoughness: &gltf.PBRMetallicRoughness{MetallicRoughnessTexture: map1},
		}},
		{"occlusion map (texture 7 does not exist; there are 2)", gltf.Material{OcclusionTexture: &gltf.OcclusionTexture{Index: gltf.Index(7)}}},
		{"occlusion map (it lies otherwise than the normal map)", gltf.Material{
			NormalTexture: &gltf.NormalTexture{Index: gltf.Index(0)}, OcclusionTexture: &gltf.OcclusionTexture{Index: gltf.Index(1), TexCoord: 1}}},
		{"emissive map (it lies otherwise than the texture)", gltf.Material{
			PBRMetallicRoughness: &gltf.PBRMetallicRoughness{BaseColorTexture: map1}, EmissiveTexture: &gltf.TextureInfo{Extensions: moved}}},
		{"", gltf.Material{Extensions: extension("KHR_materials_iridescence", `{"iridescenceFactor":1,"iridescenceThicknessTexture":{"index":1}}`)}},
		{"", gltf.Material{Extensions: extension("KHR_materials_sheen", `{"sheenColorFactor":[1,1,1],"sheenColorTexture":{"index":1}}`)}},
		{"", gltf.Material{Extensions: extension("KHR_materials_ior", `{"ior":1.4}`)}},
		{"", gltf.Material{Extensions: extension("KHR_materials_specular", `{"specularFactor":0.5,"specularTexture":{"index":1}}`)}},
		{"specular colour", gltf.Material{Extensions: extension("KHR_materials_specular", `{"specularColorFactor":[1,0,0]}`)}},
		{"KHR_materials_clearcoat", gltf.Material{Extensions: extension("KHR_materials_clearcoat", `{"clearcoatFactor":1}`)}},
		{"", gltf.Material{NormalTexture: &gltf.NormalTexture{Index: gltf.Index(7)}, Extensions: gltf.Extensions{unlit.ExtensionName: unlit.Unlit{}}}},
	} {
		want := c.want
		if want != "" {
			want = "material 0: not drawn of it: " + want
		}
		if got := strings.Join(loaded(t, laid(t, &c.m)).Warnings, "; "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Maps that are drawn as one have one sampler, and a model says of which.
func TestSaysWhoseSamplerHolds(t *testing.T) {
	for _, c := range []struct {
		sampler gltf.Sampler
		want    string
	}{
		{gltf.Sampler{}, ""},
		{gltf.Sampler{WrapS: gltf.WrapClampToEdge}, "material 0: not drawn of it: the sampler of its metallic-roughness map (the occlusion map's holds)"},
		{gltf.Sampler{MagFilter: gltf.MagNearest}, "material 0: not drawn of it: the sampler of its metallic-roughness map (the occlusion map's holds)"},
	} {
		doc := laid(t, &gltf.Material{
			NormalTexture:        &gltf.NormalTexture{Index: gltf.Index(1)}, // it has a sampler of its own
			OcclusionTexture:     &gltf.OcclusionTexture{Index: gltf.Index(0)},
			PBRMetallicRoughness: &gltf.PBRMetallicRoughness{MetallicRoughnessTexture: &gltf.TextureInfo{Index: 1}},
		})
		doc.Samplers = []*gltf.Sampler{&c.sampler}
		doc.Textures[1].Sampler = gltf.Index(0)
		if got := strings.Join(loaded(t, doc).Warnings, "; "); got != c.want {
			t.Errorf("%+v: %q, want %q", c.sampler, got, c.want)
		}
	}
}

// What a material is made of is read: numbers by the file's names, and what stands for those
// that are not there.
func TestReadsWhatMaterialsAreMadeOf(t *testing.T) {
	of := func(m gltf.Material) Material { return loaded(t, laid(t, &m)).parts[0].material }
	m := of(gltf.Material{
		EmissiveFactor: [3]float64{0, 0.5, 1}, EmissiveTexture: &gltf.TextureInfo{Index: 1},
		NormalTexture:        &gltf.NormalTexture{Index: gltf.Index(0), Scale: gltf.Float(-2)},
		OcclusionTexture:     &gltf.OcclusionTexture{Index: gltf.Index(1), Strength: gltf.Float(0.25)},
		PBRMetallicRoughness: &gltf.PBRMetallicRoughness{MetallicFactor: gltf.Float(0.75), RoughnessFactor: gltf.Float(0.25)},
		Extensions: gltf.Extensions{
			"KHR_materials_emissive_strength": json.RawMessage(`{"emissiveStrength":4}`),
			"KHR_materials_specular":          json.RawMessage(`{"specularFactor":0.75}`),
			"KHR_materials_sheen":             json.RawMessage(`{"sheenColorFactor":[0.5,1,2],"sheenRoughnessFactor":0.25,"sheenRoughnessTexture":{"index":0}}`),
			"KHR_materials_ior":               json.RawMessage(`{"ior":2}`),
			"KHR_materials_iridescence":       json.RawMessage(`{"iridescenceFactor":0.5,"iridescenceIor":1.56,"iridescenceTexture":{"index":0}}`),
		},
	})
	if m.Metal != 0.75 || m.Smooth != 0.75 || m.Bump != -2 || m.Hides != 0.25 || m.Glow != [3]float32{0, 2, 4} || m.Index != 2 || m.Weak != 0.25 {
		t.Errorf("read as %+v", m)
	}
	if f := m.Film; f.Share != 0.5 || f.Index != 1.56 || f.Thin != 100 || f.Thick != 400 || f.Shares == nil || f.Thicknesses != nil {
		t.Errorf("a film is read as %+v", f)
	}
	if s := m.Sheen; s.Colour != (mgl32.Vec3{0.5, 1, 1}) || s.Rough != 0.25 || s.Colours != nil || s.Roughs == nil {
		t.Errorf("sheen is read as %+v", s)
	}
	if m.Normal == nil || m.Hidden == nil || m.GlowMap == nil || m.Rough != nil || m.Texture != nil || !m.Textured() || m.Plain() {
		t.Errorf("maps are read as %+v", m)
	}
	if m := of(gltf.Material{}); m.Metal != 1 || m.Smooth != 0 {
		t.Errorf("a material that says nothing is %v metal and %v smooth; by the specification it is metal and rough", m.Metal, m.Smooth)
	}
	if m := of(gltf.Material{PBRMetallicRoughness: &gltf.PBRMetallicRoughness{MetallicFactor: gltf.Float(0)}}); !m.Plain() || m.Textured() {
		t.Errorf("what is rough and no metal is %+v", m)
	}
}

// paint adds a picture of one pixel, and a texture of it.
func paint(t *testing.T, doc *gltf.Document) {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewNRGBA(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	at, err := modeler.WriteImage(doc, "pixel", "image/png", &file)
	if err != nil {
		t.Fatal(err)
	}
	doc.Textures = append(doc.Textures, &gltf.Texture{Source: &at})
}
