package bench

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/usage"
	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario"
)

// flockingSteps is the number of steps of the benchmark Flocking, with which the authors of Agents.jl compare
// frameworks (github.com/JuliaDynamics/ABMFrameworksComparison, Flocking/DECLARATION.md). In the other
// frameworks the birds move one after another, in random order. In skein they all move at once.
const flockingSteps = 100

type flockingVersion struct {
	name   string
	birds  int
	side   float32 // m
	vision float32 // m
	ratios []publishedRatio
}

type publishedRatio struct {
	framework string
	ratio     float64
}

// flockingVersions takes the ratios from the README of the comparison at the commit of 22 February 2026.
func flockingVersions() []flockingVersion {
	return []flockingVersion{
		{"small", 200, 100, 5, []publishedRatio{{"Agents.jl 6.2.10", 1}, {"Ark.jl 0.4.0", 0.73}, {"MASON 22.0", 1.42}, {"NetLogo 6.4.0", 15.37}, {"Mesa 3.2.0", 159.29}}},
		{"large", 400, 150, 15, []publishedRatio{{"Agents.jl 6.2.10", 1}, {"Ark.jl 0.4.0", 0.36}, {"MASON 22.0", 0.61}, {"NetLogo 6.4.0", 19.14}, {"Mesa 3.2.0", 59.5}}},
	}
}

type flockingRow struct {
	Version   string             `json:"version"`
	Birds     int                `json:"birds"`
	Steps     int                `json:"steps"`
	Runs      int                `json:"runs"`
	Workers   int                `json:"workers"`
	MS        float64            `json:"ms_per_run"`       // median time to make the world and simulate all steps
	Published map[string]float64 `json:"published_ratios"` // times relative to Agents.jl, by framework

	ratios []publishedRatio
	Hash   string `json:"hash"` // hash of the state after the last run
}

func (c *options) runFlocking(ctx context.Context, g *console.Console) error {
	var rows []flockingRow
	bar := console.NewProgress(g, "timing runs", len(flockingVersions())*len(c.Workers))
	defer bar.End()
	for _, v := range flockingVersions() {
		for _, workers := range c.Workers {
			row, err := c.flockingRow(ctx, v, int(workers))
			if err != nil {
				return err
			}
			rows = append(rows, row)
			bar.Update(len(rows))
		}
	}
	bar.End()
	if g.JSON {
		return g.Document(map[string]any{"rows": rows})
	}
	return printFlocking(g.Stdout, rows)
}

func flockingDef(v flockingVersion) (flock.Def, error) {
	s, err := scenario.Builtin("agents-flocking")
	if err != nil {
		return flock.Def{}, err
	}
	def := s.Def()
	def.Start.Radius = v.side / 2
	def.Params = model.With(def.Params, "count", v.birds, "bounds_size", v.side, "visual_distance", v.vision)
	return def, nil
}

// flockingRow times runs of a version. If --ticks is 0, it makes as many runs as fit into a second, and at
// least nine.
func (c *options) flockingRow(ctx context.Context, v flockingVersion, workers int) (row flockingRow, err error) {
	def, err := flockingDef(v)
	if err != nil {
		return row, err
	}
	def.Workers, def.Index = workers, c.Index
	row = flockingRow{Version: v.name, Birds: v.birds, Steps: flockingSteps, Published: map[string]float64{}, ratios: v.ratios}
	for _, p := range v.ratios {
		row.Published[p.framework] = p.ratio
	}
	var took []float64
	for begun := time.Now(); ; {
		def.Seed = uint64(len(took) + 1)
		start := time.Now()
		world, err := input.NewWorld(ctx, def)
		if err != nil {
			return row, usage.Wrap(err)
		}
		for range flockingSteps {
			if err := ctx.Err(); err != nil {
				return row, err
			}
			world.Step()
		}
		took = append(took, milliseconds(start))
		row.Workers, row.Hash = world.Workers(), fmt.Sprintf("%016x", world.Hash())
		if n := len(took); c.Ticks > 0 && n >= c.Ticks || c.Ticks == 0 && n >= 9 && time.Since(begun) > time.Second {
			row.Runs, row.MS = n, median(took)
			return row, nil
		}
	}
}

func printFlocking(out io.Writer, rows []flockingRow) error {
	for _, r := range rows {
		fmt.Fprintf(out, "Flocking-%s, %d birds, %d steps: %.1f ms, the median of %d runs with %d threads\n", r.Version, r.Birds, r.Steps, r.MS, r.Runs, r.Workers)
		var ratios []string
		for _, p := range r.ratios {
			ratios = append(ratios, fmt.Sprintf("%s %g", p.framework, p.ratio))
		}
		fmt.Fprintf(out, "  published times, relative to Agents.jl: %s\n", strings.Join(ratios, ", "))
	}
	_, err := fmt.Fprint(out, "The published table has only ratios. To compare skein, time Agents.jl on this machine.\n")
	return err
}
