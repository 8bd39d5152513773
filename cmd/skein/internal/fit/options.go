package fit

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/farm"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/sweep"
	"skein/cmd/skein/internal/usage"
	"skein/flock/whole"
)

type options struct {
	Scene   string   `arg:"" name:"scenario" help:"The scenario that the search starts from: a built-in scene or a .toml file."`
	To      string   `required:"" help:"The goal: scorecard (measurements of real flocks), or a recording." placeholder:"scorecard|run.mcap"`
	Over    []string `required:"" help:"Parameters to search: KEY or KEY=FROM:TO, separated by commas. The short name X stands for the leadership parameter. hawk.KEY is a parameter of the species hawk." placeholder:"KEY"`
	Output  string   `short:"o" required:"" help:"The scenario file to write." placeholder:"FILE.toml"`
	Budget  Budget   `default:"10m" help:"Length of the search: a time such as 10m or 2h, or a number of flocks to try, such as 200 (default ${default})." placeholder:"TIME|N"`
	Seconds float64  `default:"20" help:"Simulated seconds per flight (default ${default})." placeholder:"S"`
	Settle  float64  `default:"5" help:"Simulated seconds before each measured flight (default ${default})." placeholder:"S"`
	Seeds   string   `help:"Number of consecutive seeds per flock, starting at the scenario's seed, or a list of seeds (default 2)." default:"2" placeholder:"N|LIST"`
	Counts  []int    `help:"With --to scorecard: simulate each flock with each of these numbers of boids, and judge all sizes together." placeholder:"N"`

	Candidates int        `default:"0" help:"Flocks per generation. 0 means 4 + 3 ln(number of parameters) (default ${default})." placeholder:"N"`
	Chance     uint64     `default:"1" help:"Seed of the search itself (default ${default})." placeholder:"N"`
	Resume     bool       `help:"Continue a search that was stopped, or extend one."`
	Force      bool       `short:"f" help:"Replace an existing scenario file, and start a new search."`
	Shard      farm.Shard `help:"Try only part K of N parts of each generation. N processes that share a folder search together. All must run at the same time." placeholder:"K/N"`
	Markdown   bool       `help:"Print the tables as Markdown."`

	input.PartialFlag
	input.Simulation
}

// Budget limits a search by its time or its number of flocks.
type Budget struct {
	Time   time.Duration
	Flocks int
}

func (b *Budget) UnmarshalText(text []byte) error {
	if n, err := strconv.Atoi(string(text)); err == nil && n > 0 {
		b.Flocks = n
		return nil
	}
	d, err := time.ParseDuration(string(text))
	if err != nil || d <= 0 {
		return fmt.Errorf("%q: must be a time such as 10m or 1h30m, or a number of flocks such as 200", text)
	}
	b.Time = d
	return nil
}

// Run searches for parameters, writes the best scenario and prints the results.
func (c *options) Run(ctx context.Context, g *console.Console) error {
	if err := c.check(); err != nil {
		return err
	}
	defer g.SayFolder(c.Output)()
	s, err := c.search(ctx, g)
	if err != nil {
		return err
	}
	if err := s.open(c); err != nil {
		return err
	}
	if err := s.run(ctx, g); err != nil {
		return err
	}
	best, err := s.best(ctx)
	if err != nil {
		return err
	}
	result, err := s.compare(ctx, best)
	if err != nil {
		return err
	}
	if err := whole.WriteData(c.Output, true, s.scenarioAt(best.position).TOML()); err != nil {
		return err
	}
	if g.JSON {
		return g.Document(result)
	}
	return result.print(g.Stdout, c.Markdown)
}

func (c *options) check() error {
	for _, f := range []struct {
		flag     string
		x, least float64
	}{{"seconds", c.Seconds, 1}, {"settle", c.Settle, 0}} {
		if !(f.x >= f.least && f.x <= math.MaxInt32) {
			return usage.Errorf("--%s %g: must be %g to %d", f.flag, f.x, f.least, math.MaxInt32)
		}
	}
	if filepath.Ext(c.Output) != ".toml" {
		return usage.Errorf("--output %s: must be a scenario file, such as fitted.toml", c.Output)
	}
	if c.Candidates != 0 && (c.Candidates < 4 || c.Candidates > sweep.MaxRuns) {
		return usage.Errorf("--candidates %d: must be 4 to %d, or 0", c.Candidates, sweep.MaxRuns)
	}
	if len(c.Counts) > 0 && (c.To != toScorecard || c.Count != nil) {
		return usage.Errorf("--counts needs --to scorecard, and cannot be used with --count")
	}
	if c.Seed != nil && strings.Contains(c.Seeds, ",") {
		return usage.Errorf("--seed %d cannot be used with a list of --seeds; add it to the list", *c.Seed)
	}
	if c.Resume && c.Force {
		return usage.Errorf("--resume and --force cannot be used together")
	}
	return nil
}

const toScorecard = "scorecard"
