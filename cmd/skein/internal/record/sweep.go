package record

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/sweep"
	"skein/cmd/skein/internal/usage"
	"skein/flock/recording"
	"skein/flock/scenario"
)

type sweptRun struct {
	path  string
	scene *scenario.Scenario
}

// SweepSummary is the output of --sweep --json.
type SweepSummary struct {
	Recordings []*Summary `json:"recordings"` // made by this call
	Skipped    int        `json:"skipped"`    // recordings that existed before
}

type sweptAxis struct {
	key    string // name of the parameter in the names of the recordings
	values []string
	set    func(s *scenario.Scenario, value string) error
}

func parseAxis(text string, base *scenario.Scenario) (sweptAxis, error) {
	if list, ok := strings.CutPrefix(text, "seed="); ok {
		return seedAxis(list)
	}
	s, err := sweep.Parse(text, base)
	if err != nil {
		return sweptAxis{}, err
	}
	if _, err := s.Flock(base); err != nil {
		return sweptAxis{}, fmt.Errorf("%s: %w", s.Name, err)
	}
	return sweptAxis{s.Key(base), s.Values, s.Set}, nil
}

func seedAxis(list string) (sweptAxis, error) {
	a := sweptAxis{key: "seed", set: func(sc *scenario.Scenario, value string) (err error) {
		sc.Seed, err = strconv.ParseUint(value, 10, 64)
		return err
	}}
	for item := range strings.SplitSeq(list, ",") {
		values, err := sweep.ParseValues(item)
		if err != nil {
			return a, err
		}
		for _, v := range values {
			if _, err := strconv.ParseUint(v, 10, 64); err != nil {
				return a, fmt.Errorf("seed=%s: must be whole numbers, at least 0, such as 1:20 or 7,1001", item)
			}
		}
		a.values = append(a.values, values...)
	}
	return a, nil
}

// grid returns a run for each combination of values. The values of the last parameter change fastest.
func (c *options) grid() ([]sweptRun, error) {
	base, err := c.scenario()
	if err != nil {
		return nil, err
	}
	runs, known := []sweptRun{{scene: base}}, map[string]bool{}
	for _, text := range c.Sweep {
		a, err := parseAxis(text, base)
		if err != nil {
			return nil, usage.Errorf("--sweep: %w", err)
		}
		if known[a.key] {
			return nil, usage.Errorf("--sweep %s: %s already has a --sweep", text, a.key)
		}
		known[a.key] = true
		if n := len(runs) * len(a.values); n > sweep.MaxRuns {
			return nil, usage.Errorf("--sweep: %d recordings are too many; the limit is %d", n, sweep.MaxRuns)
		}
		if runs, err = crossRuns(runs, a); err != nil {
			return nil, usage.Errorf("--sweep %w", err)
		}
	}
	names := map[string]bool{}
	for i := range runs {
		runs[i].path = filepath.Join(c.Output, strings.TrimPrefix(runs[i].path, "_")+".mcap")
		if names[runs[i].path] {
			return nil, usage.Errorf("--sweep: two combinations have the same file name, %s", runs[i].path)
		}
		names[runs[i].path] = true
	}
	return runs, nil
}

func crossRuns(runs []sweptRun, a sweptAxis) (all []sweptRun, err error) {
	for _, r := range runs {
		for _, value := range a.values {
			scene := *r.scene
			if err := a.set(&scene, value); err != nil {
				return nil, err
			}
			all = append(all, sweptRun{r.path + "_" + a.key + "=" + value, &scene})
		}
	}
	return all, nil
}

func (c *options) sweep(ctx context.Context, g *console.Console) error {
	if c.Verify {
		return usage.Errorf("--sweep and --verify cannot be used together")
	}
	if c.Output == "" {
		return usage.Errorf("a sweep makes many recordings, so the output must be a folder, such as --output runs")
	}
	if strings.HasSuffix(c.Output, ".mcap") {
		return usage.Errorf("--output %s: a sweep makes many recordings, so the output must be a folder, such as runs", c.Output)
	}
	all, err := c.grid()
	if err != nil {
		return err
	}
	first, last := c.Shard.Range(len(all))
	runs, err := c.missing(all[first:last])
	if err != nil {
		return err
	}
	sum := SweepSummary{Skipped: last - first - len(runs)}
	if sum.Skipped > 0 {
		g.Say("%d of %d recordings already exist", sum.Skipped, last-first)
	}
	if sum.Recordings, err = c.recordAll(ctx, g, runs); err != nil {
		return err
	}
	if g.JSON {
		return g.Document(sum)
	}
	g.Say("%s: made %d recordings", c.Output, len(runs))
	return nil
}

// missing returns the runs to record. Existing recordings are checked with --resume, replaced with --force,
// and otherwise an error.
func (c *options) missing(runs []sweptRun) (rest []sweptRun, err error) {
	for _, r := range runs {
		_, err := os.Lstat(r.path)
		switch {
		case err != nil || c.Force:
			rest = append(rest, r)
		case !c.Resume:
			return nil, fmt.Errorf("%s: file already exists; use --resume to skip existing recordings, or --force to replace them", r.path)
		default:
			if err := c.checkExisting(r); err != nil {
				return nil, err
			}
		}
	}
	return rest, nil
}

func (c *options) recordAll(ctx context.Context, g *console.Console, runs []sweptRun) ([]*Summary, error) {
	together := int(c.Threads)
	if together == 0 {
		together = runtime.GOMAXPROCS(0)
	}
	within, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	bar := console.NewProgress(g, "recording "+c.Output, max(len(runs), 1))
	defer bar.End()
	var (
		mu   sync.Mutex
		next int
		done int
		all  sync.WaitGroup
		sums = make([]*Summary, len(runs))
	)
	take := func() int {
		mu.Lock()
		defer mu.Unlock()
		next++
		return next - 1
	}
	for range min(together, len(runs)) {
		all.Go(func() {
			for i := take(); i < len(runs) && within.Err() == nil; i = take() {
				var err error
				if sums[i], err = c.recordOne(within, g, runs[i], len(runs) > 1); err != nil {
					cancel(err)
					return
				}
				mu.Lock()
				done++
				bar.Wrote(done, runs[i].path)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return sums, context.Cause(within)
}

func (c *options) sweptJob(r sweptRun) (Job, error) {
	job := Job{Path: r.path, FPS: 30, Force: c.Force, keep: true}
	if c.FPS != nil {
		job.FPS = *c.FPS
	}
	single := *c
	single.Output = r.path
	var err error
	job.Frames, err = single.frames(r.scene.TickRate, job.FPS)
	return job, err
}

func (c *options) recordOne(ctx context.Context, g *console.Console, r sweptRun, oneOfMany bool) (*Summary, error) {
	job, err := c.sweptJob(r)
	if err != nil {
		return nil, err
	}
	world := c.Simulation
	if oneOfMany {
		world.Threads = 1
	}
	quiet := &console.Console{Quiet: true, Stdout: g.Stderr, Stderr: g.Stderr}
	if c.Resume {
		from := recording.Part(r.path)
		switch part, err := input.Open(from); {
		case err == nil:
			defer part.Close()
			if err := r.matches(part, job); err != nil {
				return nil, fmt.Errorf("%s: %w; use --force without --resume to start again", from, err)
			}
			return continueRecording(ctx, quiet, part, from, world, job)
		case errors.Is(err, recording.ErrEmpty):
			job.Force = true // the run was stopped before its first frame
		case !errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("%w; use --force without --resume to start again", err)
		}
	}
	return Scene(ctx, quiet, r.scene, world.Def(r.scene), job)
}

func (c *options) printJob(g *console.Console) error {
	if len(c.Sweep) == 0 {
		return usage.Errorf("--slurm and --openjd need --sweep: a single recording cannot be split")
	}
	runs, err := c.grid()
	if err != nil {
		return err
	}
	return c.Print(g, c.Output, len(runs), !c.Force)
}
