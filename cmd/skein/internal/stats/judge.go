package stats

import (
	"context"
	"slices"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/kinds"
	"skein/flock/metrics/field"
)

// Request specifies which flocks [Judge] measures. The fields mean the same as the flags of skein stats.
type Request struct {
	Sources []string
	Seconds float64
	FPS     int
	Seeds   string
	Check   func(flocks int) error // checks the number of flocks before any is measured; may be nil
	input.PartialFlag
	input.Simulation
}

// Judged holds the scorecards of a flock, one for each seed.
type Judged struct {
	Source   string
	Scenario string
	Species  string
	Seeds    []uint64 // empty for imported tracks
	Several  bool     // the source has several flocks
	Imposed  []string // rows whose value a rule of the model sets directly
	Cards    []*field.Card
}

// Judge measures the scorecard of each flock of the sources, in order. If all sources are recordings, those
// that differ only in their seed become one flock. If there are scenes, the flags of simulations apply only
// to them.
func Judge(ctx context.Context, g *console.Console, r Request) ([]Judged, error) {
	c := options{
		Sources: r.Sources, Seconds: r.Seconds, FPS: r.FPS, Seeds: r.Seeds, Field: true,
		PartialFlag: r.PartialFlag, Simulation: r.Simulation,
		scenesToo: slices.ContainsFunc(r.Sources, func(s string) bool { return !kinds.IsRecording(s) }),
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	plan, err := c.plan(g)
	if err != nil {
		return nil, err
	}
	if err := r.check(plan); err != nil {
		return nil, err
	}
	if err := plan.run(ctx, g); err != nil {
		return nil, err
	}
	all := eachFlock(plan, judgedFlock)
	slices.SortStableFunc(all, func(a, b judgedRow) int {
		return slices.Index(r.Sources, a.first) - slices.Index(r.Sources, b.first)
	})
	var judged []Judged
	for _, row := range all {
		judged = append(judged, row.Judged)
	}
	return judged, nil
}

func (r *Request) check(p *statsPlan) error {
	if r.Check == nil {
		return nil
	}
	flocks := 0
	eachFlock(p, func(string, []*statsRun, int) struct{} { flocks++; return struct{}{} })
	return r.Check(flocks)
}

type judgedRow struct {
	Judged
	first string
}

func judgedFlock(source string, runs []*statsRun, flockIndex int) judgedRow {
	first := runs[0]
	f := first.flocks[flockIndex]
	j := Judged{Source: source, Scenario: first.Scenario, Species: f.species, Several: len(first.flocks) > 1}
	for _, r := range runs {
		j.Seeds = append(j.Seeds, r.seeds()...)
		j.Imposed = append(j.Imposed, r.flocks[flockIndex].imposed()...)
		j.Cards = append(j.Cards, r.flocks[flockIndex].card)
	}
	return judgedRow{j, first.Source}
}
