package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"skein/flock/recording"
	"skein/flock/scenario"
)

// RecordCmd simulates into a recording.
type RecordCmd struct {
	Scene   string   `arg:"" optional:"" name:"scenario" help:"A built-in scene or a .toml file (default ${scene}); with --verify or --resume, the recording."`
	Output  string   `short:"o" help:"The recording; of a sweep, the folder of its recordings." placeholder:"FILE.mcap"`
	Seconds *float64 `help:"Simulated seconds to record (default 60); with --resume, in all (default: as long as it was to be)." placeholder:"S"`
	FPS     *int     `name:"fps" type:"ticks" help:"Frames a second; divides the scenario's ticks a second (default 30)." placeholder:"F"`
	Force   bool     `short:"f" help:"Replace a recording that exists."`
	Resume  bool     `help:"Go on with a recording that was interrupted, or make a finished one longer." xor:"mode"`
	Verify  bool     `help:"Simulate a recording again, and say where the two first differ or that they agree." xor:"mode"`

	Sweep []string `sep:"none" help:"Record with every one of a parameter's values: KEY=V1,V2,... or KEY=FROM:TO:STEP; X stands for leadership, hawk.KEY is that of the species hawk, and seed is swept likewise. Given several times, all with all." placeholder:"KEY=LIST"`

	BirdFlags
	FarmFlags
	WorldFlags
}

// Help is shown below the flags' own.
func (RecordCmd) Help() string {
	return `S seconds at F frames a second are S·F frames; frame 1 is tick 0. Before it the
scenario's warm-up is simulated, which its key warm_up sets.

While it is written the recording is called FILE.mcap.part, and is on disk up to the
last second. Interrupted or killed, it stays so; every command reads it, up to its
last whole part, and --resume goes on bit for bit as if nothing had been. --verify
exits with 0 if every frame and every checkpoint is what the simulation gives, edits
of the parameters included, and with 1 if not.

A sweep makes a folder of recordings, named by what was set: skein stats gathers them
into one table. With --resume it leaves out what is there and goes on with what was
interrupted; --shard, --slurm and --openjd share it among machines.

Examples:

  skein record starlings -o run.mcap
  skein record my.toml -o run.mcap --seconds 10 --fps 60 --count 500
  skein record -o run.mcap --bird gull
  skein record --resume run.mcap
  skein record --resume run.mcap --seconds 120
  skein record --verify run.mcap --json
  skein record --sweep X=0:1:0.1 --sweep seed=1:20 --seconds 30 -o runs
  skein record --sweep seed=1:20 -o runs --resume --shard 2/4
  skein record hunt.toml --sweep hawk.count=1:4 -o runs
  skein stats runs/*.mcap`
}

// Run records.
func (c *RecordCmd) Run(ctx context.Context, g *Globals) error {
	switch {
	case c.asked():
		return c.printJob(g)
	case len(c.Sweep) > 0:
		return c.sweep(ctx, g)
	case c.Shard.given():
		return usagef("--shard: one recording has no parts; --sweep makes several")
	case c.Verify:
		return c.verify(ctx, g)
	case c.Resume:
		return c.resume(ctx, g)
	}
	s, err := c.scenario()
	if err != nil {
		return err
	}
	if c.Output == "" {
		return usagef("missing flags: --output=FILE.mcap")
	}
	fps := 30
	if c.FPS != nil {
		fps = *c.FPS
	}
	frames, err := c.frames(s.TickRate, fps)
	if err != nil {
		return err
	}
	sum, err := recordScene(ctx, g, s, c.def(s), recordJob{path: c.Output, frames: frames, fps: fps, force: c.Force, keep: true})
	if err != nil {
		return err
	}
	return sum.tell(g)
}

// scenario is what to record.
func (c *RecordCmd) scenario() (*scenario.Scenario, error) {
	switch name := or(c.Scene, scenario.Default()); strings.ToLower(filepath.Ext(name)) {
	case ".mcap", recording.Part(""):
		return nil, usagef("%s is a recording: --resume goes on with it, --verify simulates it again, skein %[1]s plays it; record wants a scenario", name)
	default:
		sc, err := c.load(name)
		if err != nil {
			return nil, err
		}
		return sc, c.bird(sc)
	}
}

// bird has a scenario drawn with the birds of the flags, if there are such birds.
func (c *RecordCmd) bird(sc *scenario.Scenario) error {
	if !c.BirdFlags.given() {
		return nil
	}
	if err := c.BirdFlags.apply(sc); err != nil {
		return err
	}
	_, err := bakedBirds(nil, nil, sc)
	return err
}

// frames is how many frames to record.
func (c *RecordCmd) frames(tickRate, fps int) (int, error) {
	if c.Output == "-" || strings.HasPrefix(c.Output, "/dev/") {
		return 0, usagef("--output %s: a recording is finished in place and read from its end, so it has to be a file: want a name that ends in .mcap", c.Output)
	}
	if !strings.HasSuffix(c.Output, ".mcap") {
		return 0, usagef("--output %s: want a name that ends in .mcap", c.Output)
	}
	if fps < 1 || tickRate%fps != 0 {
		return 0, usagef("--fps %d: want a divisor of the scenario's %d ticks a second, such as %s; export and render take any --fps of a recording", fps, tickRate, divisorsNear(tickRate, fps))
	}
	if c.Seconds == nil {
		return 60 * fps, nil
	}
	return framesIn(*c.Seconds, fps)
}

// framesIn is how many frames so many seconds have.
func framesIn(seconds float64, fps int) (int, error) {
	n := math.Round(seconds * float64(fps))
	if !(n >= 1 && n <= math.MaxInt32) {
		return 0, usagef("--seconds %g: want %.3g to %d, at %d frames a second", seconds, 1/float64(fps), math.MaxInt32/fps, fps)
	}
	return int(n), nil
}

// divisorsNear are the divisors of n around a number.
func divisorsNear(n, around int) string {
	below, above := 0, n
	for d := 1; d <= n; d++ {
		switch {
		case n%d != 0:
		case d <= around:
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

// recorded is the path of the recording that --resume or --verify is given, as the
// argument or with -o, without .part.
func (c *RecordCmd) recorded(flag string) (string, error) {
	path := strings.TrimSuffix(or(c.Scene, c.Output), recording.Part(""))
	switch {
	case c.Scene != "" && c.Output != "" && c.Scene != c.Output:
		return "", usagef("%s takes one recording, not %s and %s", flag, c.Scene, c.Output)
	case path == "":
		return "", usagef("%s: which recording? skein record %[1]s run.mcap", flag)
	case !strings.HasSuffix(path, ".mcap"):
		return "", cmp.Or(expect(aRecording, path), usagef("%s %s: want the name of a recording, which ends in .mcap", flag, path))
	case c.Seed != nil || c.Count != nil || c.FPS != nil || c.At != nil:
		return "", usagef("%s: --seed, --count, --at and --fps are the recording's own", flag)
	case c.BirdFlags.given():
		return "", usagef("%s: the bird is the recording's own; render and export take --bird", flag)
	}
	return path, nil
}

// or is a, or b if a is empty.
func or(a, b string) string {
	if a == "" {
		return b
	}
	return a
}
