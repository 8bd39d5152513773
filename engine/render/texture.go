//go:build cgo

package render

import (
	"image"
	"image/color"
	"image/draw"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/models/gltf"
)

var white = color.NRGBA{255, 255, 255, 255}

// bindTexture binds a texture of a kind to a texture unit.
func bindTexture(unit, kind, texture uint32) {
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	gl.BindTexture(kind, texture)
}

// newTarget2D makes a texture to draw into, with linear filtering and no mipmaps.
func newTarget2D(o objects, name string, format int32, w, h int32) uint32 {
	texture := o.texture(unitSurface, gl.TEXTURE_2D, name)
	gl.TexImage2D(gl.TEXTURE_2D, 0, format, w, h, 0, gl.RGBA, gl.UNSIGNED_BYTE, nil)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
	return texture
}

// newTexture uploads an sRGB image with mipmaps. An image without bounds becomes one texel.
func newTexture(o objects, name string, m image.Image) uint32 {
	return newImage(o, name, gl.SRGB8_ALPHA8, m)
}

// newImage uploads an image in a format, with mipmaps. An image without bounds becomes one
// texel.
func newImage(o objects, name string, format int32, m image.Image) uint32 {
	size := m.Bounds().Size()
	if _, uniform := m.(*image.Uniform); uniform {
		size = image.Pt(1, 1)
	}
	packed := image.NewNRGBA(image.Rectangle{Max: size})
	if source, ok := m.(*image.NRGBA); ok { // draw.Draw would lose the colours of transparent pixels
		for y := range size.Y {
			copy(packed.Pix[y*packed.Stride:], source.Pix[source.PixOffset(source.Rect.Min.X, source.Rect.Min.Y+y):][:4*size.X])
		}
	} else {
		draw.Draw(packed, packed.Rect, m, m.Bounds().Min, draw.Src)
	}
	texture := o.texture(unitSurface, gl.TEXTURE_2D, name)
	gl.TexImage2D(gl.TEXTURE_2D, 0, format, int32(size.X), int32(size.Y), 0, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(packed.Pix))
	gl.GenerateMipmap(gl.TEXTURE_2D)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST)
	return texture
}

// Picture uploads an image for the panel, unchanged, and returns OpenGL's name for the texture.
// The texture is valid until Close.
func (r *Renderer) Picture(m image.Image) uint32 {
	size := m.Bounds().Size()
	packed := image.NewNRGBA(image.Rectangle{Max: size})
	draw.Draw(packed, packed.Rect, m, m.Bounds().Min, draw.Src)
	texture := newTarget2D(r.objects, "picture", gl.RGBA8, int32(size.X), int32(size.Y))
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, int32(size.X), int32(size.Y), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(packed.Pix))
	r.pictures = append(r.pictures, texture)
	return texture
}

// newSurface uploads a material's texture.
func newSurface(o objects, t *gltf.Texture) uint32 {
	return setWrap(newTexture(o, "surface", t.Image), t)
}

// setWrap sets the wrapping and the filter of a bound texture as a material says.
func setWrap(texture uint32, t *gltf.Texture) uint32 {
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, wrapMode(t.WrapS))
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, wrapMode(t.WrapT))
	if t.Nearest {
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	}
	return texture
}

func wrapMode(w gltf.Wrap) int32 {
	switch w {
	case gltf.Mirror:
		return gl.MIRRORED_REPEAT
	case gltf.Clamp:
		return gl.CLAMP_TO_EDGE
	}
	return gl.REPEAT
}
