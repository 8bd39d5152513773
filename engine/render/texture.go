//go:build cgo

package render

import (
	"image"
	"image/color"
	"image/draw"
	"strings"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/models"
)

var white = color.NRGBA{255, 255, 255, 255}

func bindTexture(unit, kind, texture uint32) {
	gl.ActiveTexture(gl.TEXTURE0 + unit)
	gl.BindTexture(kind, texture)
}

// newTarget2D makes a texture to draw into, linear, without mipmaps.
func newTarget2D(format int32, w, h int32) (texture uint32) {
	gl.GenTextures(1, &texture)
	bindTexture(unitSurface, gl.TEXTURE_2D, texture)
	gl.TexImage2D(gl.TEXTURE_2D, 0, format, w, h, 0, gl.RGBA, gl.UNSIGNED_BYTE, nil)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
	return texture
}

// newTexture uploads an sRGB image with mipmaps. An image without bounds gives
// one texel.
func newTexture(m image.Image) (texture uint32) {
	size := m.Bounds().Size()
	if _, uniform := m.(*image.Uniform); uniform {
		size = image.Pt(1, 1)
	}
	packed := image.NewNRGBA(image.Rectangle{Max: size})
	draw.Draw(packed, packed.Rect, m, m.Bounds().Min, draw.Src)
	gl.GenTextures(1, &texture)
	bindTexture(unitSurface, gl.TEXTURE_2D, texture)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, int32(size.X), int32(size.Y), 0, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(packed.Pix))
	gl.GenerateMipmap(gl.TEXTURE_2D)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST)
	return texture
}

// newSurface uploads a material's texture.
func newSurface(t *models.Texture) (texture uint32) {
	texture = newTexture(t.Image)
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

// newNoiseTexture uploads the ground's two layers of noise.
func newNoiseTexture() (texture uint32) {
	gl.GenTextures(1, &texture)
	bindTexture(unitNoise, gl.TEXTURE_2D, texture)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RG8, noiseSize, noiseSize, 0, gl.RG, gl.UNSIGNED_BYTE, gl.Ptr(groundNoise()))
	gl.GenerateMipmap(gl.TEXTURE_2D)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST)
	return texture
}

// canLabel says whether the driver takes names for objects (OpenGL 4.3 or
// KHR_debug).
func canLabel() bool {
	var n int32
	gl.GetIntegerv(gl.NUM_EXTENSIONS, &n)
	for i := range n {
		if strings.HasSuffix(gl.GoStr(gl.GetStringi(gl.EXTENSIONS, uint32(i))), "_KHR_debug") {
			return true
		}
	}
	return false
}

// label names an object for a debugger.
func label(kind, object uint32, name string) {
	gl.ObjectLabel(kind, object, int32(len(name)), gl.Str(name+"\x00"))
}
