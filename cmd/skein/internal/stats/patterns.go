package stats

import (
	"fmt"
	"io"
	"slices"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/table"
	"skein/cmd/skein/internal/words"
	"skein/flock/message"
	"skein/flock/metrics/pattern"
)

type patternFlock struct {
	Source   string         `json:"source"`
	Scenario string         `json:"scenario"`
	Species  string         `json:"species"`
	Set      map[string]any `json:"set,omitempty"`
	Seeds    []uint64       `json:"seeds"`
	Seconds  float64        `json:"seconds"`
	Measured bool           `json:"measured"` // the flock had enough birds in at least one run
	Patterns []patternSum   `json:"patterns"` // empty if not measured
	Events   []patternEvent `json:"events"`

	values  []string
	several bool
}

type patternSum struct {
	Kind      pattern.Kind `json:"kind"`
	Count     int          `json:"count"`
	PerMinute float64      `json:"per_minute"`
	Seconds   float64      `json:"mean_seconds"`
}

type patternEvent struct {
	Run int `json:"run"` // in the order of the seeds
	pattern.Event
}

func (p *statsPlan) printPatterns(g *console.Console, markdown bool) error {
	all := eachFlock(p, pooledPatterns)
	if g.JSON {
		return g.Document(map[string]any{"patterns": map[string]any{"definitions": pattern.Definitions(), "flocks": all}})
	}
	write := table.AlignLeft
	if markdown {
		write = table.Markdown
	}
	measured := slices.ContainsFunc(all, func(f *patternFlock) bool { return f.Measured })
	for _, f := range all {
		if measured && !f.Measured {
			continue
		}
		if err := f.print(g.Stdout, p, write); err != nil {
			return err
		}
	}
	_, err := fmt.Fprint(g.Stdout, patternNotes)
	return err
}

const patternNotes = `Storms et al. 2019 describe the patterns. The measures and limits are skein's own.
"skein help measuring" defines them. Flocks of fewer than 100 birds are not measured.
`

func pooledPatterns(source string, runs []*statsRun, flockIndex int) *patternFlock {
	r := runs[0]
	f := &patternFlock{Source: source, Scenario: r.Scenario, Species: r.flocks[flockIndex].species, Set: r.Set, values: r.values, several: len(r.flocks) > 1, Patterns: []patternSum{}, Events: []patternEvent{}}
	for k, r := range runs {
		f.Seeds = append(f.Seeds, r.seeds()...)
		w := r.flocks[flockIndex].patterns
		f.Seconds, f.Measured = f.Seconds+w.Seconds(), f.Measured || w.Measured()
		for _, e := range w.Events() {
			f.Events = append(f.Events, patternEvent{k, e})
		}
	}
	if !f.Measured {
		return f
	}
	for _, d := range pattern.Definitions() {
		f.Patterns = append(f.Patterns, f.sumOf(d.Kind))
	}
	return f
}

func (f *patternFlock) sumOf(kind pattern.Kind) patternSum {
	sum := patternSum{Kind: kind}
	for _, e := range f.Events {
		if e.Kind == kind {
			sum.Count++
			sum.Seconds += e.Seconds()
		}
	}
	if sum.Count > 0 {
		sum.Seconds /= float64(sum.Count)
	}
	if f.Seconds > 0 {
		sum.PerMinute = float64(sum.Count) * 60 / f.Seconds
	}
	return sum
}

func (f *patternFlock) print(out io.Writer, p *statsPlan, write func(io.Writer, [][]string) error) error {
	title := f.Source
	if f.several {
		title += ", " + f.Species
	}
	title += p.swept(f.values)
	fmt.Fprintf(out, "%s: %s, %s\n\n", message.Line(title), table.Seeds(f.Seeds), exactSeconds(f.Seconds))
	lines := [][]string{{"pattern", "events", "per minute", "mean, s"}}
	if !f.Measured {
		for _, d := range pattern.Definitions() {
			lines = append(lines, []string{string(d.Kind), "–", "–", "–"})
		}
	}
	for _, s := range f.Patterns {
		line := []string{string(s.Kind), fmt.Sprint(s.Count), words.Number(s.PerMinute), "–"}
		if s.Count > 0 {
			line[3] = words.Number(s.Seconds)
		}
		lines = append(lines, line)
	}
	if err := write(out, lines); err != nil {
		return err
	}
	fmt.Fprintln(out)
	if len(f.Seeds) > 1 || len(f.Events) == 0 {
		return nil
	}
	lines = [][]string{{"from, s", "to, s", "pattern", "birds", "most extreme"}}
	for _, e := range f.Events {
		extreme := fmt.Sprintf("%.3g", e.Extreme)
		if e.Speed > 0 {
			extreme += fmt.Sprintf(", %d at %.1f m/s", e.Waves, e.Speed)
		}
		lines = append(lines, []string{fmt.Sprintf("%.1f", e.From), fmt.Sprintf("%.1f", e.To), string(e.Kind), fmt.Sprint(e.Birds), extreme})
	}
	if err := write(out, lines); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out)
	return err
}
