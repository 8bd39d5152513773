package list

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"skein/cmd/skein/internal/console"
	"skein/flock"
	"skein/flock/model"
)

type listModels struct {
	Markdown bool `help:"Print a table as Markdown."`
}

// ModelRow is a model in the output of --json.
type ModelRow struct {
	Name           string    `json:"name"`
	Title          string    `json:"title"`
	Source         string    `json:"source"`
	Leadership     bool      `json:"leadership"`
	Neighbourhood  string    `json:"neighbourhood"` // default neighbourhood
	Neighbourhoods []string  `json:"neighbourhoods"`
	Rules          []ruleRow `json:"rules"`
}

type ruleRow struct {
	Name   string `json:"name"`
	Source string `json:"source"`
	Social bool   `json:"social"`
	Owner  string `json:"of"`  // model to which the rule belongs
	Own    bool   `json:"own"` // the rule belongs to this model
	Active bool   `json:"on"`  // the rule is on by default
}

// Run prints the models.
func (c *listModels) Run(g *console.Console) error {
	var rows []ModelRow
	for _, m := range model.All() {
		rows = append(rows, modelRowOf(m))
	}
	switch {
	case g.JSON:
		return g.Document(rows)
	case c.Markdown:
		_, err := io.WriteString(g.Stdout, modelTable(rows))
		return err
	}
	return printModels(g.Stdout, rows)
}

func modelRowOf(m *flock.Model) ModelRow {
	p := m.Params()
	row := ModelRow{Name: m.Name(), Title: m.Title(), Source: m.Source(), Leadership: m.Params().Leads()}
	row.Neighbourhood, _ = p.Value("neighbourhood").(string)
	if spec, ok := p.Spec("neighbourhood"); ok {
		if row.Neighbourhoods = spec.Options; p.IsIdle(spec) {
			row.Neighbourhood, row.Neighbourhoods = "", nil // the rules of this model find their own neighbours
		}
	}
	for _, r := range m.Rules() {
		row.Rules = append(row.Rules, ruleRow{r.Name, r.Source, r.Social, r.Owner, r.Owner == m.Name(), r.Active})
	}
	return row
}

func (m *ModelRow) otherRules(models []ModelRow) string {
	others, unowned := 0, []string{}
	for _, r := range m.Rules {
		switch {
		case r.Own:
		case slices.ContainsFunc(models, func(other ModelRow) bool { return other.Name == r.Owner }):
			others++
		default:
			unowned = append(unowned, r.Name)
		}
	}
	return fmt.Sprintf("all %d rules of the other models, and %s", others, strings.Join(unowned, ", "))
}

func printModels(to io.Writer, rows []ModelRow) error {
	var b strings.Builder
	for k, m := range rows {
		if k > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%-16s %s\n  %s\n", m.Name, m.Title, m.Source)
		for _, line := range []struct {
			what string
			fits func(ruleRow) bool
		}{
			{"active", func(r ruleRow) bool { return r.Active }},
			{"switched off", func(r ruleRow) bool { return r.Own && !r.Active }},
		} {
			var names []string
			for _, r := range m.Rules {
				if line.fits(r) {
					names = append(names, r.Name)
				}
			}
			if len(names) > 0 {
				fmt.Fprintf(&b, "  %-14s %s\n", line.what, strings.Join(names, ", "))
			}
		}
		fmt.Fprintf(&b, "  %-14s %s, switched off\n", "available", m.otherRules(rows))
		if m.Leadership {
			fmt.Fprintf(&b, "  %-14s %s\n", "stages", "change of leadership")
		}
		if m.Neighbourhood == "" {
			fmt.Fprintf(&b, "  %-14s its rules find their own neighbours\n", "neighbourhood")
			continue
		}
		fmt.Fprintf(&b, "  %-14s %s (or %s)\n", "neighbourhood", m.Neighbourhood,
			strings.Join(slices.DeleteFunc(slices.Clone(m.Neighbourhoods), func(n string) bool { return n == m.Neighbourhood }), ", "))
	}
	_, err := io.WriteString(to, b.String())
	return err
}

const (
	activeMark, offMark, guestMark, absentMark = "●", "○", "+", ""

	modelLegend = "● active; ○ the model's own rule, switched off; + another model's rule, switched off. Parameters\nswitch rules on."
)

func (r ruleRow) Mark() string {
	switch {
	case r.Active:
		return activeMark
	case r.Own:
		return offMark
	}
	return guestMark
}

func modelTable(rows []ModelRow) string {
	var b strings.Builder
	line := func(what, source string, mark func(m *ModelRow) string) {
		fmt.Fprintf(&b, "| %s | %s |", what, source)
		for k := range rows {
			fmt.Fprintf(&b, " %s |", mark(&rows[k]))
		}
		b.WriteByte('\n')
	}
	line("", "source", func(m *ModelRow) string { return "`" + m.Name + "`" })
	line("---", "---", func(*ModelRow) string { return ":-:" })
	for _, rule := range allRules(rows) {
		line(rule.Name, rule.Source, func(m *ModelRow) string {
			if k := slices.IndexFunc(m.Rules, rule.same); k >= 0 {
				return m.Rules[k].Mark()
			}
			return absentMark
		})
	}
	line("change of leadership", "S3", func(m *ModelRow) string {
		if m.Leadership {
			return activeMark
		}
		return absentMark
	})
	for _, name := range allNeighbourhoods(rows) {
		line("neighbourhood `"+name+"`", "", func(m *ModelRow) string {
			switch {
			case m.Neighbourhood == name:
				return activeMark
			case slices.Contains(m.Neighbourhoods, name):
				return offMark
			}
			return absentMark
		})
	}
	return b.String() + "\n" + modelLegend + "\n"
}

func (r ruleRow) same(other ruleRow) bool { return r.Name == other.Name && r.Source == other.Source }

func allRules(rows []ModelRow) (all []ruleRow) {
	for _, m := range rows {
		for _, r := range m.Rules {
			if !slices.ContainsFunc(all, r.same) {
				all = append(all, r)
			}
		}
	}
	return all
}

func allNeighbourhoods(rows []ModelRow) (all []string) {
	for _, m := range rows {
		for _, name := range m.Neighbourhoods {
			if !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all
}
