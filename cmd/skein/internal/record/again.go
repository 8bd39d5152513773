package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"sync"

	"skein/cmd/skein/internal/await"
	"skein/cmd/skein/internal/build"
	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/usage"
	"skein/flock"
	"skein/flock/export"
	"skein/flock/message"
	"skein/flock/recording"
)

// resume goes on with a recording.
func (c *options) resume(ctx context.Context, g *console.Console) error {
	path, err := c.recorded("--resume")
	if err != nil {
		return err
	}
	from := recording.Part(path)
	if _, err := os.Stat(from); errors.Is(err, fs.ErrNotExist) {
		from = path
	}
	r, err := input.Open(from)
	switch {
	case errors.Is(err, recording.ErrEmpty):
		return fmt.Errorf("%w; nothing is lost by beginning it anew, with --force", err)
	case errors.Is(err, fs.ErrNotExist):
		return usage.Wrap(err)
	case err != nil:
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
	sum, err := onward(ctx, g, r, from, c.Simulation, Job{Path: path, Frames: frames, FPS: meta.FPS, Force: c.Force, keep: true})
	if err != nil {
		return err
	}
	return sum.tell(g)
}

// onward simulates on from the end of a recording, read from a file, into the
// job's.
func onward(ctx context.Context, g *console.Console, r *recording.Reader, from string, flags input.Simulation, job Job) (*Summary, error) {
	if err := r.Continuable(); err != nil {
		return nil, fmt.Errorf("%s: %w; record its scene again to have more frames", from, err)
	}
	last := r.Frames() - 1
	g.Say("%s holds %d frames; simulating from its last checkpoint to the last of them", from, r.Frames())
	world, err := await.Do(ctx, func() (*flock.World, error) { return r.World(last, BesideWriting(int(flags.Threads)), flags.Index) })
	if err != nil {
		var d *recording.Difference
		if errors.As(err, &d) {
			return nil, fmt.Errorf("%s: %w; it was recorded by skein %s, this is %s", from, err, r.Meta().Version, build.Version)
		}
		return nil, err
	}
	out, err := recording.Continue(job.Path, job.Force)
	if err != nil {
		return nil, usage.HintForce(err)
	}
	if out.Tick() != world.Tick() {
		frames, _ := out.Keep() // nothing was written to it
		return nil, fmt.Errorf("%s: somebody went on with it meanwhile: it holds %d frames by now", from, frames)
	}
	return Run(ctx, g, world, out, job)
}

// longer returns how many frames a recording is to have when it is resumed. One that is
// finished must become longer. A part with a summary holds all its frames, and lacks only
// the name: it was killed just before the rename.
func (c *options) longer(r *recording.Reader, path string) (int, error) {
	meta, least := r.Meta(), r.Frames()
	unnamed := input.IsPart(path) && r.Complete()
	if unnamed && c.Seconds == nil {
		return least, nil
	}
	frames := meta.Planned
	if c.Seconds != nil {
		var err error
		if frames, err = framesIn(*c.Seconds, meta.FPS); err != nil {
			return 0, err
		}
	}
	if frames < least || frames == least && r.Complete() && !unnamed {
		return 0, usage.Errorf("%s holds %g s: --seconds says how long it shall be in all, and more than that", path, float64(least)/float64(meta.FPS))
	}
	return frames, nil
}

// VerifyReport is what --json prints.
type VerifyReport struct {
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
func (c *options) verify(ctx context.Context, g *console.Console) error {
	path, err := c.recorded("--verify")
	if err != nil {
		return err
	}
	if input.IsPart(cmp.Or(c.Scene, c.Output)) {
		path = recording.Part(path)
	}
	r, err := c.PartialFlag.Open(g, path)
	if err != nil {
		return err
	}
	defer r.Close()
	edits, err := r.Edits()
	if err != nil {
		return err
	}
	report := &VerifyReport{File: path, Frames: r.Frames(), Checkpoints: r.Checkpoints(), Edits: len(edits)}
	err = c.compare(ctx, g, r, path)
	if by := r.Meta().Version; err != nil && ctx.Err() == nil && by != "" && by != build.Version {
		err = fmt.Errorf("%w; it was recorded by skein %s, this is skein %s", err, by, build.Version)
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
func (r *VerifyReport) tell(g *console.Console, found error) error {
	if g.JSON {
		if err := g.Document(r); err != nil {
			return err
		}
	} else if found == nil {
		fmt.Fprintf(g.Stdout, "%s: all %d frames agree with their simulation\n", message.Line(r.File), r.Frames)
	}
	return found
}

// compare simulates a recording, and its scene's start if that is where it starts.
func (c *options) compare(ctx context.Context, g *console.Console, r *recording.Reader, path string) error {
	o := recording.VerifyOptions{Workers: int(c.Threads), Index: c.Index}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if meta := r.Meta(); !meta.Live {
		sc, err := export.Scene(meta)
		if err != nil {
			return err
		}
		if err := input.ReadObstacles(r, sc); err != nil {
			return err
		}
		world, err := input.NewWorld(ctx, c.Def(sc))
		if err != nil {
			return err
		}
		o.Start = world.Checkpoint()
	}
	bar := console.NewProgress(g, "verifying "+path, r.Frames())
	defer bar.End()
	var once sync.Mutex
	o.Report = func(done, _ int) {
		once.Lock()
		defer once.Unlock()
		bar.At(done)
	}
	return r.Verify(ctx, o)
}
