package models

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/specular"
	"github.com/qmuntal/gltf/ext/unlit"
)

// webp is the extension that lets textures be WebP.
const webp = "EXT_texture_webp"

// material reads material i; -1 is glTF's default material.
func (l *loader) material(i int) (Material, error) {
	out := Material{Base: mgl32.Vec4{1, 1, 1, 1}}
	if i < 0 {
		return out, nil
	}
	from := l.doc.Materials[i]
	out.Name, out.DoubleSided = label(from.Name), from.DoubleSided
	_, out.Unlit = from.Extensions[unlit.ExtensionName]
	if err := l.base(from, &out); err != nil {
		return out, err
	}
	l.unused(i, from, l.substance(from, &out))
	switch from.AlphaMode {
	case gltf.AlphaMask:
		out.Cutoff = float32(from.AlphaCutoffOrDefault())
	case gltf.AlphaBlend:
		out.Blend = true
	}
	return out, nil
}

// base reads the base colour and its texture.
func (l *loader) base(from *gltf.Material, out *Material) (err error) {
	colour, texture := baseColour(from)
	const rounding = 0.01
	for k, v := range colour {
		if !(v >= -rounding && v <= 1+rounding) {
			return fmt.Errorf("base colour factor %v; want 0 to 1", v)
		}
		out.Base[k] = float32(min(max(v, 0), 1))
	}
	if texture != nil {
		out.Texture, err = l.texture(texture.Index, keptSide)
	}
	return err
}

// baseColour is a material's base colour and the texture that multiplies it, if
// any; of older files, the diffuse colour.
func baseColour(m *gltf.Material) ([4]float64, *gltf.TextureInfo) {
	if pbr := m.PBRMetallicRoughness; pbr != nil {
		return pbr.BaseColorFactorOrDefault(), pbr.BaseColorTexture
	}
	old, ok := m.Extensions[specular.ExtensionName].(*specular.PBRSpecularGlossiness)
	if !ok || old.DiffuseFactor == nil {
		return [4]float64{1, 1, 1, 1}, nil
	}
	return *old.DiffuseFactor, old.DiffuseTexture
}

// mapping is how the first of a material's textures lies, as do the others.
func (l *loader) mapping(material int) (int, mgl32.Mat3, error) {
	if material < 0 {
		return 0, mgl32.Ident3(), nil
	}
	all := layers(l.doc.Materials[material], &Material{})
	if len(all) == 0 {
		return 0, mgl32.Ident3(), nil
	}
	set, shift, err := lies(all[0].info)
	if err != nil {
		err = fmt.Errorf("material %d: %w", material, err)
	}
	return set, shift, err
}

// texture reads a texture: its image, at most so many pixels wide and high, and its sampler.
func (l *loader) texture(i, side int) (*Texture, error) {
	if err := inRange("texture", i, len(l.doc.Textures)); err != nil {
		return nil, err
	}
	from := l.doc.Textures[i]
	source := from.Source
	if source == nil {
		source = webpSource(from)
	}
	if source == nil {
		l.warn("texture %d: no PNG, JPEG or WebP image; drawn without", i)
		return nil, nil
	}
	pixels, err := l.picture(*source, side)
	if err != nil {
		return nil, fmt.Errorf("texture %d: %w", i, err)
	}
	out := &Texture{Image: pixels}
	if from.Sampler == nil {
		return out, nil
	}
	if err := inRange("sampler", *from.Sampler, len(l.doc.Samplers)); err != nil {
		return nil, fmt.Errorf("texture %d: %w", i, err)
	}
	s := l.doc.Samplers[*from.Sampler]
	out.WrapS, out.WrapT, out.Nearest = wrap(s.WrapS), wrap(s.WrapT), s.MagFilter == gltf.MagNearest
	return out, nil
}

// webpSource is the WebP image of a texture, if it has one.
func webpSource(t *gltf.Texture) *int {
	raw, ok := t.Extensions[webp].(json.RawMessage)
	if !ok {
		return nil
	}
	var extension struct{ Source *int }
	if err := json.Unmarshal(raw, &extension); err != nil {
		return nil
	}
	return extension.Source
}

// shared are the samplers that are not gone by: of maps that are drawn as one with another, whose
// sampler holds.
func (m *Material) shared(all []layer) (left []string) {
	for _, together := range [][]**Texture{
		{&m.Hidden, &m.Rough}, {&m.Film.Shares, &m.Film.Thicknesses, &m.Weaker}, {&m.Sheen.Colours, &m.Sheen.Roughs},
	} {
		var first *layer
		for _, to := range together {
			k := slices.IndexFunc(all, func(each layer) bool { return each.to == to })
			switch {
			case *to == nil || k < 0:
			case first == nil:
				first = &all[k]
			case (*to).WrapS != (*first.to).WrapS || (*to).WrapT != (*first.to).WrapT || (*to).Nearest != (*first.to).Nearest:
				left = append(left, fmt.Sprintf("the sampler of its %s (the %s's holds)", all[k].name, first.name))
			}
		}
	}
	return left
}

func wrap(w gltf.WrappingMode) Wrap {
	switch w {
	case gltf.WrapMirroredRepeat:
		return Mirror
	case gltf.WrapClampToEdge:
		return Clamp
	}
	return Repeat
}
