//go:build cgo

package rendering

import (
	"context"
	"image"
	"os"
	"path/filepath"
	"time"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/leftovers"
	"skein/engine/render"
	"skein/flock/export"
	"skein/flock/scenario"
)

// TimePictures records a scene and draws pictures of it. It returns the time of each picture, in s.
func TimePictures(ctx context.Context, g *console.Console, sc *scenario.Scenario, world input.Simulation, size image.Point, pictures, samples int) (took []float64, err error) {
	quiet := &console.Console{Quiet: true, Stdout: g.Stderr, Stderr: g.Stderr}
	p := renderPlan{pace: pace{frameCount: pictures + 1, rate: 30, FPS: export.Whole(30)}, frames: []int{pictures}}
	var leftoverFiles leftovers.List
	defer leftoverFiles.Remove()
	dir, err := os.MkdirTemp("", "skein-bench-")
	if err != nil {
		return nil, err
	}
	leftoverFiles.Add(func() { os.RemoveAll(dir) })
	src := &renderSource{cleanup: &leftoverFiles, frames: p.pace.frameCount, rate: 30, cmd: &Options{Samples: 2, Simulation: world}, scene: sc}
	defer src.close()
	if err := src.simulate(ctx, quiet, &p); err != nil {
		return nil, err
	}
	d := &Painter{Size: size, pace: p.pace, output: render.Display}
	d.Exposure = (&Options{Samples: samples}).exposure(sc, p.pace)
	defer d.Close()
	if err := d.Open(quiet, nil); err != nil {
		return nil, err
	}
	if err := d.Show(src.rec, sc, false); err != nil {
		return nil, err
	}
	for n := range pictures {
		begun := time.Now()
		if err := d.paint(ctx, n+1); err != nil {
			return nil, err
		}
		write, err := d.readBack(ctx, n+1)
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
