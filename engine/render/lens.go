//go:build cgo

package render

import (
	"image"
	"math"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine"
)

// lens is where what is out of focus is drawn, to be blurred and laid over the image.
type lens struct {
	size         image.Point
	framebuffers [2]uint32
	textures     [2]uint32
	depth        uint32
	touched      tiles
}

func (l *lens) resize(o objects, size image.Point) error {
	if size == l.size {
		return nil
	}
	l.delete()
	w, h := int32(size.X), int32(size.Y)
	for k, name := range []string{"slice", "slice half blurred"} {
		l.textures[k] = newTarget2D(o, name, gl.RGBA32F, w, h)
		l.framebuffers[k] = newFramebuffer(o, name, gl.TEXTURE_2D, l.textures[k])
		if k == 0 {
			l.depth = o.renderbuffer("slice's depth")
			gl.RenderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, w, h)
			gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, l.depth)
		}
		if err := complete("no framebuffer of %d×%d for what is out of focus", w, h); err != nil {
			l.delete()
			return err
		}
	}
	l.size = size
	return failed("making the framebuffers for what is out of focus")
}

func (l *lens) delete() {
	gl.DeleteFramebuffers(2, &l.framebuffers[0])
	gl.DeleteTextures(2, &l.textures[0])
	gl.DeleteRenderbuffers(1, &l.depth)
	*l = lens{}
}

// blurs says whether a frame is drawn as the part of a lens sees it. In a transparent picture
// what stands leaves a hole, over which nothing can be laid: it is drawn as from a point.
func (r *Renderer) blurs(f *engine.Frame) bool {
	return f.Lens.Spread > 0 && r.exposing && !(f.Transparent && len(f.Stands) > 0)
}

// drawThrough draws a frame's view as the part of a lens sees it: the sky and the ground,
// then what lies before them in slices, the farthest first.
func (r *Renderer) drawThrough(f *engine.Frame, s *scene) error {
	if err := r.lens.resize(r.objects, f.Size); err != nil {
		return err
	}
	r.drawBackdrop(f, f.View, s, whole(f))
	c := newSlicer(f, s.eye[3])
	if !f.Transparent && c.level(0) != 0 {
		r.blurBackdrop(f, c)
	}
	all := r.slices(f, s, c)
	for _, each := range all {
		part, v := *f, f.View
		if len(all) > 1 {
			part.Birds, v.Hide, v.Near, v.Far = each.birds, -1, each.near, each.far
		}
		if each.level == 0 {
			r.target.toLayer()
			r.drawThings(&part, v, s, whole(f))
		} else {
			part.Birds, v.Hide = each.birds, -1
			r.drawBlurred(&part, v, s, c, each.nearness)
		}
	}
	s.look(f.View, whole(f))
	s.upload(r.scene)
	viewport(whole(f), f.Size)
	return failed("drawing what is out of focus")
}

// blurBackdrop blurs the sky, and the ground as if it were flat.
func (r *Renderer) blurBackdrop(f *engine.Frame, c slicer) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, r.target.image)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, r.lens.framebuffers[0])
	w, h := int32(f.Size.X), int32(f.Size.Y)
	gl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST)
	var all tiles
	all.reset(f.Size)
	all.mark(whole(f))
	r.blur(&all, f.Size, c, groundNearness(f))
	r.lay(&all, f.Size, 1)
}

// groundNearness gives 1 over the distance along the view of the ground seen at a pixel,
// counted from the lower left corner: its dot product with (x, y, 1); below 0 for the sky.
func groundNearness(f *engine.Frame) mgl32.Vec3 {
	v := f.View
	if v.Eye[1] <= 0 {
		return mgl32.Vec3{}
	}
	right, up := v.Rotation.Rotate(mgl32.Vec3{1, 0, 0})[1], v.Rotation.Rotate(mgl32.Vec3{0, 1, 0})[1]
	pixel := 2 * float32(math.Tan(float64(v.FovY)/2)) / float32(f.Size.Y)
	x, y := -pixel*float32(f.Size.X)/2-v.Shift[0], -pixel*float32(f.Size.Y)/2-v.Shift[1]
	return mgl32.Vec3{pixel * right, pixel * up, x*right + y*up + v.Forward()[1]}.Mul(-1 / v.Eye[1])
}

// drawBlurred draws a slice that is blurred as what lies at 1 over a distance: the wider,
// the smaller it is drawn, for nothing finer is left of it.
func (r *Renderer) drawBlurred(f *engine.Frame, v engine.View, s *scene, c slicer, nearness float32) {
	shrunk, blur := 1, c.blur*mgl32.Abs(c.sharp-nearness)
	for blur >= 4 && shrunk < 64 {
		shrunk, blur = 2*shrunk, blur/2
	}
	c.blur /= float32(shrunk)
	size := image.Pt((f.Size.X+shrunk-1)/shrunk, (f.Size.Y+shrunk-1)/shrunk)
	v = v.Enlarged(f.Size.Y, size.Mul(shrunk).Sub(f.Size))
	full := s.size
	s.size = size
	r.lens.touched.reset(size)
	r.target.touched, r.lens.touched = r.lens.touched, r.target.touched
	gl.BindFramebuffer(gl.FRAMEBUFFER, r.lens.framebuffers[0])
	gl.DepthMask(true)
	gl.ClearColor(0, 0, 0, 0)
	gl.Enable(gl.SCISSOR_TEST)
	scissor(image.Rectangle{Max: size}, size)
	gl.Clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
	gl.Disable(gl.SCISSOR_TEST)
	r.drawThings(f, v, s, image.Rectangle{Max: size})
	r.target.touched, r.lens.touched = r.lens.touched, r.target.touched
	s.size = full
	wide := r.lens.touched.grown(int(3*blur) + 2)
	r.blur(&wide, size, c, mgl32.Vec3{0, 0, nearness})
	r.lay(&wide, f.Size, shrunk)
}

// blur blurs tiles of what was drawn, as what lies at 1 over a distance that goes by the pixel.
func (r *Renderer) blur(where *tiles, size image.Point, c slicer, nearness mgl32.Vec3) {
	p := &r.programs.blur
	p.use()
	gl.Uniform2i(p.uniform("last"), int32(size.X-1), int32(size.Y-1))
	gl.Uniform2f(p.uniform("lens"), c.sharp, c.blur)
	gl.Uniform3f(p.uniform("nearness"), nearness[0], nearness[1], nearness[2])
	for k := range 2 {
		gl.BindFramebuffer(gl.FRAMEBUFFER, r.lens.framebuffers[1-k])
		gl.Uniform2i(p.uniform("way"), int32(1-k), int32(k))
		bindTexture(unitSurface, gl.TEXTURE_2D, r.lens.textures[k])
		r.cover(where, size)
	}
}

// lay lays tiles of what was blurred, drawn so many times smaller, over the image.
func (r *Renderer) lay(where *tiles, size image.Point, shrunk int) {
	r.target.toImage()
	p := &r.programs.lay
	p.use()
	gl.Uniform2i(p.uniform("last"), int32(where.image.Max.X-1), int32(where.image.Max.Y-1))
	gl.Uniform1f(p.uniform("shrunk"), float32(shrunk))
	bindTexture(unitSurface, gl.TEXTURE_2D, r.lens.textures[0])
	// Both have their lower left corners in common.
	viewport(image.Rectangle{Max: size}, size)
	gl.Enable(gl.SCISSOR_TEST)
	gl.BindVertexArray(r.empty)
	for run := range where.runs() {
		gl.Scissor(int32(run.Min.X*shrunk), int32((where.image.Max.Y-run.Max.Y)*shrunk), int32(run.Dx()*shrunk), int32(run.Dy()*shrunk))
		gl.DrawArrays(gl.TRIANGLES, 0, 3)
	}
	gl.Disable(gl.SCISSOR_TEST)
}

// cover draws the pipeline in use over tiles.
func (r *Renderer) cover(where *tiles, size image.Point) {
	viewport(image.Rectangle{Max: size}, size)
	gl.Enable(gl.SCISSOR_TEST)
	gl.BindVertexArray(r.empty)
	for run := range where.runs() {
		scissor(run, size)
		gl.DrawArrays(gl.TRIANGLES, 0, 3)
	}
	gl.Disable(gl.SCISSOR_TEST)
}
