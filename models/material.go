package models

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/draw"
	_ "image/jpeg" // textures
	_ "image/png"  // textures
	"io/fs"
	"net/url"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/texturetransform"
	"github.com/qmuntal/gltf/ext/unlit"
)

// picture is a decoded image, kept so that materials share it.
type picture struct {
	pixels *image.NRGBA
	err    error
}

// material reads material i; -1 is glTF's default material.
func (l *loader) material(i int) (Material, error) {
	out := Material{Base: mgl32.Vec4{1, 1, 1, 1}}
	if i < 0 {
		return out, nil
	}
	from := l.doc.Materials[i]
	out.Name = from.Name
	out.DoubleSided = from.DoubleSided
	_, out.Unlit = from.Extensions[unlit.ExtensionName]
	if pbr := from.PBRMetallicRoughness; pbr != nil {
		for k, v := range pbr.BaseColorFactorOrDefault() {
			out.Base[k] = float32(v)
		}
		if pbr.BaseColorTexture != nil {
			var err error
			if out.Texture, err = l.texture(pbr.BaseColorTexture.Index); err != nil {
				return out, err
			}
		}
	}
	for _, v := range out.Base {
		if !(v >= 0 && v <= 1) {
			return out, fmt.Errorf("base colour factor %v; want 0 to 1", v)
		}
	}
	switch from.AlphaMode {
	case gltf.AlphaMask:
		out.Cutoff = float32(from.AlphaCutoffOrDefault())
	case gltf.AlphaBlend:
		out.Blend = true
	}
	return out, nil
}

// mapping is the set of texture coordinates that a material uses, and what
// KHR_texture_transform does to them.
func (l *loader) mapping(material int) (int, mgl32.Mat3) {
	if material < 0 {
		return 0, mgl32.Ident3()
	}
	pbr := l.doc.Materials[material].PBRMetallicRoughness
	if pbr == nil || pbr.BaseColorTexture == nil {
		return 0, mgl32.Ident3()
	}
	info := pbr.BaseColorTexture
	t, ok := info.Extensions[texturetransform.ExtensionName].(*texturetransform.TextureTransform)
	if !ok {
		return info.TexCoord, mgl32.Ident3()
	}
	set := info.TexCoord
	if t.TexCoord != nil {
		set = *t.TexCoord
	}
	move := mgl32.Translate2D(float32(t.Offset[0]), float32(t.Offset[1]))
	turn := mgl32.HomogRotate2D(float32(-t.Rotation))
	size := mgl32.Scale2D(float32(t.Scale[0]), float32(t.Scale[1]))
	return set, move.Mul3(turn).Mul3(size)
}

// texture reads a texture: its image and sampler.
func (l *loader) texture(i int) (*Texture, error) {
	if err := inRange("texture", i, len(l.doc.Textures)); err != nil {
		return nil, err
	}
	from := l.doc.Textures[i]
	if from.Source == nil {
		l.warn("texture %d: no PNG or JPEG image; drawn without", i)
		return nil, nil
	}
	pixels, err := l.picture(*from.Source)
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

func wrap(w gltf.WrappingMode) Wrap {
	switch w {
	case gltf.WrapMirroredRepeat:
		return Mirror
	case gltf.WrapClampToEdge:
		return Clamp
	}
	return Repeat
}

// picture decodes image i, once.
func (l *loader) picture(i int) (*image.NRGBA, error) {
	if err := inRange("image", i, len(l.doc.Images)); err != nil {
		return nil, err
	}
	p, ok := l.images[i]
	if !ok {
		p = new(picture)
		p.pixels, p.err = l.image(i)
		l.images[i] = p
	}
	if p.err != nil {
		return nil, fmt.Errorf("image %d: %w", i, p.err)
	}
	return p.pixels, nil
}

// image decodes a PNG or JPEG image, its size checked first.
func (l *loader) image(i int) (*image.NRGBA, error) {
	data, err := l.imageBytes(l.doc.Images[i])
	if err != nil {
		return nil, err
	}
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("want PNG or JPEG: %w", err)
	}
	const side = 8192
	if config.Width > side || config.Height > side {
		return nil, fmt.Errorf("%d × %d pixels; want at most %d × %d", config.Width, config.Height, side, side)
	}
	if err := l.spend(4 * config.Width * config.Height); err != nil {
		return nil, err
	}
	decoded, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	if out, ok := decoded.(*image.NRGBA); ok {
		return out, nil
	}
	out := image.NewNRGBA(decoded.Bounds())
	draw.Draw(out, out.Bounds(), decoded, decoded.Bounds().Min, draw.Src)
	return out, nil
}

// imageBytes finds an image in a buffer view, a data URI or a file beside.
func (l *loader) imageBytes(im *gltf.Image) ([]byte, error) {
	if im.BufferView != nil {
		data, _, err := l.view(*im.BufferView)
		return data, err
	}
	if rest, ok := strings.CutPrefix(im.URI, "data:"); ok {
		_, coded, ok := strings.Cut(rest, ";base64,")
		if !ok {
			return nil, fmt.Errorf("a data URI that is not base64")
		}
		return base64.StdEncoding.DecodeString(coded)
	}
	name, err := url.PathUnescape(strings.TrimPrefix(im.URI, "./"))
	if err != nil {
		return nil, err
	}
	return fs.ReadFile(l.files, name)
}
