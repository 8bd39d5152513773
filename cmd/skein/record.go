package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"strings"
	"time"

	"skein/flock"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// RecordCmd simulates into a recording.
type RecordCmd struct {
	Scene   string  `arg:"" optional:"" default:"murmuration" name:"scenario" help:"A built-in scene or a .toml file."`
	Output  string  `short:"o" required:"" help:"The recording." placeholder:"FILE.mcap"`
	Seconds float64 `help:"Simulated seconds to record (default ${default})." default:"60" placeholder:"S"`
	FPS     int     `name:"fps" help:"Frames a second; divides the scenario's ticks a second (default ${default})." default:"30" placeholder:"F"`
	Force   bool    `short:"f" help:"Replace a recording that exists."`

	WorldFlags
}

// Help is shown below the flags' own.
func (RecordCmd) Help() string {
	return `S seconds at F frames a second are S·F frames; frame 1 is tick 0.
While it is written the recording is called FILE.mcap.part. Before frame 1 the
scenario's warm-up is simulated, which its key warm_up sets.

Examples:

  skein record murmuration -o run.mcap
  skein record my.toml -o run.mcap --seconds 10 --fps 60 --count 500`
}

// Run records.
func (c *RecordCmd) Run(ctx context.Context, g *Globals) error {
	s, err := c.load(c.Scene)
	if err != nil {
		return err
	}
	frames, err := c.frames(s.TickRate)
	if err != nil {
		return err
	}
	sum, err := recordScene(ctx, g, s, c.def(s), recordJob{path: c.Output, frames: frames, fps: c.FPS, force: c.Force})
	if err != nil {
		return err
	}
	if g.JSON {
		return g.document(sum)
	}
	g.say("%s: %d frames, %g s of %d boids, last state %s", sum.File, sum.Frames, sum.Seconds, sum.Boids, sum.Hash)
	return nil
}

// frames is how many frames to record.
func (c *RecordCmd) frames(tickRate int) (int, error) {
	if !strings.HasSuffix(c.Output, ".mcap") {
		return 0, usagef("--output %s: want a name that ends in .mcap", c.Output)
	}
	if c.FPS < 1 || tickRate%c.FPS != 0 {
		return 0, usagef("--fps %d does not divide the scenario's %d ticks a second", c.FPS, tickRate)
	}
	n := math.Round(c.Seconds * float64(c.FPS))
	if !(n >= 1 && n <= math.MaxInt32) {
		return 0, usagef("--seconds %g at %d frames a second: want at least one frame, and at most %d", c.Seconds, c.FPS, math.MaxInt32)
	}
	return int(n), nil
}

// recordJob says what to make of a scenario.
type recordJob struct {
	path        string
	frames, fps int
	force       bool
}

// recordSummary is what came of it.
type recordSummary struct {
	File     string  `json:"file"`
	Scenario string  `json:"scenario"`
	Seed     uint64  `json:"seed"`
	Boids    int     `json:"boids"`
	Frames   int     `json:"frames"`
	FPS      int     `json:"fps"`
	Ticks    int64   `json:"ticks"` // up to the last frame
	TickRate int     `json:"tick_rate"`
	Seconds  float64 `json:"seconds"`
	Hash     string  `json:"hash"` // of the state in the last frame
}

// recordScene simulates a scenario into a recording, whole or not at all.
func recordScene(ctx context.Context, g *Globals, s *scenario.Scenario, def flock.Def, job recordJob) (recordSummary, error) {
	out, err := recording.Create(job.path, recordMeta(s, job.fps), recording.Options{Force: job.force})
	if err != nil {
		return recordSummary{}, hintForce(err)
	}
	last, err := simulate(ctx, g, def, out, job)
	if err != nil {
		_ = out.Abort() // the error that led here says more
		return recordSummary{}, err
	}
	if err := out.Close(); err != nil {
		return recordSummary{}, err
	}
	return recordSummary{
		File: job.path, Scenario: s.Name, Seed: s.Seed, Boids: last.Len(),
		Frames: job.frames, FPS: job.fps, Ticks: last.Tick, TickRate: s.TickRate,
		Seconds: float64(job.frames) / float64(job.fps), Hash: fmt.Sprintf("%016x", last.Hash),
	}, nil
}

func recordMeta(s *scenario.Scenario, fps int) recording.Meta {
	return recording.Meta{
		Version: version, Scenario: s.Name, TOML: s.TOML(), Seed: s.Seed,
		TickRate: s.TickRate, FPS: fps, Count: s.Params.Count, Bird: wherever(s.BirdPath()),
	}
}

// absolute is a path that holds from any folder; empty for an empty one.
func absolute(path string) string {
	if abs, err := filepath.Abs(path); path != "" && err == nil {
		return abs
	}
	return path
}

// hintForce tells how to replace a file that is there.
func hintForce(err error) error {
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%w: --force replaces it", err)
	}
	return err
}

// simulate steps a world and writes its frames, and returns the last.
func simulate(ctx context.Context, g *Globals, def flock.Def, out *recording.Writer, job recordJob) (*flock.Snapshot, error) {
	if long := 50_000; float64(def.WarmUp)*float64(def.Params.Count) > float64(long) {
		g.say("simulating the %g s of warm-up before the first frame (warm_up in a scenario)", def.WarmUp)
	}
	world, err := newWorld(ctx, def)
	if err != nil {
		return nil, err
	}
	bar := newProgress(g, "recording "+job.path, job.frames)
	defer bar.end()
	var s flock.Snapshot
	var events []flock.Event
	flushed := time.Now()
	for frame := range job.frames {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		ticks := 0
		if frame > 0 {
			ticks = def.TickRate / job.fps
		}
		world.StepMany(ticks, &s)
		events = world.TakeEvents(events[:0])
		if err := writeFrame(out, &s, events); err != nil {
			return nil, err
		}
		if time.Since(flushed) >= time.Second {
			if err := out.Flush(); err != nil {
				return nil, err
			}
			flushed = time.Now()
		}
		bar.at(frame + 1)
	}
	return &s, nil
}

// newWorld makes a world without making a signal wait for its warm-up.
func newWorld(ctx context.Context, def flock.Def) (*flock.World, error) {
	var world *flock.World
	made := make(chan error, 1)
	go func() {
		var err error
		world, err = flock.NewWorld(def)
		made <- err
	}()
	select {
	case err := <-made:
		return world, err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func writeFrame(out *recording.Writer, s *flock.Snapshot, events []flock.Event) error {
	if err := out.Events(events); err != nil {
		return err
	}
	return out.Frame(s)
}
