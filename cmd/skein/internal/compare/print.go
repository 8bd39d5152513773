package compare

import (
	"fmt"
	"io"
	"strings"

	"skein/cmd/skein/internal/table"
	"skein/cmd/skein/internal/words"
	"skein/engine/figure"
)

func (d *Comparison) print(out io.Writer, markdown bool) error {
	write := table.AlignLeft
	if markdown {
		write = table.Markdown
	}
	if err := write(out, d.table()); err != nil {
		return err
	}
	fmt.Fprintln(out)
	for _, f := range d.Flocks {
		fmt.Fprintf(out, "%s: %s, %s, %s in total\n", f.Name, words.Plural(f.Boids, "boid"), table.Seeds(f.Seeds), words.Seconds(f.Seconds))
	}
	fmt.Fprintf(out, "compared with %s\n", d.species.Name)
	_, err := fmt.Fprint(out, notes)
	return err
}

const notes = `✓ passes; ✗ fails; – cannot be measured. ± is the standard error over the seeds, or over time for a
single run. A row does not count if a rule of the model imposes its value. "skein help measuring" defines each row.
`

func (d *Comparison) table() (lines [][]string) {
	head := []string{"", "measure"}
	passed := []string{"", "passed"}
	for _, f := range d.Flocks {
		head = append(head, f.heading())
		passed = append(passed, fmt.Sprintf("%d of %d", f.Passed, f.Total))
	}
	lines = append(lines, append(head, "published", "source"))
	for _, r := range d.Rows {
		if !r.known() {
			continue
		}
		line := []string{"", words.WithUnit(r.Name, r.Unit)}
		if r.Name != r.Row {
			line[1] = "  " + line[1]
		}
		if r.Number > 0 {
			line[0] = fmt.Sprint(r.Number)
		}
		for _, v := range r.Values {
			line = append(line, v.cell())
		}
		lines = append(lines, append(line, r.Published, r.Source))
	}
	return append(lines, append(passed, "", ""))
}

func (r *Row) known() bool {
	for _, v := range r.Values {
		if v.Value != nil {
			return true
		}
	}
	return false
}

func (v *Value) cell() string {
	text := v.figure.Text()
	switch {
	case v.Imposed && v.Pass != nil:
		return text + " imposed"
	case v.Pass == nil:
		return text
	case *v.Pass:
		return text + " ✓"
	}
	return text + " ✗"
}

func (d *Comparison) chart() *figure.Chart {
	c := &figure.Chart{Errors: "± standard error"}
	for _, f := range d.Flocks {
		c.Names = append(c.Names, f.heading())
	}
	for _, r := range d.Rows {
		if !r.known() {
			continue
		}
		m := figure.Measure{Title: r.title(), Low: r.Low, High: r.High}
		if r.Aim {
			m.Low, m.High = nil, nil // the chart shows published ranges, not aims
		}
		for _, v := range r.Values {
			m.Marks = append(m.Marks, figure.Estimate{Value: v.Value, Error: v.Error})
		}
		c.Measures = append(c.Measures, m)
	}
	return c
}

// title returns the row's heading in the chart, whose typeface has no cube root.
func (r *Row) title() string {
	name := r.Name
	if name != r.Row {
		name = r.Row + ": " + name
	}
	return strings.ReplaceAll(words.WithUnit(name, r.Unit), "∛", "cube root of ")
}
