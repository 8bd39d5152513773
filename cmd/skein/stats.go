package main

import (
	"context"
	"fmt"
	"math"
	"strings"

	"skein/flock/metrics"
	"skein/flock/metrics/field"
)

// StatsCmd puts flocks into numbers.
type StatsCmd struct {
	Sources  []string `arg:"" optional:"" name:"source" help:"Recordings (.mcap), built-in scenes or .toml files (${scene} if there is none)."`
	Seconds  float64  `default:"0" help:"Simulated seconds to measure; 0 stands for 60 of a scenario and all of a recording (default ${default})." placeholder:"S"`
	FPS      int      `name:"fps" type:"measured" default:"0" help:"Measurements a second, which divide a scenario's ticks or a recording's frames; 0 stands for 30 of a scenario and every frame of a recording (default ${default})." placeholder:"F"`
	Sweep    string   `help:"Values that a parameter is to take one after another: KEY=V1,V2,... or KEY=FROM:TO:STEP; X stands for leadership, hawk.KEY is that of the species hawk." placeholder:"KEY=LIST"`
	Seeds    string   `help:"Simulate with N seeds, from the scenario's on, or with a list of them, and pool the numbers." placeholder:"N|LIST"`
	Every    float64  `help:"Seconds between the samples of the series that --json prints; 0 for none (default ${default})." default:"1" placeholder:"S"`
	Field    bool     `help:"The scorecard instead: the flock held against figures published of real ones; of several sizes, with --sweep count=LIST, over all of them, too."`
	Lead     bool     `name:"leadership" help:"The page on leadership instead: where turns begin, who follows whom, and in what circles, held against what is known of real flocks."`
	Each     bool     `help:"A row for each recording, also of those that only their seeds tell apart."`
	Markdown bool     `help:"Print the table as Markdown."`
	Why      *asked   `help:"Instead, why this boid takes the lead at this time or does not, and what its step is made of: 12@4.3s is boid 12 at 4.3 s; of one recording or scenario." placeholder:"BOID@TIME"`
	Ledger   bool     `help:"Instead, a line for each escape, attack, strike, near miss, split, reunion, and bird that perched or left its perch, as comma-separated values; of one recording or scenario."`

	WorldFlags
}

// Help is shown below the flags' own.
func (StatsCmd) Help() string {
	var b strings.Builder
	b.WriteString(`A recording is read; a scenario is simulated here, without a file. One flock gives
a report, several flocks or the values of a sweep give a table with a row each.
Recordings that only their seeds tell apart are pooled in a row; the parameters that
tell the rows apart are its first columns. Of several species each has a report or a
table of its own, and numbers of its own: its boids see those of their species alone.

Measures, of each frame:

`)
	for _, q := range metrics.Measures() {
		fmt.Fprintf(&b, "  %-15s %s\n", q.Key, q.Doc)
	}
	b.WriteString(`
Of the escapes: peak distance is the largest gap from the leader to its nearest
bird while away; followers are those who by that leader alone were turned towards
it by 0.5 m/s or more; it is reabsorbed when past its peak, and away for more than
1 s, its 7th nearest has been closer than 1.25 times the distance on leaving for
half a second, or when it is in the largest cluster after 20 s; else it is then
abandoned. Reabsorbed or abandoned, an escape is closed.

Of a hunt: an attack is a strike when the hunter comes within strike_range of its prey,
and a near miss within miss_range. A hunted flock splits when the second largest of its
clusters has 10 % of it, after 95 % were in the largest, and is reunited when they are
again.

In a world that wraps around, the measures of a frame are taken as if it did not: a
flock across its edge counts as two. The ledger sees across.

--field prints a scorecard instead: what was published of real flocks, mostly of
starlings, beside this one, measured as it was there (go doc skein/flock/metrics/field
cites it), and 14 verdicts. Flocks of several sizes (--sweep count=LIST, or recordings
that differ in nothing else) have one more, over all of them. A flock is its largest
part: of birds linked to one of their 15 nearest, closer than 2.5 times the median
distance of seventh neighbours. Polarization, turns and who is where are taken up to 15
times a second, the rest twice, and the null once: more often it makes no difference.
Rows:
`)
	b.WriteString(measuresOf(field.Rows()))
	b.WriteString(`
--leadership prints a page on how the flock changes its course, and who goes first. A turn
is where its course turns fastest, by 20° a second at least, and half as fast at some time
within 4 s before and after. --json lists the order of the birds, too: how much later than
the mean bird each turns, and whom of those before it it is most like. Rows:
`)
	b.WriteString(measuresOf(field.LeadRows()))
	b.WriteString(`

Examples:

  skein stats run.mcap
  skein stats run.mcap --json > run.json
  skein stats run.mcap --ledger > escapes.csv
  skein stats run.mcap --why 12@4.3s
  skein stats murmuration paper --seconds 120 --seeds 4
  skein stats --sweep X=0:1:0.1 --seeds 4 --markdown
  skein stats runs/*.mcap
  skein stats my.toml --sweep vision=2,3.5,5
  skein stats hunt.toml --sweep hawk.count=1:4
  skein stats starlings --field --sweep count=500,1200,2700 --seeds 4
  skein stats murmuration paper --leadership --seconds 120 --seeds 4`)
	return b.String()
}

// Run measures.
func (c *StatsCmd) Run(ctx context.Context, g *Globals) error {
	if err := c.check(); err != nil {
		return err
	}
	switch {
	case c.Why != nil && c.Ledger:
		return usagef("--why and --ledger: want one of them")
	case c.Why != nil:
		return c.printWhy(ctx, g)
	case c.Ledger:
		return c.printLedger(ctx, g)
	}
	plan, err := c.plan(g)
	if err != nil {
		return err
	}
	if err := plan.run(ctx, g); err != nil {
		return err
	}
	if c.Field {
		return plan.printField(g, c.Markdown)
	}
	if c.Lead {
		return plan.printLead(g, c.Markdown)
	}
	switch rows := plan.rows(); {
	case g.JSON:
		return g.document(plan.document(rows))
	case c.Markdown:
		return printTables(g.Stdout, plan, rows, "**%s**", printMarkdown)
	case len(rows) == 1:
		return printReports(g.Stdout, rows[0])
	default:
		return printTables(g.Stdout, plan, rows, "%s", printTable)
	}
}

// check refuses flags that are wrong whatever the sources are.
func (c *StatsCmd) check() error {
	if !(c.Seconds >= 0 && c.Seconds <= math.MaxInt32) {
		return usagef("--seconds %g: want 0 to %d", c.Seconds, math.MaxInt32)
	}
	if !(c.Every >= 0 && c.Every <= math.MaxInt32) {
		return usagef("--every %g: want 0 to %d", c.Every, math.MaxInt32)
	}
	if c.FPS < 0 {
		return usagef("--fps %d: want at least 1", c.FPS)
	}
	if c.Field && c.Lead {
		return usagef("--field and --leadership: want one of them")
	}
	if c.Seed != nil && strings.Contains(c.Seeds, ",") {
		return usagef("--seed %d: --seeds lists all seeds", *c.Seed)
	}
	return nil
}
