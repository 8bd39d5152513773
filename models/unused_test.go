package models

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/unlit"
)

// A model says what of its materials is not drawn, and nothing where all is.
func TestSaysWhatOfMaterialsIsNotDrawn(t *testing.T) {
	map1 := &gltf.TextureInfo{}
	for want, m := range map[string]*gltf.Material{
		"": {PBRMetallicRoughness: &gltf.PBRMetallicRoughness{RoughnessFactor: gltf.Float(0.4)}, DoubleSided: true},
		"normal map, metallic-roughness map, occlusion map, emissive map": {
			NormalTexture: &gltf.NormalTexture{Index: gltf.Index(0)}, OcclusionTexture: &gltf.OcclusionTexture{Index: gltf.Index(0)},
			EmissiveTexture: map1, EmissiveFactor: [3]float64{1, 1, 1},
			PBRMetallicRoughness: &gltf.PBRMetallicRoughness{MetallicRoughnessTexture: map1},
		},
		"emissive colour": {EmissiveFactor: [3]float64{0, 0.5, 0}},
		"KHR_materials_clearcoat, KHR_materials_ior": {Extensions: gltf.Extensions{
			"KHR_materials_ior": json.RawMessage(`{"ior":1.4}`), "KHR_materials_clearcoat": json.RawMessage(`{"clearcoatFactor":1}`)}},
	} {
		doc := unit3()
		doc.Materials = []*gltf.Material{m}
		doc.Meshes[0].Primitives[0].Material = gltf.Index(0)
		got := strings.Join(loaded(t, doc).Warnings, "; ")
		if want != "" {
			want = "material 0: not drawn of it: " + want
		}
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	doc := unit3()
	doc.Materials = []*gltf.Material{{NormalTexture: &gltf.NormalTexture{Index: gltf.Index(0)}, Extensions: gltf.Extensions{unlit.ExtensionName: unlit.Unlit{}}}}
	doc.Meshes[0].Primitives[0].Material = gltf.Index(0)
	if got := loaded(t, doc).Warnings; len(got) != 0 {
		t.Errorf("of an unlit material, which has no use for a normal map: %q", got)
	}
}
