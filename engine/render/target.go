//go:build cgo

package render

import (
	"fmt"
	"image"

	"github.com/go-gl/gl/v4.1-core/gl"
)

// target is where frames are drawn: multisampled buffers, and the single-sampled
// texture they resolve to. Its colours are display values already, 8 bits each:
// the passes end in the tone curve, so edges are averaged as they are seen.
type target struct {
	samples            int32
	size               image.Point
	drawn, resolved    uint32 // framebuffers
	colour, depth, out uint32 // renderbuffers, texture
	row                []byte // scratch
}

// grantedSamples is the number of samples for a renderbuffer, 0 for none.
func grantedSamples(asked int) int32 {
	if asked == 0 {
		asked = 4
	}
	if asked < 2 {
		return 0
	}
	var most int32
	gl.GetIntegerv(gl.MAX_SAMPLES, &most)
	return min(int32(asked), most)
}

// resize makes the buffers anew if the size changed.
func (t *target) resize(size image.Point) error {
	if size == t.size {
		return nil
	}
	var most int32
	gl.GetIntegerv(gl.MAX_RENDERBUFFER_SIZE, &most)
	if size.X > int(most) || size.Y > int(most) {
		return fmt.Errorf("an image of %d×%d is larger than this OpenGL draws (%d×%d)", size.X, size.Y, most, most)
	}
	t.delete()
	w, h := int32(size.X), int32(size.Y)
	gl.GenFramebuffers(1, &t.drawn)
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.drawn)
	t.colour = attach(gl.COLOR_ATTACHMENT0, t.samples, gl.RGBA8, w, h)
	t.depth = attach(gl.DEPTH_ATTACHMENT, t.samples, gl.DEPTH_COMPONENT24, w, h)
	drawn := gl.CheckFramebufferStatus(gl.FRAMEBUFFER)
	t.out = newTarget2D(gl.RGBA8, w, h)
	gl.GenFramebuffers(1, &t.resolved)
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.resolved)
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, t.out, 0)
	if drawn != gl.FRAMEBUFFER_COMPLETE || gl.CheckFramebufferStatus(gl.FRAMEBUFFER) != gl.FRAMEBUFFER_COMPLETE {
		t.delete()
		return fmt.Errorf("no framebuffer of %d×%d with %d samples: status %#x", w, h, t.samples, drawn)
	}
	t.size = size
	return failed("making the framebuffer")
}

// attach adds a renderbuffer to the bound framebuffer.
func attach(where uint32, samples int32, format uint32, w, h int32) (buffer uint32) {
	gl.GenRenderbuffers(1, &buffer)
	gl.BindRenderbuffer(gl.RENDERBUFFER, buffer)
	gl.RenderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, w, h)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, where, gl.RENDERBUFFER, buffer)
	return buffer
}

// begin starts a frame.
func (t *target) begin() {
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.drawn)
	gl.Disable(gl.SCISSOR_TEST)
	gl.DepthMask(true)
	gl.ColorMask(true, true, true, true)
	gl.Clear(gl.DEPTH_BUFFER_BIT) // the sky and the ground cover all of the colour
}

// resolve averages the samples.
func (t *target) resolve() {
	w, h := int32(t.size.X), int32(t.size.Y)
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.drawn)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, t.resolved)
	gl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST)
}

func (t *target) blit(w, h int32) {
	if t.resolved == 0 || w <= 0 || h <= 0 {
		return
	}
	filter := uint32(gl.NEAREST)
	if w != int32(t.size.X) || h != int32(t.size.Y) {
		filter = gl.LINEAR
	}
	gl.Disable(gl.SCISSOR_TEST)
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.resolved)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, 0)
	gl.BlitFramebuffer(0, 0, int32(t.size.X), int32(t.size.Y), 0, 0, w, h, gl.COLOR_BUFFER_BIT, filter)
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
}

func (t *target) read(dst *image.NRGBA) *image.NRGBA {
	whole := image.Rectangle{Max: t.size}
	if dst == nil || dst.Rect != whole || dst.Stride != 4*t.size.X {
		dst = image.NewNRGBA(whole)
	}
	if t.resolved == 0 {
		return dst
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.resolved)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 4)
	gl.ReadPixels(0, 0, int32(t.size.X), int32(t.size.Y), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(dst.Pix))
	t.row = append(t.row[:0], dst.Pix[:dst.Stride]...)
	for top, bottom := 0, t.size.Y-1; top < bottom; top, bottom = top+1, bottom-1 {
		a, b := dst.Pix[top*dst.Stride:][:dst.Stride], dst.Pix[bottom*dst.Stride:][:dst.Stride]
		copy(t.row, a)
		copy(a, b)
		copy(b, t.row)
	}
	return dst
}

// delete frees the buffers but keeps the number of samples.
func (t *target) delete() {
	gl.DeleteFramebuffers(1, &t.drawn)
	gl.DeleteFramebuffers(1, &t.resolved)
	gl.DeleteRenderbuffers(1, &t.colour)
	gl.DeleteRenderbuffers(1, &t.depth)
	gl.DeleteTextures(1, &t.out)
	*t = target{samples: t.samples, row: t.row}
}

// viewport and scissor take a rectangle whose origin is the image's top left.
func viewport(part image.Rectangle, size image.Point) {
	gl.Viewport(int32(part.Min.X), int32(size.Y-part.Max.Y), int32(part.Dx()), int32(part.Dy()))
}

func scissor(part image.Rectangle, size image.Point) {
	gl.Scissor(int32(part.Min.X), int32(size.Y-part.Max.Y), int32(part.Dx()), int32(part.Dy()))
}
