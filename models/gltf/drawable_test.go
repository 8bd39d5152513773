package gltf

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/modeler"

	"skein/models/internal/testdoc"
)

func loadWithWarning(t *testing.T, doc *gltf.Document, want string) *Model {
	t.Helper()
	m := loadModel(t, doc)
	if len(m.Warnings) != 1 || !strings.Contains(m.Warnings[0], want) {
		t.Errorf("the warnings are %q, want one with %q", m.Warnings, want)
	}
	return m
}

// TestRequiredLooks checks that required extensions give a warning if they concern only the appearance,
// lights or cameras, and otherwise an error.
func TestRequiredLooks(t *testing.T) {
	for name, looks := range map[string]bool{
		"KHR_lights_punctual": true, "KHR_materials_clearcoat": true, "KHR_materials_variants": true, "EXT_lights_image_based": true,
		"KHR_texture_basisu": true, "MSFT_texture_dds": true, "KHR_techniques_webgl": true, "MSFT_packing_occlusionRoughnessMetallic": true,
		"KHR_xmp": true, "KHR_xmp_json_ld": true, "VRMC_materials_mtoon": true,
		"EXT_mesh_gpu_instancing": false, "KHR_animation_pointer": false, "lights": false, "": false,
	} {
		doc := testdoc.Valid()
		doc.ExtensionsRequired = []string{name}
		m, err := Decode("looks.glb", testdoc.Encode(t, doc), nil)
		if (err == nil) != looks {
			t.Errorf("the required extension %q gives the error %v", name, err)
		}
		want := []string{"requires the extension " + name + ", which is not supported; drawn without the extension"}
		if looks && err == nil && !slices.Equal(m.Warnings, want) {
			t.Errorf("the warnings are %q, want %q", m.Warnings, want)
		}
	}
}

// TestFaultyTextures checks that a damaged texture is left out with a warning.
func TestFaultyTextures(t *testing.T) {
	pixel := testdoc.EmptyPNG(1, 1, 8, 6, 0)
	inline := func(data []byte) *gltf.Image {
		return &gltf.Image{URI: "data:image/png;base64," + base64.StdEncoding.EncodeToString(data)}
	}
	first := &gltf.Texture{Source: gltf.Index(0)}
	for _, c := range []struct {
		want    string
		texture *gltf.Texture
		image   *gltf.Image
	}{
		{"", first, inline(pixel)},
		{"texture 0 does not exist", nil, nil},
		{"texture 0: image 4 does not exist", &gltf.Texture{Source: gltf.Index(4)}, nil},
		{"texture 0: image 0: has neither a uri", first, &gltf.Image{}},
		{"texture 0: image 0: buffer view 60", first, &gltf.Image{BufferView: gltf.Index(60)}},
		{"texture 0: image 0: not a PNG, JPEG or WebP image", first, &gltf.Image{BufferView: gltf.Index(0)}},
		{"texture 0: image 0: not a PNG, JPEG or WebP image", first, inline(pixel[:20])},
		{"texture 0: image 0: the image is damaged: unexpected EOF", first, inline(append(pixel[:40:40], 1, 2, 3))},
		{"texture 0: image 0: not a PNG, JPEG or WebP image", first, &gltf.Image{URI: "damaged.png"}},
		{"texture 0: sampler 8 does not exist", &gltf.Texture{Source: gltf.Index(0), Sampler: gltf.Index(8)}, inline(pixel)},
	} {
		doc := testdoc.TexturedTriangle(t, pixel)
		doc.Materials[0].PBRMetallicRoughness.BaseColorFactor = &[4]float64{0.25, 0.5, 1, 1}
		doc.Textures, doc.Images = nil, nil
		if c.texture != nil {
			doc.Textures = append(doc.Textures, c.texture)
		}
		if c.image != nil {
			doc.Images = append(doc.Images, c.image)
		}
		m, err := Decode("textured.glb", testdoc.Encode(t, doc), fstest.MapFS{"damaged.png": {Data: pixel[:20]}})
		if err != nil {
			t.Errorf("%s: %v", c.want, err)
			continue
		}
		drawn, text := m.Parts[0].Material, strings.Join(m.Warnings, "; ")
		if (drawn.Texture == nil) != (c.want != "") || drawn.BaseColour != (mgl32.Vec4{0.25, 0.5, 1, 1}) {
			t.Errorf("%s: the texture is %v and the colour %v", c.want, drawn.Texture, drawn.BaseColour)
		}
		if c.want != "" && !strings.Contains(text, "material 0 has no texture, because it cannot be read: "+c.want) {
			t.Errorf("the warnings are %q, want %q", text, c.want)
		}
	}
}

// TestUnreadableImageFiles checks that a texture whose file cannot be opened is an error, because a user
// might not notice that the bird has no texture.
func TestUnreadableImageFiles(t *testing.T) {
	long := strings.Repeat("x", 1<<16)
	for uri, want := range map[string]string{
		"feathers.png":             "material 0: texture 0: image 0: feathers.png: file does not exist",
		"../secret.png":            "image 0: uri \"../secret.png\" is outside the model's folder",
		"http://example.org/a.png": "image 0: uri \"http://example.org/a.png\": must be a file",
		long:                       "x …: file does not exist",
		"../" + long:               "x …\" is outside the model's folder",
		"http:" + long:             "x …\": must be a file",
		"%zz" + long:               "x …\": invalid URL escape \"%zz\"",
	} {
		doc := testdoc.TexturedTriangle(t, testdoc.EmptyPNG(1, 1, 8, 6, 0))
		doc.Images[0] = &gltf.Image{URI: uri}
		_, err := Decode("textured.glb", testdoc.Encode(t, doc), fstest.MapFS{})
		if err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 300 {
			t.Errorf("%.20s: want an error with %q in at most 300 bytes, got %.400v", uri, want, err)
		}
	}
}

// TestManyWarnings checks that a model keeps at most 20 warnings, followed by a line which says
// that there are more.
func TestManyWarnings(t *testing.T) {
	l := &loader{model: new(Model), warned: map[string]bool{}}
	formatted := 0
	for k := range 100 {
		l.warn("%v %d", counter{&formatted}, k/2)
	}
	if n := len(l.model.Warnings); n != 21 || l.model.Warnings[20] != "and more" || l.model.Warnings[19] != "text 19" {
		t.Errorf("the %d warnings are %q", n, l.model.Warnings)
	}
	if formatted != 41 { // each of the first 20 warnings is formatted twice, and the first one beyond the limit once
		t.Errorf("%d warnings were formatted, want 41", formatted)
	}
}

type counter struct{ n *int }

func (c counter) String() string {
	*c.n++
	return "text"
}

// TestBasisTextures checks that a texture with KHR_texture_basisu is drawn with its fallback image, or left
// out with a warning.
func TestBasisTextures(t *testing.T) {
	basis := gltf.Extensions{"KHR_texture_basisu": json.RawMessage(`{"source":1}`)}
	doc := testdoc.TexturedTriangle(t, testdoc.EmptyPNG(1, 1, 8, 6, 0))
	doc.Images = append(doc.Images, &gltf.Image{URI: "data:image/ktx2;base64,q0tUWA=="})
	doc.Textures[0].Extensions = basis
	if m := loadModel(t, doc); m.Parts[0].Material.Texture == nil || m.Parts[0].Material.Texture.Image.Rect.Dx() != 1 {
		t.Error("the fallback image is not read")
	}
	doc.Textures[0].Source = nil
	m := loadModel(t, doc)
	if want := "texture 0 has no PNG, JPEG or WebP image; drawn without it"; m.Parts[0].Material.Texture != nil || !slices.Contains(m.Warnings, want) {
		t.Errorf("the texture is %v and the warnings are %q, want none and %q", m.Parts[0].Material.Texture, m.Warnings, want)
	}
}

// TestNegativeWeights checks that a joint weight from −0.1 to 0 is set to 0 with a warning. A lower weight
// is an error.
func TestNegativeWeights(t *testing.T) {
	document := func(lowest float32) *gltf.Document {
		doc := testdoc.Valid()
		doc.Animations = nil
		doc.Nodes = append(doc.Nodes, &gltf.Node{Translation: [3]float64{0, 0, 10}})
		doc.Scenes[0].Nodes = append(doc.Scenes[0].Nodes, 2)
		doc.Skins[0] = &gltf.Skin{Joints: []int{1, 2}}
		p := doc.Meshes[0].Primitives[0]
		p.Attributes[gltf.JOINTS_0] = modeler.WriteJoints(doc, [][4]uint8{{0, 1}, {0, 1}, {0, 1}})
		p.Attributes[gltf.WEIGHTS_0] = modeler.WriteWeights(doc, [][4]float32{{1}, {lowest, 1 - lowest}, {0.5, 0.5}})
		return doc
	}
	for _, lowest := range []float32{-0.027, -0.1} {
		m := loadWithWarning(t, document(lowest), "mesh 0: primitive 0: a joint weight of 1 vertex is negative (vertex 1: ")
		checkPositions(t, m, -1, 0, mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 1, 10}, mgl32.Vec3{0, 0, 6})
	}
	if m := loadModel(t, document(-5e-5)); len(m.Warnings) != 0 {
		t.Errorf("a weight that is negative by rounding gives the warnings %q", m.Warnings)
	}
	_, err := Decode("bad.glb", testdoc.Encode(t, document(-0.11)), nil)
	if err == nil || !strings.Contains(err.Error(), "vertex 1: a joint weight is -0.11; it must be from 0 to 1") {
		t.Errorf("a weight of -0.11 gives the error %v", err)
	}
}

// TestUnknownInterpolation checks that only a channel with an unknown interpolation is left out, with a
// warning.
func TestUnknownInterpolation(t *testing.T) {
	doc := testdoc.Valid()
	a := doc.Animations[0]
	a.Samplers = append(a.Samplers, &gltf.AnimationSampler{Input: a.Samplers[0].Input,
		Output: modeler.WriteAccessor(doc, gltf.TargetNone, [][3]float32{{}, {4, 0, 0}})})
	a.Channels = append(a.Channels, &gltf.AnimationChannel{Sampler: 1, Target: gltf.AnimationChannelTarget{Node: gltf.Index(1), Path: gltf.TRSTranslation}})
	plain := textOf(t, doc)
	for _, interpolation := range []string{`"BEZIER"`, `5`, `null`, `"linear"`} {
		// The first sampler belongs to the rotation.
		text := strings.Replace(plain, `"samplers":[{`, `"samplers":[{"interpolation":`+interpolation+`,`, 1)
		m, err := Decode("odd.gltf", []byte(text), nil)
		if err != nil {
			t.Fatalf("%s: %v", interpolation, err)
		}
		want := "animation 0: channel 0 has the unknown interpolation " + interpolation + "; left out"
		if !slices.Equal(m.Warnings, []string{want}) || m.Clips[0].Channels != 1 {
			t.Errorf("%d channels are left and the warnings are %q, want 1 and %q", m.Clips[0].Channels, m.Warnings, want)
		}
		checkPositions(t, m, 0, 0.5, mgl32.Vec3{3, 0, 0}, mgl32.Vec3{2, 1, 0})
	}
}
