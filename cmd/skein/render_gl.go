//go:build cgo

package main

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"skein/engine"
	"skein/engine/capture"
	"skein/engine/headless"
	"skein/engine/render"
	"skein/flock/export"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// grace is how long a signal waits for a picture that is being drawn.
const grace = 1500 * time.Millisecond

// Run draws.
func (c *RenderCmd) Run(ctx context.Context, g *Globals) error {
	if c.asked() {
		return c.printJob(g)
	}
	// A large picture on a slow machine takes longer than a signal may wait, and
	// OpenGL cannot be stopped in the middle of one.
	done := make(chan error, 1)
	go func() { done <- c.run(ctx, g) }()
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

func (c *RenderCmd) run(ctx context.Context, g *Globals) error {
	src, err := c.source(g)
	if err != nil {
		return err
	}
	defer src.close()
	p, err := c.plan(src.frames, src.rate)
	if err != nil {
		return err
	}
	if p.skipped > 0 {
		g.say("%d of %d pictures are there already", p.skipped, p.skipped+len(p.frames))
	}
	if len(p.frames) > 0 {
		if err := c.drawAll(ctx, g, src, &p); err != nil {
			return err
		}
	}
	if g.JSON {
		return g.document(renderSummary{c.Output, p.frames, p.skipped, p.pace.fps, c.Size.X, c.Size.Y, c.Samples})
	}
	return nil
}

// drawAll makes what OpenGL needs, then the recording of a scenario, then the
// pictures.
func (c *RenderCmd) drawAll(ctx context.Context, g *Globals, src *renderSource, p *renderPlan) error {
	d := &draughtsman{size: image.Point(c.Size), pace: p.pace, transparent: c.Transparent}
	d.exposure.Samples = c.Samples
	switch {
	case isEXR(c.Output):
		d.output = render.Linear
	case c.Depth == 16:
		d.output = render.Display16
	}
	defer d.close()
	if err := d.open(g, c.GPU); err != nil {
		return err
	}
	if err := src.simulate(ctx, g, p); err != nil {
		return err
	}
	if err := c.stage(d, src.rec); err != nil {
		return err
	}
	return d.draw(ctx, g, p, c.Output)
}

// renderSource is a recording, or a scenario that is yet to be recorded.
type renderSource struct {
	rec          *recording.Reader
	frames, rate int // of the recording

	cmd   *RenderCmd
	scene *scenario.Scenario
	dir   string // of the scenario's recording
}

// source opens the recording, or says what will be recorded of the scenario.
func (c *RenderCmd) source(g *Globals) (*renderSource, error) {
	if !isRecording(c.Input) {
		return c.scenarioSource()
	}
	if c.Seconds != nil || c.Seed != nil || c.Count != nil {
		return nil, usagef("--seconds, --seed and --count are for a scenario; %s is a recording", c.Input)
	}
	rec, err := openRecording(g, c.Input)
	if err != nil {
		return nil, err
	}
	return &renderSource{rec: rec, frames: rec.Frames(), rate: rec.Meta().FPS}, nil
}

// scenarioSource is a scenario, recorded at the least rate that divides its ticks
// and gives every picture frames no further apart than pictures.
func (c *RenderCmd) scenarioSource() (*renderSource, error) {
	sc, err := c.load(c.Input)
	if err != nil {
		return nil, err
	}
	fps, seconds := 30.0, 10.0
	if c.FPS != "" {
		if fps, err = parseRate(c.FPS); err != nil {
			return nil, err
		}
	}
	if c.Seconds != nil {
		seconds = *c.Seconds
	}
	pictures := math.Round(seconds * fps)
	if !(pictures >= 1 && pictures <= math.MaxInt32) {
		return nil, usagef("--seconds %g at %g pictures a second: want at least one picture, and at most %d", seconds, fps, math.MaxInt32)
	}
	rate := min(int(math.Ceil(fps)), sc.TickRate)
	for sc.TickRate%rate != 0 {
		rate++
	}
	last := (pictures - 1) / fps * float64(rate)
	return &renderSource{frames: int(math.Ceil(last-nearly)) + 1, rate: rate, cmd: c, scene: sc}, nil
}

// simulate records a scenario as far as the pictures go.
func (s *renderSource) simulate(ctx context.Context, g *Globals, p *renderPlan) (err error) {
	if s.rec != nil {
		return nil
	}
	if s.dir, err = os.MkdirTemp("", "skein-render-"); err != nil {
		return err
	}
	needed := 1
	open := s.cmd.exposure(s.scene, p.pace).Shutter * float64(s.rate)
	for _, n := range p.frames {
		needed = max(needed, int(math.Ceil(p.pace.at(n)+open))+1)
	}
	job := recordJob{path: filepath.Join(s.dir, "scene.mcap"), frames: min(needed, s.frames), fps: s.rate}
	still := &Globals{Quiet: true, Stdout: g.Stderr, Stderr: g.Stderr}
	if _, err = recordScene(ctx, still, s.scene, s.cmd.def(s.scene), job); err != nil {
		return err
	}
	s.rec, err = recording.Open(job.path)
	return err
}

func (s *renderSource) close() {
	if s.rec != nil {
		s.rec.Close()
	}
	if s.dir != "" {
		os.RemoveAll(s.dir)
	}
}

// stage sets up the film, and the bird in it.
func (c *RenderCmd) stage(d *draughtsman, rec *recording.Reader) error {
	sc, err := sceneOf(rec, c.Camera, &c.BirdFlags)
	if err != nil {
		return err
	}
	if c.Plain {
		sc.Show.Plain, sc.Show.Traces, sc.Show.Vision, sc.Show.Inset = true, "none", false, false
	}
	leader := sc.Camera.Mode == leaderMode
	if c.Boid != "" && c.Boid != leaderMode {
		n, err := strconv.Atoi(c.Boid)
		if err != nil || n < 0 || n >= sc.Params.Count {
			return usagef("--boid %s: want 0 to %d, or leader", c.Boid, sc.Params.Count-1)
		}
		sc.Camera.Boid, leader = n, false
	}
	d.exposure = c.exposure(sc, d.pace)
	return d.show(rec, sc, leader || c.Boid == leaderMode)
}

// show puts a recording and its bird in front of the camera.
func (d *draughtsman) show(rec *recording.Reader, sc *scenario.Scenario, leaders bool) (err error) {
	if d.film, err = filmOf(rec, sc, leaders); err != nil {
		return err
	}
	baked, err := bakedBirdOf(rec, sc)
	if err != nil {
		return err
	}
	return d.renderer.SetBird(baked)
}

// draughtsman draws pictures of a recording without a window.
type draughtsman struct {
	film        engine.Film
	pace        pace
	size        image.Point
	output      render.Output
	transparent bool
	exposure    engine.Exposure
	gl          *headless.Context
	renderer    *render.Renderer
	frame       *engine.Frame // drawn last
	picture     *image.NRGBA
}

// open makes the context, on a GPU if one is named, and the renderer.
func (d *draughtsman) open(g *Globals, gpu *int) (err error) {
	if gpu == nil {
		d.gl, err = headless.New()
	} else if d.gl, err = headless.NewOn(*gpu); err != nil {
		return fmt.Errorf("--gpu %d: %w", *gpu, err)
	}
	if err != nil {
		return err
	}
	options := render.Options{Samples: 4, Output: d.output}
	if d.exposure.Samples > 1 {
		options.Samples, options.Exposing = 1, true
	}
	if d.renderer, err = render.New(options); err != nil {
		return err
	}
	if most := d.renderer.MaxSize(); d.size.X > most.X || d.size.Y > most.Y {
		return usagef("--size %dx%d: this machine's OpenGL (%s) draws at most %dx%d", d.size.X, d.size.Y, d.renderer.Info().Renderer, most.X, most.Y)
	}
	if gpu == nil && strings.Contains(d.renderer.Info().Renderer, "llvmpipe") {
		if idle := headless.GPUs(); len(idle) > 0 {
			g.say("drawing in software; --gpu 0 draws on %s", idle[0])
		}
	}
	return nil
}

func (d *draughtsman) close() {
	if d.renderer != nil {
		d.renderer.Close()
	}
	if d.gl != nil {
		d.gl.Close()
	}
}

// draw draws pictures into what the output's name asks for.
func (d *draughtsman) draw(ctx context.Context, g *Globals, p *renderPlan, path string) error {
	if p.kind == film {
		return d.video(ctx, g, path, p.frames)
	}
	if p.kind == manyPictures || len(p.frames) == 1 {
		return d.each(ctx, g, path, p.frames, func(n int) error {
			return d.write(export.Numbered(path, n))
		})
	}
	var strip []*image.NRGBA
	if err := d.each(ctx, g, path, p.frames, func(int) error {
		strip = append(strip, d.renderer.Image(nil))
		return nil
	}); err != nil {
		return err
	}
	return capture.WritePNG(path, capture.Strip(strip))
}

// write writes the picture drawn last.
func (d *draughtsman) write(path string) error {
	switch d.output {
	case render.Linear:
		return d.writeEXR(path)
	case render.Display16:
		return capture.WritePNG(path, d.renderer.Image16())
	}
	d.picture = d.renderer.Image(d.picture)
	return capture.WritePNG(path, d.picture)
}

// writeEXR writes the picture drawn last with its depths and ids.
func (d *draughtsman) writeEXR(path string) error {
	planes, err := d.renderer.Planes(d.frame)
	if err != nil {
		return err
	}
	channels := []capture.Channel{{Name: "Z", Values: planes.Depth}, {Name: "id", Values: planes.ID}}
	light := d.renderer.Light()
	for k, name := range []string{"R", "G", "B", "A"} {
		values := make([]float32, len(light)/4)
		for i := range values {
			values[i] = light[4*i+k]
		}
		channels = append(channels, capture.Channel{Name: name, Half: true, Values: values})
	}
	return capture.WriteEXR(path, d.size, channels)
}

func (d *draughtsman) video(ctx context.Context, g *Globals, path string, frames []int) error {
	v, err := capture.NewVideo(path, d.size, d.pace.fps)
	if err != nil {
		return err
	}
	err = d.each(ctx, g, path, frames, func(int) error {
		d.picture = d.renderer.Image(d.picture)
		return v.Add(d.picture)
	})
	if err == nil {
		return v.Close()
	}
	v.Abort()
	return cmp.Or(ctx.Err(), err) // a signal may have reached ffmpeg first
}

// each draws pictures one after another, and has use take each.
func (d *draughtsman) each(ctx context.Context, g *Globals, what string, frames []int, use func(n int) error) error {
	bar := newProgress(g, "drawing "+what, len(frames))
	defer bar.end()
	for i, n := range frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := d.paint(ctx, n); err != nil {
			return fmt.Errorf("picture %d: %w", n, err)
		}
		if err := use(n); err != nil {
			return err
		}
		bar.at(i + 1)
	}
	return nil
}

// paint draws picture n.
func (d *draughtsman) paint(ctx context.Context, n int) (err error) {
	if d.exposure.Samples > 1 {
		return d.expose(ctx, n)
	}
	if d.frame, err = d.prepared(d.film.At(d.pace.at(n), d.size)); err != nil {
		return err
	}
	return d.renderer.Draw(d.frame)
}

// expose draws picture n in many subframes.
func (d *draughtsman) expose(ctx context.Context, n int) error {
	take, err := d.film.Expose(d.pace.at(n), d.size, d.exposure)
	if err != nil {
		return err
	}
	err = d.renderer.Expose(d.exposure.Samples, func(k int) (*engine.Frame, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return d.prepared(take.Subframe(k))
	})
	if err != nil || d.output != render.Linear {
		return err
	}
	d.frame, err = d.prepared(take.Middle()) // for depths and ids
	return err
}

// prepared is a frame as it is asked for.
func (d *draughtsman) prepared(f *engine.Frame, err error) (*engine.Frame, error) {
	if err != nil {
		return nil, err
	}
	if f.Transparent = d.transparent; d.transparent {
		f.Inset = nil // a picture within a picture has an edge all around
	}
	return f, nil
}
