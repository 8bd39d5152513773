package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"sync"

	"skein/flock"
	"skein/flock/export"
	"skein/flock/recording"
)

// resume goes on with a recording.
func (c *RecordCmd) resume(ctx context.Context, g *Globals) error {
	path, err := c.recorded("--resume")
	if err != nil {
		return err
	}
	from := recording.Part(path)
	if _, err := os.Stat(from); errors.Is(err, fs.ErrNotExist) {
		from = path
	}
	r, err := openRec(from)
	if errors.Is(err, recording.ErrEmpty) {
		return fmt.Errorf("%w; nothing is lost by beginning it anew, with --force", err)
	}
	if err != nil {
		return err
	}
	defer r.Close()
	meta := r.Meta()
	if meta.Imported != "" {
		return fmt.Errorf("%s %w: its tracks are those of %s", from, recording.ErrImported, meta.Imported)
	}
	frames, err := c.longer(r, from)
	if err != nil {
		return err
	}
	sum, err := onward(ctx, g, r, from, c.WorldFlags, recordJob{path: path, frames: frames, fps: meta.FPS, force: c.Force, keep: true})
	if err != nil {
		return err
	}
	return sum.tell(g)
}

// onward simulates on from the end of a recording, read from a file, into the
// job's.
func onward(ctx context.Context, g *Globals, r *recording.Reader, from string, flags WorldFlags, job recordJob) (*recordSummary, error) {
	last := r.Frames() - 1
	g.say("%s holds %d frames; simulating from its last checkpoint to the last of them", from, r.Frames())
	world, err := soon(ctx, func() (*flock.World, error) { return r.World(last, besideWriting(int(flags.Threads)), flags.Index) })
	if err != nil {
		var d *recording.Difference
		if errors.As(err, &d) {
			return nil, fmt.Errorf("%s: %w; it was recorded by skein %s, this is %s", from, err, r.Meta().Version, version)
		}
		return nil, err
	}
	out, err := recording.Continue(job.path, job.force)
	if err != nil {
		return nil, hintForce(err)
	}
	if out.Tick() != world.Tick() {
		frames, _ := out.Keep() // nothing was written to it
		return nil, fmt.Errorf("%s: somebody went on with it meanwhile: it holds %d frames by now", from, frames)
	}
	return record(ctx, g, world, out, job)
}

// longer is how many frames a recording is to have when it was gone on with.
func (c *RecordCmd) longer(r *recording.Reader, path string) (int, error) {
	meta := r.Meta()
	frames := meta.Planned
	if c.Seconds != nil {
		var err error
		if frames, err = framesIn(*c.Seconds, meta.FPS); err != nil {
			return 0, err
		}
	}
	if least := r.Frames(); frames < least || frames == least && r.Complete() {
		return 0, usagef("%s holds %g s: --seconds says how long it shall be in all, and more than that", path, float64(least)/float64(meta.FPS))
	}
	return frames, nil
}

// verifyReport is what --json prints.
type verifyReport struct {
	File        string     `json:"file"`
	Agrees      bool       `json:"agrees"`
	Frames      int        `json:"frames"`
	Checkpoints int        `json:"checkpoints"`
	Edits       int        `json:"edits"`
	Difference  *differing `json:"difference,omitempty"`
}

// differing is where a recording and its simulation part.
type differing struct {
	Tick  int64  `json:"tick"`
	Frame int    `json:"frame"` // from 1
	Boid  int    `json:"boid"`  // -1: none that a frame shows
	What  string `json:"what"`
}

// verify simulates a recording again.
func (c *RecordCmd) verify(ctx context.Context, g *Globals) error {
	path, err := c.recorded("--verify")
	if err != nil {
		return err
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(recording.Part(path)); err == nil {
			path = recording.Part(path)
		}
	}
	r, err := openRecording(g, path)
	if err != nil {
		return err
	}
	defer r.Close()
	edits, err := r.Edits()
	if err != nil {
		return err
	}
	report := &verifyReport{File: path, Frames: r.Frames(), Checkpoints: r.Checkpoints(), Edits: len(edits)}
	err = c.compare(ctx, g, r, path)
	if by := r.Meta().Version; err != nil && ctx.Err() == nil && by != "" && by != version {
		err = fmt.Errorf("%w; it was recorded by skein %s, this is skein %s", err, by, version)
	}
	var d *recording.Difference
	if errors.As(err, &d) {
		report.Difference = &differing{d.Tick, d.Frame + 1, d.Boid, d.What}
		err = fmt.Errorf("%s: %w", path, err)
	} else if err != nil {
		return err
	}
	report.Agrees = err == nil
	return report.tell(g, err)
}

// tell prints a report on what was found, and returns that.
func (r *verifyReport) tell(g *Globals, found error) error {
	if g.JSON {
		if err := g.document(r); err != nil {
			return err
		}
	} else if found == nil {
		fmt.Fprintf(g.Stdout, "%s: all %d frames agree with their simulation\n", r.File, r.Frames)
	}
	return found
}

// compare simulates a recording, and its scene's start if that is where it starts.
func (c *RecordCmd) compare(ctx context.Context, g *Globals, r *recording.Reader, path string) error {
	o := recording.VerifyOptions{Workers: int(c.Threads), Index: c.Index}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if meta := r.Meta(); !meta.Live {
		sc, err := export.Scene(meta)
		if err != nil {
			return err
		}
		if err := readObstacles(r, sc); err != nil {
			return err
		}
		world, err := newWorld(ctx, c.def(sc))
		if err != nil {
			return err
		}
		o.Start = world.Checkpoint()
	}
	bar := newProgress(g, "verifying "+path, r.Frames())
	defer bar.end()
	var once sync.Mutex
	o.Report = func(done, _ int) {
		once.Lock()
		defer once.Unlock()
		bar.at(done)
	}
	return r.Verify(ctx, o)
}
