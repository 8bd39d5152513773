//go:build cgo

package render

import (
	"image"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// screen is a framebuffer that is shown, such as a window's.
type screen struct {
	framebuffer uint32
	samples     int32 // per pixel, as the driver or its settings say; 0: no multisampling
}

// windowScreen returns the window's framebuffer, which must be bound.
func windowScreen() (s screen) {
	gl.GetIntegerv(gl.SAMPLES, &s.samples)
	return s
}

// Show draws the image into a region of the window's framebuffer, which has the given size, and
// clears the rest to a colour. Positions are in pixels from the top left. An image with another
// size than the region is scaled.
func (r *Renderer) Show(region image.Rectangle, framebuffer image.Point, around [3]float32) {
	r.showOn(r.window, region, framebuffer, around)
}

// showOn does the same as Show on any screen. It draws the image, as glBlitFramebuffer must not
// scale into a multisampled framebuffer, and drivers can be set to give one to every window. A
// software driver copies instead, which is much faster.
func (r *Renderer) showOn(s screen, region image.Rectangle, size image.Point, around [3]float32) {
	gl.BindFramebuffer(gl.FRAMEBUFFER, s.framebuffer)
	gl.Disable(gl.SCISSOR_TEST)
	gl.ColorMask(true, true, true, true)
	switch t := &r.target; {
	case t.image == 0 || region.Empty():
	case r.software && s.samples == 0:
		t.copyTo(region, size)
	default:
		r.drawOn(region, size)
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, s.framebuffer)
	gl.Viewport(0, 0, int32(size.X), int32(size.Y))
	gl.ClearColor(around[0], around[1], around[2], 1)
	clearAround(region, size) // after the copy: zink would drop an earlier clear
}

// drawOn draws the shown image into a region of the bound framebuffer, which has the given size.
func (r *Renderer) drawOn(region image.Rectangle, size image.Point) {
	p := r.programs.get(pipeShow)
	p.use()
	viewport(region, size)
	gl.Uniform4f(p.uniform("region"), float32(region.Min.X), float32(size.Y-region.Max.Y), float32(region.Dx()), float32(region.Dy()))
	bindTexture(unitSurface, gl.TEXTURE_2D, r.target.shownTexture())
	gl.BindVertexArray(r.empty)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
}

// copyTo copies the shown image into a region of the bound framebuffer, which has the given
// size.
func (t *target) copyTo(region image.Rectangle, size image.Point) {
	filter := uint32(gl.NEAREST)
	if region.Size() != t.size {
		filter = gl.LINEAR
	}
	bottom, top := int32(size.Y-region.Max.Y), int32(size.Y-region.Min.Y)
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.shownFramebuffer)
	gl.BlitFramebuffer(0, 0, int32(t.size.X), int32(t.size.Y),
		int32(region.Min.X), bottom, int32(region.Max.X), top, gl.COLOR_BUFFER_BIT, filter)
}

// clearAround clears the framebuffer outside a region. It spares the region to save a software
// driver the time.
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

// Finish waits until everything is drawn. It serves benchmarks: a window never waits.
func (r *Renderer) Finish() { gl.Finish() }

// ReadWindow reads back the window's framebuffer, including the panel, before it is shown.
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

// upright turns an image from bottom row first to top row first. It makes it opaque, or divides
// its premultiplied colours by the opacity.
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

// flip reverses the order of rows.
func flip[T any](all []T, stride int) {
	row := make([]T, stride)
	for top, bottom := 0, len(all)-stride; top < bottom; top, bottom = top+stride, bottom-stride {
		a, b := all[top:][:stride], all[bottom:][:stride]
		copy(row, a)
		copy(a, b)
		copy(b, row)
	}
}
