//go:build cgo

package render

import (
	"image"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// Show copies the image into a region of the window's framebuffer of the given
// size, all in pixels from the top left, and clears the rest to a colour. An image of
// another size than the region is scaled.
func (r *Renderer) Show(region image.Rectangle, framebuffer image.Point, around [3]float32) {
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, 0)
	gl.Viewport(0, 0, int32(framebuffer.X), int32(framebuffer.Y))
	t := &r.target
	if t.image != 0 && !region.Empty() {
		filter := uint32(gl.NEAREST)
		if region.Size() != t.size {
			filter = gl.LINEAR
		}
		bottom, top := int32(framebuffer.Y-region.Max.Y), int32(framebuffer.Y-region.Min.Y)
		gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.shown)
		gl.BlitFramebuffer(0, 0, int32(t.size.X), int32(t.size.Y),
			int32(region.Min.X), bottom, int32(region.Max.X), top, gl.COLOR_BUFFER_BIT, filter)
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.ClearColor(around[0], around[1], around[2], 1)
	clearAround(region, framebuffer) // after the copy, which zink would drop it for
}

// clearAround clears the framebuffer but for a region, whose pixels a software
// driver is better spared.
func clearAround(region image.Rectangle, framebuffer image.Point) {
	w, h := framebuffer.X, framebuffer.Y
	gl.Enable(gl.SCISSOR_TEST)
	for _, rest := range []image.Rectangle{
		image.Rect(0, 0, w, region.Min.Y), image.Rect(0, region.Max.Y, w, h),
		image.Rect(0, region.Min.Y, region.Min.X, region.Max.Y), image.Rect(region.Max.X, region.Min.Y, w, region.Max.Y),
	} {
		if !rest.Empty() {
			scissor(rest, framebuffer)
			gl.Clear(gl.COLOR_BUFFER_BIT)
		}
	}
	gl.Disable(gl.SCISSOR_TEST)
}

// Finish waits until all that was drawn is there, for timing.
func (r *Renderer) Finish() { gl.Finish() }

// ReadWindow reads back what was drawn into the window's framebuffer and is not
// shown yet, panel and all.
func ReadWindow(framebuffer image.Point) *image.NRGBA {
	img := image.NewNRGBA(image.Rectangle{Max: framebuffer})
	if framebuffer.X <= 0 || framebuffer.Y <= 0 {
		return img
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, 0)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 4)
	gl.ReadPixels(0, 0, int32(framebuffer.X), int32(framebuffer.Y), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(img.Pix))
	upright(img, true)
	return img
}

// upright turns an image with OpenGL's bottom row first the right way up. It makes
// it opaque, or divides its colours by the opacity that they are multiplied with.
func upright(img *image.NRGBA, opaque bool) {
	flip(img.Pix, img.Stride)
	for i := 3; i < len(img.Pix); i += 4 {
		if opaque {
			img.Pix[i] = 255
			continue
		}
		if a := int(img.Pix[i]); a > 0 {
			for k := i - 3; k < i; k++ {
				img.Pix[k] = uint8(min(255, (int(img.Pix[k])*255+a/2)/a))
			}
		}
	}
}

// flip turns rows upside down.
func flip[T any](all []T, stride int) {
	row := make([]T, stride)
	for top, bottom := 0, len(all)-stride; top < bottom; top, bottom = top+stride, bottom-stride {
		a, b := all[top:][:stride], all[bottom:][:stride]
		copy(row, a)
		copy(a, b)
		copy(b, row)
	}
}
