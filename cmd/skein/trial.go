package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"skein/engine/capture"
	"skein/flock/model"
	"skein/flock/scenario"
	"skein/flock/whole"
)

// TrialCmd flies the trials that Erneholm compares neighbourhoods in (S4).
type TrialCmd struct {
	Trials        []int    `arg:"" optional:"" name:"trial" help:"Numbers of the trials, 1 to 15 (all if there is none)."`
	Neighbourhood []string `help:"Neighbourhoods to compare (all of them, and two by zones, if there is none)." placeholder:"NAME,..."`
	In            []string `default:"plane,space" help:"Where: plane, space or both (default ${default})." placeholder:"WORLD,..."`
	Seed          *uint64  `help:"Seed by which groups are spread, instead of 4." placeholder:"N"`
	Threads       Threads  `help:"Threads that fly trials; 0 chooses; changes no result (default ${default})." default:"0" placeholder:"N"`
	Picture       string   `help:"Draw the paths of each trial." placeholder:"FILE.png"`
	Save          string   `help:"Write each trial as a scenario file into this folder." placeholder:"DIR"`
	Open          int      `help:"Open the window on a trial, at the moment it fails, or at its end if it passes: by the first neighbourhood and in the first world that are given." placeholder:"TRIAL"`
	Force         bool     `short:"f" help:"Replace what is there."`
}

// zones is what stands behind a neighbourhood of whom each is for one rule alone.
const zones = "+zones"

// Help is shown below the flags' own.
func (TrialCmd) Help() string {
	var b strings.Builder
	b.WriteString(`Boids come from several sides and meet, by the model erneholm and each of its
neighbourhoods. By S4 flocking is good where those that meet form a flock, nobody
collides, no member is lost and no flock splits. A trial lasts 30 s:

`)
	for _, t := range model.Trials() {
		fmt.Fprintf(&b, "  %2d  %s: %s\n", t.Number, t.Goal, t.Name)
	}
	b.WriteString(`
Two boids become flockmates when they see each other and fly about alike: their
velocities differ by less than half of the faster one's speed. They are until they are
half as far again apart as they see. A flock is all that are flockmates by way of
others. A boid that is so no longer is a member lost, several are a split, and two that
come nearer than their wingspan collide. A name that ends in ` + zones + ` has each
neighbour count for one rule alone, by its distance (one_rule).

Examples:

  skein trial
  skein trial 8 11 --in plane --neighbourhood sphere,nearest --picture paths.png
  skein trial --open 8 --neighbourhood nearest
  skein trial --save trials && skein trials/trial-11-sphere-plane.toml
  skein trial --json`)
	return b.String()
}

// Run flies, and prints.
func (c *TrialCmd) Run(ctx context.Context, g *Globals) error {
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
		g.say("%s: the paths of %d trials", c.Picture, len(runs))
	}
	if g.JSON {
		return g.document(map[string]any{"rows": trialRows(runs)})
	}
	return printTrials(g.Stdout, runs)
}

// plan is what is to be flown: of each world each trial, by each neighbourhood.
func (c *TrialCmd) plan() (runs []*trialRun, err error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	numbers, names := c.Trials, c.Neighbourhood
	if c.Open != 0 {
		numbers = []int{c.Open}
	}
	if len(names) == 0 {
		names = allTrialNeighbourhoods()
	}
	for _, world := range c.In {
		for _, t := range model.Trials() {
			if len(numbers) > 0 && !slices.Contains(numbers, t.Number) {
				continue
			}
			for _, name := range names {
				run := newTrialRun(t, name, world == "space")
				if c.Seed != nil {
					run.scene.Seed = *c.Seed
				}
				runs = append(runs, run)
			}
		}
	}
	return runs, nil
}

// check refuses flags that are wrong or do not go together.
func (c *TrialCmd) check() error {
	all := len(model.Trials())
	for _, n := range c.Trials {
		if n < 1 || n > all {
			return usagef("trial %d: want 1 to %d", n, all)
		}
	}
	if c.Open < 0 || c.Open > all {
		return usagef("--open %d: want 1 to %d", c.Open, all)
	}
	for _, name := range c.Neighbourhood {
		if plain := strings.TrimSuffix(name, zones); !slices.Contains(neighbourhoods(), plain) {
			return usagef("--neighbourhood %q%s: want names of %s, each with or without %s behind it",
				name, scenario.DidYouMean(plain, neighbourhoods()), strings.Join(neighbourhoods(), ", "), zones)
		}
	}
	for _, world := range c.In {
		if world != "plane" && world != "space" {
			return usagef("--in %q: want plane, space or plane,space", world)
		}
	}
	switch {
	case c.Open != 0 && (len(c.Trials) > 0 || c.Picture != "" || c.Save != ""):
		return usagef("--open %d shows that trial alone: want no other trials, --picture or --save beside it", c.Open)
	case c.Save != "" && c.Picture != "":
		return usagef("--save %s writes scenarios and flies none: want it without --picture", c.Save)
	case c.Picture == "":
		return nil
	case !strings.HasSuffix(strings.ToLower(c.Picture), ".png"):
		return usagef("--picture %s: want a name that ends in .png", c.Picture)
	}
	return whole.MayCreate(c.Picture, c.Force)
}

// neighbourhoods are the names of all there are.
func neighbourhoods() []string {
	p := model.Erneholm().Params()
	spec, _ := p.Spec("neighbourhood")
	return spec.Options
}

// allTrialNeighbourhoods are those that are compared where none is asked for: all, and
// the nearest and Erneholm's proposal by zones.
func allTrialNeighbourhoods() []string {
	return append(slices.Clone(neighbourhoods()), "nearest"+zones, "radius_plus_nearest"+zones)
}

// save writes the trials as scenario files.
func (c *TrialCmd) save(g *Globals, runs []*trialRun) error {
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
		return g.document(map[string]any{"folder": c.Save, "files": names})
	}
	g.say("%s: %d scenarios", c.Save, len(names))
	return nil
}

// show opens the window on the first of the runs.
func (c *TrialCmd) show(ctx context.Context, g *Globals, runs []*trialRun) error {
	if g.JSON {
		return usagef("--json: --open prints nothing")
	}
	dir, err := os.MkdirTemp("", "skein-trial-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	run := runs[0]
	fly, err := run.filmed(ctx, g, filepath.Join(dir, run.scene.Name+".mcap"))
	if err != nil {
		return err
	}
	g.say("%s: %s", run.scene.Name, run.verdict())
	return fly.Run(ctx, g)
}

// filmed flies a run and records it. It returns what plays the recording from the run's
// moment on.
func (r *trialRun) filmed(ctx context.Context, g *Globals, file string) (*FlyCmd, error) {
	if err := r.fly(ctx, func() {}); err != nil {
		return nil, err
	}
	quiet := *g
	quiet.Quiet = true
	if _, err := recordScene(ctx, &quiet, r.scene, r.scene.Def(), recordJob{path: file, frames: r.ticks() + 1, fps: r.scene.TickRate}); err != nil {
		return nil, err
	}
	moment := r.moment()
	return &FlyCmd{Scene: file, Size: Size{X: 1280, Y: 720}, halted: &moment}, nil
}

// verdict is what became of it, in a few words.
func (r *trialRun) verdict() string {
	g := r.judge
	words := []string{"they never form one flock"}
	if g.Joined >= 0 {
		words = []string{"one flock after " + strconv.FormatFloat(g.Joined, 'f', 1, 64) + " s"}
	}
	for _, n := range []struct {
		of        int
		one, many string
	}{{g.Collisions, "collision", "collisions"}, {g.Lost, "member lost", "members lost"}, {g.Splits, "split", "splits"}} {
		switch n.of {
		case 0:
		case 1:
			words = append(words, "1 "+n.one)
		default:
			words = append(words, strconv.Itoa(n.of)+" "+n.many)
		}
	}
	if g.Good() {
		return "passed: " + strings.Join(words, ", ")
	}
	return "failed: " + strings.Join(words, ", ")
}
