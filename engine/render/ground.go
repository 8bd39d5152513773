//go:build cgo

package render

import (
	"image"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine"
)

// ground is what lies below.
type ground struct {
	noise uint32 // texture of the meadow, and of stone
	maps  landMaps
	half  halfWide
	land  engine.Land // of the frame drawn
}

func (g *ground) init(o objects) error {
	g.noise = newNoiseTexture(o)
	return nil
}

func (g *ground) delete() {
	gl.DeleteTextures(1, &g.noise)
	g.maps.delete()
	g.half.delete()
}

func (r *Renderer) drawGround(f *engine.Frame, v engine.View, s *scene) {
	if v.Eye[1] <= 0 {
		return
	}
	bindTexture(unitNoise, gl.TEXTURE_2D, r.ground.noise)
	if r.tier == Draft && r.ground.land != engine.Meadow && s.part == whole(f) {
		r.drawHalfGround(f)
		return
	}
	r.programs.of(lands[r.ground.land].ground).use()
	r.grid.draw(0, groundRows)
}

// drawHalfGround draws the ground into half as many columns, for which a software driver
// takes half the time, and then that where the ground is, whose edges are as sharp. Rows
// stay: seen aslant, what lies there is far wider than high.
func (r *Renderer) drawHalfGround(f *engine.Frame) {
	h := &r.ground.half
	gl.BindFramebuffer(gl.FRAMEBUFFER, h.framebuffer)
	gl.Viewport(0, 0, int32(f.Size.X+1)/2, int32(f.Size.Y))
	gl.ClearColor(0, 0, 0, 0)
	gl.Clear(gl.COLOR_BUFFER_BIT)
	r.programs.of(lands[r.ground.land].ground).use()
	r.grid.draw(0, groundRows)
	r.target.toImage()
	viewport(whole(f), f.Size)
	p := r.programs.of(pipeWidened)
	p.use()
	bindTexture(unitSurface, gl.TEXTURE_2D, h.texture)
	gl.Uniform2f(p.uniform("size"), float32(f.Size.X), float32(f.Size.Y))
	r.grid.draw(0, groundRows)
}

// halfWide is an image with half as many columns as that of a frame.
type halfWide struct {
	size                 image.Point // of the frame's
	framebuffer, texture uint32
}

func (h *halfWide) resize(o objects, size image.Point) error {
	if size == h.size {
		return nil
	}
	h.delete()
	h.texture = newTarget2D(o, "half ground", gl.RGBA8, int32(size.X+1)/2, int32(size.Y))
	h.framebuffer = newFramebuffer(o, "half ground", gl.TEXTURE_2D, h.texture)
	if err := complete("no framebuffer of %d×%d for the ground", (size.X+1)/2, size.Y); err != nil {
		return err
	}
	h.size = size
	return nil
}

func (h *halfWide) delete() {
	gl.DeleteFramebuffers(1, &h.framebuffer)
	gl.DeleteTextures(1, &h.texture)
	*h = halfWide{}
}

// newNoiseTexture uploads the ground's two layers of noise.
func newNoiseTexture(o objects) uint32 {
	texture := o.texture(unitNoise, gl.TEXTURE_2D, "noise")
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RG8, noiseSize, noiseSize, 0, gl.RG, gl.UNSIGNED_BYTE, gl.Ptr(groundNoise()))
	gl.GenerateMipmap(gl.TEXTURE_2D)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST)
	return texture
}
