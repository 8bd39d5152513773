package main

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"skein/flock/metrics/field"
	"skein/flock/whole"
)

// FitCmd searches for parameters.
type FitCmd struct {
	Scene   string   `arg:"" name:"scenario" help:"A built-in scene or a .toml file, where the search begins."`
	To      string   `required:"" help:"What the flock is to be like: scorecard, the bands of real flocks, or a recording." placeholder:"scorecard|run.mcap"`
	Over    []string `required:"" help:"Parameters to search over, KEY or KEY=FROM:TO, separated by commas; X stands for leadership, hawk.KEY is that of the species hawk." placeholder:"KEY"`
	Output  string   `short:"o" required:"" help:"The scenario file to write." placeholder:"FILE.toml"`
	Budget  Budget   `default:"10m" help:"How long to search, such as 10m or 2h; or how many flocks to try, such as 200 (default ${default})." placeholder:"TIME|N"`
	Seconds float64  `default:"20" help:"Simulated seconds of each flight (default ${default})." placeholder:"S"`
	Settle  float64  `default:"5" help:"Simulated seconds before them that are not measured (default ${default})." placeholder:"S"`
	Seeds   string   `help:"Fly each flock with N seeds, from the scenario's on, or with a list of them (default 2)." default:"2" placeholder:"N|LIST"`
	Counts  []int    `help:"Fly each flock with each of these numbers of boids, and judge it over all sizes; with --to scorecard." placeholder:"N"`

	Candidates int    `default:"0" help:"Flocks of a generation; 0 stands for 4 and three times the logarithm of the number of parameters (default ${default})." placeholder:"N"`
	Chance     uint64 `default:"1" help:"Seed of the search itself (default ${default})." placeholder:"N"`
	Resume     bool   `help:"Go on with a search that was stopped, or make one longer."`
	Force      bool   `short:"f" help:"Replace a scenario file that exists, and begin anew."`
	Shard      Shard  `help:"Try the K-th of N parts of each generation: N processes that run at the same time, with a folder in common, search together." placeholder:"K/N"`
	Markdown   bool   `help:"Print the tables as Markdown."`

	WorldFlags
}

// Help is shown below the flags' own.
func (FitCmd) Help() string {
	var b strings.Builder
	b.WriteString(`The search is CMA-ES (N. Hansen, The CMA Evolution Strategy: A Tutorial, 2016). A
generation of flocks is flown, each with every seed; those that cost least tell where the
next generation lies. Each parameter is searched over its slider's range, or from FROM to
TO; by ratios where TO is ten times FROM or more, and where it is small against its
range: then from a thirtieth to 30 times of what it is.

Held to the scorecard (skein stats --field), a row costs nothing within the inner four
fifths of its band, a sixth at its edge, and up to 1 beyond; the cost is the mean over the
14 rows. Held to a recording, each figure of the scorecard but those of turns and waves is to
be what it is there, in units of a tenth of it, or of its bounds, and two of its standard errors.
So are, and each counts three times, the distributions over the birds and over time of:

`)
	for _, t := range field.Traits() {
		fmt.Fprintf(&b, "  %-31s %s\n", withUnit(t.Name, t.Unit), t.Doc)
	}
	b.WriteString(`
by the mean distance of their quantiles, in units of that of the recording's own from
their median. A flock has as many birds as the recording on average, unless --count says
otherwise. It is the first flock of scenario and recording that is held to it.

What was tried is kept beside the output, in a folder of the same name that ends in .fit:
a file for each flock, written whole. Killed at any moment, the search goes on from there
with --resume, to the same end as if nothing had been: with --budget 200 the same flocks
are tried, as many whole generations as are in 200, in whatever number of threads and
shards. A shard waits for the others at the end of each generation. On another kind of
machine the last digits may differ.

In the end the best flock is written, and it is flown with seeds that the search has not
seen, beside what it began as: the table shows both.

Examples:

  skein fit murmuration --to scorecard --over separation,cohesion,alignment,vision -o fitted.toml
  skein fit murmuration --to run.mcap --over cohesion=0.01:0.1,gust_strength --budget 200 -o like-run.toml
  skein fit murmuration --to scorecard --over cohesion --counts 500,1200 -o fitted.toml --budget 2h --resume
  for k in 1 2 3 4; do skein fit my.toml --to run.mcap --over X --shard $k/4 -o fitted.toml & done; wait`)
	return b.String()
}

// Budget is how long a search may take: a time, or a number of flocks.
type Budget struct {
	Time   time.Duration
	Flocks int
}

// UnmarshalText reads a time or a number.
func (b *Budget) UnmarshalText(text []byte) error {
	if n, err := strconv.Atoi(string(text)); err == nil && n > 0 {
		b.Flocks = n
		return nil
	}
	d, err := time.ParseDuration(string(text))
	if err != nil || d <= 0 {
		return fmt.Errorf("%q: want a time, such as 10m or 1h30m, or how many flocks to try, such as 200", text)
	}
	b.Time = d
	return nil
}

// Run searches.
func (c *FitCmd) Run(ctx context.Context, g *Globals) error {
	if err := c.check(); err != nil {
		return err
	}
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
	if err := whole.Put(c.Output, true, s.scenarioAt(best.at).TOML()); err != nil {
		return err
	}
	if g.JSON {
		return g.document(result)
	}
	return result.print(g.Stdout, c.Markdown)
}

// check refuses flags that are wrong whatever the scenario is.
func (c *FitCmd) check() error {
	for _, f := range []struct {
		flag     string
		x, least float64
	}{{"seconds", c.Seconds, 1}, {"settle", c.Settle, 0}} {
		if !(f.x >= f.least && f.x <= math.MaxInt32) {
			return usagef("--%s %g: want %g to %d", f.flag, f.x, f.least, math.MaxInt32)
		}
	}
	if filepath.Ext(c.Output) != ".toml" {
		return usagef("--output %s: want a scenario file, such as fitted.toml", c.Output)
	}
	if c.Candidates != 0 && (c.Candidates < 4 || c.Candidates > maxRuns) {
		return usagef("--candidates %d: want 4 to %d, or 0", c.Candidates, maxRuns)
	}
	if len(c.Counts) > 0 && (c.To != toScorecard || c.Count != nil) {
		return usagef("--counts: wants --to scorecard, and no --count")
	}
	if c.Seed != nil && strings.Contains(c.Seeds, ",") {
		return usagef("--seed %d: --seeds lists all seeds", *c.Seed)
	}
	if c.Resume && c.Force {
		return usagef("--resume and --force exclude each other")
	}
	return nil
}

// toScorecard is what --to says for the bands of real flocks.
const toScorecard = "scorecard"
