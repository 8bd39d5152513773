//go:build cgo

package render

import (
	"image"
	"image/draw"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/render/gpu"
)

type screen struct {
	framebuffer uint32
	samples     int32 // number of samples chosen by the driver or its settings; 0 means no multisampling
}

func windowScreen() (s screen) {
	gl.GetIntegerv(gl.SAMPLES, &s.samples)
	return s
}

// Show draws the image into a region of the window's framebuffer, which has the given size. It scales the
// image if necessary and fills the rest with the surrounding colour. Positions are in pixels from the top
// left.
func (r *Renderer) Show(region image.Rectangle, framebuffer image.Point, around [3]float32) {
	r.showOn(r.window, region, framebuffer, around)
}

// showOn shows the image on any screen. It usually draws, because glBlitFramebuffer must not scale into a
// multisampled framebuffer, and settings of the driver can force multisampling on windows. Without
// multisampling, a software driver copies, which is much faster.
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
	clearAround(region, size) // after the copy, because zink loses an earlier clear
}

func (r *Renderer) drawOn(region image.Rectangle, size image.Point) {
	p := r.programs.get(pipeShow)
	p.Use()
	gpu.Viewport(region, size)
	gl.Uniform4f(p.Uniform("region"), float32(region.Min.X), float32(size.Y-region.Max.Y), float32(region.Dx()), float32(region.Dy()))
	gpu.BindTexture(gpu.UnitSurface, gl.TEXTURE_2D, r.target.shownTexture())
	gl.BindVertexArray(r.empty)
	gpu.DrawArrays(gl.TRIANGLES, 0, 3)
}

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

// clearAround clears the framebuffer outside a region. Not clearing the region saves time with a software
// driver.
func clearAround(region image.Rectangle, framebuffer image.Point) {
	w, h := framebuffer.X, framebuffer.Y
	gl.Enable(gl.SCISSOR_TEST)
	for _, rest := range []image.Rectangle{
		image.Rect(0, 0, w, region.Min.Y), image.Rect(0, region.Max.Y, w, h),
		image.Rect(0, region.Min.Y, region.Min.X, region.Max.Y), image.Rect(region.Max.X, region.Min.Y, w, region.Max.Y),
	} {
		if !rest.Empty() {
			gpu.Scissor(rest, framebuffer)
			gl.Clear(gl.COLOR_BUFFER_BIT)
		}
	}
	gl.Disable(gl.SCISSOR_TEST)
}

// Finish waits until everything is drawn. Benchmarks call it; a window never does.
func (r *Renderer) Finish() { gl.Finish() }

// ReadWindow returns the content of the window's framebuffer, including the panel, before it is shown.
func ReadWindow(framebuffer image.Point) *image.NRGBA {
	img := image.NewNRGBA(image.Rectangle{Max: framebuffer})
	if framebuffer.X <= 0 || framebuffer.Y <= 0 {
		return img
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, 0)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 4)
	gl.ReadPixels(0, 0, int32(framebuffer.X), int32(framebuffer.Y), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(img.Pix))
	gpu.Upright(img, true)
	return img
}

// Picture uploads an image for the panel without converting its colours. It returns the OpenGL texture, which
// is valid until Close.
func (r *Renderer) Picture(m image.Image) uint32 {
	size := m.Bounds().Size()
	packed := image.NewNRGBA(image.Rectangle{Max: size})
	draw.Draw(packed, packed.Rect, m, m.Bounds().Min, draw.Src)
	texture := gpu.NewTarget2D(r.objects, "picture", gl.RGBA8, int32(size.X), int32(size.Y))
	gl.TexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, int32(size.X), int32(size.Y), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(packed.Pix))
	r.pictures = append(r.pictures, texture)
	return texture
}
