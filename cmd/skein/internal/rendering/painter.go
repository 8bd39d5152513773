//go:build cgo

package rendering

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"strings"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/leftovers"
	"skein/cmd/skein/internal/stage"
	"skein/cmd/skein/internal/usage"
	"skein/engine/capture"
	"skein/engine/film"
	"skein/engine/frame"
	"skein/engine/headless"
	"skein/engine/picture"
	"skein/engine/render"
	"skein/flock/export"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/models"
)

// Show loads a recording and its birds into the renderer.
func (d *Painter) Show(rec *recording.Reader, sc *scenario.Scenario, leaders bool) (err error) {
	if d.Film, err = stage.FilmOf(rec, sc, leaders); err != nil {
		return err
	}
	mixes, err := bird.Baked(d.console, rec, sc)
	if err != nil {
		return err
	}
	return d.Renderer.SetBirds(models.AllBirds(mixes)...)
}

// Painter draws pictures of a recording without a window.
type Painter struct {
	console     *console.Console
	Film        film.Film
	pace        pace
	Size        image.Point
	output      render.Output
	codec       string // empty means the default codec
	transparent bool
	marksBoid   bool
	tiersBelow  render.Tier
	Exposure    film.Exposure
	caption     *picture.Caption
	notes       *pictureNotes
	cleanup     *leftovers.List
	gl          *headless.Context
	Renderer    *render.Renderer
	frame       *frame.Frame
	matteName   func(id int) string // names of the birds in a Cryptomatte; nil if none
	matte       *capture.Matte
	pictures    [2]*image.NRGBA // last two pictures read, newest first
	extra       Layers
	background  background
}

// Open creates the renderer and its OpenGL context, on the given GPU unless gpu is nil.
func (d *Painter) Open(g *console.Console, gpu *int) (err error) {
	d.console = g
	if gpu == nil {
		d.gl, err = headless.New()
	} else if d.gl, err = headless.NewOn(*gpu); err != nil {
		return fmt.Errorf("--gpu %d: %w", *gpu, err)
	}
	if err != nil {
		return err
	}
	options := render.Options{Samples: 4, Output: d.output, Tier: render.Best - d.tiersBelow, Proc: d.gl.Proc}
	if d.Exposure.Samples > 1 {
		options.Samples, options.Exposing = 1, true
	}
	if d.Renderer, err = render.New(options); err != nil {
		return err
	}
	if most := d.Renderer.MaxSize(); d.Size.X > most.X || d.Size.Y > most.Y {
		return usage.Errorf("--size %dx%d: too large; this machine's OpenGL (%s) draws at most %dx%d", d.Size.X, d.Size.Y, d.Renderer.Info().Renderer, most.X, most.Y)
	}
	if err := d.Renderer.Reserve(d.sampleFrame()); err != nil {
		return usage.Errorf("--size %dx%d: this machine's OpenGL (%s) has too little memory for a picture of this size: %w", d.Size.X, d.Size.Y, d.Renderer.Info().Renderer, err)
	}
	if gpu == nil && strings.Contains(d.Renderer.Info().Renderer, "llvmpipe") {
		if idle := headless.GPUs(); len(idle) > 0 {
			g.Say("drawing in software; use --gpu 0 to draw on %s", idle[0])
		}
	}
	return nil
}

func (d *Painter) sampleFrame() *frame.Frame {
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

func (d *Painter) draw(ctx context.Context, g *console.Console, p *renderPlan, path string) error {
	if p.kind == kinds.Film {
		return d.video(ctx, g, path, p.frames)
	}
	if p.kind == kinds.ManyPictures || len(p.frames) == 1 {
		file := func(n int) string { return export.Numbered(path, n) }
		return d.drawEach(ctx, g, path, p.frames, file, func(n int) (func() error, error) {
			write, err := d.readBack(ctx, n)
			return func() error { return write(file(n)) }, err
		})
	}
	var strip []*image.NRGBA
	if err := d.drawEach(ctx, g, path, p.frames, nil, func(int) (func() error, error) {
		img := d.Renderer.Image(nil)
		d.caption.Draw(img, d.frame.Legend)
		strip = append(strip, img)
		return nil, nil
	}); err != nil {
		return err
	}
	return capture.WritePNG(ctx, path, capture.Strip(strip), d.notes.ofStrip(p.frames)...)
}

// readBack reads picture n, which must be the last one drawn. The returned function writes it to a file. Call
// it before two more pictures are read.
func (d *Painter) readBack(ctx context.Context, n int) (write func(path string) error, err error) {
	notes, err := d.notes.ofPicture(n)
	if err != nil {
		return nil, err
	}
	if d.output == render.Linear {
		channels, header, err := d.layers(n)
		return func(path string) error { return capture.WriteEXR(ctx, path, d.Size, channels, header, notes...) }, err
	}
	img := d.image()
	return func(path string) error {
		if deep, ok := img.(*image.NRGBA64); ok && kinds.IsTIFF(path) {
			return capture.WriteTIFF(ctx, path, deep, notes...)
		}
		return capture.WritePNG(ctx, path, img, notes...)
	}, nil
}

// image returns the last picture, with 8 or 16 bits per channel. It is valid until two more are read.
func (d *Painter) image() image.Image {
	if d.output != render.Display16 {
		return d.picture()
	}
	img := d.Renderer.Image16()
	d.caption.Draw(img, d.frame.Legend)
	return img
}

// picture reads the last picture from the renderer. It is valid until two more are read.
func (d *Painter) picture() *image.NRGBA {
	d.pictures[0], d.pictures[1] = d.Renderer.Image(d.pictures[1]), d.pictures[0]
	d.caption.Draw(d.pictures[0], d.frame.Legend)
	return d.pictures[0]
}

func (d *Painter) video(ctx context.Context, g *console.Console, path string, frames []int) error {
	v, err := capture.NewVideo(path, capture.VideoOptions{
		Size: d.Size, FPS: d.pace.FPS.String(), Alpha: d.transparent, Codec: d.codec, TimeCode: d.pace.timecode(frames[0])})
	if err != nil {
		return err
	}
	d.cleanup.Add(v.Kill)
	err = d.drawEach(ctx, g, path, frames, nil, func(int) (func() error, error) {
		img := d.image()
		return func() error { return v.Add(img) }, nil
	})
	if err == nil {
		return v.Close()
	}
	v.Abort()
	return cmp.Or(ctx.Err(), err) // if a signal has stopped ffmpeg, return the error of ctx
}

// drawEach draws pictures and calls use for each of them. A function that use returns runs while the next
// picture is drawn. file returns a picture's name, for the progress; it may be nil.
func (d *Painter) drawEach(ctx context.Context, g *console.Console, what string, frames []int, file func(n int) string, use func(n int) (func() error, error)) (err error) {
	bar := console.NewProgress(g, "drawing "+what, len(frames))
	defer bar.End()
	defer func() { err = cmp.Or(err, d.background.wait()) }()
	finished := func(i int) {
		if file == nil {
			bar.Update(i + 1)
		} else {
			bar.Wrote(i+1, file(frames[i]))
		}
	}
	for i, n := range frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := d.paint(ctx, n); err != nil {
			return fmt.Errorf("picture %d: %w", n, err)
		}
		rest, err := use(n)
		if err == nil {
			err = d.background.start(rest) // waits until the previous picture is written
		}
		if err != nil {
			return err
		}
		if i > 0 {
			finished(i - 1)
		}
	}
	if err := d.background.wait(); err != nil {
		return err
	}
	if len(frames) > 0 {
		finished(len(frames) - 1)
	}
	return nil
}

type background struct{ done chan error }

// start waits for the previous function and then starts work. If the previous function returned an error,
// start returns it and does not start work.
func (b *background) start(work func() error) error {
	if err := b.wait(); err != nil || work == nil {
		return err
	}
	b.done = make(chan error, 1)
	go func(done chan<- error) { done <- work() }(b.done)
	return nil
}

func (b *background) wait() error {
	if b.done == nil {
		return nil
	}
	err := <-b.done
	b.done = nil
	return err
}

func (d *Painter) paint(ctx context.Context, n int) (err error) {
	switch {
	case d.matte != nil:
		d.matte.Reset()
	case d.matteName != nil:
		d.matte = capture.NewMatte(d.Size)
	}
	if d.Exposure.Samples > 1 {
		return d.expose(ctx, n)
	}
	if d.frame, err = d.subframe(d.Film.At(d.pace.at(n), d.Size)); err != nil {
		return err
	}
	return d.Renderer.Draw(d.frame)
}

func (d *Painter) expose(ctx context.Context, n int) error {
	take, err := d.Film.Expose(d.pace.at(n), d.Size, d.Exposure)
	if err != nil {
		return err
	}
	err = d.Renderer.Expose(d.Exposure.Samples, func(k int) (*frame.Frame, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return d.subframe(take.Subframe(k))
	})
	if err != nil {
		return err
	}
	d.frame, err = d.prepare(take.Middle()) // for the depths, the ids and the legend
	return err
}

func (d *Painter) subframe(f *frame.Frame, err error) (*frame.Frame, error) {
	f, err = d.prepare(f, err)
	if err != nil || d.matte == nil {
		return f, err
	}
	planes, err := d.Renderer.Planes(f)
	if err != nil {
		return nil, err
	}
	d.matte.Add(planes.ID)
	return f, nil
}

func (d *Painter) prepare(f *frame.Frame, err error) (*frame.Frame, error) {
	if err != nil {
		return nil, err
	}
	f.Transparent = d.transparent
	if !d.marksBoid {
		f.Outline = nil
	}
	return f, nil
}
