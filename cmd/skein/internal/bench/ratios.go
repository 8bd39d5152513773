package bench

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"
	"time"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/usage"
	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/metrics"
	"skein/flock/model"
	"skein/flock/scenario"
	"skein/flock/view"
)

type ratioRow struct {
	Boids      int     `json:"boids"`
	Model      string  `json:"model"`
	Neighbours float64 `json:"mean_neighbours"` // mean number of neighbours of a boid in the model hartman
	MS         float64 `json:"ms_per_tick"`
	Hartman    float64 `json:"hartman_ms_per_tick"`
	Ratio      float64 `json:"ratio"`
	Goal       float64 `json:"goal"` // largest acceptable ratio
}

func (c *options) runRatios(ctx context.Context, g *console.Console) error {
	if len(c.Workers) > 1 {
		return usage.Errorf("--workers %v: must be a single number with --ratios", c.Workers)
	}
	rows, err := c.ratioRows(ctx)
	if err != nil {
		return err
	}
	if g.JSON {
		return g.Document(struct {
			Ratios []ratioRow `json:"ratios"`
		}{rows})
	}
	return printRatios(g.Stdout, rows)
}

// Largest acceptable ratios of the times per tick.
const (
	defaultGoal = 3
	otherGoal   = 4
)

// ratioRows compares each model that has rules with the model hartman. Both have the same mean number of
// neighbours in the vision sphere. For starlings, hartman uses the nearest visible neighbours. If all boids
// see each other, hartman has usualNeighbours.
func (c *options) ratioRows(ctx context.Context) (rows []ratioRow, err error) {
	add := func(m *flock.Model, boids int, goal float64, base flock.Def, neighbours float64) error {
		row := ratioRow{Boids: boids, Model: m.Name(), Goal: goal, Neighbours: neighbours}
		crowd, err := scenario.CrowdOf(m, boids, cloud.Ball)
		if err == nil {
			err = c.compare(ctx, crowd, base, &row)
		}
		rows = append(rows, row)
		return err
	}
	for _, boids := range []int{3000, 30_000, 100_000} {
		base := hartmanWith(boids, usualNeighbours)
		base.Params = model.With(base.Params, "neighbourhood", view.NearestInSight)
		if err := add(model.Starlings(), boids, defaultGoal, base, float64(base.Params.Int("nearest"))); err != nil {
			return rows, err
		}
	}
	const boids = 3000
	for _, m := range otherModels() {
		neighbours, err := c.neighboursOf(ctx, m, boids)
		if err == nil {
			err = add(m, boids, otherGoal, hartmanWith(boids, neighbours), neighbours)
		}
		if err != nil {
			return rows, err
		}
	}
	return rows, nil
}

func otherModels() (all []*flock.Model) {
	for _, m := range model.All() {
		hasRules := slices.ContainsFunc(m.Rules(), func(r flock.RuleInfo) bool { return r.Owner == m.Name() })
		if hasRules && m != model.Starlings() && m != model.Hartman() {
			all = append(all, m)
		}
	}
	return all
}

// usualNeighbours is hartman's mean number of neighbours by default.
const usualNeighbours = 20

func hartmanWith(boids int, neighbours float64) flock.Def {
	d := scenario.Crowd(boids, cloud.Ball)
	d.Start.Radius *= float32(math.Cbrt(usualNeighbours / neighbours))
	d.Start.Altitude = d.Start.Radius
	return d
}

// neighboursOf returns the mean number of neighbours halfway through the measured ticks, at least 1. If all
// boids see each other, it returns usualNeighbours.
func (c *options) neighboursOf(ctx context.Context, m *flock.Model, boids int) (float64, error) {
	def, err := scenario.CrowdOf(m, boids, cloud.Ball)
	if err != nil {
		return 0, err
	}
	if view.Neighbourhood(def.Params.Choice("neighbourhood")) == view.Everyone {
		return usualNeighbours, nil
	}
	world, err := input.NewWorld(ctx, def)
	if err != nil {
		return 0, err
	}
	for range c.ratioTicks() / 2 {
		world.Step()
	}
	var s flock.Snapshot
	world.Snapshot(&s)
	return max(1, metrics.MeanNeighbours(&s, def.Params.Float("vision"))), nil
}

func (c *options) ratioTicks() int {
	if c.Ticks > 0 {
		return c.Ticks
	}
	return 60
}

// ratioTurn is the number of ticks that one world computes before the other world's turn. The first of them
// is not measured, because the other world's goroutines still poll for work and may keep a core busy.
const ratioTurn = 8

// compare measures two worlds in turn, so that both run under the same load. It compares the lower
// quartiles, because other programs can only make ticks longer.
func (c *options) compare(ctx context.Context, def, base flock.Def, row *ratioRow) error {
	var worlds [2]*flock.World
	for k, d := range []flock.Def{def, base} {
		d.Workers = int(c.Workers[0])
		w, err := input.NewWorld(ctx, d)
		if err != nil {
			return err
		}
		worlds[k] = w
	}
	var took [2][]float64
	for len(took[1]) < c.ratioTicks() {
		for k, w := range worlds {
			for tick := range ratioTurn {
				if err := ctx.Err(); err != nil {
					return err
				}
				begun := time.Now()
				w.Step()
				if tick > 0 {
					took[k] = append(took[k], milliseconds(begun))
				}
			}
		}
	}
	row.MS, row.Hartman = lowerQuartile(took[0]), lowerQuartile(took[1])
	row.Ratio = row.MS / row.Hartman
	return nil
}

func lowerQuartile(all []float64) float64 {
	slices.Sort(all)
	return all[len(all)/4]
}

func printRatios(to io.Writer, rows []ratioRow) error {
	w := tabwriter.NewWriter(to, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "boids\tmodel\tneighbours\tms per tick\thartman\ttimes hartman\tgoal\t")
	for _, r := range rows {
		fmt.Fprintf(w, "%d\t%s\t%.1f\t%.3f\t%.3f\t%.1f\t%g\t\n", r.Boids, r.Model, r.Neighbours, r.MS, r.Hartman, r.Ratio, r.Goal)
	}
	return w.Flush()
}
