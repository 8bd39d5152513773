//go:build cgo

package gpu

import (
	"image"
	"image/draw"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/models/gltf"
)

// BindTexture binds a texture of the given kind to a texture unit.
func BindTexture(unit, kind, texture uint32) {
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	gl.BindTexture(kind, texture)
}

// NewTexture uploads an sRGB image with mipmaps. An [image.Uniform] becomes one texel.
func NewTexture(o Objects, name string, m image.Image) uint32 {
	return NewImage(o, name, gl.SRGB8_ALPHA8, m)
}

// NewImage uploads an image with mipmaps in an internal format of OpenGL. An [image.Uniform] becomes one
// texel.
func NewImage(o Objects, name string, format int32, m image.Image) uint32 {
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
	texture := o.Texture(UnitSurface, gl.TEXTURE_2D, name)
	gl.TexImage2D(gl.TEXTURE_2D, 0, format, int32(size.X), int32(size.Y), 0, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(packed.Pix))
	gl.GenerateMipmap(gl.TEXTURE_2D)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST)
	return texture
}

// NewSurface uploads a material's texture.
func NewSurface(o Objects, t *gltf.Texture) uint32 {
	return SetWrap(NewTexture(o, "surface", t.Image), t)
}

// SetWrap sets the wrapping and filter of the bound texture to those of t. It returns texture.
func SetWrap(texture uint32, t *gltf.Texture) uint32 {
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

// NewTile uploads a square texture that repeats, with four bytes per texel.
func NewTile(o Objects, unit uint32, name string, size int32, texels []byte) uint32 {
	texture := o.Texture(unit, gl.TEXTURE_2D, name)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, size, size, 0, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(texels))
	gl.GenerateMipmap(gl.TEXTURE_2D)
	return texture
}
