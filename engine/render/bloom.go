//go:build cgo

package render

import (
	"image"
	"math"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
	"skein/engine/render/gpu"
)

// bloom spreads light around bright places, as lenses and eyes do. It blurs a fraction of the light over many
// scales and preserves the total. Each level has half the size of the one before.
type bloom struct {
	r      *Renderer
	size   image.Point
	share  float32
	levels []bloomLevel
}

type bloomLevel struct {
	size                 image.Point
	framebuffer, texture uint32
	weight               float32
}

const (
	pipeGather = pipePosts + iota
	pipeHalve
	pipeDouble
	bloomPipelineCount = iota
)

func bloomPipelines() []gpu.Pipeline {
	return []gpu.Pipeline{
		{Vert: "screen.vert", Frag: "bloom.frag", NoDepthTest: true, Blend: gpu.Added},
		{Vert: "screen.vert", Frag: "bloom.frag", NoDepthTest: true},
		{Vert: "screen.vert", Frag: "bloom.frag", NoDepthTest: true, Blend: gpu.Mixed},
	}
}

func newBloom(r *Renderer) post {
	b := &bloom{r: r}
	return post{label: "bloom", prepare: b.prepare, gather: b.gather, apply: b.apply, share: b.shareOf, delete: b.delete}
}

// finestBloom and broadestBloom limit the scales, as fractions of the image's height. The weight decreases
// with the scale, with the exponent bloomFalloff. Light scattered in the eye falls with the angle to the
// power of -2 to -3 (G. Spencer, P. Shirley, K. Zimmerman and D. Greenberg, SIGGRAPH 1995). The area of a
// ring grows with the power of 2, so the light of a ring has an exponent of 0 to -1.
const finestBloom, broadestBloom, bloomFalloff = 1.0 / 400, 1.0 / 5, 0.6

func (b *bloom) resize(o gpu.Objects, size image.Point, format int32) error {
	if size == b.size {
		return nil
	}
	b.delete()
	all := 0.0
	for finer := 0.5 / float64(half(size).Y); finer >= finestBloom; finer /= 2 {
		all += bloomWeight(finer)
	}
	for point := half(size); ; point = half(point) {
		scale := 1 / float64(point.Y)
		l := bloomLevel{size: point, weight: float32(bloomWeight(scale))}
		all += float64(l.weight)
		l.texture = gpu.NewTarget2D(o, "bloom", format, int32(point.X), int32(point.Y))
		l.framebuffer = gpu.NewFramebuffer(o, "bloom", gl.TEXTURE_2D, l.texture)
		b.levels = append(b.levels, l)
		if err := gpu.CheckFramebuffer("cannot create a framebuffer of %d×%d for bloom", point.X, point.Y); err != nil {
			b.delete()
			return err
		}
		if 2*scale > broadestBloom || half(point) == point {
			break
		}
	}
	for i := range b.levels {
		b.levels[i].weight /= float32(all)
	}
	b.size = size
	return gpu.Error("creating the framebuffers for bloom")
}

func bloomWeight(scale float64) float64 {
	if scale < finestBloom {
		return 0
	}
	return math.Pow(scale/finestBloom, -bloomFalloff)
}

// maxLight is slightly less than the largest half float, the number format of frames.
const maxLight = 6e4

func half(size image.Point) image.Point {
	return image.Pt(max(1, (size.X+1)/2), max(1, (size.Y+1)/2))
}

func (b *bloom) delete() {
	for i := range b.levels {
		gl.DeleteFramebuffers(1, &b.levels[i].framebuffer)
		gl.DeleteTextures(1, &b.levels[i].texture)
	}
	*b = bloom{r: b.r}
}

func (b *bloom) shareOf(f *frame.Frame) float32 {
	share := f.Light.Bloom
	if b.r.tier == Draft || f.Transparent || !(share > 0) { // also if the share is NaN
		return 0
	}
	return share
}

func (b *bloom) prepare(f *frame.Frame) (bool, error) {
	share := b.shareOf(f)
	if share == 0 {
		return false, nil
	}
	format := int32(gl.RGBA16F)
	if b.r.exposing {
		format = gl.RGBA32F
	}
	err := b.resize(b.r.objects, f.Size, format)
	b.share = share
	return true, err
}

func (b *bloom) gather(light uint32, first bool) {
	l := &b.levels[0]
	gl.BindFramebuffer(gl.FRAMEBUFFER, l.framebuffer)
	if first {
		gl.Disable(gl.SCISSOR_TEST)
		gl.ColorMask(true, true, true, true)
		gl.ClearColor(0, 0, 0, 0)
		gl.Clear(gl.COLOR_BUFFER_BIT)
	}
	b.draw(pipeGather, l.size, light, 1, 1)
}

func (b *bloom) apply(framebuffer uint32) {
	all := b.levels
	for k := 1; k < len(all); k++ {
		gl.BindFramebuffer(gl.FRAMEBUFFER, all[k].framebuffer)
		b.draw(pipeHalve, all[k].size, all[k-1].texture, 1, 1)
	}
	beyond := all[len(all)-1].weight
	for k := len(all) - 2; k >= 0; k-- {
		share := beyond / (beyond + all[k].weight)
		beyond += all[k].weight
		gl.BindFramebuffer(gl.FRAMEBUFFER, all[k].framebuffer)
		b.draw(pipeDouble, all[k].size, all[k+1].texture, 0.5, share)
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, framebuffer)
	b.draw(pipeDouble, b.size, all[0].texture, 0.5, min(b.share, 1)*beyond)
}

func (b *bloom) draw(k pipelineID, size image.Point, texture uint32, reach, share float32) {
	p := b.r.programs.get(k)
	p.Use()
	gl.Uniform2f(p.Uniform("pixel"), 1/float32(size.X), 1/float32(size.Y))
	gl.Uniform1f(p.Uniform("radius"), reach)
	gl.Uniform1f(p.Uniform("share"), share)
	gl.Uniform1f(p.Uniform("maxLight"), maxLight*float32(b.r.frames))
	b.r.drawFull(size, texture)
}
