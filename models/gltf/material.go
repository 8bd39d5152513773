package gltf

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/specular"
	"github.com/qmuntal/gltf/ext/unlit"
)

const extWebP = "EXT_texture_webp"

func (l *loader) readMaterial(i int) (Material, error) {
	out := Material{BaseColour: mgl32.Vec4{1, 1, 1, 1}}
	if i < 0 {
		return out, nil
	}
	from := l.doc.Materials[i]
	out.Name, out.DoubleSided = displayName(from.Name), from.DoubleSided
	_, out.Unlit = from.Extensions[unlit.ExtensionName]
	if err := l.readBaseColour(i, from, &out); err != nil {
		return out, err
	}
	l.warnUnused(i, from, l.readMaps(from, &out))
	switch from.AlphaMode {
	case gltf.AlphaMask:
		out.AlphaCutoff = float32(from.AlphaCutoffOrDefault())
	case gltf.AlphaBlend:
		out.Blend = true
	}
	return out, nil
}

// readBaseColour reads the base colour and texture of material i. If the texture is damaged, it leaves the
// texture out and adds a warning. If a file cannot be opened, it returns an error, because the file was
// probably not copied with the model.
func (l *loader) readBaseColour(i int, from *gltf.Material, out *Material) error {
	colour, texture := baseColour(from)
	const rounding = 0.01
	for k, v := range colour {
		if !(v >= -rounding && v <= 1+rounding) {
			return fmt.Errorf("the base colour factor is %v; it must be from 0 to 1", v)
		}
		out.BaseColour[k] = float32(min(max(v, 0), 1))
	}
	if texture == nil {
		return nil
	}
	var err error
	if out.Texture, err = l.readTexture(texture.Index, maxTextureSide); errors.As(err, new(sideFileError)) {
		return err
	} else if err != nil {
		l.warn("material %d has no texture, because it cannot be read: %v", i, err)
	}
	return nil
}

// baseColour returns a material's base colour and its texture, if any. In the extension
// KHR_materials_pbrSpecularGlossiness, these are the diffuse colour and texture.
func baseColour(m *gltf.Material) ([4]float64, *gltf.TextureInfo) {
	if pbr := m.PBRMetallicRoughness; pbr != nil {
		return pbr.BaseColorFactorOrDefault(), pbr.BaseColorTexture
	}
	legacy, ok := m.Extensions[specular.ExtensionName].(*specular.PBRSpecularGlossiness)
	if !ok || legacy.DiffuseFactor == nil {
		return [4]float64{1, 1, 1, 1}, nil
	}
	return *legacy.DiffuseFactor, legacy.DiffuseTexture
}

// materialMapping returns the index of the texture coordinates that a material's first texture uses, and
// their matrix. All drawn textures share them.
func (l *loader) materialMapping(material int) (int, mgl32.Mat3, error) {
	if material < 0 {
		return 0, mgl32.Ident3(), nil
	}
	all := materialMaps(l.doc.Materials[material], &Material{})
	if len(all) == 0 {
		return 0, mgl32.Ident3(), nil
	}
	set, shift, err := uvMapping(all[0].info)
	if err != nil {
		err = fmt.Errorf("material %d: %w", material, err)
	}
	return set, shift, err
}

func (l *loader) readTexture(i, side int) (*Texture, error) {
	if err := checkIndex("texture", i, len(l.doc.Textures)); err != nil {
		return nil, err
	}
	from := l.doc.Textures[i]
	source := from.Source
	if source == nil {
		source = webpSource(from)
	}
	if source == nil {
		l.warn("texture %d has no PNG, JPEG or WebP image; drawn without it", i)
		return nil, nil
	}
	pixels, err := l.cachedImage(*source, side)
	if err != nil {
		return nil, fmt.Errorf("texture %d: %w", i, err)
	}
	out := &Texture{Image: pixels}
	if from.Sampler == nil {
		return out, nil
	}
	if err := checkIndex("sampler", *from.Sampler, len(l.doc.Samplers)); err != nil {
		return nil, fmt.Errorf("texture %d: %w", i, err)
	}
	s := l.doc.Samplers[*from.Sampler]
	out.WrapS, out.WrapT, out.Nearest = wrapMode(s.WrapS), wrapMode(s.WrapT), s.MagFilter == gltf.MagNearest
	return out, nil
}

func webpSource(t *gltf.Texture) *int {
	raw, ok := t.Extensions[extWebP].(json.RawMessage)
	if !ok {
		return nil
	}
	var extension struct{ Source *int }
	if err := json.Unmarshal(raw, &extension); err != nil {
		return nil
	}
	return extension.Source
}

// sharedSamplers returns the samplers that are ignored. Maps that are drawn as one texture have the sampler
// of the first map.
func (m *Material) sharedSamplers(all []materialMap) (ignored []string) {
	for _, together := range [][]**Texture{
		{&m.OcclusionMap, &m.MetallicRoughnessMap}, {&m.Iridescence.FactorMap, &m.Iridescence.ThicknessMap, &m.SpecularMap}, {&m.Sheen.ColourMap, &m.Sheen.RoughnessMap},
	} {
		var first *materialMap
		for _, to := range together {
			k := slices.IndexFunc(all, func(m materialMap) bool { return m.to == to })
			switch {
			case *to == nil || k < 0:
			case first == nil:
				first = &all[k]
			case (*to).WrapS != (*first.to).WrapS || (*to).WrapT != (*first.to).WrapT || (*to).Nearest != (*first.to).Nearest:
				ignored = append(ignored, fmt.Sprintf("the sampler of its %s (uses that of the %s)", all[k].name, first.name))
			}
		}
	}
	return ignored
}

func wrapMode(w gltf.WrappingMode) Wrap {
	switch w {
	case gltf.WrapMirroredRepeat:
		return Mirror
	case gltf.WrapClampToEdge:
		return Clamp
	}
	return Repeat
}

// Material is glTF's metallic-roughness material. If all fields after Unlit are zero, the surface is matte
// and has only its colour. [Model.Warnings] lists what is not drawn.
type Material struct {
	Name        string
	BaseColour  mgl32.Vec4 // linear colour
	Texture     *Texture   // base colour texture; nil if none
	AlphaCutoff float32    // fragments with a lower alpha are discarded; 0 if none
	Blend       bool       // alpha is opacity
	DoubleSided bool
	Unlit       bool

	Metallic             float32    // 0 to 1
	Smoothness           float32    // 1 − roughness
	MetallicRoughnessMap *Texture   // factors for roughness (green) and Metallic (blue)
	NormalMap            *Texture   // normals in tangent space
	NormalScale          float32    // strength of NormalMap
	OcclusionMap         *Texture   // map of ambient occlusion, in red
	OcclusionStrength    float32    // 0 to 1
	Emissive             mgl32.Vec3 // linear colour of the emitted light
	EmissiveMap          *Texture   // factor for Emissive
	IOR                  float32    // index of refraction; 0 means 1.5
	SpecularLoss         float32    // 1 − specularFactor of KHR_materials_specular
	SpecularMap          *Texture   // factor for the specular strength, in alpha
	Iridescence          Iridescence
	Sheen                Sheen
}

// Texture is an image with the settings of its sampler.
type Texture struct {
	Image        *image.NRGBA // in sRGB if it contains colours
	WrapS, WrapT Wrap         // wrapping modes, horizontal and vertical
	Nearest      bool         // magnify without interpolation
}

// Wrap is the wrapping mode of a texture.
type Wrap int

const (
	Repeat Wrap = iota
	Mirror      // repeat the texture, mirrored every other time
	Clamp       // repeat the outermost pixels
)
