package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"skein/flock/metrics"
)

// statsRow is what a row of the table says: runs of several seeds, pooled.
type statsRow struct {
	Source     string         `json:"source"`
	Scenario   string         `json:"scenario"`
	Set        map[string]any `json:"set,omitempty"`
	Leadership *float32       `json:"leadership,omitempty"`
	Seeds      []uint64       `json:"seeds"`
	*metrics.Report
	Flocks []flockReport `json:"flocks,omitempty"` // as of a run

	value   string
	species string // of the first flock
}

// statsDocument is what --json prints.
type statsDocument struct {
	Runs []*statsRun `json:"runs"`
	Rows []statsRow  `json:"rows"`
	Real realFlocks  `json:"real_flocks"`
}

type realFlocks struct {
	Source  string                    `json:"source"`
	Figures map[string]metrics.Figure `json:"figures"`
}

func (p *statsPlan) document(rows []statsRow) statsDocument {
	return statsDocument{p.runs, rows, realFlocks{metrics.PublishedSource, metrics.Published()}}
}

// rows pools the runs, those of a row following each other.
func (p *statsPlan) rows() []statsRow {
	pooled := make([][]*statsRun, p.nextRow())
	all := make([]statsRow, len(pooled))
	for _, r := range p.runs {
		pooled[r.row] = append(pooled[r.row], r)
		row := &all[r.row]
		row.Source, row.Scenario, row.Set, row.value, row.species = r.Source, r.Scenario, r.Set, r.value, r.flocks[0].species
		row.Seeds = append(row.Seeds, r.seeds()...)
	}
	for k := range all {
		flocks, reports := pool(pooled[k])
		all[k].Leadership, all[k].Report, all[k].Flocks = figures(flocks, reports)
		if k < len(p.pooled) && p.pooled[k] != "" {
			all[k].Source = p.pooled[k]
		}
	}
	return all
}

// pool makes one report of several runs of each of their flocks.
func pool(runs []*statsRun) (flocks []flockRun, reports []metrics.Report) {
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

// printReports prints a report of each flock of one row.
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
	_, err := fmt.Fprintf(out, "Real flocks: %s.\nskein stats --help says what each measure is.\n", metrics.PublishedSource)
	return err
}

// printReport prints all there is to say of one row, beside real flocks.
func printReport(out io.Writer, r *statsRow) error {
	x := ""
	if r.leads() {
		x = fmt.Sprintf(", X = %g", *r.Leadership)
	}
	fmt.Fprintf(out, "%s: %s%s, %s, %s, %s\n\n", r.Source, r.boids(), x,
		seedList(r.Seeds), seconds(r.Seconds), plural(r.Frames, "frame"))
	if r.Most == 0 {
		fmt.Fprintln(out, "nobody to measure")
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "over time\t    mean ± spread \t   least\tgreatest\treal flocks\n")
	real := metrics.Published()
	for _, q := range metrics.Measures() {
		if !r.has(q.Key) {
			continue
		}
		m := r.Measures[q.Key]
		n := decimals(m.Mean)
		fmt.Fprintf(w, "%s\t%8.*f ± %-7.*f\t%8.*f\t%8.*f\t%s\n", withUnit(q.Label, q.Unit),
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

// boids says how many there are, or were.
func (r *statsRow) boids() string {
	if r.Least == r.Most {
		return plural(r.Boids, "boid")
	}
	return fmt.Sprintf("%d to %s", r.Least, plural(r.Most, "boid"))
}

// leads says whether boids of the row's model may take the lead.
func (r *statsRow) leads() bool { return r.Leadership != nil }

// has says whether a measure means anything of the row: a flock that is flat throughout
// has no thickness, nor what is over it; one without leadership has no leaders.
func (r *statsRow) has(key string) bool {
	switch key {
	case "leaders":
		return r.leads()
	case "speed_spread", "nearest", "nearest_least", "neighbours", "clusters", "largest_share", "spread", "width", "length":
		return r.Most > 1
	case "thickness", "width_ratio", "length_ratio", "gravity", "density":
		return r.Measures["thickness"].Max > 0
	}
	return true
}

// printHunts prints what a flock did to others, and what others did to it.
func printHunts(w io.Writer, h *metrics.Hunts) {
	if h.Attacks > 0 {
		printLine(w, "attacks", "%d, %s a minute", h.Attacks, number(h.PerMinute))
		printLine(w, "strikes", "%d, %s of the attacks", h.Strikes, percent(h.StrikesShare))
		printLine(w, "near misses", "%d", h.NearMisses)
	}
	if h.Strikes > 0 {
		printLine(w, "speed at a strike", "mean %s m/s", number(h.StrikeSpeed))
	}
	if h.NearMisses > 0 {
		printLine(w, "near misses at", "median %s m", number(h.MissDistance))
	}
	if h.Splits+h.Reunited > 0 {
		printLine(w, "splits", "%d, into %s and %s on average", h.Splits, percent(h.SplitLargest), percent(h.SplitSecond))
		printLine(w, "reunited", "%d, after %s s (median)", h.Reunited, number(h.ReunitedSeconds))
	}
}

// printLine prints a line of a ledger.
func printLine(w io.Writer, label, format string, args ...any) {
	fmt.Fprintf(w, "%s\t"+format+"\n", append([]any{label}, args...)...)
}

func printLedger(w io.Writer, l *metrics.Ledger) {
	line := func(label, format string, args ...any) { printLine(w, label, format, args...) }
	line("escapes", "%d, %s a minute", l.Escapes, number(l.PerMinute))
	if l.Escapes == 0 {
		return
	}
	line("from the front", "%s", percent(l.FrontShare))
	if l.Closed > 0 {
		line("peak distance", "mean %s m, median %s m", number(l.MeanPeak), number(l.MedianPeak))
		line("followers per escape", "mean %s, %s of the flock", number(l.Followers), percent(l.FollowersShare))
	}
	if l.Reabsorbed > 0 {
		line("until reabsorbed", "mean %s s, median %s s", number(l.MeanSeconds), number(l.MedianSeconds))
	}
	line("abandoned", "%d of %d closed, %s", l.Abandoned, l.Closed, percent(l.AbandonedShare))
	line("open at the end", "%d", l.Open)
}

// statsColumn is a column of the table.
type statsColumn struct {
	head string
	cell func(*statsRow) string
}

// columns begin with what tells the rows apart.
func (p *statsPlan) columns(rows []statsRow) []statsColumn {
	var all []statsColumn
	if p.flocks || p.sweep.name == "" && len(p.varied) == 0 {
		all = append(all, statsColumn{"flock", func(r *statsRow) string { return r.Source }})
	}
	if p.sweep.name != "" {
		all = append(all, statsColumn{p.sweep.name, func(r *statsRow) string { return r.value }})
	}
	for _, v := range p.varied {
		all = append(all, statsColumn{v.name, func(r *statsRow) string { return fmt.Sprint(r.Set[v.name]) }})
	}
	if slices.ContainsFunc(rows, func(r statsRow) bool { return r.leads() }) {
		all = append(all, ledgerColumns()...)
	}
	all = append(all, huntColumns(rows)...)
	return append(all, flockColumns()...)
}

// flockColumns are means of the flock.
func flockColumns() []statsColumn {
	measured := func(key, format string) func(*statsRow) string {
		return func(r *statsRow) string { return fmt.Sprintf(format, r.Measures[key].Mean) }
	}
	return []statsColumn{
		{"clusters", measured("clusters", "%.2f")},
		{"largest share", measured("largest_share", "%.2f")},
		{"polarization", measured("polarization", "%.3f")},
		{"nearest, m", measured("nearest", "%.2f")},
	}
}

// ledgerColumns are the ledger. What has no meaning is a dash.
func ledgerColumns() []statsColumn {
	closed := func(format string, of func(*metrics.Ledger) float64) func(*statsRow) string {
		return func(r *statsRow) string {
			if r.Ledger.Closed == 0 {
				return "–"
			}
			return fmt.Sprintf(format, of(&r.Ledger))
		}
	}
	return []statsColumn{
		{"escapes/min", func(r *statsRow) string {
			if !r.leads() {
				return "–"
			}
			return number(r.Ledger.PerMinute)
		}},
		{"followers", closed("%.1f", func(l *metrics.Ledger) float64 { return l.Followers })},
		{"back after, s", func(r *statsRow) string {
			if r.Ledger.Reabsorbed == 0 {
				return "–"
			}
			return fmt.Sprintf("%.1f", r.Ledger.MedianSeconds)
		}},
		{"peak, m", closed("%.1f", func(l *metrics.Ledger) float64 { return l.MedianPeak })},
		{"abandoned, %", closed("%.1f", func(l *metrics.Ledger) float64 { return 100 * l.AbandonedShare })},
	}
}

// huntColumns are the ledger of hunts, where any row has one.
func huntColumns(rows []statsRow) (all []statsColumn) {
	of := func(head string, has func(*metrics.Hunts) bool, cell func(*metrics.Hunts) string) {
		if slices.ContainsFunc(rows, func(r statsRow) bool { return r.Hunts != nil && has(r.Hunts) }) {
			all = append(all, statsColumn{head, func(r *statsRow) string {
				if r.Hunts == nil {
					return "–"
				}
				return cell(r.Hunts)
			}})
		}
	}
	attacks := func(h *metrics.Hunts) bool { return h.Attacks > 0 }
	of("attacks", attacks, func(h *metrics.Hunts) string { return fmt.Sprint(h.Attacks) })
	of("strikes", attacks, func(h *metrics.Hunts) string { return fmt.Sprint(h.Strikes) })
	of("near misses", attacks, func(h *metrics.Hunts) string { return fmt.Sprint(h.NearMisses) })
	of("splits", func(h *metrics.Hunts) bool { return h.Splits > 0 }, func(h *metrics.Hunts) string { return fmt.Sprint(h.Splits) })
	return all
}

func (p *statsPlan) table(rows []statsRow) (lines [][]string) {
	columns := p.columns(rows)
	head := make([]string, len(columns))
	for k, c := range columns {
		head[k] = c.head
	}
	lines = append(lines, head)
	for i := range rows {
		line := make([]string, len(columns))
		for k, c := range columns {
			line[k] = c.cell(&rows[i])
		}
		lines = append(lines, line)
	}
	return lines
}

// caption says what the rows have in common.
func caption(rows []statsRow) string {
	first, boids := rows[0], true
	for _, r := range rows {
		boids = boids && r.boids() == first.boids()
		if !slices.Equal(r.Seeds, first.Seeds) || r.Seconds != first.Seconds {
			return "Numbers are pooled over the seeds of a row."
		}
	}
	who := ""
	if boids {
		who = first.boids() + ", "
	}
	return fmt.Sprintf("Each row: %s%s, %s in all.", who, seedList(first.Seeds), seconds(first.Seconds))
}

// tableNotes explain the columns.
func tableNotes(rows []statsRow) string {
	leads := func(r statsRow) bool {
		return r.leads() || slices.ContainsFunc(r.Flocks, func(f flockReport) bool { return f.Leadership != nil })
	}
	if !slices.ContainsFunc(rows, leads) {
		return "All are means over time."
	}
	return `Followers are means per escape; back after and peak, medians over the escapes;
abandoned, of those closed; the rest, means over time.`
}

// printTables prints a table for each species, by write, below its name in a heading.
func printTables(out io.Writer, p *statsPlan, rows []statsRow, heading string, write func(io.Writer, [][]string) error) error {
	for _, s := range bySpecies(rows) {
		if s.species != "" {
			fmt.Fprintf(out, heading+"\n\n", s.species)
		}
		if err := write(out, p.table(s.rows)); err != nil {
			return err
		}
		fmt.Fprintf(out, "\n%s\n", caption(s.rows))
		if s.species != "" {
			fmt.Fprintln(out)
		}
	}
	_, err := fmt.Fprintln(out, tableNotes(rows))
	return err
}

func printTable(out io.Writer, lines [][]string) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, line := range lines {
		fmt.Fprintln(w, strings.Join(line, "\t")+"\t")
	}
	return w.Flush()
}

func printMarkdown(out io.Writer, lines [][]string) error {
	for n, line := range lines {
		fmt.Fprintf(out, "| %s |\n", strings.Join(line, " | "))
		if n == 0 {
			fmt.Fprintf(out, "|%s\n", strings.Repeat("---:|", len(line)))
		}
	}
	return nil
}

// number writes three digits or so.
func number(x float64) string {
	if x == 0 {
		return "0"
	}
	return strconv.FormatFloat(x, 'f', decimals(x), 64)
}

// decimals is how many make three digits, 3 at most.
func decimals(x float64) int {
	n := 3
	for size := 1.0; n > 0 && math.Abs(x) >= size; size *= 10 {
		n--
	}
	return n
}

func percent(share float64) string { return strconv.FormatFloat(100*share, 'f', 1, 64) + " %" }

func seconds(s float64) string {
	if s < 10 {
		return strconv.FormatFloat(s, 'f', 1, 64) + " s"
	}
	return strconv.FormatFloat(s, 'f', 0, 64) + " s"
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func withUnit(label, unit string) string {
	if unit == "" {
		return label
	}
	return label + ", " + unit
}

// seeds is the seed of the run; imported tracks have none.
func (r *statsRun) seeds() []uint64 {
	if r.flocks[0].tracked {
		return []uint64{}
	}
	return []uint64{r.Seed}
}

// seedList names seeds: "seed 4", "seeds 4 to 7", "seeds 4, 7, 1001"; where there are none
// "tracks".
func seedList(seeds []uint64) string {
	last := len(seeds) - 1
	if last < 0 {
		return "tracks"
	}
	if last == 0 {
		return fmt.Sprintf("seed %d", seeds[0])
	}
	if last == 1 {
		return fmt.Sprintf("seeds %d and %d", seeds[0], seeds[1])
	}
	if seeds[last]-seeds[0] == uint64(last) && slices.IsSorted(seeds) {
		return fmt.Sprintf("seeds %d to %d", seeds[0], seeds[last])
	}
	return "seeds " + strings.Trim(strings.ReplaceAll(fmt.Sprint(seeds), " ", ", "), "[]")
}
