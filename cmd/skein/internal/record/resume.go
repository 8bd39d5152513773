package record

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
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
		return fmt.Errorf("%w; record its scene again with --force", err)
	case errors.Is(err, fs.ErrNotExist):
		return usage.Wrap(err)
	case err != nil:
		return err
	}
	defer r.Close()
	meta := r.Meta()
	if meta.Imported != "" {
		return fmt.Errorf("%s %w: its tracks come from %s", from, recording.ErrImported, meta.Imported)
	}
	frames, err := c.framesAfterResume(r, from)
	if err != nil {
		return err
	}
	sum, err := continueRecording(ctx, g, r, from, c.Simulation, Job{Path: path, Frames: frames, FPS: meta.FPS, Force: c.Force, keep: true})
	if err != nil {
		return err
	}
	return sum.print(g)
}

func continueRecording(ctx context.Context, g *console.Console, r *recording.Reader, from string, flags input.Simulation, job Job) (*Summary, error) {
	if err := r.Continuable(); err != nil {
		return nil, fmt.Errorf("%s: %w; to get more frames, record its scene again", from, err)
	}
	last := r.Frames() - 1
	g.Say("%s contains %d frames; simulating from its last checkpoint to the last frame", from, r.Frames())
	world, err := await.Do(ctx, func() (*flock.World, error) {
		return r.World(last, WorkersWhileRecording(int(flags.Threads)), flags.Index)
	})
	if err != nil {
		var d *recording.Difference
		if errors.As(err, &d) {
			return nil, fmt.Errorf("%s: %w; it was recorded by skein %s, this is skein %s", from, err, r.Meta().Version, build.Version)
		}
		return nil, err
	}
	out, err := recording.Continue(job.Path, job.Force)
	if err != nil {
		return nil, usage.HintForce(err)
	}
	if out.Tick() != world.Tick() {
		frames, _ := out.Keep() // Keep only closes the file, because nothing was written to it
		return nil, fmt.Errorf("%s: another process has continued this recording; the file now contains %d frames", from, frames)
	}
	return Run(ctx, g, world, out, job)
}

// framesAfterResume returns how many frames a resumed recording will have. A finished recording must become
// longer. A .part file that is complete only gets its final name.
func (c *options) framesAfterResume(r *recording.Reader, path string) (int, error) {
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
		return 0, usage.Errorf("%s already contains %v s; --seconds is the length of the whole recording, so it must be longer", path, math.Round(100*float64(least)/float64(meta.FPS))/100)
	}
	return frames, nil
}

// VerifyReport is the output of --verify --json.
type VerifyReport struct {
	File        string           `json:"file"`
	Agrees      bool             `json:"agrees"`
	Frames      int              `json:"frames"`
	Checkpoints int              `json:"checkpoints"`
	Edits       int              `json:"edits"`
	Difference  *firstDifference `json:"difference,omitempty"`
}

type firstDifference struct {
	Tick  int64  `json:"tick"`
	Frame int    `json:"frame"` // counted from 1
	Boid  int    `json:"boid"`  // id; -1 if the difference is not in a single boid
	What  string `json:"what"`
}

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
	if version := r.Meta().Version; err != nil && ctx.Err() == nil && version != "" && version != build.Version {
		err = fmt.Errorf("%w; it was recorded by skein %s, this is skein %s", err, version, build.Version)
	}
	var d *recording.Difference
	if errors.As(err, &d) {
		report.Difference = &firstDifference{d.Tick, d.Frame + 1, d.Boid, d.What}
		err = fmt.Errorf("%s: %w", path, err)
	} else if err != nil {
		return err
	}
	report.Agrees = err == nil
	return report.print(g, err)
}

func (r *VerifyReport) print(g *console.Console, found error) error {
	if g.JSON {
		if err := g.Document(r); err != nil {
			return err
		}
	} else if found == nil {
		fmt.Fprintf(g.Stdout, "%s: all %d frames agree with their simulation\n", message.Line(r.File), r.Frames)
	}
	return found
}

// compare simulates a recording again and compares all frames. It also compares the first frame with the
// scene, unless the recording was made in the window.
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
		bar.Update(done)
	}
	return r.Verify(ctx, o)
}
