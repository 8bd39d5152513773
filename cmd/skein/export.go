package main

import (
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"skein/engine/capture"
	"skein/flock/export"
	"skein/flock/recording"
)

// ExportCmd writes a recording in another format.
type ExportCmd struct {
	Recording string `arg:"" help:"The recording, an .mcap file."`
	Output    string `short:"o" required:"" help:"The file to write; its ending says the format: .csv." placeholder:"FILE"`
	Frames    string `help:"Which frames, counted from 1: 1-10,20-100:5,200- are 1 to 10, every fifth from 20 to 100, and all from 200." placeholder:"LIST"`
	Force     bool   `short:"f" help:"Replace a file that exists."`
}

// Help is shown below the flags' own.
func (ExportCmd) Help() string {
	return `A .csv file has a row for each boid and frame, with the columns
frame, time (s), id, px py pz (m), vx vy vz (m/s), ux uy uz (up-vector),
phase (of the wingbeat, turns), gliding, leading (0 or 1). Y is up.

Examples:

  skein export run.mcap -o run.csv
  skein export run.mcap -o few.csv --frames 1-300:10`
}

// Run exports.
func (c *ExportCmd) Run(ctx context.Context, g *Globals) error {
	if ext := filepath.Ext(c.Output); !strings.EqualFold(ext, ".csv") {
		return usagef("--output %s: want a name that ends in .csv", c.Output)
	}
	o, err := c.options()
	if err != nil {
		return err
	}
	r, err := openRecording(g, c.Recording)
	if err != nil {
		return err
	}
	defer r.Close()
	var bar *progress
	o.Progress = func(done, total int) {
		if bar == nil {
			bar = newProgress(g, "exporting "+c.Output, total)
		}
		bar.at(done)
		if done == total {
			bar.end()
		}
	}
	err = writeWhole(c.Output, c.Force, func(w io.Writer) error { return export.CSV(ctx, w, r, o) })
	if err != nil {
		return hintForce(err)
	}
	if g.JSON {
		return g.document(map[string]any{"file": c.Output, "frames": o.Count(r.Frames())})
	}
	return nil
}

func (c *ExportCmd) options() (o export.Options, err error) {
	if c.Frames == "" {
		return o, nil
	}
	if o.Frames, err = export.ParseFrames(c.Frames); err != nil {
		return o, usagef("--frames: %w", err)
	}
	return o, nil
}

// openRecording opens a recording and says so if it was not finished.
func openRecording(g *Globals, path string) (*recording.Reader, error) {
	r, err := recording.Open(path)
	if err == nil && !r.Complete() {
		g.say("%s was not finished: its first %d frames are there", path, r.Frames())
	}
	return r, err
}

// writeWhole makes a file appear whole or not at all. A file that exists is an
// error unless force is set.
func writeWhole(path string, force bool, write func(io.Writer) error) error {
	if _, err := os.Lstat(path); err == nil && !force {
		return &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	return capture.Write(path, write)
}
