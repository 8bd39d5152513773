package stats

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"text/tabwriter"

	"skein/cmd/skein/internal/table"
	"skein/cmd/skein/internal/words"
	"skein/flock/message"
	"skein/flock/metrics"
)

type statsRow struct {
	Source     string         `json:"source"`
	Scenario   string         `json:"scenario"`
	Set        map[string]any `json:"set,omitempty"`
	Leadership *float32       `json:"leadership,omitempty"`
	Seeds      []uint64       `json:"seeds"`
	*metrics.Report
	Flocks []flockReport `json:"flocks,omitempty"` // only if there are several

	values  []string
	species string
}

// Document is the output of --json.
type Document struct {
	Runs []*statsRun `json:"runs"`
	Rows []statsRow  `json:"rows"`
	Maps *sweepMaps  `json:"maps,omitempty"` // only if two parameters are swept
	Real realFlocks  `json:"real_flocks"`
}

type realFlocks struct {
	Source  string                    `json:"source"`
	Figures map[string]metrics.Figure `json:"figures"`
}

func (p *statsPlan) document(rows []statsRow, maps *sweepMaps) Document {
	return Document{p.runs, rows, maps, realFlocks{metrics.PublishedSource, metrics.PublishedFigures()}}
}

func (p *statsPlan) rows() []statsRow {
	pooled := make([][]*statsRun, p.nextRow())
	all := make([]statsRow, len(pooled))
	for _, r := range p.runs {
		pooled[r.row] = append(pooled[r.row], r)
		row := &all[r.row]
		row.Source, row.Scenario, row.Set, row.values, row.species = r.Source, r.Scenario, r.Set, r.values, r.flocks[0].species
		row.Seeds = append(row.Seeds, r.seeds()...)
	}
	for k := range all {
		flocks, reports := poolRuns(pooled[k])
		all[k].Leadership, all[k].Report, all[k].Flocks = reportFields(flocks, reports)
		if k < len(p.rowNames) && p.rowNames[k] != "" {
			all[k].Source = p.rowNames[k]
		}
	}
	return all
}

func poolRuns(runs []*statsRun) (flocks []flockRun, reports []metrics.Report) {
	flocks = runs[len(runs)-1].flocks
	for k := range flocks {
		var tallies []*metrics.Tally
		for _, r := range runs {
			tallies = append(tallies, r.flocks[k].tally)
		}
		reports = append(reports, metrics.Pool(tallies...))
	}
	return flocks, reports
}

func printReports(out io.Writer, r statsRow) error {
	for _, s := range bySpecies([]statsRow{r}) {
		if s.species != "" {
			fmt.Fprintf(out, "%s\n\n", s.species)
		}
		if err := printReport(out, &s.rows[0]); err != nil {
			return err
		}
		fmt.Fprintln(out)
	}
	_, err := fmt.Fprintf(out, "Real flocks: %s.\n\"skein help measuring\" defines each measure.\n", metrics.PublishedSource)
	return err
}

// exactSeconds returns the time between the first and the last frame, by which rates are divided. It differs
// from a round number by one frame.
func exactSeconds(s float64) string {
	return strconv.FormatFloat(math.Round(100*s)/100, 'f', -1, 64) + " s"
}

func printReport(out io.Writer, r *statsRow) error {
	x := ""
	if r.leads() {
		x = fmt.Sprintf(", X = %g", *r.Leadership)
	}
	fmt.Fprintf(out, "%s: %s%s, %s, %s over %s\n\n", message.Line(r.Source), r.boids(), x,
		table.Seeds(r.Seeds), words.Plural(r.Frames, "frame"), exactSeconds(r.Seconds))
	if r.Most == 0 {
		fmt.Fprintln(out, "no boids to measure")
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	real, heading := metrics.PublishedFigures(), "real flocks"
	if r.hunts() {
		real, heading = nil, ""
	}
	fmt.Fprintf(w, "over time\t    mean ± spread \t minimum\t maximum\t%s\n", heading)
	for _, q := range metrics.Measures() {
		if !r.has(q.Key) {
			continue
		}
		m := r.Measures[q.Key]
		if m.N == 0 {
			fmt.Fprintf(w, "%s\tundefined in all frames\t\t\t%s\n", words.WithUnit(q.Label, q.Unit), real[q.Key].Text)
			continue
		}
		n := words.Decimals(m.Mean)
		fmt.Fprintf(w, "%s\t%8.*f ± %-7.*f\t%8.*f\t%8.*f\t%s\n", words.WithUnit(q.Label, q.Unit),
			n, m.Mean, n, m.SD(), n, m.Min, n, m.Max, real[q.Key].Text)
	}
	if r.leads() {
		fmt.Fprintf(w, "\nthe ledger of leaders\n")
		printLedger(w, &r.Ledger)
	}
	if r.Hunts != nil {
		fmt.Fprintf(w, "\nthe ledger of the hunt\n")
		printHunts(w, r.Hunts)
	}
	return w.Flush()
}

// hunts reports whether the boids are hunters. Figures of real flocks do not apply to them.
func (r *statsRow) hunts() bool { return r.Hunts != nil && r.Hunts.Attacks > 0 }

func (r *statsRow) boids() string {
	if r.Least == r.Most {
		return words.Plural(r.Boids, "boid")
	}
	return fmt.Sprintf("%d to %s", r.Least, words.Plural(r.Most, "boid"))
}

func (r *statsRow) leads() bool { return r.Leadership != nil }

func (r *statsRow) has(key string) bool {
	switch key {
	case "leaders", "leading":
		return r.leads()
	case "speed_spread", "nearest", "nearest_least", "neighbours", "clusters", "largest_share", "group_size", "typical_group", "alone", "spread", "width", "length",
		"rotation", "angular_momentum", "correlation_length", "speed_correlation_length", "susceptibility":
		return r.Most > 1
	case "thickness", "width_ratio", "length_ratio", "gravity", "ellipsoid_density":
		return r.Measures["thickness"].Max > 0
	}
	return true
}

func (r *statsRun) seeds() []uint64 {
	if r.flocks[0].tracked {
		return []uint64{}
	}
	return []uint64{r.Seed}
}
