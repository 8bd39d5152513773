package stats

import (
	"context"
	"math"
	"strings"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/table"
	"skein/cmd/skein/internal/usage"
	"skein/flock/message"
	"skein/flock/metrics"
	"skein/flock/metrics/field"
)

type options struct {
	Sources  []string    `arg:"" optional:"" name:"source" help:"Recordings (.mcap), built-in scenes or .toml files (default ${scene})."`
	Seconds  float64     `default:"0" help:"Simulated seconds to measure. 0 means 60 s of a scenario and all of a recording (default ${default})." placeholder:"S"`
	FPS      int         `name:"fps" type:"measured" default:"0" help:"Measurements per second. The number must divide the tick rate of a scenario or the frame rate of a recording. 0 means 30 for a scenario and every frame of a recording (default ${default})." placeholder:"F"`
	Sweep    []string    `sep:"none" help:"Measure each of these values of a parameter: KEY=V1,V2,... or KEY=FROM:TO:STEP. The short name X stands for the leadership parameter. hawk.KEY is a parameter of the species hawk. If you give the flag twice, all combinations are measured, and --figure and --json contain maps." placeholder:"KEY=LIST"`
	Seeds    string      `help:"Simulate with N consecutive seeds, starting at the scenario's seed, or with a list of seeds. The results are pooled." placeholder:"N|LIST"`
	Every    *float64    `help:"Seconds between the values of the series in --json and of the curves in --figure. 0 prints no series (default 1, with --figure 0.1)." placeholder:"S"`
	Field    bool        `help:"Print the scorecard, which compares the flock with published measurements of real flocks. With --sweep count=LIST it also judges all sizes together."`
	Card     string      `help:"Species of the scorecard: starling, pigeon or jackdaw (default: the species of the flock, or starling if its species has no scorecard)." placeholder:"SPECIES"`
	Lead     bool        `name:"leadership" help:"Print the page on leadership: where turns begin and who follows whom, compared with real flocks."`
	Patterns bool        `help:"Print the patterns of collective escape: blackening, wave events, vacuoles, cordons, flash expansions and splits."`
	Each     bool        `help:"Print one row per recording, instead of pooling recordings that differ only in their seed."`
	Measures []string    `help:"More columns for the table, and the measures for --figure: keys such as rotation,susceptibility. \"skein help measuring\" lists the keys." placeholder:"KEY,..."`
	Markdown bool        `help:"Print the table as Markdown."`
	Why      *boidAtTime `help:"Explain why this boid leads or does not lead at this time, and list the parts of its step. 12@4.3s is boid 12 at 4.3 s. The flag needs a single recording or scenario." placeholder:"BOID@TIME"`
	Ledger   bool        `help:"Print the ledger as comma-separated values: a line for each escape, attack, strike, near miss, split, reunion, landing and departure. The flag needs a single recording or scenario."`

	figureFlags
	mapFlags
	input.PartialFlag
	input.Simulation

	scenesToo bool // recordings ignore the flags of simulations, because the scenes among the sources use them
}

// Run measures the sources and prints the results.
func (c *options) Run(ctx context.Context, g *console.Console) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.Figure == "" && (c.Force || c.Width != defaultWidth) {
		return usage.Errorf("--width and --force need --figure")
	}
	switch {
	case c.Why != nil && c.Ledger:
		return usage.Errorf("--why and --ledger cannot be used together")
	case c.Why != nil:
		return c.printWhy(ctx, g)
	case c.Ledger:
		return c.printLedger(ctx, g)
	}
	plan, err := c.plan(g)
	if err != nil {
		return err
	}
	maps, err := c.newMaps(plan)
	if err != nil {
		return err
	}
	if err := plan.run(ctx, g); err != nil {
		return err
	}
	if maps != nil {
		c.fillMaps(maps, plan.rows())
	}
	if err := c.draw(ctx, g, plan, maps); err != nil {
		return err
	}
	if c.Field {
		return plan.printField(g, c.Markdown)
	}
	if c.Lead {
		return plan.printLead(g, c.Markdown)
	}
	if c.Patterns {
		return plan.printPatterns(g, c.Markdown)
	}
	switch rows := plan.rows(); {
	case g.JSON:
		return g.Document(plan.document(rows, maps))
	case c.Markdown:
		return printTables(g.Stdout, plan, rows, "**%s**", table.Markdown)
	case len(rows) == 1:
		return printReports(g.Stdout, rows[0])
	default:
		return printTables(g.Stdout, plan, rows, "%s", table.AlignRight)
	}
}

func (c *options) draw(ctx context.Context, g *console.Console, p *statsPlan, maps *sweepMaps) error {
	switch {
	case c.Figure == "":
		return nil
	case maps != nil:
		return c.drawMaps(ctx, g, maps)
	}
	return c.drawFigure(ctx, g, p.runs[0])
}

func (c *options) check() error {
	if !(c.Seconds >= 0 && c.Seconds <= math.MaxInt32) {
		return usage.Errorf("--seconds %g: must be 0 to %d", c.Seconds, math.MaxInt32)
	}
	if !(c.every() >= 0 && c.every() <= math.MaxInt32) {
		return usage.Errorf("--every %g: must be 0 to %d", c.every(), math.MaxInt32)
	}
	if c.FPS < 0 {
		return usage.Errorf("--fps %d: must be at least 1", c.FPS)
	}
	for _, key := range c.Measures {
		if _, ok := metrics.Lookup(key); !ok {
			hint := message.DidYouMean(key, measureKeys())
			if hint == "" {
				hint = ";"
			}
			return usage.Errorf("--measures: unknown measure %q%s skein help measuring lists the measures", key, hint)
		}
	}
	if c.Card != "" && !c.Field {
		return usage.Errorf("--card needs --field")
	}
	if _, err := CardNamed(c.Card, ""); err != nil {
		return err
	}
	if c.Field && c.Lead {
		return usage.Errorf("--field and --leadership cannot be used together")
	}
	if c.Patterns && (c.Field || c.Lead) {
		return usage.Errorf("--patterns cannot be used with --field or --leadership")
	}
	if c.Seed != nil && strings.Contains(c.Seeds, ",") {
		return usage.Errorf("--seed %d cannot be used with a list of --seeds; add it to the list", *c.Seed)
	}
	if err := c.checkMaps(); err != nil {
		return err
	}
	return c.checkFigure()
}

// CardNamed returns the species with the key of --card. Without a key, it returns the species that
// otherwise names. If that has no scorecard, it returns the first species that has one. An unknown key is an
// error.
func CardNamed(key, otherwise string) (field.Species, error) {
	all := field.AllSpecies()
	if key == "" {
		if s, ok := field.SpeciesNamed(otherwise); ok {
			return s, nil
		}
		return all[0], nil
	}
	if s, ok := field.SpeciesNamed(key); ok {
		return s, nil
	}
	var keys []string
	for _, s := range all {
		keys = append(keys, s.Key)
	}
	return field.Species{}, usage.Errorf("--card %q: must be one of %s%s", key, strings.Join(keys, ", "), message.DidYouMean(key, keys))
}

func measureKeys() (keys []string) {
	for _, q := range metrics.Measures() {
		keys = append(keys, q.Key)
	}
	return keys
}
