//go:build cgo

package render

import (
	"image"
	"math"

	"github.com/go-gl/gl/v4.1-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/render/gpu"
	"skein/engine/render/land"
	"skein/engine/render/noise"
	"skein/flock/look"
)

type ground struct {
	noise   uint32
	maps    landMaps
	narrow  narrowImage
	reliefs [2]relief // the fine relief, and the coarse one for drafts; valid until the land or the seed changes
	land    look.Land
}

func (g *ground) init(o gpu.Objects) error {
	g.noise = newNoiseTexture(o)
	return nil
}

func (g *ground) delete() {
	gl.DeleteTextures(1, &g.noise)
	g.maps.delete()
	g.narrow.delete()
	for k := range g.reliefs {
		g.reliefs[k].delete()
	}
}

func (r *Renderer) drawGround(f *frame.Frame, v frame.View, s *scene) {
	if v.Eye[1] <= 0 {
		return
	}
	gpu.BindTexture(gpu.UnitNoise, gl.TEXTURE_2D, r.ground.noise)
	if r.tier == Draft && r.ground.land != look.Meadow && !land.ShadersOf(r.ground.land).Plain && s.Region == wholeImage(f) {
		r.drawStrips(f, v)
		return
	}
	r.programs.get(landPipeline(r.ground.land, landGround)).Use()
	r.grid.draw(0, groundRows)
}

// drawStrips draws the ground of a draft in horizontal strips. Each strip is drawn into an image with fewer
// columns, which is then stretched over the ground. Outlines stay sharp. Rows are not reduced, because in a
// flat view, squares on the ground look much wider than high.
func (r *Renderer) drawStrips(f *frame.Frame, v frame.View) {
	n := &r.ground.narrow
	gl.BindFramebuffer(gl.FRAMEBUFFER, n.framebuffer)
	gl.ClearColor(0, 0, 0, 0)
	gl.Clear(gl.COLOR_BUFFER_BIT)
	all := strips(v, f.Size)
	gl.Enable(gl.SCISSOR_TEST)
	r.programs.get(landPipeline(r.ground.land, landGround)).Use()
	for _, each := range all {
		gl.Viewport(0, 0, each.columns(f.Size), int32(f.Size.Y))
		gpu.Scissor(each.rows, f.Size)
		r.grid.draw(0, groundRows)
	}
	r.target.toImage()
	gpu.Viewport(wholeImage(f), f.Size)
	p := r.programs.get(pipeWiden)
	p.Use()
	gpu.BindTexture(gpu.UnitSurface, gl.TEXTURE_2D, n.texture)
	for _, each := range all {
		gpu.Scissor(each.rows, f.Size)
		wide := float32(f.Size.X) * float32((f.Size.X+1)/2) / float32(each.columns(f.Size))
		gl.Uniform2f(p.Uniform("size"), wide, float32(f.Size.Y))
		r.grid.draw(0, groundRows)
	}
	gl.Disable(gl.SCISSOR_TEST)
}

type strip struct {
	rows       image.Rectangle
	columnStep int
}

func (s *strip) columns(size image.Point) int32 {
	return int32((size.X + s.columnStep - 1) / s.columnStep)
}

// strips returns the strips for the ground of a draft. The nearest strips have half of the frame's columns. A
// strip has a quarter of them where squares on the ground look more than three times wider than high, and an
// eighth where they look more than six times wider.
func strips(v frame.View, size image.Point) []strip {
	upper := image.Rectangle{Max: size}
	var all []strip
	for _, every := range []int{8, 4} {
		row := flatRows(v, size, 4/(3*float64(every)))
		part := upper
		if part.Max.Y = max(row, upper.Min.Y); !part.Empty() {
			all = append(all, strip{part, every})
		}
		upper.Min.Y = part.Max.Y
	}
	if !upper.Empty() {
		all = append(all, strip{upper, 2})
	}
	return all
}

// flatRows returns the number of top rows in which no pixel looks down more steeply than slope.
func flatRows(v frame.View, size image.Point, slope float64) int {
	tall := math.Tan(float64(v.FovY) / 2)
	wide := tall * float64(size.X) / float64(size.Y)
	for row := range size.Y {
		y := tall * (1 - 2*float64(row+1)/float64(size.Y))
		for _, x := range []float64{-wide, 0, wide} {
			d := v.Rotation.Rotate(mgl32.Vec3{float32(x), float32(y), -1})
			if float64(-d[1]) > slope*math.Hypot(float64(d[0]), float64(d[2])) {
				return row
			}
		}
	}
	return size.Y
}

type narrowImage struct {
	size                 image.Point
	framebuffer, texture uint32
}

func (h *narrowImage) resize(o gpu.Objects, size image.Point) error {
	if size == h.size {
		return nil
	}
	h.delete()
	h.texture = gpu.NewTarget2D(o, "half ground", gl.RGBA8, int32(size.X+1)/2, int32(size.Y))
	h.framebuffer = gpu.NewFramebuffer(o, "half ground", gl.TEXTURE_2D, h.texture)
	if err := gpu.CheckFramebuffer("cannot create a framebuffer of %d×%d for the ground", (size.X+1)/2, size.Y); err != nil {
		return err
	}
	h.size = size
	return nil
}

func (h *narrowImage) delete() {
	gl.DeleteFramebuffers(1, &h.framebuffer)
	gl.DeleteTextures(1, &h.texture)
	*h = narrowImage{}
}

func newNoiseTexture(o gpu.Objects) uint32 {
	texture := o.Texture(gpu.UnitNoise, gl.TEXTURE_2D, "noise")
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RG8, noise.Size, noise.Size, 0, gl.RG, gl.UNSIGNED_BYTE, gl.Ptr(land.Meadow()))
	gl.GenerateMipmap(gl.TEXTURE_2D)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_NEAREST)
	return texture
}
