//go:build cgo

package program

import (
	"context"
	"image"
	"os"
	"path/filepath"
	"time"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/engine/render"
	"skein/flock/export"
	"skein/flock/scenario"
)

// timePictures draws so many pictures of a scene into a file, each of so many subframes, and
// returns the time that each took, in seconds. It records the scene first.
func timePictures(ctx context.Context, g *console.Console, sc *scenario.Scenario, world input.Simulation, size image.Point, pictures, samples int) (took []float64, err error) {
	still := &console.Console{Quiet: true, Stdout: g.Stderr, Stderr: g.Stderr}
	p := renderPlan{pace: pace{recorded: pictures + 1, rate: 30, fps: export.Whole(30)}, frames: []int{pictures}}
	var left leftovers
	defer left.remove()
	dir, err := os.MkdirTemp("", "skein-bench-")
	if err != nil {
		return nil, err
	}
	left.add(func() { os.RemoveAll(dir) })
	src := &renderSource{left: &left, frames: p.pace.recorded, rate: 30, cmd: &renderOptions{Samples: 2, Simulation: world}, scene: sc}
	defer src.close()
	if err := src.simulate(ctx, still, &p); err != nil {
		return nil, err
	}
	d := &draughtsman{size: size, pace: p.pace, output: render.Display}
	d.exposure = (&renderOptions{Samples: samples}).exposure(sc, p.pace)
	defer d.close()
	if err := d.open(still, nil); err != nil {
		return nil, err
	}
	if err := d.show(src.rec, sc, false); err != nil {
		return nil, err
	}
	for n := range pictures {
		begun := time.Now()
		if err := d.paint(ctx, n+1); err != nil {
			return nil, err
		}
		write, err := d.taken(ctx, n+1)
		if err != nil {
			return nil, err
		}
		if err := write(filepath.Join(dir, "bench.png")); err != nil {
			return nil, err
		}
		took = append(took, time.Since(begun).Seconds())
	}
	return took, nil
}
