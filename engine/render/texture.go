//go:build cgo

package render

import (
	"image"
	"image/color"
	"image/draw"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/models"
)

var white = color.NRGBA{255, 255, 255, 255}

func bindTexture(unit, kind, texture uint32) {
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	gl.BindTexture(kind, texture)
}

// newTarget2D makes a texture to draw into, linear, without mipmaps.
func newTarget2D(o objects, name string, format int32, w, h int32) uint32 {
	texture := o.texture(unitSurface, gl.TEXTURE_2D, name)
	gl.TexImage2D(gl.TEXTURE_2D, 0, format, w, h, 0, gl.RGBA, gl.UNSIGNED_BYTE, nil)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
	return texture
}

// newTexture uploads an sRGB image with mipmaps. An image without bounds gives
// one texel.
func newTexture(o objects, name string, m image.Image) uint32 {
	return newImage(o, name, gl.SRGB8_ALPHA8, m)
}

// newImage uploads an image in a format, likewise.
func newImage(o objects, name string, format int32, m image.Image) uint32 {
	size := m.Bounds().Size()
	if _, uniform := m.(*image.Uniform); uniform {
		size = image.Pt(1, 1)
	}
	packed := image.NewNRGBA(image.Rectangle{Max: size})
	if as, ok := m.(*image.NRGBA); ok { // what is drawn loses its colours where it is clear
		for y := range size.Y {
			copy(packed.Pix[y*packed.Stride:], as.Pix[as.PixOffset(as.Rect.Min.X, as.Rect.Min.Y+y):][:4*size.X])
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

// Picture uploads an image for the panel to show, as it is, and returns OpenGL's name of it,
// which is valid until Close.
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
func newSurface(o objects, t *models.Texture) uint32 {
	return bordered(newTexture(o, "surface", t.Image), t)
}

// bordered gives a texture that is bound what a material's says of its borders.
func bordered(texture uint32, t *models.Texture) uint32 {
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, wrap(t.WrapS))
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, wrap(t.WrapT))
	if t.Nearest {
		gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	}
	return texture
}

func wrap(w models.Wrap) int32 {
	switch w {
	case models.Mirror:
		return gl.MIRRORED_REPEAT
	case models.Clamp:
		return gl.CLAMP_TO_EDGE
	}
	return gl.REPEAT
}
