package record

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/farm"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/usage"
	"skein/flock/recording"
	"skein/flock/scenario"
)

type options struct {
	Scene   string   `arg:"" optional:"" name:"scenario" help:"A built-in scene or a .toml file (default ${scene}). With --verify, --resume or --finish: the recording."`
	Output  string   `short:"o" help:"The recording to write. For a sweep: the folder of its recordings." placeholder:"FILE.mcap"`
	Seconds *float64 `help:"Simulated seconds to record (default 60). With --resume: the length of the whole recording (default: as first planned)." placeholder:"S"`
	FPS     *int     `name:"fps" type:"ticks" help:"Frames per second. The number must divide the tick rate of the scenario (default 30)." placeholder:"F"`
	Force   bool     `short:"f" help:"Replace an existing recording."`
	Resume  bool     `help:"Continue a recording that was interrupted, or extend a finished one." xor:"mode"`
	Finish  bool     `help:"Finish a recording that was interrupted. skein keeps the complete frames, writes the summary and gives the file its final name." xor:"mode"`
	Verify  bool     `help:"Simulate a recording again and report the first difference, if any." xor:"mode"`

	Sweep []string `sep:"none" help:"Make one recording for each value of a parameter: KEY=V1,V2,... or KEY=FROM:TO:STEP. KEY may also be seed. The short name X stands for the leadership parameter. hawk.KEY is a parameter of the species hawk. If you repeat the flag, all combinations are recorded." placeholder:"KEY=LIST"`

	input.PartialFlag
	bird.Choice
	farm.Sharing
	input.Simulation
}

// Run makes a recording, or continues, finishes or verifies one.
func (c *options) Run(ctx context.Context, g *console.Console) error {
	if c.PrintsJob() {
		return c.printJob(g)
	}
	defer g.SayFolder(c.Output)()
	switch {
	case len(c.Sweep) > 0:
		return c.sweep(ctx, g)
	case c.Shard.Given():
		return usage.Errorf("--shard needs --sweep: a single recording cannot be split")
	case c.Verify:
		return c.verify(ctx, g)
	case c.Resume:
		return c.resume(ctx, g)
	case c.Finish:
		return c.finish(g)
	}
	s, err := c.scenario()
	if err != nil {
		return err
	}
	if c.Output == "" {
		return usage.Errorf("missing flags: --output=FILE.mcap")
	}
	fps := 30
	if c.FPS != nil {
		fps = *c.FPS
	}
	frames, err := c.frames(s.TickRate, fps)
	if err != nil {
		return err
	}
	if def := c.Def(s); totalBoids(&def) == 0 {
		g.Warn("%s will contain no birds, because the count is 0; --count N sets it", c.Output)
	}
	sum, err := Scene(ctx, g, s, c.Def(s), Job{Path: c.Output, Frames: frames, FPS: fps, Force: c.Force, keep: true})
	if err != nil {
		return err
	}
	return sum.print(g)
}

func (c *options) scenario() (*scenario.Scenario, error) {
	switch name := cmp.Or(c.Scene, scenario.Default()); strings.ToLower(filepath.Ext(name)) {
	case ".mcap", recording.Part(""):
		return nil, usage.Errorf("%s is a recording, but record needs a scenario; use --resume to continue it, --finish to finish it, --verify to simulate it again, or skein %[1]s to play it", name)
	default:
		sc, err := c.Load(name)
		if err != nil {
			return nil, err
		}
		return sc, c.bird(sc)
	}
}

// bird applies the flags about birds. It also bakes all birds if any model is a file, so that errors appear
// before the recording starts.
func (c *options) bird(sc *scenario.Scenario) error {
	if c.Choice.Given() {
		if err := c.Choice.Apply(sc); err != nil {
			return err
		}
	}
	fromFile := func(f scenario.Flock) bool { return slices.ContainsFunc(f.Bird.Files(), scenario.IsModelFile) }
	if !c.Choice.Given() && !slices.ContainsFunc(sc.Flocks(), fromFile) {
		return nil
	}
	_, err := bird.Baked(nil, nil, sc)
	return err
}

func (c *options) frames(tickRate, fps int) (int, error) {
	if c.Output == "-" || strings.HasPrefix(c.Output, "/dev/") {
		return 0, usage.Errorf("--output %s: a recording must be a regular file, because it is read from its end; use a name that ends in .mcap", c.Output)
	}
	if !strings.HasSuffix(c.Output, ".mcap") {
		return 0, usage.Errorf("--output %s: must be a name that ends in .mcap", c.Output)
	}
	if fps < 1 || tickRate%fps != 0 {
		return 0, usage.Errorf("--fps %d: must divide the scenario's %d ticks per second, such as %s; export and render accept any --fps", fps, tickRate, divisorsNear(tickRate, fps))
	}
	if c.Seconds == nil {
		return 60 * fps, nil
	}
	return framesIn(*c.Seconds, fps)
}

func framesIn(seconds float64, fps int) (int, error) {
	n := math.Round(seconds * float64(fps))
	if !(n >= 1 && n <= math.MaxInt32) {
		return 0, usage.Errorf("--seconds %g: must be %.3g to %d at %d frames per second", seconds, 1/float64(fps), math.MaxInt32/fps, fps)
	}
	return int(n), nil
}

func divisorsNear(n, wanted int) string {
	below, above := 0, n
	for d := 1; d <= n; d++ {
		switch {
		case n%d != 0:
		case d <= wanted:
			below = d
		default:
			above = min(above, d)
		}
	}
	if below == 0 || below == n {
		return fmt.Sprint(max(below, above))
	}
	return fmt.Sprintf("%d or %d", below, above)
}

// recorded returns the path of the recording that --resume, --finish or --verify reads, without .part: the
// argument or the value of -o.
func (c *options) recorded(flag string) (string, error) {
	path := strings.TrimSuffix(cmp.Or(c.Scene, c.Output), recording.Part(""))
	switch {
	case c.Scene != "" && c.Output != "" && c.Scene != c.Output:
		return "", usage.Errorf("%s needs one recording, but there are two: %s and %s", flag, c.Scene, c.Output)
	case path == "":
		return "", usage.Errorf("%s needs a recording, such as skein record %[1]s run.mcap", flag)
	case !strings.HasSuffix(path, ".mcap"):
		return "", cmp.Or(kinds.Expect(kinds.Recording, path), usage.Errorf("%s %s: must be a recording with a name that ends in .mcap", flag, path))
	case c.Seed != nil || c.Count != nil || c.FPS != nil || c.At != nil || c.Rule != nil:
		return "", usage.Errorf("%s cannot be used with --seed, --count, --at, --rule or --fps: the recording determines them", flag)
	case c.Choice.Given():
		return "", usage.Errorf("%s cannot be used with --bird: the recording contains its bird; use --bird with render and export", flag)
	}
	return path, nil
}
