//go:build cgo

package render

import (
	"fmt"
	"image"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/render/gpu"
	"skein/engine/render/view"
)

// target holds the buffers into which frames are drawn, as linear light times the exposure.
//
// The sky and the ground have no hard edges and are drawn directly into the image. Everything else is drawn
// into a multisampled layer, which is transparent where nothing is drawn. Only tiles that contain something
// are resolved into the image, because a software driver spends time on every sample. Without multisampling,
// the layer is the image.
//
// The image is then developed into another image, which is shown. There are two exceptions. If the output is
// linear light, the image itself is shown. In a draft, every shader develops its own output, and edges are
// averaged in display values, because a software driver takes as long to read an image as to draw one.
type target struct {
	samples                            int32 // number of samples requested for the layer; 0 means no multisampling
	grantedSamples                     int32 // number of samples chosen by the driver, possibly more; 0 means no multisampling
	summed                             bool  // frames are summed in 32-bit floats
	singleSample                       bool
	tier                               Tier // in Draft, the image holds display values
	output                             Output
	transparent                        bool
	behind                             float32 // mean exposed light of the view, with which drafts blend edges; 0 if unknown
	size                               image.Point
	image, layer                       uint32
	imageTexture, layerTexture         uint32
	depth                              uint32
	shownFramebuffer, developedTexture uint32
	touchedTiles                       view.Tiles
	staleTiles                         view.Tiles // tiles of the last frame that are still to be cleared; valid only if staleTiles.Image has the current size
}

func grantedSamples(requested int) int32 {
	if requested < 2 {
		return 0
	}
	var buffers, textures int32
	gl.GetIntegerv(gl.MAX_SAMPLES, &buffers)
	gl.GetIntegerv(gl.MAX_COLOR_TEXTURE_SAMPLES, &textures)
	return min(int32(requested), buffers, textures)
}

func maxSize() image.Point {
	var buffer, texture int32
	var view [2]int32
	gl.GetIntegerv(gl.MAX_RENDERBUFFER_SIZE, &buffer)
	gl.GetIntegerv(gl.MAX_TEXTURE_SIZE, &texture)
	gl.GetIntegerv(gl.MAX_VIEWPORT_DIMS, &view[0])
	most := min(buffer, texture)
	return image.Pt(int(min(most, view[0])), int(min(most, view[1])))
}

func (t *target) isDirect() bool { return t.tier == Draft || t.output == Linear }

func (t *target) shownTexture() uint32 {
	if t.isDirect() {
		return t.imageTexture
	}
	return t.developedTexture
}

func (t *target) remake(o gpu.Objects, size image.Point) error {
	t.delete()
	if size == (image.Point{}) {
		return nil
	}
	return t.resize(o, size)
}

func (t *target) resize(o gpu.Objects, size image.Point) error {
	if size == t.size {
		return nil
	}
	if most := maxSize(); size.X > most.X || size.Y > most.Y {
		return fmt.Errorf("image size %d×%d exceeds the maximum of this OpenGL driver (%d×%d)", size.X, size.Y, most.X, most.Y)
	}
	t.delete()
	if err := t.make(o, int32(size.X), int32(size.Y)); err != nil {
		t.delete()
		return err
	}
	t.size = size
	return gpu.Error("creating the framebuffers of the image")
}

func (t *target) make(o gpu.Objects, w, h int32) error {
	format := outputs[Linear].format
	switch {
	case t.summed:
		format = gl.RGBA32F
	case t.tier == Draft:
		format = outputs[t.output].format
	}
	if !t.isDirect() {
		t.developedTexture = gpu.NewTarget2D(o, "print", int32(outputs[t.output].format), w, h)
		t.shownFramebuffer = gpu.NewFramebuffer(o, "print", gl.TEXTURE_2D, t.developedTexture)
		if err := gpu.CheckFramebuffer("cannot create a framebuffer of %d×%d for the developed image", w, h); err != nil {
			return err
		}
	}
	t.imageTexture = gpu.NewTarget2D(o, "image", int32(format), w, h)
	t.image = gpu.NewFramebuffer(o, "image", gl.TEXTURE_2D, t.imageTexture)
	if t.isDirect() {
		t.shownFramebuffer = t.image
	}
	if err := gpu.CheckFramebuffer("cannot create a framebuffer of %d×%d", w, h); err != nil {
		return err
	}
	if t.samples == 0 {
		t.layer = gpu.NewFramebuffer(o, "layer", gl.TEXTURE_2D, t.imageTexture)
	} else {
		t.layerTexture = o.Texture(gpu.UnitLayer, gl.TEXTURE_2D_MULTISAMPLE, "layer")
		gl.TexImage2DMultisample(gl.TEXTURE_2D_MULTISAMPLE, t.samples, format, w, h, true)
		t.layer = gpu.NewFramebuffer(o, "layer", gl.TEXTURE_2D_MULTISAMPLE, t.layerTexture)
	}
	t.depth = o.Renderbuffer("layer's depth")
	gl.RenderbufferStorageMultisample(gl.RENDERBUFFER, t.samples, gl.DEPTH_COMPONENT24, w, h)
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.RENDERBUFFER, t.depth)
	gl.GetIntegerv(gl.SAMPLES, &t.grantedSamples)
	return gpu.CheckFramebuffer("cannot create a framebuffer of %d×%d with %d samples", w, h, t.samples)
}

// begin starts a frame. It does not clear the image, because the sky and the ground cover it. The tiles of
// the last frame become stale.
func (t *target) begin() {
	gl.ColorMask(true, true, true, true)
	gl.Disable(gl.SCISSOR_TEST)
	if t.touchedTiles.Image.Max == t.size {
		t.staleTiles, t.touchedTiles = t.touchedTiles, t.staleTiles
	} else {
		t.clearLayer()
	}
	t.touchedTiles.Reset(t.size)
}

// wipe clears the stale tiles of the layer just before drawing, so that they are in the cache of a software
// driver.
func (t *target) wipe(p *gpu.Pipeline, patches *gpu.Patches) {
	if t.staleTiles.Image.Max != t.size {
		return
	}
	gl.Disable(gl.SCISSOR_TEST)
	if t.staleTiles.MarkedShare() > fullWipe {
		t.clearLayer()
		t.staleTiles.Image = image.Rectangle{}
		return
	}
	t.toLayer()
	p.Use()
	gl.DepthFunc(gl.ALWAYS)
	coloured := t.samples > 0
	gl.ColorMask(coloured, coloured, coloured, coloured)
	patches.Draw(&t.staleTiles)
	gl.ColorMask(true, true, true, true)
	t.staleTiles.Image = image.Rectangle{}
}

// fullWipe is the fraction of stale tiles above which clearing the whole layer is faster.
const fullWipe = 0.35

func (t *target) clearLayer() {
	mask := uint32(gl.DEPTH_BUFFER_BIT)
	if t.samples > 0 {
		mask |= gl.COLOR_BUFFER_BIT
	}
	t.clear(mask)
}

func (t *target) clear(mask uint32) {
	gl.BindFramebuffer(gl.FRAMEBUFFER, t.layer)
	gl.DepthMask(true)
	gl.ClearColor(0, 0, 0, 0)
	gl.Clear(mask)
}

func (t *target) clearImage() {
	t.toImage()
	gl.ClearColor(0, 0, 0, 0)
	gl.Clear(gl.COLOR_BUFFER_BIT)
}

func (t *target) layerSamples() int32 {
	if t.singleSample {
		return 1
	}
	return max(t.grantedSamples, 1)
}

func (t *target) toImage() { gl.BindFramebuffer(gl.FRAMEBUFFER, t.image) }

func (t *target) toLayer() { gl.BindFramebuffer(gl.FRAMEBUFFER, t.layer) }

func (t *target) resolve(p *gpu.Pipeline, patches *gpu.Patches) {
	if t.samples == 0 {
		return
	}
	t.toImage()
	p.Use()
	gpu.BindTexture(gpu.UnitLayer, gl.TEXTURE_2D_MULTISAMPLE, t.layerTexture)
	if t.tier == Draft {
		gl.Uniform1f(p.Uniform("behind"), t.behind)
	}
	gl.Disable(gl.SCISSOR_TEST)
	patches.Draw(&t.touchedTiles)
}

func (t *target) read(dst *image.NRGBA) *image.NRGBA {
	bounds := image.Rectangle{Max: t.size}
	if dst == nil || dst.Rect != bounds || dst.Stride != 4*t.size.X {
		dst = image.NewNRGBA(bounds)
	}
	if t.image == 0 {
		return dst
	}
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, t.shownFramebuffer)
	gl.PixelStorei(gl.PACK_ALIGNMENT, 4)
	gl.ReadPixels(0, 0, int32(t.size.X), int32(t.size.Y), gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(dst.Pix))
	gpu.Upright(dst, !t.transparent)
	return dst
}

func (t *target) delete() {
	if t.shownFramebuffer != t.image {
		gl.DeleteFramebuffers(1, &t.shownFramebuffer)
	}
	gl.DeleteTextures(1, &t.developedTexture)
	gl.DeleteFramebuffers(1, &t.image)
	gl.DeleteFramebuffers(1, &t.layer)
	gl.DeleteRenderbuffers(1, &t.depth)
	gl.DeleteTextures(1, &t.imageTexture)
	gl.DeleteTextures(1, &t.layerTexture)
	*t = target{samples: t.samples, summed: t.summed, tier: t.tier, output: t.output,
		touchedTiles: view.Tiles{Marked: t.touchedTiles.Marked[:0]}}
}
