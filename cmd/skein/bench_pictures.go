//go:build cgo

package main

import (
	"context"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"time"

	"skein/engine/render"
	"skein/flock/export"
	"skein/flock/look"
	"skein/flock/scenario"
)

// pictures times those that render draws, of an instant and of many subframes.
func (c *BenchCmd) pictures(ctx context.Context, g *Globals) (rows []pictureRow, err error) {
	bar := newProgress(g, "timing pictures", len(c.Birds))
	defer bar.end()
	for i, birds := range c.Birds {
		more, err := c.picturesOf(ctx, g, birds)
		if err != nil {
			return rows, err
		}
		rows = append(rows, more...)
		bar.at(i + 1)
	}
	return rows, nil
}

// picturesOf times pictures of so many birds, of a recording made for it.
func (c *BenchCmd) picturesOf(ctx context.Context, g *Globals, birds int) (rows []pictureRow, err error) {
	sc, flags, err := c.scene(birds)
	if err != nil {
		return nil, err
	}
	sc.Camera.Mode = look.Auto
	still := &Globals{Quiet: true, Stdout: g.Stderr, Stderr: g.Stderr}
	p := renderPlan{pace: pace{recorded: c.Pictures + 1, rate: 30, fps: export.Whole(30)}, frames: []int{c.Pictures}}
	var left leftovers
	defer left.remove()
	dir, err := os.MkdirTemp("", "skein-bench-")
	if err != nil {
		return nil, err
	}
	left.add(func() { os.RemoveAll(dir) })
	src := &renderSource{left: &left, frames: p.pace.recorded, rate: 30, cmd: &RenderCmd{Samples: 2, WorldFlags: flags}, scene: sc}
	defer src.close()
	if err := src.simulate(ctx, still, &p); err != nil {
		return nil, err
	}
	for _, samples := range []int{1, 16} {
		d := &draughtsman{size: image.Point(c.Size), pace: p.pace, output: render.Display}
		d.exposure = (&RenderCmd{Samples: samples}).exposure(sc, p.pace)
		row, err := c.taken(ctx, still, d, src, sc, filepath.Join(dir, "bench.png"))
		if err != nil {
			return nil, err
		}
		row.Birds = birds
		rows = append(rows, row)
	}
	return rows, nil
}

// taken times pictures from the recording to the finished file.
func (c *BenchCmd) taken(ctx context.Context, g *Globals, d *draughtsman, src *renderSource, sc *scenario.Scenario, to string) (row pictureRow, err error) {
	defer d.close()
	if err := d.open(g, nil); err != nil {
		return row, err
	}
	if err := d.show(src.rec, sc, false); err != nil {
		return row, err
	}
	var took []float64
	for n := range c.Pictures {
		begun := time.Now()
		if err := d.paint(ctx, n+1); err != nil {
			return row, err
		}
		write, err := d.taken(ctx, n+1)
		if err != nil {
			return row, err
		}
		if err := write(to); err != nil {
			return row, err
		}
		took = append(took, milliseconds(begun))
	}
	ms := median(took)
	return pictureRow{Size: fmt.Sprintf("%dx%d", d.size.X, d.size.Y), Samples: d.exposure.Samples, Pictures: c.Pictures, MS: ms, PerSecond: 1000 / ms}, nil
}
