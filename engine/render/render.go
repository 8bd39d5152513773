//go:build cgo

package render

import (
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"unsafe"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/frame"
	"skein/engine/render/gpu"
)

// Options are the settings of a [Renderer] that cannot change.
type Options struct {
	Samples int // samples per pixel, limited by the driver; 0 means the tier's default; 1 means no multisampling
	Output  Output
	Tier    Tier // tier of the first frames (see [Renderer.SetTier])

	// Live is true if frames are drawn continuously in a window. Draw then never waits for the driver, and
	// reports errors of OpenGL only in a debug context.
	Live bool

	// Progress, if not nil, is called while New works. It gets the name of the step, such as [Compiling], and
	// the finished fraction of the work, from 0 to 1. It may draw into the window.
	Progress func(step string, share float64)

	Exposing bool // frames are drawn with Expose instead of Draw, which needs more memory

	Proc func(name string) unsafe.Pointer // returns the address of an OpenGL function, without a window; nil means to use the system's loader
}

// Renderer draws frames. It owns its GPU objects until [Renderer.Close].
type Renderer struct {
	objects         gpu.Objects
	programs        programs
	target          target
	planes          planes
	surfaces        planes
	exposure        exposure
	exposing        bool
	samples         int
	lens            lens
	tier            Tier
	window          screen
	request         tierRequest
	neededPipelines []*gpu.Pipeline
	software        bool
	checks          bool // each frame is checked for OpenGL errors; threaded drivers must wait for this
	thingData
	things     []thing
	postPasses []post
	timings    gpu.Timings
	stopwatch  gpu.Stopwatch
	frames     int
	scene      uint32
	grid       grid
	patches    gpu.Patches
	empty      uint32
	white      uint32
	pictures   []uint32
	info       Info
	scale      float32
}

// Info describes the OpenGL driver.
type Info struct {
	Vendor, Renderer, Version string
	Samples                   int // samples per pixel in the current tier, limited by the driver
}

// New creates a renderer in the current context. Birds are spheres until [Renderer.SetBirds] is called.
func New(opts Options) (*Renderer, error) {
	gpu.TuneAllocator()
	load := gl.Init
	if opts.Proc != nil {
		load = func() error { return gl.InitWithProcAddrFunc(opts.Proc) }
	}
	if err := load(); err != nil {
		return nil, fmt.Errorf("loading OpenGL: %w", err)
	}
	r := &Renderer{scale: 1}
	if err := r.init(opts); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

func (r *Renderer) init(opts Options) (err error) {
	r.objects = gpu.NewObjects()
	o := r.objects
	r.checks = !opts.Live || gpu.InDebugContext()
	r.samples, r.target.output = opts.Samples, opts.Output
	r.exposing, r.target.summed = opts.Exposing, opts.Exposing
	r.useTier(opts.Tier)
	r.info = Info{
		Vendor:   gl.GoStr(gl.GetString(gl.VENDOR)),
		Renderer: gl.GoStr(gl.GetString(gl.RENDERER)),
		Version:  gl.GoStr(gl.GetString(gl.VERSION)),
	}
	r.software = r.info.Software()
	r.stopwatch.Init()
	r.window = windowScreen()
	progress := opts.Progress
	if progress == nil {
		progress = func(string, float64) {}
	}
	if r.programs, err = compileAll(&r.target, o, func(share float64) { progress(Compiling, compilingShare*share) }); err != nil {
		return err
	}
	r.empty = o.VertexArray("empty")
	r.grid, r.patches = newGrid(o), gpu.NewPatches(o)
	r.scene = newSceneBuffer(o)
	r.white = gpu.NewTexture(o, "white", image.NewUniform(white))
	r.things, r.postPasses = r.listThings(), r.listPosts()
	for i := range r.things {
		if each := &r.things[i]; each.make != nil {
			progress("making the "+each.label, compilingShare+(1-compilingShare)*float64(i)/float64(len(r.things)))
			if err = each.make(o); err != nil {
				return err
			}
		}
	}
	return gpu.Error("setting up")
}

// Compiling is the name of the first step of New.
const Compiling = "compiling the shaders"

// compilingShare is the part of New's time that the first step takes.
const compilingShare = 0.6

// Info returns a description of the OpenGL driver.
func (r *Renderer) Info() Info {
	info := r.info
	info.Samples = max(1, int(r.target.samples))
	return info
}

// Software reports whether the driver draws on the CPU.
func (i *Info) Software() bool {
	name := strings.ToLower(i.Renderer)
	return slices.ContainsFunc([]string{"llvmpipe", "softpipe", "swrast", "swiftshader", "software", "gdi generic"}, func(driver string) bool {
		return strings.Contains(name, driver)
	})
}

// SetScale sets the content scale of the screen. It is 1 by default and 2 on most high-density screens. It
// widens the thinnest lines: distant traces, the grid of the vision sphere and the border of the inset.
func (r *Renderer) SetScale(scale float32) { r.scale = scale }

// MaxSize returns the size of the largest image that OpenGL's limits allow. The available memory may only be
// enough for smaller images.
func (r *Renderer) MaxSize() image.Point { return maxSize() }

// Reserve creates the buffers for frames with the size, lens and passes of f. Without it, [Renderer.Draw]
// creates them. Reserve returns an error if it cannot create them.
func (r *Renderer) Reserve(f *frame.Frame) error {
	err := r.target.resize(r.objects, f.Size)
	if err == nil && r.exposing {
		err = r.exposure.resize(r.objects, f.Size)
	}
	if err == nil && r.blurs(f) {
		err = r.lens.resize(r.objects, f.Size)
	}
	if err == nil {
		err = r.reservePosts(f)
	}
	return err
}

// Draw draws f. If the size is 0×0, as in a minimised window, it draws nothing.
func (r *Renderer) Draw(f *frame.Frame) error {
	if f.Size.X <= 0 || f.Size.Y <= 0 {
		return nil
	}
	r.switchTier()
	f = r.withNearBirds(f)
	r.timings.Next()
	r.stopwatch.Begin(r.timings.Enabled)
	err := r.drawWhole(f)
	r.stopwatch.End()
	if err == nil {
		r.prepareTier(f)
	}
	return err
}

func (r *Renderer) drawWhole(f *frame.Frame) error {
	if err := r.light(f); err != nil {
		return err
	}
	r.frames = 1
	if err := r.gatherLight(f, true); err != nil {
		return err
	}
	r.applyPosts(r.target.image)
	r.develop(r.target.imageTexture, 1)
	return r.frameError("drawing")
}

func (r *Renderer) light(f *frame.Frame) error {
	f = r.withTrails(f)
	if err := r.target.resize(r.objects, f.Size); err != nil {
		return err
	}
	if r.blurs(f) {
		if err := r.lens.resize(r.objects, f.Size); err != nil {
			return err
		}
	}
	light := r.sky.Update(&f.Light)
	s := newScene(f, light, r.scale)
	if err := r.ready(f, &s); err != nil {
		return err
	}
	r.pass("clear", r.target.begin)
	r.target.transparent = f.Transparent
	r.target.behind = 0
	if f.Transparent {
		r.target.clearImage()
	} else if r.tier == Draft {
		r.target.behind = light.Luminance(f) * s.sun[3]
	}
	r.begin("view")
	if r.blurs(f) {
		r.drawThroughLens(f, &s)
	} else {
		r.drawView(f, f.View, &s, wholeImage(f))
	}
	r.end()
	if f.Inset != nil {
		r.begin("inset")
		r.drawInset(f, &s)
		r.end()
	}
	r.resolve()
	return r.frameError("drawing")
}

func wholeImage(f *frame.Frame) image.Rectangle { return image.Rectangle{Max: f.Size} }

func (r *Renderer) ready(f *frame.Frame, s *scene) error {
	if err := r.upload(f); err != nil {
		return err
	}
	if err := r.compileNeeded(f); err != nil {
		return err
	}
	r.begin("shadows")
	for i := range r.things {
		if each := &r.things[i]; each.cast != nil {
			r.pass(each.label, func() { each.cast(f, s) })
		}
	}
	r.end()
	return nil
}

func (r *Renderer) upload(f *frame.Frame) (err error) {
	r.begin("uploads")
	defer r.end()
	for i := range r.things {
		each := &r.things[i]
		if each.upload == nil {
			continue
		}
		if r.pass(each.label, func() { err = each.upload(f) }); err != nil {
			return err
		}
	}
	return nil
}

func (r *Renderer) drawView(f *frame.Frame, v frame.View, s *scene, part image.Rectangle) {
	r.setView(f, v, s, part)
	r.drawBackdrop(f, v, s)
	r.wipe()
	r.drawLayered(f, v, s)
}

func (r *Renderer) resolve() {
	r.pass("resolve", func() { r.target.resolve(r.programs.get(pipeResolve), &r.patches) })
}

func (r *Renderer) wipe() {
	r.pass("wipe", func() { r.target.wipe(r.programs.get(pipeWipe), &r.patches) })
}

func (r *Renderer) setView(f *frame.Frame, v frame.View, s *scene, part image.Rectangle) {
	s.SetCamera(v, part)
	s.upload(r.scene)
	gpu.Viewport(part, f.Size)
}

func (r *Renderer) drawBackdrop(f *frame.Frame, v frame.View, s *scene) {
	r.target.toImage()
	if !f.Transparent {
		r.drawThings(f, v, s, false)
	}
}

func (r *Renderer) drawLayered(f *frame.Frame, v frame.View, s *scene) {
	r.target.toLayer()
	r.drawThings(f, v, s, true)
}

func (r *Renderer) drawThings(f *frame.Frame, v frame.View, s *scene, layered bool) {
	for i := range r.things {
		each := &r.things[i]
		if each.draw == nil || each.layered != layered {
			continue
		}
		r.pass(each.label, func() { each.draw(f, v, s) })
	}
}

func (r *Renderer) drawInset(f *frame.Frame, s *scene) {
	part, inner := f.Inset.Rect.Intersect(wholeImage(f)), r.insetRect(f)
	if inner.Empty() {
		return
	}
	gl.Enable(gl.SCISSOR_TEST)
	gpu.Scissor(part, f.Size)
	r.target.clearLayer()
	r.target.toImage()
	gl.ClearColor(0.86, 0.84, 0.80, 1)
	gl.Clear(gl.COLOR_BUFFER_BIT)
	gpu.Scissor(inner, f.Size)
	r.drawView(f, f.Inset.View, s, inner)
	gl.Disable(gl.SCISSOR_TEST)
}

const insetBorder = 2

// Image reads the image, top row first. It reads into dst if that has the right size, and otherwise into a
// new image. The image is opaque unless the frame is transparent, and empty before the first frame.
func (r *Renderer) Image(dst *image.NRGBA) *image.NRGBA {
	return r.target.read(dst)
}

// Close frees the GPU objects. The renderer must not be used afterwards.
func (r *Renderer) Close() {
	for i := range r.things {
		if each := &r.things[i]; each.delete != nil {
			each.delete()
		}
	}
	r.freePosts()
	r.timings.Delete()
	r.stopwatch.Delete()
	r.programs.delete()
	r.request.cancel()
	r.target.delete()
	r.planes.delete()
	r.surfaces.delete()
	r.exposure.delete()
	r.lens.delete()
	r.grid.delete()
	r.patches.Delete()
	gl.DeleteBuffers(1, &r.scene)
	gl.DeleteTextures(1, &r.white)
	if n := len(r.pictures); n > 0 {
		gl.DeleteTextures(int32(n), &r.pictures[0])
	}
	gl.DeleteVertexArrays(1, &r.empty)
	*r = Renderer{}
}

// frameError returns OpenGL's pending error. It returns nil if frames must not wait for the driver. doing is
// the same as in [gpu.Error].
func (r *Renderer) frameError(doing string) error {
	if !r.checks {
		return nil
	}
	return gpu.Error(doing)
}

var white = color.NRGBA{255, 255, 255, 255}
