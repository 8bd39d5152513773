package stats

import (
	"fmt"
	"io"
	"strings"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/table"
	"skein/flock/metrics/field"
)

type leadFlock struct {
	Source   string           `json:"source"`
	Scenario string           `json:"scenario"`
	Species  string           `json:"species"`
	Set      map[string]any   `json:"set,omitempty"`
	Seeds    []uint64         `json:"seeds"`
	Boids    int              `json:"boids"`
	Seconds  float64          `json:"seconds"`
	Passed   int              `json:"passed"`
	Total    int              `json:"of"`
	Rows     []field.Line     `json:"rows"`
	Order    []field.Follower `json:"order"` // of the birds in the first run

	values  []string
	several bool
}

func (p *statsPlan) printLead(g *console.Console, markdown bool) error {
	all := p.leadFlocks()
	if g.JSON {
		return g.Document(map[string]any{"leadership": map[string]any{"flocks": all}})
	}
	write := table.AlignLeft
	if markdown {
		write = table.Markdown
	}
	for _, f := range all {
		if err := f.print(g.Stdout, p, write); err != nil {
			return err
		}
	}
	_, err := fmt.Fprint(g.Stdout, leadNotes)
	return err
}

const leadNotes = `✓ agrees with the real birds that the row names; ✗ does not agree; – cannot be measured: the
flock does not turn, it has too few birds, or the time is too short. ± is the standard error
over the turns. The null is the value expected by chance. "skein help measuring" defines each
measure.
`

func (p *statsPlan) leadFlocks() []*leadFlock { return eachFlock(p, pooledLead) }

func pooledLead(source string, runs []*statsRun, flockIndex int) *leadFlock {
	r := runs[0]
	f := &leadFlock{Source: source, Scenario: r.Scenario, Species: r.flocks[flockIndex].species, Set: r.Set, values: r.values, several: len(r.flocks) > 1}
	var leads []*field.Lead
	for _, r := range runs {
		f.Seeds = append(f.Seeds, r.Seed)
		leads = append(leads, r.flocks[flockIndex].lead)
	}
	lead := field.PoolLeads(leads...)
	f.Boids, f.Seconds, f.Rows, f.Order = lead.Card().Birds(), lead.Card().Seconds(), lead.Lines(), lead.Order()
	f.Passed, f.Total = field.Score(f.Rows)
	return f
}

func (f *leadFlock) print(out io.Writer, p *statsPlan, write func(io.Writer, [][]string) error) error {
	shown := &fieldFlock{Source: f.Source, Species: f.Species, Seeds: f.Seeds, Boids: f.Boids, Seconds: f.Seconds, Rows: f.Rows, values: f.values, several: f.several}
	page := &fieldCard{Rows: f.Rows, Passed: f.Passed, Total: f.Total, Flocks: []*fieldFlock{shown}}
	if err := page.print(out, p, write); err != nil {
		return err
	}
	if len(f.Order) == 0 {
		return nil
	}
	const few = 8
	var names []string
	for _, follower := range f.Order[:min(few, len(f.Order))] {
		text := fmt.Sprintf("%d (%+.2f s", follower.Bird, follower.Delay)
		if follower.Follows >= 0 {
			text += fmt.Sprintf(", after %d", follower.Follows)
		}
		names = append(names, text+")")
	}
	_, err := fmt.Fprintf(out, "first to turn: %s\n\n", strings.Join(names, ", "))
	return err
}
