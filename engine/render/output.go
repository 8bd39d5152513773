//go:build cgo

package render

import (
	"encoding/binary"
	"image"
	"math"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/render/gpu"
)

// Output is the format of the image.
type Output int

// Formats of the image.
const (
	Display Output = iota // display values, 8 bits
	Display16
	Linear // linear light times the exposure, in half floats
)

var outputs = [...]struct {
	format uint32
	define string
}{{gl.RGBA8, ""}, {gl.RGBA16, "DEEP"}, {gl.RGBA16F, "LINEAR"}}

// Image16 reads the image back with 16 bits per channel, top row first.
func (r *Renderer) Image16() *image.NRGBA64 {
	t := &r.target
	img := image.NewNRGBA64(image.Rectangle{Max: t.size})
	if t.image == 0 {
		return img
	}
	pixels := make([]uint16, len(img.Pix)/2)
	t.pixels(gl.UNSIGNED_SHORT, gl.Ptr(pixels))
	gpu.Flip(pixels, 4*t.size.X)
	for i := 0; i < len(pixels); i += 4 {
		p := pixels[i : i+4]
		if !t.transparent {
			p[3] = math.MaxUint16
		}
		for k, v := range p {
			if a := int(p[3]); a > 0 && k < 3 {
				v = uint16(min(math.MaxUint16, (int(v)*math.MaxUint16+a/2)/a))
			}
			binary.BigEndian.PutUint16(img.Pix[2*(i+k):], v)
		}
	}
	return img
}

// Light reads the image back as premultiplied red, green, blue and opacity, top row first. With the output
// [Linear], the colours are linear light.
func (r *Renderer) Light() []float32 {
	t := &r.target
	pixels := make([]float32, 4*t.size.X*t.size.Y)
	if t.image == 0 {
		return pixels
	}
	t.pixels(gl.FLOAT, gl.Ptr(pixels))
	gpu.Flip(pixels, 4*t.size.X)
	for i := 3; i < len(pixels) && !t.transparent; i += 4 {
		pixels[i] = 1
	}
	return pixels
}

// pixels copies the displayed image without conversion, bottom row first.
func (t *target) pixels(kind uint32, to unsafe.Pointer) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.shownFramebuffer)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 4)
	gl.ReadPixels(0, 0, int32(t.size.X), int32(t.size.Y), gl.RGBA, kind, to)
}
