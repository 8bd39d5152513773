package stats

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/kinds"
	"skein/cmd/skein/internal/usage"
	"skein/flock"
	"skein/flock/explanation"
	"skein/flock/metrics"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/flock/vec"
)

type boidAtTime struct {
	boid    int
	seconds float64
}

// UnmarshalText reads text such as 12@4.3s or 12@4.3.
func (a *boidAtTime) UnmarshalText(text []byte) error {
	boid, seconds, ok := strings.Cut(string(text), "@")
	var err, err2 error
	a.boid, err = strconv.Atoi(boid)
	a.seconds, err2 = strconv.ParseFloat(strings.TrimSuffix(seconds, "s"), 64)
	if !ok || err != nil || err2 != nil || a.boid < 0 || !(a.seconds >= 0 && a.seconds < 1e9) {
		return fmt.Errorf("%q: must be a boid and a time in seconds, such as 12@4.3s", text)
	}
	return nil
}

// tick returns the nearest tick, because printed times are rounded to three decimals. rate is in ticks per
// second.
func (a *boidAtTime) tick(rate int) int64 { return int64(math.Round(a.seconds * float64(rate))) }

// within returns an error in seconds if the time is outside the recording.
func (a *boidAtTime) within(source string, r *recording.Reader, rate int) error {
	first, err := r.Tick(0)
	if err != nil {
		return err
	}
	last, err := r.Tick(r.Frames() - 1)
	if err != nil {
		return err
	}
	if tick := a.tick(rate); tick < first || tick > last {
		seconds := func(tick int64) float64 { return float64(tick) / float64(rate) }
		return fmt.Errorf("%s: no time %g s; the recording goes from %.3f s to %.3f s", source, a.seconds, seconds(first), seconds(last))
	}
	return nil
}

func (c *options) singleSource(flag string) (string, error) {
	if len(c.Sources) > 1 {
		return "", usage.Errorf("--%s needs one source, but there are %d", flag, len(c.Sources))
	}
	if len(c.Sweep) > 0 || c.Seeds != "" || c.Field || c.Each || c.Markdown {
		return "", usage.Errorf("--%s cannot be used with --sweep, --seeds, --field, --each or --markdown", flag)
	}
	if len(c.Sources) == 0 {
		return scenario.Default(), nil
	}
	return c.Sources[0], nil
}

func (c *options) printWhy(ctx context.Context, g *console.Console) error {
	source, err := c.singleSource("why")
	if err != nil {
		return err
	}
	e, err := c.explain(ctx, g, source)
	if err != nil {
		return err
	}
	if g.JSON {
		return g.Document(struct {
			Why []string `json:"why"`
			*explanation.Step
		}{e.Why(), e})
	}
	fmt.Fprintln(g.Stdout, strings.Join(e.Why(), "\n"))
	fmt.Fprintln(g.Stdout)
	t := tabwriter.NewWriter(g.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "steer (%s)\tlength\tx\ty\tz\tafter\n", e.Unit())
	row := func(name, source string, v vec.Vec) {
		fmt.Fprintf(t, "%s\t%.4f\t%.4f\t%.4f\t%.4f\t%s\n", name, v.Length(), v.X, v.Y, v.Z, source)
	}
	for _, s := range e.Steers {
		if s.Steer != (vec.Vec{}) || !slices.Contains(e.Movers, s.Rule) {
			row(s.Rule, s.Source, s.Steer)
		}
	}
	for _, m := range e.Moves {
		row(m.Rule+", directly", m.Source, m.Steer)
	}
	if e.Limited != e.Social {
		row("social, before the limit", "", e.Social)
		row("social, limited", "", e.Limited)
	}
	row("all", "", e.Sum)
	return t.Flush()
}

func (c *options) explain(ctx context.Context, g *console.Console, source string) (*explanation.Step, error) {
	if !kinds.IsRecording(source) {
		w, rate, err := c.newWorld(source)
		if err != nil {
			return nil, err
		}
		for range c.Why.tick(rate) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			w.Step()
		}
		return w.Explain(c.Why.boid)
	}
	r, err := c.PartialFlag.Open(g, source)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if file := r.Meta().Imported; file != "" {
		return nil, fmt.Errorf("%s: its tracks come from %s; --why can only explain simulated boids", source, file)
	}
	rate := r.Meta().TickRate
	if err := c.Why.within(source, r, rate); err != nil {
		return nil, err
	}
	w, err := r.Follow().At(c.Why.tick(rate))
	if err != nil {
		return nil, err
	}
	return w.Explain(c.Why.boid)
}

func (c *options) newWorld(source string) (w *flock.World, tickRate int, err error) {
	sc, err := c.Load(source)
	if err != nil {
		return nil, 0, input.SuggestRecording(source, err)
	}
	def := sc.Def()
	def.Workers, def.Index = int(c.Threads), c.Index
	w, err = flock.NewWorld(def)
	return w, def.TickRate, err
}

func (c *options) printLedger(ctx context.Context, g *console.Console) error {
	source, err := c.singleSource("ledger")
	if err != nil {
		return err
	}
	var all metrics.Entries
	if kinds.IsRecording(source) {
		err = c.recordedLedger(g, source, &all)
	} else {
		err = c.simulatedLedger(ctx, source, &all)
	}
	if err != nil {
		return err
	}
	if g.JSON {
		return g.Document(append([]metrics.Entry{}, all.All...))
	}
	return metrics.WriteEntries(g.Stdout, all.All)
}

func (c *options) recordedLedger(g *console.Console, source string, all *metrics.Entries) error {
	r, err := c.PartialFlag.Open(g, source)
	if err != nil {
		return err
	}
	defer r.Close()
	c.noteEnd(g, source, r)
	events, err := r.Events()
	if err != nil {
		return err
	}
	for i := range events {
		if rate := r.Meta().TickRate; c.Seconds == 0 || float64(events[i].Tick) <= c.Seconds*float64(rate) {
			all.Add(&events[i], rate)
		}
	}
	return nil
}

func (c *options) simulatedLedger(ctx context.Context, source string, all *metrics.Entries) error {
	w, rate, err := c.newWorld(source)
	if err != nil {
		return err
	}
	seconds := c.Seconds
	if seconds == 0 {
		seconds = 60
	}
	for range int64(seconds * float64(rate)) {
		if err := ctx.Err(); err != nil {
			return err
		}
		w.Step()
		for _, e := range w.TakeEvents(nil) {
			all.Add(&e, rate)
		}
	}
	return nil
}
