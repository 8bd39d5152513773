package stats

import (
	"context"
	"fmt"
	"io"
	"slices"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/usage"
	"skein/cmd/skein/internal/words"
	"skein/engine/figure"
	"skein/flock/metrics"
	"skein/flock/whole"
)

type figureFlags struct {
	Figure string  `help:"Also draw the --measures over time, with the events below (default: polarization and nearest neighbour). The figure shows one recording or scenario. With two --sweep, it has a map of each measure instead (default: polarization)." placeholder:"FILE.svg|.pdf|.png"`
	Width  float64 `default:"170" help:"Width of the figure in millimetres (default ${default})." placeholder:"MM"`
	Force  bool    `short:"f" help:"Replace an existing figure."`
}

const defaultWidth = 170

// figureEvery is the default time between the values of a curve, in s.
const figureEvery = 0.1

// CheckFigure checks the extension, the width in mm, and that an existing file may be replaced.
func CheckFigure(file string, width float64, force bool) error {
	if _, ok := figure.FormatOf(file); !ok {
		return usage.Errorf("--figure %s: must be a name that ends in .svg, .pdf or .png", file)
	}
	if !(width >= figure.MinWidth && width <= figure.MaxWidth) {
		return usage.Errorf("--width %g: must be %d to %d millimetres", width, figure.MinWidth, figure.MaxWidth)
	}
	return usage.HintForce(whole.MayCreate(file, force))
}

func (c *options) checkFigure() error {
	maps := len(c.Sweep) == 2
	switch {
	case c.Figure == "":
		return nil
	case c.Lead || c.Patterns || c.Why != nil || c.Ledger || !maps && c.Every != nil && *c.Every == 0:
		return usage.Errorf("--figure cannot be used with --leadership, --patterns, --why, --ledger or --every 0")
	}
	if maps {
		if len(c.Sources) > 1 || c.Field || c.Markdown {
			return usage.Errorf("--figure with two --sweep flags takes one scenario, and cannot be used with --field or --markdown")
		}
	} else if _, err := c.singleSource("figure"); err != nil {
		return err
	}
	return CheckFigure(c.Figure, c.Width, c.Force)
}

func (c *options) every() float64 {
	switch {
	case c.Every != nil:
		return *c.Every
	case c.Figure != "" && len(c.Sweep) < 2:
		return figureEvery
	}
	return 1
}

func (c *options) drawFigure(ctx context.Context, g *console.Console, r *statsRun) error {
	defer g.SayFolder(c.Figure)()
	chart, err := r.chart(c.Measures)
	if err != nil {
		return err
	}
	format, _ := figure.FormatOf(c.Figure)
	err = whole.Stream(c.Figure, c.Force, func(w io.Writer) error {
		return figure.WriteTimeChart(whole.WriterUntil(ctx, w), format, chart, c.Width)
	})
	if err == nil {
		g.Say("wrote %s: a figure of %s, %g mm wide", c.Figure, words.Plural(len(chart.Panels), "measure"), c.Width)
	}
	return err
}

func (r *statsRun) chart(keys []string) (*figure.TimeChart, error) {
	if len(keys) == 0 {
		keys = []string{"polarization", "nearest"}
	}
	reports := []*metrics.Report{r.Report}
	if len(r.Flocks) > 0 {
		reports = nil
	}
	c := &figure.TimeChart{Lanes: lanes(r.entries.All)}
	for _, f := range r.Flocks {
		reports, c.Flocks = append(reports, f.Report), append(c.Flocks, f.Species)
	}
	if len(c.Flocks) > figure.MaxFlocks {
		return nil, usage.Errorf("--figure: there are %d flocks, but a figure has colours for at most %d", len(c.Flocks), figure.MaxFlocks)
	}
	series := reports[0].Series
	if len(series) < 2 {
		return nil, fmt.Errorf("--figure: the curves would have only %s; measure for longer, or use a smaller --every", words.Plural(len(series), "value"))
	}
	c.From, c.To = series[0].Seconds, series[len(series)-1].Seconds
	c.Title = figure.TimeTitle(fmt.Sprintf("%s, seed %d", r.Scenario, r.Seed), c.From, c.To)
	for _, key := range keys {
		c.Panels = append(c.Panels, panelOf(key, reports))
	}
	return c, nil
}

func panelOf(key string, flocks []*metrics.Report) figure.TimePanel {
	all := metrics.Measures()
	k := slices.IndexFunc(all, func(q metrics.Quantity) bool { return q.Key == key })
	p := figure.TimePanel{Title: words.WithUnit(all[k].Label, all[k].Unit), Leads: key == "leaders"}
	for _, f := range flocks {
		var c figure.Curve
		for _, s := range f.Series {
			c.Times, c.Values = append(c.Times, s.Seconds), append(c.Values, s.Values[k])
		}
		p.Curves = append(p.Curves, c)
	}
	return p
}

func lanes(entries []metrics.Entry) (all []figure.Lane) {
	for _, kind := range metrics.EntryKinds() {
		lane := figure.Lane{Name: string(kind)}
		for i := range entries {
			if entries[i].Kind == kind {
				lane.Times = append(lane.Times, entries[i].Time)
			}
		}
		if len(lane.Times) > 0 {
			all = append(all, lane)
		}
	}
	return all
}
