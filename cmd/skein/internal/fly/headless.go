//go:build cgo && !nowindow

package fly

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/record"
	"skein/cmd/skein/internal/rendering"
	"skein/cmd/skein/internal/usage"
	"skein/engine/capture"
	"skein/flock/files"
	"skein/flock/scenario"
)

const flightSeconds = 10

// headlessFlight replaces the window if none can be opened. It writes a recording, a strip of pictures and a
// film (without ffmpeg, its frames) into a folder. It overwrites the files of an earlier flight.
func headlessFlight(ctx context.Context, g *console.Console, c *Options, sc *scenario.Scenario) error {
	dir := c.Headless
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	run := filepath.Join(dir, "flight.mcap")
	if _, err := record.Scene(ctx, g, sc, c.Def(sc), record.Job{Path: run, Frames: flightSeconds * 30, FPS: 30, Force: true}); err != nil {
		return err
	}
	strip := rendering.Options{Input: run, Output: filepath.Join(dir, "strip.png"), Strip: 5, Size: usage.Size{X: 480, Y: 270}, Samples: 1, Force: true}
	if err := strip.Run(ctx, g); err != nil {
		return err
	}
	film := rendering.Options{Input: run, Output: filepath.Join(dir, "flight.mp4"), Size: c.Size, Samples: 1, Force: true}
	err := film.Run(ctx, g)
	if errors.Is(err, capture.ErrNoFFmpeg) {
		film.Output = filepath.Join(dir, "frames", "####.png")
		err = film.Run(ctx, g)
	}
	if err != nil {
		return err
	}
	g.Say("%s contains the recording, %s and %s", dir, filepath.Base(strip.Output), files.Relative(dir, film.Output))
	return nil
}
