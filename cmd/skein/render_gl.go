//go:build cgo

package main

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"io/fs"
	"os"
	"path/filepath"

	"skein/engine"
	"skein/engine/capture"
	"skein/engine/headless"
	"skein/engine/render"
	"skein/flock/export"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// Run draws.
func (c *RenderCmd) Run(ctx context.Context, g *Globals) error {
	kind, err := outputOf(c.Output)
	if err != nil {
		return err
	}
	rec, done, err := c.open(ctx, g)
	if err != nil {
		return err
	}
	defer done()
	frames, err := c.frames(kind, rec.Frames())
	if err != nil {
		return err
	}
	if err := c.mayWrite(kind, frames); err != nil {
		return err
	}
	d, err := c.draughtsman(rec)
	if err != nil {
		return err
	}
	defer d.close()
	if err := d.draw(ctx, g, kind, c.Output, frames); err != nil {
		return err
	}
	if g.JSON {
		return g.document(renderSummary{c.Output, frames, c.Size.X, c.Size.Y})
	}
	return nil
}

// mayWrite refuses to replace a file unless told to.
func (c *RenderCmd) mayWrite(kind outputKind, frames []int) error {
	if c.Force {
		return nil
	}
	paths := []string{c.Output}
	if kind == manyPictures {
		paths = paths[:0]
		for _, f := range frames {
			paths = append(paths, export.Numbered(c.Output, f))
		}
	}
	for _, path := range paths {
		if _, err := os.Lstat(path); err == nil {
			return hintForce(&fs.PathError{Op: "render", Path: path, Err: fs.ErrExist})
		}
	}
	return nil
}

// open opens the recording, or makes one of the scenario that goes when done.
func (c *RenderCmd) open(ctx context.Context, g *Globals) (rec *recording.Reader, done func(), err error) {
	if isRecording(c.Input) {
		if c.ofScenario() {
			return nil, nil, usagef("--seconds, --fps, --seed and --count are for a scenario; %s is a recording", c.Input)
		}
		if rec, err = openRecording(g, c.Input); err != nil {
			return nil, nil, err
		}
		return rec, func() { rec.Close() }, nil
	}
	dir, err := os.MkdirTemp("", "skein-render-")
	if err != nil {
		return nil, nil, err
	}
	remove := func() { os.RemoveAll(dir) }
	path := filepath.Join(dir, "scene.mcap")
	seconds := 10.0
	record := RecordCmd{Scene: c.Input, Output: path, Seconds: &seconds, FPS: c.FPS, WorldFlags: c.WorldFlags}
	if c.Seconds != nil {
		record.Seconds = c.Seconds
	}
	if err := record.Run(ctx, &Globals{Quiet: true, Stdout: g.Stderr, Stderr: g.Stderr}); err != nil {
		remove()
		return nil, nil, err
	}
	if rec, err = recording.Open(path); err != nil {
		remove()
		return nil, nil, err
	}
	return rec, func() { rec.Close(); remove() }, nil
}

// frames are the numbers of the frames to draw.
func (c *RenderCmd) frames(kind outputKind, total int) ([]int, error) {
	var list []export.Range
	if c.Frames != "" {
		var err error
		if list, err = export.ParseFrames(c.Frames); err != nil {
			return nil, usagef("--frames: %w", err)
		}
	}
	frames, err := export.Select(list, total)
	if err != nil {
		return nil, usagef("--frames: %w", err)
	}
	if c.Strip > 0 {
		frames = evenly(frames, c.Strip)
	}
	if kind == onePicture && c.Strip == 0 && len(frames) != 1 {
		return nil, usagef("--output %s is one picture for %d frames: name one with --frames, or ask for --strip or for many (####.png)", c.Output, len(frames))
	}
	return frames, nil
}

// draughtsman draws frames of a recording without a window.
type draughtsman struct {
	film     engine.Film
	size     image.Point
	gl       *headless.Context
	renderer *render.Renderer
	fps      int
	picture  *image.NRGBA
}

func (c *RenderCmd) draughtsman(rec *recording.Reader) (*draughtsman, error) {
	meta := rec.Meta()
	sc, err := sceneOf(rec, c.Camera, &c.BirdFlags)
	if err != nil {
		return nil, err
	}
	if c.Boid >= sc.Params.Count {
		return nil, usagef("--boid %d: want 0 to %d", c.Boid, sc.Params.Count-1)
	}
	if c.Boid >= 0 {
		sc.Camera.Boid = c.Boid
	}
	d := &draughtsman{size: image.Point(c.Size), fps: meta.FPS, film: filmOf(rec, meta, sc)}
	if err := d.open(sc); err != nil {
		d.close()
		return nil, err
	}
	return d, nil
}

// filmOf is a recording seen as its scene says.
func filmOf(rec *recording.Reader, meta recording.Meta, sc *scenario.Scenario) engine.Film {
	rig := engine.NewRig()
	place(&rig, sc)
	boid := sc.Camera.Boid
	if boid < 0 && (rig.Mode == engine.Follow || rig.Mode == engine.Eye) {
		boid = 0
	}
	return engine.Film{
		Reel: rec, FPS: float64(meta.FPS), Params: sc.Params,
		Show: showOf(sc), Light: lightOf(sc), Rig: rig, Selected: boid,
	}
}

func (d *draughtsman) open(sc *scenario.Scenario) (err error) {
	if d.gl, err = headless.New(); err != nil {
		return err
	}
	if d.renderer, err = render.New(render.Options{Samples: 4}); err != nil {
		return err
	}
	baked, err := bakedBird(sc)
	if err != nil {
		return err
	}
	return d.renderer.SetBird(baked)
}

func (d *draughtsman) close() {
	if d.renderer != nil {
		d.renderer.Close()
	}
	if d.gl != nil {
		d.gl.Close()
	}
}

// draw draws frames, counted from 1, into what the output's name asks for.
func (d *draughtsman) draw(ctx context.Context, g *Globals, kind outputKind, path string, frames []int) error {
	switch kind {
	case film:
		return d.video(ctx, g, path, frames)
	case manyPictures:
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		return d.each(ctx, g, path, frames, func(frame int, img *image.NRGBA) error {
			return capture.WritePNG(export.Numbered(path, frame), img)
		})
	}
	var strip []*image.NRGBA
	if err := d.each(ctx, g, path, frames, func(_ int, img *image.NRGBA) error {
		strip = append(strip, img)
		d.picture = nil // the strip keeps it
		return nil
	}); err != nil {
		return err
	}
	return capture.WritePNG(path, capture.Strip(strip))
}

func (d *draughtsman) video(ctx context.Context, g *Globals, path string, frames []int) error {
	v, err := capture.NewVideo(path, d.size, d.fps)
	if err != nil {
		return err
	}
	err = d.each(ctx, g, path, frames, func(_ int, img *image.NRGBA) error { return v.Add(img) })
	if err == nil {
		return v.Close()
	}
	v.Abort()
	return cmp.Or(ctx.Err(), err) // a signal may have reached ffmpeg first
}

// each draws frames one after another and hands each picture on; it is valid
// until the next.
func (d *draughtsman) each(ctx context.Context, g *Globals, what string, frames []int, use func(int, *image.NRGBA) error) error {
	bar := newProgress(g, "drawing "+what, len(frames))
	defer bar.end()
	for i, frame := range frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		f, err := d.film.Frame(frame-1, d.size)
		if err != nil {
			return fmt.Errorf("frame %d: %w", frame, err)
		}
		if err := d.renderer.Draw(f); err != nil {
			return fmt.Errorf("frame %d: %w", frame, err)
		}
		d.picture = d.renderer.Image(d.picture)
		if err := use(frame, d.picture); err != nil {
			return err
		}
		bar.at(i + 1)
	}
	return nil
}
