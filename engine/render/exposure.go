//go:build cgo

package render

import (
	"errors"
	"fmt"
	"image"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
)

// exposure is a sum of frames, in floats.
type exposure struct {
	size             image.Point
	framebuffer, sum uint32
}

// begin makes a sum of nothing.
func (e *exposure) begin(o objects, size image.Point) error {
	if err := e.resize(o, size); err != nil {
		return err
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, e.framebuffer)
	gl.Disable(gl.SCISSOR_TEST)
	gl.ColorMask(true, true, true, true)
	gl.ClearColor(0, 0, 0, 0)
	gl.Clear(gl.COLOR_BUFFER_BIT)
	return nil
}

func (e *exposure) resize(o objects, size image.Point) error {
	if size == e.size {
		return nil
	}
	e.delete()
	e.sum = newTarget2D(o, "sum", gl.RGBA32F, int32(size.X), int32(size.Y))
	e.framebuffer = newFramebuffer(o, "sum", gl.TEXTURE_2D, e.sum)
	if err := complete("no framebuffer of %d×%d to add up frames", size.X, size.Y); err != nil {
		e.delete()
		return err
	}
	e.size = size
	return failed("making the framebuffer to add up frames")
}

func (e *exposure) delete() {
	gl.DeleteFramebuffers(1, &e.framebuffer)
	gl.DeleteTextures(1, &e.sum)
	*e = exposure{}
}

// errNotExposing is that of a renderer that was not made to.
var errNotExposing = errors.New("this renderer does not expose")

// Expose draws the mean of n frames of one size, in linear light, on a renderer
// whose option Exposing is set. next gives the k-th of them, k from 0, one after
// another; each is drawn before the next is asked for.
func (r *Renderer) Expose(n int, next func(k int) (*frame.Frame, error)) error {
	if !r.exposing {
		return errNotExposing
	}
	r.bloom.frames = n
	for k := range n {
		f, err := next(k)
		if err != nil {
			return err
		}
		if f.Size.X <= 0 || f.Size.Y <= 0 {
			return nil
		}
		if err := r.light(f); err != nil {
			return err
		}
		if k == 0 {
			err = r.exposure.begin(r.objects, r.target.size)
		} else if r.exposure.size != r.target.size {
			err = fmt.Errorf("a frame of %v among those of %v", r.target.size, r.exposure.size)
		}
		if err != nil {
			return err
		}
		if err := r.gather(f, k == 0); err != nil {
			return err
		}
		r.add(1 - min(r.bloomOf(f), 0.99))
	}
	r.finish(r.exposure.framebuffer)
	r.develop(r.exposure.sum, n)
	return failed("exposing")
}

// add adds the image to the sum, of whose light bloom leaves such a share where it is.
func (r *Renderer) add(keeps float32) {
	r.pass("expose", func() {
		gl.BindFramebuffer(gl.FRAMEBUFFER, r.exposure.framebuffer)
		p := r.programs.of(pipeExpose)
		p.use()
		gl.Uniform1f(p.uniform("keptShare"), keeps)
		r.screen(r.target.out)
	})
}

// develop makes the light of n frames, added up in a texture, what is shown.
func (r *Renderer) develop(light uint32, n int) {
	if light == r.target.out && r.target.direct() {
		return // it is that already
	}
	r.pass("develop", func() {
		gl.BindFramebuffer(gl.FRAMEBUFFER, r.target.shown)
		p := r.programs.of(pipeDevelop)
		p.use()
		gl.Uniform1f(p.uniform("share"), 1/float32(n))
		r.screen(light)
	})
}

// screen makes the pipeline in use draw the whole image from a texture.
func (r *Renderer) screen(texture uint32) { r.cover(r.target.size, texture) }

// cover makes the pipeline in use draw all of a framebuffer of a size from a texture.
func (r *Renderer) cover(size image.Point, texture uint32) {
	viewport(image.Rectangle{Max: size}, size)
	gl.Disable(gl.SCISSOR_TEST)
	bindTexture(unitSurface, gl.TEXTURE_2D, texture)
	gl.BindVertexArray(r.empty)
	gl.DrawArrays(gl.TRIANGLES, 0, 3)
}
