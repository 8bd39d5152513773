package stats

import (
	"fmt"
	"io"
	"strings"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/table"
	"skein/cmd/skein/internal/words"
	"skein/flock/message"
	"skein/flock/metrics/field"
)

type fieldFlock struct {
	Source   string             `json:"source"`
	Scenario string             `json:"scenario"`
	Species  string             `json:"species"`
	Card     string             `json:"card"` // species whose scorecard is used
	Set      map[string]any     `json:"set,omitempty"`
	Seeds    []uint64           `json:"seeds"`
	Boids    int                `json:"boids"`
	Frames   int                `json:"frames"`
	Samples  int                `json:"samples"` // snapshots in which every row was measured
	Seconds  float64            `json:"seconds"`
	Passed   int                `json:"passed"`
	Total    int                `json:"of"`
	Groups   []field.GroupScore `json:"groups"`
	Rows     []field.Line       `json:"rows"`

	compared    field.Species
	imposedRows []string // rows whose value a rule of the model sets directly
	card        *field.Card
	values      []string
	several     bool
}

type fieldCard struct {
	Card   string             `json:"card,omitempty"` // species whose scorecard is used
	Rows   []field.Line       `json:"rows,omitempty"` // pooled over all flocks; empty if there are several cards
	Passed int                `json:"passed"`
	Total  int                `json:"of"`
	Groups []field.GroupScore `json:"groups,omitempty"`
	Flocks []*fieldFlock      `json:"flocks,omitempty"`
}

type fieldDocument struct {
	Field struct {
		*fieldCard
		Cards []*fieldCard `json:"cards,omitempty"` // only if there are several
	} `json:"field"`
}

func (p *statsPlan) printField(g *console.Console, markdown bool) error {
	cards := p.fieldCards()
	if g.JSON {
		var d fieldDocument
		if len(cards) == 1 {
			d.Field.fieldCard = cards[0]
		} else {
			d.Field.Cards = cards
		}
		return g.Document(d)
	}
	write := table.AlignLeft
	if markdown {
		write = table.Markdown
	}
	for _, c := range cards {
		if err := c.print(g.Stdout, p, write); err != nil {
			return err
		}
	}
	_, err := fmt.Fprint(g.Stdout, fieldNotes)
	return err
}

const fieldNotes = `✓ passes; ✗ fails; – cannot be measured: there are too few birds, the flock is flat, or the
event did not happen. ± is the standard error of a mean over time. The null is the measure
for birds at uniform positions in the same space, with the same velocities in random order.
skein's provisional aims have no verdict. A row does not count if a rule of the model imposes
its value. "skein help measuring" defines each measure. "go doc skein/flock/metrics/field"
cites the sources.
`

func (p *statsPlan) fieldCards() (all []*fieldCard) {
	known := map[string]*fieldCard{}
	for _, f := range p.fieldFlocks() {
		key := fmt.Sprintf("%d\n%s", len(all), f.Source)
		switch {
		case len(p.sweeps) == 1 && p.sweeps[0].Spec.Key == "count":
			key = f.Source + "\n" + f.Species
		case len(p.variedKeys) == 1 && p.variedKeys[0].Key == "count":
			key = f.Scenario + "\n" + f.Species
		}
		if known[key] == nil {
			known[key] = &fieldCard{}
			all = append(all, known[key])
		}
		known[key].Flocks = append(known[key].Flocks, f)
	}
	for _, c := range all {
		c.sum()
	}
	return all
}

func (c *fieldCard) sum() {
	var cards []*field.Card
	var imposed []string
	for _, f := range c.Flocks {
		cards, imposed = append(cards, f.card), append(imposed, f.imposedRows...)
	}
	c.Card = c.Flocks[0].Card
	c.Rows = field.Impose(c.Flocks[0].compared.Lines(cards...), imposed)
	c.Passed, c.Total = field.Score(c.Rows)
	c.Groups = field.ScoreGroups(c.Rows)
}

func (p *statsPlan) fieldFlocks() []*fieldFlock { return eachFlock(p, p.pooledFlock) }

func eachFlock[T any](p *statsPlan, pool func(source string, runs []*statsRun, flockIndex int) T) (all []T) {
	rows := make([][]*statsRun, p.nextRow())
	for _, r := range p.runs {
		rows[r.row] = append(rows[r.row], r)
	}
	for k, runs := range rows {
		source := runs[0].Source
		if k < len(p.rowNames) && p.rowNames[k] != "" {
			source = p.rowNames[k]
		}
		for n := range runs[0].flocks {
			all = append(all, pool(source, runs, n))
		}
	}
	return all
}

func (p *statsPlan) pooledFlock(source string, runs []*statsRun, flockIndex int) *fieldFlock {
	first := runs[0]
	f := &fieldFlock{Source: source, Scenario: first.Scenario, Species: first.flocks[flockIndex].species, Set: first.Set, values: first.values, several: len(first.flocks) > 1}
	var cards []*field.Card
	for _, r := range runs {
		f.Seeds = append(f.Seeds, r.seeds()...)
		cards = append(cards, r.flocks[flockIndex].card)
		f.imposedRows = append(f.imposedRows, r.flocks[flockIndex].imposed()...)
	}
	f.card = field.Pool(cards...)
	f.Boids, f.Frames, f.Samples, f.Seconds = f.card.Birds(), f.card.Frames(), f.card.Samples(), f.card.Seconds()
	f.compared, _ = CardNamed(p.card, f.Species) // the key was checked
	f.Card = f.compared.Key
	f.Rows = field.Impose(f.compared.Lines(f.card), f.imposedRows)
	f.Passed, f.Total = field.Score(f.Rows)
	f.Groups = field.ScoreGroups(f.Rows)
	return f
}

func (c *fieldCard) print(out io.Writer, p *statsPlan, write func(io.Writer, [][]string) error) error {
	first := c.Flocks[0]
	fmt.Fprintf(out, "%s: %s\ncompared with %s\n\n", message.Line(c.title(p)), c.caption(), first.compared.Name)
	if first.Boids == 0 {
		_, err := fmt.Fprint(out, "no boids to measure\n\n")
		return err
	}
	if err := write(out, c.table()); err != nil {
		return err
	}
	fmt.Fprintln(out)
	for _, l := range c.Rows {
		if l.Note != "" {
			fmt.Fprintf(out, "%s: %s\n", l.Name, l.Note)
		}
	}
	_, err := fmt.Fprintf(out, "passed: %d of %d%s\n%s\n", c.Passed, c.Total, c.passedBySize(), c.groupScores())
	return err
}

func (c *fieldCard) groupScores() string {
	var b strings.Builder
	for _, g := range c.Groups {
		fmt.Fprintf(&b, "  %s: %d of %d\n", g.Group, g.Passed, g.Of)
	}
	var imposed []string
	for _, l := range c.Rows {
		if l.Imposed {
			imposed = append(imposed, l.Name)
		}
	}
	if len(imposed) > 0 {
		fmt.Fprintf(&b, "  imposed by a rule, not counted: %s\n", strings.Join(imposed, ", "))
	}
	return b.String()
}

func (c *fieldCard) title(p *statsPlan) string {
	f := c.Flocks[0]
	title := f.Source
	if f.several {
		title += ", " + f.Species
	}
	if len(c.Flocks) == 1 {
		title += p.swept(f.values)
	}
	return title
}

func (c *fieldCard) caption() string {
	var sizes []string
	f := c.Flocks[0]
	for _, f := range c.Flocks {
		sizes = append(sizes, fmt.Sprint(f.Boids))
	}
	if len(c.Flocks) == 1 {
		return fmt.Sprintf("%s, %s, %s", words.Plural(f.Boids, "boid"), table.Seeds(f.Seeds), words.Seconds(f.Seconds))
	}
	return fmt.Sprintf("%s boids, %s, %s of each size", strings.Join(sizes, ", "), table.Seeds(f.Seeds), words.Seconds(f.Seconds))
}

func (c *fieldCard) passedBySize() string {
	if len(c.Flocks) == 1 {
		return ""
	}
	var each []string
	for _, f := range c.Flocks {
		each = append(each, fmt.Sprintf("%d with %s", f.Passed, words.Plural(f.Boids, "boid")))
	}
	return " at all sizes; " + strings.Join(each, ", ")
}

func (c *fieldCard) table() (lines [][]string) {
	single := len(c.Flocks) == 1
	head := []string{"", "measure"}
	for _, f := range c.Flocks {
		head = append(head, words.Plural(f.Boids, "boid"))
	}
	if single {
		head = append(head, "null")
	}
	lines = append(lines, append(head, "to pass", "published", "source"))
	for n, l := range c.Rows {
		if n == 0 || l.Group != c.Rows[n-1].Group {
			heading := make([]string, len(lines[0]))
			heading[1] = strings.ToUpper(string(l.Group))
			lines = append(lines, heading)
		}
		for k, figure := range l.All() {
			line := []string{rowNumber(&l, k), "  " + words.WithUnit(figure.Name, figure.Unit)}
			if k == 0 {
				line[1] = words.WithUnit(figure.Name, figure.Unit)
			}
			for _, f := range c.Flocks {
				own := f.Rows[n].All()[k]
				if own.Value == nil && figure.Value != nil {
					own = figure // one value for all sizes together
				}
				line = append(line, cell(&l, &own))
			}
			if single {
				line = append(line, table.Optional(figure.Null))
			}
			line = append(line, figure.Bounds(), "", "")
			if k == 0 {
				line[len(line)-2], line[len(line)-1] = l.Published, l.Source
			}
			lines = append(lines, line)
		}
	}
	return lines
}

func rowNumber(l *field.Line, figure int) string {
	if l.Number == 0 || figure > 0 {
		return ""
	}
	return fmt.Sprint(l.Number)
}

func cell(l *field.Line, f *field.Figure) string {
	text := f.Text()
	switch {
	case l.Imposed && f.Pass != nil:
		return text + " imposed"
	case f.Pass == nil:
		return text
	case *f.Pass:
		return text + " ✓"
	}
	return text + " ✗"
}
