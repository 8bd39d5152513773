package gltf

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

	"skein/models/internal/testdoc"
)

func materialTriangle(t *testing.T, m *gltf.Material) *gltf.Document {
	t.Helper()
	doc := testdoc.UnitTriangle()
	for range 2 {
		addPixelTexture(t, doc)
	}
	doc.Materials = []*gltf.Material{m}
	p := doc.Meshes[0].Primitives[0]
	p.Attributes[gltf.TEXCOORD_0] = modeler.WriteTextureCoord(doc, [][2]float32{{0, 0}, {1, 0}, {0, 1}})
	p.Material = gltf.Index(0)
	return doc
}

// TestUnusedMaterialWarnings checks that a model warns of exactly the parts of its materials that are not
// drawn.
func TestUnusedMaterialWarnings(t *testing.T) {
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
		{"occlusion map (its coordinates differ from those of the normal map)", gltf.Material{
			NormalTexture: &gltf.NormalTexture{Index: gltf.Index(0)}, OcclusionTexture: &gltf.OcclusionTexture{Index: gltf.Index(1), TexCoord: 1}}},
		{"emissive map (its coordinates differ from those of the texture)", gltf.Material{
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
			want = "material 0: not drawn: " + want
		}
		if got := strings.Join(loadModel(t, materialTriangle(t, &c.m)).Warnings, "; "); got != want {
			t.Errorf("the warnings are %q, want %q", got, want)
		}
	}
}

// TestSharedSamplerWarnings checks that a model warns if maps that are drawn as one texture
// have different samplers.
func TestSharedSamplerWarnings(t *testing.T) {
	for _, c := range []struct {
		sampler gltf.Sampler
		want    string
	}{
		{gltf.Sampler{}, ""},
		{gltf.Sampler{WrapS: gltf.WrapClampToEdge}, "material 0: not drawn: the sampler of its metallic-roughness map (uses that of the occlusion map)"},
		{gltf.Sampler{MagFilter: gltf.MagNearest}, "material 0: not drawn: the sampler of its metallic-roughness map (uses that of the occlusion map)"},
	} {
		doc := materialTriangle(t, &gltf.Material{
			NormalTexture:        &gltf.NormalTexture{Index: gltf.Index(1)}, // this texture is not shared with other maps
			OcclusionTexture:     &gltf.OcclusionTexture{Index: gltf.Index(0)},
			PBRMetallicRoughness: &gltf.PBRMetallicRoughness{MetallicRoughnessTexture: &gltf.TextureInfo{Index: 1}},
		})
		doc.Samplers = []*gltf.Sampler{&c.sampler}
		doc.Textures[1].Sampler = gltf.Index(0)
		if got := strings.Join(loadModel(t, doc).Warnings, "; "); got != c.want {
			t.Errorf("%+v: the warnings are %q, want %q", c.sampler, got, c.want)
		}
	}
}

// TestMaterialFactors checks that the factors of a material are read, and that missing factors have
// their defaults.
func TestMaterialFactors(t *testing.T) {
	read := func(m gltf.Material) Material { return loadModel(t, materialTriangle(t, &m)).Parts[0].Material }
	m := read(gltf.Material{
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
	if m.Metallic != 0.75 || m.Smoothness != 0.75 || m.NormalScale != -2 || m.OcclusionStrength != 0.25 || m.Emissive != [3]float32{0, 2, 4} || m.IOR != 2 || m.SpecularLoss != 0.25 {
		t.Errorf("the factors of the material are %+v", m)
	}
	if f := m.Iridescence; f.Factor != 0.5 || f.IOR != 1.56 || f.MinThickness != 100 || f.MaxThickness != 400 || f.FactorMap == nil || f.ThicknessMap != nil {
		t.Errorf("the iridescence is %+v", f)
	}
	if s := m.Sheen; s.Colour != (mgl32.Vec3{0.5, 1, 1}) || s.Roughness != 0.25 || s.ColourMap != nil || s.RoughnessMap == nil {
		t.Errorf("the sheen is %+v", s)
	}
	if m.NormalMap == nil || m.OcclusionMap == nil || m.EmissiveMap == nil || m.MetallicRoughnessMap != nil || m.Texture != nil || !m.Textured() || m.Plain() {
		t.Errorf("the maps of the material are %+v", m)
	}
	if m := read(gltf.Material{}); m.Metallic != 1 || m.Smoothness != 0 {
		t.Errorf("default material: metallic %v, smoothness %v; want 1 and 0 as in the specification", m.Metallic, m.Smoothness)
	}
	if m := read(gltf.Material{PBRMetallicRoughness: &gltf.PBRMetallicRoughness{MetallicFactor: gltf.Float(0)}}); !m.Plain() || m.Textured() {
		t.Errorf("a rough, non-metallic material is %+v, want a plain one without textures", m)
	}
}

func addPixelTexture(t *testing.T, doc *gltf.Document) {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewNRGBA(image.Rect(0, 0, 1, 1))); err != nil {
		t.Fatal(err)
	}
	index, err := modeler.WriteImage(doc, "pixel", "image/png", &file)
	if err != nil {
		t.Fatal(err)
	}
	doc.Textures = append(doc.Textures, &gltf.Texture{Source: &index})
}
