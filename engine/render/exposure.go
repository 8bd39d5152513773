//go:build cgo

package render

import (
	"errors"
	"fmt"
	"image"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
	"skein/engine/render/gpu"
)

type exposure struct {
	size             image.Point
	framebuffer, sum uint32
}

func (e *exposure) begin(o gpu.Objects, size image.Point) error {
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

func (e *exposure) resize(o gpu.Objects, size image.Point) error {
	if size == e.size {
		return nil
	}
	e.delete()
	e.sum = gpu.NewTarget2D(o, "sum", gl.RGBA32F, int32(size.X), int32(size.Y))
	e.framebuffer = gpu.NewFramebuffer(o, "sum", gl.TEXTURE_2D, e.sum)
	if err := gpu.CheckFramebuffer("cannot create a framebuffer of %d×%d to sum frames", size.X, size.Y); err != nil {
		e.delete()
		return err
	}
	e.size = size
	return gpu.Error("creating the framebuffer that accumulates frames")
}

func (e *exposure) delete() {
	gl.DeleteFramebuffers(1, &e.framebuffer)
	gl.DeleteTextures(1, &e.sum)
	*e = exposure{}
}

var errNotExposing = errors.New("the renderer was made without Options.Exposing")

// Expose draws the mean of n frames of one size, in linear light. The renderer must have been made with
// Options.Exposing. Expose calls next for k = 0 to n-1, and draws each frame before the next call.
func (r *Renderer) Expose(n int, next func(k int) (*frame.Frame, error)) error {
	if !r.exposing {
		return errNotExposing
	}
	r.frames = n
	for k := range n {
		f, err := next(k)
		if err != nil {
			return err
		}
		if f.Size.X <= 0 || f.Size.Y <= 0 {
			return nil
		}
		f = r.withAllBirds(f)
		if err := r.light(f); err != nil {
			return err
		}
		if k == 0 {
			err = r.exposure.begin(r.objects, r.target.size)
		} else if r.exposure.size != r.target.size {
			err = fmt.Errorf("frame size %v differs from the first frame's %v", r.target.size, r.exposure.size)
		}
		if err != nil {
			return err
		}
		if err := r.gatherLight(f, k == 0); err != nil {
			return err
		}
		r.addToSum(1 - min(r.postShare(f), 0.99))
	}
	r.applyPosts(r.exposure.framebuffer)
	r.develop(r.exposure.sum, n)
	return gpu.Error("exposing")
}

func (r *Renderer) addToSum(share float32) {
	r.pass("expose", func() {
		gl.BindFramebuffer(gl.FRAMEBUFFER, r.exposure.framebuffer)
		p := r.programs.get(pipeExpose)
		p.Use()
		gl.Uniform1f(p.Uniform("keptShare"), share)
		r.drawScreen(r.target.imageTexture)
	})
}

func (r *Renderer) develop(light uint32, n int) {
	if light == r.target.imageTexture && r.target.isDirect() {
		return // the image already contains display values
	}
	r.pass("develop", func() {
		gl.BindFramebuffer(gl.FRAMEBUFFER, r.target.shownFramebuffer)
		p := r.programs.get(pipeDevelop)
		p.Use()
		gl.Uniform1f(p.Uniform("share"), 1/float32(n))
		r.drawScreen(light)
	})
}
