//go:build cgo

package render

import (
	"image"
	"math"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/gpu"
	"skein/engine/render/view"
)

// lens contains the framebuffers in which objects out of focus are blurred before they are drawn over the
// image.
type lens struct {
	size         image.Point
	framebuffers [2]uint32
	textures     [2]uint32
	depth        uint32
	tiles        view.Tiles
}

func (l *lens) resize(o gpu.Objects, size image.Point) error {
	if size == l.size {
		return nil
	}
	l.delete()
	w, h := int32(size.X), int32(size.Y)
	for k, name := range []string{"slice", "slice half blurred"} {
		l.textures[k] = gpu.NewTarget2D(o, name, gl.RGBA32F, w, h)
		l.framebuffers[k] = gpu.NewFramebuffer(o, name, gl.TEXTURE_2D, l.textures[k])
		if k == 0 {
			l.depth = o.Renderbuffer("slice's depth")
			gl.RenderbufferStorage(gl.RENDERBUFFER, gl.DEPTH_COMPONENT24, w, h)
			gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, l.depth)
		}
		if err := gpu.CheckFramebuffer("cannot create a framebuffer of %d×%d for depth of field", w, h); err != nil {
			l.delete()
			return err
		}
	}
	l.size = size
	return gpu.Error("creating the framebuffers for depth of field")
}

func (l *lens) delete() {
	gl.DeleteFramebuffers(2, &l.framebuffers[0])
	gl.DeleteTextures(2, &l.textures[0])
	gl.DeleteRenderbuffers(1, &l.depth)
	*l = lens{}
}

// blurs reports whether a frame has depth of field. A transparent frame with solids has none, because nothing
// can be drawn over the holes that solids leave.
func (r *Renderer) blurs(f *frame.Frame) bool {
	return f.Lens.Spread > 0 && r.exposing && !(f.Transparent && len(f.Stands) > 0)
}

func (r *Renderer) drawThroughLens(f *frame.Frame, s *scene) {
	r.setView(f, f.View, s, wholeImage(f))
	r.drawBackdrop(f, f.View, s)
	r.wipe()
	c := newSlicer(f, s.Eye[3])
	if !f.Transparent && c.levelAt(0) != 0 {
		r.begin("blurred backdrop")
		r.blurBackdrop(f, c)
		r.end()
	}
	all, selves := r.makeSlices(f, s, c), r.selfShadows.birds
	for _, each := range all {
		r.begin("slice")
		r.selfShadows.birds = selectByIndex(selves, each.indices)
		part := each.frameOf(f, len(all) > 1)
		if each.level == 0 {
			r.setView(part, part.View, s, wholeImage(part))
			r.drawLayered(part, part.View, s)
			r.flushLayer()
		} else {
			r.drawBlurred(part, s, c, each.nearness)
		}
		r.end()
	}
	r.selfShadows.birds = selves
	r.setView(f, f.View, s, wholeImage(f))
}

func (r *Renderer) flushLayer() {
	if r.target.samples == 0 {
		return
	}
	r.resolve()
	r.target.staleTiles, r.target.touchedTiles = r.target.touchedTiles, r.target.staleTiles
	r.target.touchedTiles.Reset(r.target.size)
	r.wipe()
}

func (r *Renderer) blurBackdrop(f *frame.Frame, c slicer) {
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, r.target.image)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, r.lens.framebuffers[0])
	w, h := int32(f.Size.X), int32(f.Size.Y)
	gl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST)
	r.lens.tiles.Reset(f.Size)
	r.lens.tiles.Mark(wholeImage(f))
	r.blur(c, groundNearness(f), 1, 0)
}

// groundNearness returns a vector whose dot product with (x, y, 1) is 1/depth of the ground at pixel (x, y),
// counted from the lower left corner, in 1/m. In the sky the dot product is negative.
func groundNearness(f *frame.Frame) mgl32.Vec3 {
	v := f.View
	if v.Eye[1] <= 0 {
		return mgl32.Vec3{}
	}
	right, up := v.Rotation.Rotate(mgl32.Vec3{1, 0, 0})[1], v.Rotation.Rotate(mgl32.Vec3{0, 1, 0})[1]
	pixel := 2 * float32(math.Tan(float64(v.FovY)/2)) / float32(f.Size.Y)
	x, y := -pixel*float32(f.Size.X)/2-v.Shift[0], -pixel*float32(f.Size.Y)/2-v.Shift[1]
	return mgl32.Vec3{pixel * right, pixel * up, x*right + y*up + v.Forward()[1]}.Mul(-1 / v.Eye[1])
}

func (r *Renderer) drawBlurred(f *frame.Frame, s *scene, c slicer, nearness float32) {
	r.lens.tiles.Reset(f.Size)
	r.lens.swap(&r.target)
	gl.Disable(gl.SCISSOR_TEST)
	r.target.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
	r.setView(f, f.View, s, wholeImage(f))
	r.drawLayered(f, f.View, s)
	r.lens.swap(&r.target)
	shrunk, blur := 1, c.blur*mgl32.Abs(c.sharp-nearness)
	for blur >= 4 && shrunk < 64 {
		shrunk, blur = 2*shrunk, blur/2
	}
	c.blur /= float32(shrunk)
	if shrunk > 1 { // shrinking and enlarging also blur
		c.blur *= float32(math.Sqrt(1 - (1.0/4-1.0/12/float64(shrunk*shrunk))/float64(blur*blur)))
	}
	r.blur(c, mgl32.Vec3{0, 0, nearness}, shrunk, int(3*blur)+2)
}

// swap exchanges the framebuffers of the target's layer and of the lens slice.
func (l *lens) swap(t *target) {
	t.layer, l.framebuffers[0] = l.framebuffers[0], t.layer
	t.singleSample = !t.singleSample
	t.touchedTiles, l.tiles = l.tiles, t.touchedTiles
}

// blur blurs the slice and draws it over the image. nearness gives 1/depth for each pixel; see
// groundNearness. reach is the radius of the filter in texels. For a strong blur, the slice is first reduced
// by the factor shrunk.
func (r *Renderer) blur(c slicer, nearness mgl32.Vec3, shrunk, reach int) {
	from := 0
	where := r.lens.tiles.Shrunk(shrunk)
	if shrunk > 1 {
		p := r.programs.get(pipeShrink)
		p.Use()
		gl.Uniform1i(p.Uniform("scale"), int32(shrunk))
		r.filter(p, from, r.lens.tiles.Image.Max, where.Dilate(3*reach))
		from = 1
	}
	p := r.programs.get(pipeBlur)
	p.Use()
	gl.Uniform2f(p.Uniform("lens"), c.sharp, c.blur)
	gl.Uniform3f(p.Uniform("inverseDepth"), nearness[0], nearness[1], nearness[2])
	for k := range 2 {
		gl.Uniform2i(p.Uniform("direction"), int32(1-k), int32(k))
		r.filter(p, from, where.Image.Max, where.Dilate((2-k)*reach))
		from = 1 - from
	}
	r.composite(from, where.Dilate(reach), shrunk)
}

func (r *Renderer) filter(p *gpu.Pipeline, from int, size image.Point, where view.Tiles) {
	gl.BindFramebuffer(gl.FRAMEBUFFER, r.lens.framebuffers[1-from])
	gpu.BindTexture(gpu.UnitSurface, gl.TEXTURE_2D, r.lens.textures[from])
	gl.Uniform2i(p.Uniform("lastTexel"), int32(size.X-1), int32(size.Y-1))
	r.patches.Draw(&where)
}

func (r *Renderer) composite(from int, where view.Tiles, shrunk int) {
	r.target.toImage()
	p := r.programs.get(pipeLay)
	p.Use()
	size := where.Image.Max
	gl.Uniform2i(p.Uniform("lastTexel"), int32(size.X-1), int32(size.Y-1))
	gl.Uniform1f(p.Uniform("scale"), float32(shrunk))
	gpu.BindTexture(gpu.UnitSurface, gl.TEXTURE_2D, r.lens.textures[from])
	r.patches.DrawEnlarged(&where, r.lens.size, shrunk)
}
