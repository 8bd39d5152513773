package stats

import (
	"fmt"
	"io"
	"slices"

	"skein/cmd/skein/internal/table"
	"skein/cmd/skein/internal/words"
	"skein/flock/metrics"
)

type statsColumn struct {
	head string
	cell func(*statsRow) string
}

func (p *statsPlan) columns(rows []statsRow) []statsColumn {
	var all []statsColumn
	if p.flocks || len(p.sweeps) == 0 && len(p.variedKeys) == 0 {
		all = append(all, statsColumn{"flock", func(r *statsRow) string { return r.Source }})
	}
	for k, s := range p.sweeps {
		all = append(all, statsColumn{s.Name, func(r *statsRow) string { return r.values[k] }})
	}
	for _, v := range p.variedKeys {
		all = append(all, statsColumn{v.name, func(r *statsRow) string { return fmt.Sprint(r.Set[v.name]) }})
	}
	if slices.ContainsFunc(rows, func(r statsRow) bool { return r.leads() }) {
		all = append(all, ledgerColumns()...)
		all = append(all, turnColumns(rows)...)
	}
	all = append(all, huntColumns(rows)...)
	return append(all, flockColumns(p.measures)...)
}

func flockColumns(further []string) []statsColumn {
	measured := func(key, format string) func(*statsRow) string {
		return func(r *statsRow) string {
			m := r.Measures[key]
			if m.N == 0 {
				return "–"
			}
			return fmt.Sprintf(format, m.Mean)
		}
	}
	all := []statsColumn{
		{"clusters", measured("clusters", "%.2f")},
		{"largest share", measured("largest_share", "%.2f")},
		{"polarization", measured("polarization", "%.3f")},
		{"nearest, m", measured("nearest", "%.2f")},
	}
	for _, key := range further {
		q, _ := metrics.Lookup(key)
		all = append(all, statsColumn{words.WithUnit(q.Label, q.Unit), measured(key, "%.3g")})
	}
	return all
}

func ledgerColumns() []statsColumn {
	closed := func(format string, value func(*metrics.Ledger) float64) func(*statsRow) string {
		return func(r *statsRow) string {
			if r.Ledger.Closed == 0 {
				return "–"
			}
			return fmt.Sprintf(format, value(&r.Ledger))
		}
	}
	return []statsColumn{
		{"escapes/min", func(r *statsRow) string {
			if !r.leads() {
				return "–"
			}
			return words.Number(r.Ledger.PerMinute)
		}},
		{"followers", closed("%.1f", func(l *metrics.Ledger) float64 { return l.Followers })},
		{"rejoined after, s", func(r *statsRow) string {
			if r.Ledger.Reabsorbed == 0 {
				return "–"
			}
			return fmt.Sprintf("%.1f", r.Ledger.MedianSeconds)
		}},
		{"peak, m", closed("%.1f", func(l *metrics.Ledger) float64 { return l.MedianPeak })},
		{"abandoned, %", closed("%.1f", func(l *metrics.Ledger) float64 { return 100 * l.AbandonedShare })},
	}
}

func turnColumns(rows []statsRow) []statsColumn {
	turns := func(r *statsRow) bool { return r.leads() && r.Ledger.Turns > 0 }
	if !slices.ContainsFunc(rows, func(r statsRow) bool { return turns(&r) }) {
		return nil
	}
	cell := func(value func(*metrics.Ledger) float64) func(*statsRow) string {
		return func(r *statsRow) string {
			if !turns(r) {
				return "–"
			}
			return fmt.Sprintf("%.1f", value(&r.Ledger))
		}
	}
	return []statsColumn{
		{"delay, s", cell(func(l *metrics.Ledger) float64 { return l.MedianDelay })},
		{"wave, m/s", cell(func(l *metrics.Ledger) float64 { return l.MedianWave })},
	}
}

func huntColumns(rows []statsRow) (all []statsColumn) {
	add := func(head string, has func(*metrics.Hunts) bool, cell func(*metrics.Hunts) string) {
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
	add("attacks", attacks, func(h *metrics.Hunts) string { return fmt.Sprint(h.Attacks) })
	add("strikes", attacks, func(h *metrics.Hunts) string { return fmt.Sprint(h.Strikes) })
	add("near misses", attacks, func(h *metrics.Hunts) string { return fmt.Sprint(h.NearMisses) })
	add("splits", func(h *metrics.Hunts) bool { return h.Splits > 0 }, func(h *metrics.Hunts) string { return fmt.Sprint(h.Splits) })
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
	return fmt.Sprintf("Each row: %s%s, %s in total.", who, table.Seeds(first.Seeds), words.Seconds(first.Seconds))
}

func tableNotes(rows []statsRow) string {
	leads := func(r statsRow) bool {
		return r.leads() || slices.ContainsFunc(r.Flocks, func(f flockReport) bool { return f.Leadership != nil })
	}
	if !slices.ContainsFunc(rows, leads) {
		return "All columns are means over time."
	}
	medians := `"Rejoined after" and "peak"`
	if len(turnColumns(rows)) > 0 {
		medians = `"Rejoined after", "peak", "delay" and "wave"`
	}
	return "Followers are means per escape. " + medians + ` are medians over the escapes.
Abandoned is a share of the escapes that ended. All other columns are means over time.`
}

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
