//go:build cgo

package rendering

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"slices"
	"strings"
	"time"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/leftovers"
	"skein/cmd/skein/internal/stage"
	"skein/cmd/skein/internal/usage"
	"skein/cmd/skein/internal/words"
	"skein/engine/capture"
	"skein/engine/film"
	"skein/engine/frame"
	"skein/engine/headless"
	"skein/engine/picture"
	"skein/engine/render"
	"skein/flock/export"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// grace is how long a signal waits for a picture that is being drawn.
const grace = 1500 * time.Millisecond

// Run draws.
func (c *Options) Run(ctx context.Context, g *console.Console) error {
	if c.Asked() {
		return c.printJob(g)
	}
	defer g.SayFolder(c.Output)()
	// A large picture on a slow machine takes longer than a signal may wait, and
	// OpenGL cannot be stopped in the middle of one.
	var left leftovers.List
	defer left.Remove()
	done := make(chan error, 1)
	go func() { done <- c.run(ctx, g, &left) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(grace):
		return ctx.Err()
	}
}

func (c *Options) run(ctx context.Context, g *console.Console, left *leftovers.List) error {
	src, err := c.source(g)
	if err != nil {
		return err
	}
	src.left = left
	defer src.close()
	p, err := c.plan(src.frames, src.rate)
	if err != nil {
		return err
	}
	if err := src.check(&p); err != nil {
		return err
	}
	if n := len(p.there); n > 0 {
		g.Say("%d of %d pictures are there already", n, n+len(p.frames))
	}
	if len(p.frames) > 0 {
		if err := c.drawAll(ctx, g, src, &p); err != nil {
			return err
		}
	}
	if n := len(p.frames); n > 0 {
		g.Say("%s", c.written(n))
	}
	if g.JSON {
		return g.Document(Summary{c.Output, p.frames, len(p.there), p.pace.FPS.Float(), c.Size.X, c.Size.Y, c.Samples})
	}
	return nil
}

// written returns what there is now, after so many pictures were drawn.
func (c *Options) written(pictures int) string {
	line := fmt.Sprintf("%s: %s of %dx%d pixels", c.Output, words.Count(pictures, "picture", "pictures"), c.Size.X, c.Size.Y)
	if c.Strip > 0 {
		line += " side by side"
	}
	return line
}

// lesser returns how many tiers one lies below the best; that of no name is the best.
func lesser(tier string) render.Tier {
	if k := slices.Index(render.Tiers(), tier); k >= 0 {
		return render.Best - render.Tier(k)
	}
	return 0
}

// drawAll makes what OpenGL needs, then the recording of a scenario, then the
// pictures.
func (c *Options) drawAll(ctx context.Context, g *console.Console, src *renderSource, p *renderPlan) (err error) {
	d := &Painter{Size: image.Point(c.Size), pace: p.pace, transparent: c.Transparent, lesser: lesser(c.Tier), left: src.left}
	d.Exposure.Samples = c.Samples
	switch {
	case kinds.IsEXR(c.Output):
		d.output = render.Linear
	case c.Depth == 16:
		d.output = render.Display16
	}
	if !c.NoLegend {
		if d.caption, err = picture.NewCaption(c.Size.Y); err != nil {
			return err
		}
	}
	defer d.Close()
	if err := d.Open(g, c.GPU); err != nil {
		return err
	}
	if err := src.simulate(ctx, g, p); err != nil {
		return err
	}
	if err := c.stage(d, src, p.kind); err != nil {
		return err
	}
	return d.draw(ctx, g, p, c.Output)
}

// stage sets up the film, and the bird in it.
func (c *Options) stage(d *Painter, src *renderSource, kind kinds.Output) error {
	sc, err := src.directed()
	if err != nil {
		return err
	}
	d.Exposure = c.exposure(sc, d.pace)
	if kind != kinds.Film {
		if d.made, err = c.made(src.rec, sc, src.leaders, d.pace); err != nil {
			return err
		}
	}
	return d.Show(src.rec, sc, src.leaders)
}

// Show puts a recording and its bird in front of the camera.
func (d *Painter) Show(rec *recording.Reader, sc *scenario.Scenario, leaders bool) (err error) {
	if d.Film, err = stage.FilmOf(rec, sc, leaders); err != nil {
		return err
	}
	baked, err := bird.Baked(d.says, rec, sc)
	if err != nil {
		return err
	}
	return d.Renderer.SetBirds(baked...)
}

// Painter draws pictures of a recording without a window.
type Painter struct {
	says        *console.Console // how far the bird is; nil: to nobody
	Film        film.Film
	pace        pace
	Size        image.Point
	output      render.Output
	transparent bool
	lesser      render.Tier // how many tiers below the best
	Exposure    film.Exposure
	caption     *picture.Caption // of the birds' colours; nil: none is wanted
	made        *made            // nil: nothing is said of it
	left        *leftovers.List
	gl          *headless.Context
	Renderer    *render.Renderer
	frame       *frame.Frame    // drawn last
	pictures    [2]*image.NRGBA // read back last, and before
	behind      behind
}

// Open makes the context, on a GPU if one is named, and the renderer.
func (d *Painter) Open(g *console.Console, gpu *int) (err error) {
	d.says = g
	if gpu == nil {
		d.gl, err = headless.New()
	} else if d.gl, err = headless.NewOn(*gpu); err != nil {
		return fmt.Errorf("--gpu %d: %w", *gpu, err)
	}
	if err != nil {
		return err
	}
	options := render.Options{Samples: 4, Output: d.output, Tier: render.Best - d.lesser, Proc: d.gl.Proc}
	if d.Exposure.Samples > 1 {
		options.Samples, options.Exposing = 1, true
	}
	if d.Renderer, err = render.New(options); err != nil {
		return err
	}
	if most := d.Renderer.MaxSize(); d.Size.X > most.X || d.Size.Y > most.Y {
		return usage.Errorf("--size %dx%d: this machine's OpenGL (%s) draws at most %dx%d", d.Size.X, d.Size.Y, d.Renderer.Info().Renderer, most.X, most.Y)
	}
	if err := d.Renderer.Reserve(d.likely()); err != nil {
		return usage.Errorf("--size %dx%d: more than this machine's OpenGL (%s) has room for: %w", d.Size.X, d.Size.Y, d.Renderer.Info().Renderer, err)
	}
	if gpu == nil && strings.Contains(d.Renderer.Info().Renderer, "llvmpipe") {
		if idle := headless.GPUs(); len(idle) > 0 {
			g.Say("drawing in software; --gpu 0 draws on %s", idle[0])
		}
	}
	return nil
}

// likely returns a frame that needs as much memory as those that will come.
func (d *Painter) likely() *frame.Frame {
	f := &frame.Frame{Size: d.Size, Transparent: d.transparent, Light: d.Film.Light}
	if d.Exposure.Aperture > 0 || d.Exposure.FStop > 0 {
		f.Lens.Spread = 1
	}
	return f
}

func (d *Painter) Close() {
	if d.Renderer != nil {
		d.Renderer.Close()
	}
	if d.gl != nil {
		d.gl.Close()
	}
}

// draw draws pictures into what the output's name asks for.
func (d *Painter) draw(ctx context.Context, g *console.Console, p *renderPlan, path string) error {
	if p.kind == kinds.Film {
		return d.video(ctx, g, path, p.frames)
	}
	if p.kind == kinds.ManyPictures || len(p.frames) == 1 {
		return d.each(ctx, g, path, p.frames, func(n int) (func() error, error) {
			write, err := d.taken(ctx, n)
			return func() error { return write(export.Numbered(path, n)) }, err
		})
	}
	var strip []*image.NRGBA
	if err := d.each(ctx, g, path, p.frames, func(int) (func() error, error) {
		img := d.Renderer.Image(nil)
		d.caption.Draw(img, d.frame.Legend)
		strip = append(strip, img)
		return nil, nil
	}); err != nil {
		return err
	}
	return capture.WritePNG(ctx, path, capture.Strip(strip), d.made.ofStrip(p.frames)...)
}

// taken reads back picture n, drawn last, and returns what writes it to a file, which
// may be called until two others were read back.
func (d *Painter) taken(ctx context.Context, n int) (write func(path string) error, err error) {
	notes, err := d.made.of(n)
	if err != nil {
		return nil, err
	}
	switch d.output {
	case render.Linear:
		channels, err := d.channels()
		return func(path string) error { return capture.WriteEXR(ctx, path, d.Size, channels, notes...) }, err
	case render.Display16:
		img := d.Renderer.Image16()
		d.caption.Draw(img, d.frame.Legend)
		return func(path string) error { return capture.WritePNG(ctx, path, img, notes...) }, nil
	}
	img := d.picture()
	return func(path string) error { return capture.WritePNG(ctx, path, img, notes...) }, nil
}

// picture reads back the picture drawn last. It stays valid until two others are.
func (d *Painter) picture() *image.NRGBA {
	d.pictures[0], d.pictures[1] = d.Renderer.Image(d.pictures[1]), d.pictures[0]
	d.caption.Draw(d.pictures[0], d.frame.Legend)
	return d.pictures[0]
}

// channels returns the light of the picture drawn last, its depths and its ids.
func (d *Painter) channels() ([]capture.Channel, error) {
	planes, err := d.Renderer.Planes(d.frame)
	if err != nil {
		return nil, err
	}
	channels := []capture.Channel{{Name: "Z", Values: planes.Depth}, {Name: "id", Values: planes.ID}}
	light := d.Renderer.Light()
	for k, name := range []string{"R", "G", "B", "A"} {
		values := make([]float32, len(light)/4)
		for i := range values {
			values[i] = light[4*i+k]
		}
		channels = append(channels, capture.Channel{Name: name, Half: true, Values: values})
	}
	return channels, nil
}

func (d *Painter) video(ctx context.Context, g *console.Console, path string, frames []int) error {
	v, err := capture.NewVideo(path, d.Size, d.pace.FPS.String())
	if err != nil {
		return err
	}
	d.left.Add(v.Kill)
	err = d.each(ctx, g, path, frames, func(int) (func() error, error) {
		img := d.picture()
		return func() error { return v.Add(img) }, nil
	})
	if err == nil {
		return v.Close()
	}
	v.Abort()
	return cmp.Or(ctx.Err(), err) // a signal may have reached ffmpeg first
}

// each draws pictures one after another, and has use take each. What use returns,
// if anything, is done while the next is drawn.
func (d *Painter) each(ctx context.Context, g *console.Console, what string, frames []int, use func(n int) (func() error, error)) (err error) {
	bar := console.NewProgress(g, "drawing "+what, len(frames))
	defer bar.End()
	defer func() { err = cmp.Or(err, d.behind.wait()) }()
	for i, n := range frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := d.paint(ctx, n); err != nil {
			return fmt.Errorf("picture %d: %w", n, err)
		}
		rest, err := use(n)
		if err == nil {
			err = d.behind.start(rest)
		}
		if err != nil {
			return err
		}
		bar.At(i + 1)
	}
	return nil
}

// behind does one thing at a time beside what its owner does.
type behind struct{ done chan error }

// start begins work once that before is done, whose error it returns.
func (b *behind) start(work func() error) error {
	if err := b.wait(); err != nil || work == nil {
		return err
	}
	b.done = make(chan error, 1)
	go func(done chan<- error) { done <- work() }(b.done)
	return nil
}

// wait returns the error of what was begun last, once it is done.
func (b *behind) wait() error {
	if b.done == nil {
		return nil
	}
	err := <-b.done
	b.done = nil
	return err
}

// paint draws picture n.
func (d *Painter) paint(ctx context.Context, n int) (err error) {
	if d.Exposure.Samples > 1 {
		return d.expose(ctx, n)
	}
	if d.frame, err = d.prepared(d.Film.At(d.pace.at(n), d.Size)); err != nil {
		return err
	}
	return d.Renderer.Draw(d.frame)
}

// expose draws picture n in many subframes.
func (d *Painter) expose(ctx context.Context, n int) error {
	take, err := d.Film.Expose(d.pace.at(n), d.Size, d.Exposure)
	if err != nil {
		return err
	}
	err = d.Renderer.Expose(d.Exposure.Samples, func(k int) (*frame.Frame, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return d.prepared(take.Subframe(k))
	})
	if err != nil {
		return err
	}
	d.frame, err = d.prepared(take.Middle()) // for depths, ids and the legend
	return err
}

// prepared returns a frame as it is asked for.
func (d *Painter) prepared(f *frame.Frame, err error) (*frame.Frame, error) {
	if err != nil {
		return nil, err
	}
	f.Transparent = d.transparent
	return f, nil
}
