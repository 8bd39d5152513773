//go:build cgo

package main

import (
	"context"
	"fmt"
	"image"
	"time"

	"skein/engine"
	"skein/engine/headless"
	"skein/engine/render"
	"skein/models"
)

// frames times frames in a window, if there can be one, and without.
func (c *BenchCmd) frames(ctx context.Context, g *Globals) ([]frameRow, error) {
	var rows []frameRow
	bar := newProgress(g, "timing frames", len(c.Birds))
	defer bar.end()
	display := true
	for i, birds := range c.Birds {
		if display {
			windowed, ok, err := c.windowed(ctx, birds)
			if err != nil {
				return nil, err
			}
			if display = ok; ok {
				rows = append(rows, windowed)
			}
		}
		bare, err := c.bare(ctx, birds)
		if err != nil {
			return nil, err
		}
		rows = append(rows, bare...)
		bar.at(i + 1)
	}
	return rows, nil
}

// bare times frames without a display, plain and with everything on.
func (c *BenchCmd) bare(ctx context.Context, birds int) (rows []frameRow, err error) {
	begun := time.Now()
	sc, flags, err := c.scene(birds)
	if err != nil {
		return nil, err
	}
	bird, err := bakedBirdOf(nil, nil, sc, 0)
	if err != nil {
		return nil, err
	}
	gl, err := headless.New()
	if err != nil {
		return nil, err
	}
	defer gl.Close()
	world, err := warmWorld(ctx, flags.def(sc))
	if err != nil {
		return nil, err
	}
	studio := engine.NewStudio(world, flags.def(sc), sc.Look)
	place(&studio.Rig, sc)
	for _, samples := range []int{1, 4} {
		studio.Controls.Show.Shadows = samples > 1
		row, err := c.drawn(ctx, gl, studio, bird, samples, begun)
		if err != nil {
			return nil, err
		}
		row.Birds = birds
		rows = append(rows, row)
		begun = time.Now()
	}
	return rows, nil
}

// drawn times frames with a renderer of their own.
func (c *BenchCmd) drawn(ctx context.Context, gl *headless.Context, studio *engine.Studio, bird *models.Baked, samples int, begun time.Time) (row frameRow, err error) {
	r, err := render.New(render.Options{Samples: samples, Proc: gl.Proc})
	if err != nil {
		return row, err
	}
	defer r.Close()
	if err := r.SetBird(bird); err != nil {
		return row, err
	}
	if err := frameFlock(studio, image.Point(c.Size)); err != nil {
		return row, err
	}
	var t timing
	zero := time.Now()
	for i := range c.Frames {
		if err := ctx.Err(); err != nil {
			return row, err
		}
		start := time.Now()
		if _, err := studio.Advance(start.Sub(zero).Seconds()); err != nil {
			return row, err
		}
		ticked := time.Now()
		if err := r.Draw(studio.Frame(image.Point(c.Size), 1.0/60, engine.Drive{})); err != nil {
			return row, err
		}
		r.Finish()
		t.frames, t.drawing = append(t.frames, milliseconds(start)), append(t.drawing, milliseconds(ticked))
		if i == 0 {
			t.first = milliseconds(begun)
		}
	}
	row = c.row("headless", image.Point(c.Size), &t, r.Info())
	row.Shadows = studio.Controls.Show.Shadows
	return row, nil
}

// frameFlock moves the camera back until it sees the whole flock.
func frameFlock(s *engine.Studio, size image.Point) error {
	const settled = 10 // seconds
	s.Frame(size, settled, engine.Drive{})
	err := s.Do(engine.FrameFlock, float32(size.X)/float32(size.Y))
	s.Frame(size, settled, engine.Drive{})
	return err
}

// timing is how long frames took, all of each and without the ticks, and what went
// before the first was there, in milliseconds.
type timing struct {
	frames, drawing []float64
	first           float64
}

func (c *BenchCmd) row(where string, size image.Point, t *timing, info render.Info) frameRow {
	ms := median(t.frames)
	row := frameRow{
		Where: where, Size: fmt.Sprintf("%dx%d", size.X, size.Y), Samples: info.Samples,
		Frames: len(t.frames), MS: ms, FPS: 1000 / ms, FirstMS: t.first, Renderer: info.Renderer,
	}
	if len(t.drawing) > 0 {
		row.DrawnFPS = 1000 / median(t.drawing)
	}
	return row
}
