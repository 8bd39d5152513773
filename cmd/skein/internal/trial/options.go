package trial

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/fly"
	"skein/cmd/skein/internal/record"
	"skein/cmd/skein/internal/sweep"
	"skein/cmd/skein/internal/usage"
	"skein/engine/capture"
	"skein/flock/message"
	"skein/flock/model"
	"skein/flock/whole"
)

// Options contains the flags of skein trial.
type Options struct {
	Trials        []string      `arg:"" optional:"" name:"trial" help:"Trial numbers from 1 to 15 (default: all), or scenes that repeat published experiments, such as couzin. The name field selects all of these scenes."`
	Neighbourhood []string      `help:"Neighbourhoods to compare (default: all without zones, and two with zones)." placeholder:"NAME,..."`
	In            []string      `default:"plane,space" help:"Worlds: plane, space or both (default ${default})." placeholder:"WORLD,..."`
	Seed          *uint64       `help:"Seed of the positions within groups (default 4). For a scene that repeats an experiment: its seed (default: the scene's)." placeholder:"N"`
	Seeds         string        `help:"Simulate with N consecutive seeds, starting at --seed, or with a list of seeds. The command prints the share of seeds that pass." placeholder:"N|LIST"`
	Threads       usage.Threads `help:"Number of threads; 0 lets skein choose. The results do not depend on it (default ${default})." default:"0" placeholder:"N"`
	Picture       string        `help:"Draw the paths of each trial." placeholder:"FILE.png"`
	Save          string        `help:"Write each trial as a scenario file into this folder." placeholder:"DIR"`
	Open          int           `help:"Open the window on this trial, at the moment when it fails, or at its end. The trial uses the first neighbourhood and world that you give." placeholder:"TRIAL"`
	Force         bool          `short:"f" help:"Replace existing files."`
}

// zones is the end of the names of neighbourhoods in which each neighbour counts for only one rule.
const zones = "+zones"

// Run simulates the trials and prints the results.
func (c *Options) Run(ctx context.Context, g *console.Console) error {
	if scenes, err := c.scenes(); err != nil || len(scenes) > 0 {
		if err != nil {
			return err
		}
		return c.runField(ctx, g, scenes)
	}
	runs, err := c.plan()
	if err != nil {
		return err
	}
	if c.Open != 0 {
		return c.show(ctx, g, runs)
	}
	if c.Save != "" {
		return c.save(g, runs)
	}
	if err := flyTrials(ctx, g, runs, int(c.Threads)); err != nil {
		return err
	}
	if c.Picture != "" {
		if err := capture.WritePNG(ctx, c.Picture, drawTrials(runs)); err != nil {
			return err
		}
		g.Say("%s: the paths of %d trials", c.Picture, len(runs))
	}
	if g.JSON {
		return g.Document(document(runs))
	}
	return printTrials(g.Stdout, runs)
}

func (c *Options) plan() (runs []*Run, err error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	seeds, err := c.seeds()
	if err != nil {
		return nil, err
	}
	numbers, names := c.numbers(), c.Neighbourhood
	if c.Open != 0 {
		numbers = []int{c.Open}
	}
	if len(names) == 0 {
		names = allTrialNeighbourhoods()
	}
	trials := slices.DeleteFunc(model.Trials(), func(t model.Trial) bool { return len(numbers) > 0 && !slices.Contains(numbers, t.Number) })
	if len(c.In)*len(trials)*len(names)*len(seeds) > sweep.MaxRuns {
		return nil, usage.Errorf("--seeds %s: too many runs; the limit is %d", c.Seeds, sweep.MaxRuns)
	}
	for _, world := range c.In {
		for _, t := range trials {
			for _, name := range names {
				for _, seed := range seeds {
					run := newTrialRun(t, name, world == "space")
					run.scene.Seed = seed
					runs = append(runs, run)
				}
			}
		}
	}
	return runs, nil
}

func (c *Options) numbers() (all []int) {
	for _, text := range c.Trials {
		n, _ := strconv.Atoi(text)
		all = append(all, n)
	}
	return all
}

func (c *Options) scenes() ([]string, error) {
	isScene := func(name string) bool { return name == "field" || slices.Contains(fieldScenes(), name) }
	others := slices.DeleteFunc(slices.Clone(c.Trials), isScene)
	switch {
	case len(others) == len(c.Trials):
		return nil, nil
	case len(others) > 0:
		return nil, usage.Errorf("trial %s cannot be combined with scenes that repeat experiments; use either numbers or scenes", others[0])
	case len(c.Neighbourhood) > 0 || len(c.In) != 2 || c.Seeds != "" || c.Picture != "" || c.Save != "" || c.Open != 0:
		return nil, usage.Errorf("--neighbourhood, --in, --seeds, --picture, --save and --open work only with Erneholm's trials, not with %s", c.Trials[0])
	case slices.Contains(c.Trials, "field"):
		return fieldScenes(), nil
	}
	return c.Trials, nil
}

func (c *Options) seeds() ([]uint64, error) {
	first := model.Trials()[0]
	from := first.Def(false, 0, false).Seed
	if c.Seed != nil {
		from = *c.Seed
	}
	seeds, err := sweep.ParseSeeds(c.Seeds, from)
	if err != nil {
		return nil, usage.Errorf("--seeds %w", err)
	}
	return seeds, nil
}

func (c *Options) check() error {
	all := len(model.Trials())
	for k, n := range c.numbers() {
		if n < 1 || n > all {
			return usage.Errorf("trial %s: must be a number from 1 to %d, or one of %s, field%s", c.Trials[k], all, strings.Join(fieldScenes(), ", "), message.DidYouMean(c.Trials[k], append(fieldScenes(), "field")))
		}
	}
	if c.Open < 0 || c.Open > all {
		return usage.Errorf("--open %d: must be 1 to %d", c.Open, all)
	}
	for _, name := range c.Neighbourhood {
		if plain := strings.TrimSuffix(name, zones); !slices.Contains(neighbourhoods(), plain) {
			return usage.Errorf("--neighbourhood %q%s: must be one of %s, each with or without %s",
				name, message.DidYouMean(plain, neighbourhoods()), strings.Join(neighbourhoods(), ", "), zones)
		}
	}
	for _, world := range c.In {
		if world != "plane" && world != "space" {
			return usage.Errorf("--in %q: must be plane, space or plane,space", world)
		}
	}
	if name := firstRepeated(c.Neighbourhood); name != "" {
		return usage.Errorf("--neighbourhood %s: %s appears twice", strings.Join(c.Neighbourhood, ","), name)
	}
	if world := firstRepeated(c.In); world != "" {
		return usage.Errorf("--in %s: %s appears twice", strings.Join(c.In, ","), world)
	}
	switch {
	case c.Seed != nil && strings.Contains(c.Seeds, ","):
		return usage.Errorf("--seed %d cannot be used with a list of --seeds; add it to the list", *c.Seed)
	case c.Seeds != "" && (c.Open != 0 || c.Picture != "" || c.Save != ""):
		return usage.Errorf("--seeds cannot be used with --open, --picture or --save, which need a single seed; use --seed")
	case c.Open != 0 && (len(c.Trials) > 0 || c.Picture != "" || c.Save != ""):
		return usage.Errorf("--open %d shows only that trial; it cannot be used with other trials, --picture or --save", c.Open)
	case c.Save != "" && c.Picture != "":
		return usage.Errorf("--save %s cannot be used with --picture: it writes scenarios without simulating them", c.Save)
	case c.Picture == "":
		return nil
	case !strings.HasSuffix(strings.ToLower(c.Picture), ".png"):
		return usage.Errorf("--picture %s: must be a name that ends in .png", c.Picture)
	}
	return whole.MayCreate(c.Picture, c.Force)
}

func firstRepeated(list []string) string {
	for k, text := range list {
		if slices.Contains(list[k+1:], text) {
			return text
		}
	}
	return ""
}

func neighbourhoods() []string {
	p := model.Erneholm().Params()
	spec, _ := p.Spec("neighbourhood")
	return spec.Options
}

// allTrialNeighbourhoods returns all neighbourhoods without zones, and two with zones: the nearest neighbours
// and Erneholm's combination.
func allTrialNeighbourhoods() []string {
	return append(slices.Clone(neighbourhoods()), "nearest"+zones, "radius_plus_nearest"+zones)
}

func (c *Options) save(g *console.Console, runs []*Run) error {
	var names []string
	for _, r := range runs {
		names = append(names, r.scene.Name+".toml")
	}
	err := whole.Files(c.Save, names, c.Force, func(dir string) error {
		for k, r := range runs {
			if err := os.WriteFile(filepath.Join(dir, names[k]), r.scene.TOML(), 0o644); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if g.JSON {
		return g.Document(map[string]any{"folder": c.Save, "files": names})
	}
	g.Say("%s: %d scenarios", c.Save, len(names))
	return nil
}

func (c *Options) show(ctx context.Context, g *console.Console, runs []*Run) error {
	if g.JSON {
		return usage.Errorf("--json cannot be used with --open, which prints nothing")
	}
	dir, err := os.MkdirTemp("", "skein-trial-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	run := runs[0]
	fly, err := run.record(ctx, g, filepath.Join(dir, run.scene.Name+".mcap"))
	if err != nil {
		return err
	}
	g.Say("%s: %s", run.scene.Name, run.verdict())
	return fly.Run(ctx, g)
}

func (r *Run) record(ctx context.Context, g *console.Console, file string) (*fly.Options, error) {
	if err := r.fly(ctx, func() {}); err != nil {
		return nil, err
	}
	quiet := *g
	quiet.Quiet = true
	if _, err := record.Scene(ctx, &quiet, r.scene, r.scene.Def(), record.Job{Path: file, Frames: r.ticks() + 1, FPS: r.scene.TickRate}); err != nil {
		return nil, err
	}
	moment := r.moment()
	return &fly.Options{Scene: file, Size: usage.Size{X: 1280, Y: 720}, StartFrame: &moment}, nil
}

func (r *Run) verdict() string {
	g := r.judge
	words := []string{"they never form one flock"}
	if g.Joined >= 0 {
		words = []string{"one flock after " + strconv.FormatFloat(g.Joined, 'f', 1, 64) + " s"}
	}
	for _, n := range []struct {
		count     int
		one, many string
	}{{g.Collisions, "collision", "collisions"}, {g.Lost, "member lost", "members lost"}, {g.Splits, "split", "splits"}} {
		switch n.count {
		case 0:
		case 1:
			words = append(words, "1 "+n.one)
		default:
			words = append(words, strconv.Itoa(n.count)+" "+n.many)
		}
	}
	if g.Good() {
		return "passed: " + strings.Join(words, ", ")
	}
	return "failed: " + strings.Join(words, ", ")
}
