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
)

// frames times frames in a window, if there can be one, and without.
func (c *BenchCmd) frames(ctx context.Context, g *Globals) ([]frameRow, error) {
	var rows []frameRow
	windowed, ok, err := c.windowed(ctx, g)
	if err != nil {
		return nil, err
	}
	if ok {
		rows = append(rows, windowed)
	}
	bare, err := c.bare(ctx)
	return append(rows, bare), err
}

// bare times frames without a display.
func (c *BenchCmd) bare(ctx context.Context) (row frameRow, err error) {
	begun := time.Now()
	sc, flags, err := c.scene(c.Birds)
	if err != nil {
		return row, err
	}
	gl, err := headless.New()
	if err != nil {
		return row, err
	}
	defer gl.Close()
	r, err := render.New(render.Options{Samples: 4})
	if err != nil {
		return row, err
	}
	defer r.Close()
	bird, err := bakedBird(sc)
	if err != nil {
		return row, err
	}
	if err := r.SetBird(bird); err != nil {
		return row, err
	}
	world, err := newWorld(ctx, flags.def(sc))
	if err != nil {
		return row, err
	}
	studio := engine.NewStudio(world, flags.def(sc), showOf(sc), lightOf(sc))
	place(&studio.Rig, sc)
	const dt = 1.0 / 60
	var first float64
	took := make([]float64, 0, c.Frames)
	for i := range c.Frames {
		if err := ctx.Err(); err != nil {
			return row, err
		}
		start := time.Now()
		if _, err := studio.Advance(float64(i) * dt); err != nil {
			return row, err
		}
		if err := r.Draw(studio.Frame(image.Point(c.Size), dt, engine.Drive{})); err != nil {
			return row, err
		}
		r.Finish()
		took = append(took, milliseconds(start))
		if i == 0 {
			first = milliseconds(begun)
		}
	}
	return c.row("headless", image.Point(c.Size), took, first, r.Info()), nil
}

func (c *BenchCmd) row(where string, size image.Point, took []float64, first float64, info render.Info) frameRow {
	ms := median(took)
	return frameRow{
		Where: where, Birds: c.Birds, Size: fmt.Sprintf("%dx%d", size.X, size.Y), Samples: info.Samples,
		Frames: len(took), MS: ms, FPS: 1000 / ms, FirstMS: first, Renderer: info.Renderer,
	}
}
