package compare

import (
	"context"
	"io"
	"strings"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/stats"
	"skein/cmd/skein/internal/usage"
	"skein/engine/figure"
	"skein/flock/whole"
)

// Options contains the flags of skein compare.
type Options struct {
	Sources  []string `arg:"" name:"source" help:"Recordings (.mcap), built-in scenes or .toml files; at least two."`
	Seconds  float64  `default:"0" help:"Simulated seconds to measure. 0 means 60 s of a scenario and all of a recording (default ${default})." placeholder:"S"`
	FPS      int      `name:"fps" type:"measured" default:"0" help:"Measurements per second. 0 means 30 for a scenario and every frame of a recording (default ${default})." placeholder:"F"`
	Seeds    string   `help:"Simulate each scene with N consecutive seeds, starting at the scene's seed, or with a list of seeds (default 3)." placeholder:"N|LIST"`
	Figure   string   `help:"Also draw the comparison as a figure, for at most 7 flocks." placeholder:"FILE.svg|.pdf|.png"`
	Width    float64  `default:"180" help:"Width of the figure in millimetres (default ${default})." placeholder:"MM"`
	Card     string   `help:"Species of the scorecard: starling, pigeon or jackdaw (default ${default})." default:"starling" placeholder:"SPECIES"`
	Markdown bool     `help:"Print the table as Markdown."`
	Force    bool     `short:"f" help:"Replace an existing figure."`

	input.PartialFlag
	input.Simulation
}

const maxFlocks = 24

// Run measures the sources and prints the comparison.
func (c *Options) Run(ctx context.Context, g *console.Console) error {
	if err := c.check(); err != nil {
		return err
	}
	flocks, err := stats.Judge(ctx, g, stats.Request{
		Sources: c.Sources, Seconds: c.Seconds, FPS: c.FPS, Seeds: c.seeds(), Check: c.checkFlocks, PartialFlag: c.PartialFlag, Simulation: c.Simulation,
	})
	if err != nil {
		return err
	}
	species, err := stats.CardNamed(c.Card, "")
	if err != nil {
		return err
	}
	d := comparisonOf(flocks, species)
	if c.Figure != "" {
		if err := c.draw(ctx, g, d); err != nil {
			return err
		}
	}
	if g.JSON {
		return g.Document(d)
	}
	return d.print(g.Stdout, c.Markdown)
}

func (c *Options) seeds() string {
	for _, source := range c.Sources {
		if c.Seeds == "" && !kinds.IsRecording(source) {
			return "3"
		}
	}
	return c.Seeds
}

func (c *Options) check() error {
	if len(c.Sources) < 2 {
		return usage.Errorf("skein compare needs at least two scenes or recordings; use skein stats %s --field to measure only this source", strings.Join(c.Sources, " "))
	}
	if _, err := stats.CardNamed(c.Card, ""); err != nil {
		return err
	}
	if c.Figure == "" {
		return nil
	}
	return stats.CheckFigure(c.Figure, c.Width, c.Force)
}

func (c *Options) checkFlocks(flocks int) error {
	switch {
	case flocks > maxFlocks:
		return usage.Errorf("there are %d flocks, but a comparison can have at most %d", flocks, maxFlocks)
	case c.Figure != "" && flocks > figure.MaxFlocks:
		return usage.Errorf("--figure %s: there are %d flocks, but a figure has colours for at most %d", c.Figure, flocks, figure.MaxFlocks)
	}
	return nil
}

func (c *Options) draw(ctx context.Context, g *console.Console, d *Comparison) error {
	defer g.SayFolder(c.Figure)()
	format, _ := figure.FormatOf(c.Figure)
	err := whole.Stream(c.Figure, c.Force, func(w io.Writer) error {
		return figure.WriteChart(whole.WriterUntil(ctx, w), format, d.chart(), c.Width)
	})
	if err == nil {
		g.Say("%s: figure of %d flocks, %g mm wide", c.Figure, len(d.Flocks), c.Width)
	}
	return err
}
