package main

import (
	"fmt"
	"io"
	"strings"

	"skein/flock"
	"skein/flock/scenario"
)

// ScenarioParamsCmd prints what the models know of their parameters.
type ScenarioParamsCmd struct {
	Names []string `arg:"" optional:"" name:"name" help:"Parts of the names of parameters or of their groups; all if there is none."`
}

// Help is shown below the flags' own.
func (ScenarioParamsCmd) Help() string {
	return `The parameters stand under [params] in a scenario file, and change while the flock
flies, in the window's panel. S0 to S4 are where a rule comes from, H1 to H18
and P1 to P9 the rows that skein is held to; "go doc skein/flock" says what they are.
A dash: the rule is of another model than the scene's. It stands beside, switched off,
and its weight, a gain, share or strength, switches it on there, too. Or no rule at
work in the scene goes by the parameter.

Examples:

  skein scenario params
  skein scenario params leadership escape
  skein scenario params --json`
}

// paramRow is a parameter as --json prints it.
type paramRow struct {
	Key     string         `json:"key"`
	Group   string         `json:"group"`
	Label   string         `json:"label"`
	Unit    string         `json:"unit,omitempty"`
	Min     *float64       `json:"min,omitempty"`
	Max     *float64       `json:"max,omitempty"`
	Options []string       `json:"options,omitempty"`
	Scenes  map[string]any `json:"scenes"` // value by built-in scene, but those where it is of a rule beside the model's own
	Doc     string         `json:"doc"`
	Range   string         `json:"range"`
}

// Run prints.
func (c *ScenarioParamsCmd) Run(g *Globals) error {
	rows, err := c.rows()
	if err != nil {
		return err
	}
	if g.JSON {
		return g.document(rows)
	}
	return printParams(g.Stdout, rows)
}

// rows are the parameters asked for.
func (c *ScenarioParamsCmd) rows() (rows []paramRow, err error) {
	scenes := map[string]flock.Params{}
	for _, name := range scenario.Names() {
		s, err := scenario.Builtin(name)
		if err != nil {
			return nil, err
		}
		scenes[name] = s.Params
	}
	for _, spec := range allSpecs() {
		if c.wants(&spec) {
			rows = append(rows, rowOf(&spec, scenes))
		}
	}
	if len(rows) == 0 {
		return nil, usagef("no parameter is called %s: skein scenario params lists them all", strings.Join(c.Names, " or "))
	}
	return rows, nil
}

func (c *ScenarioParamsCmd) wants(s *flock.Spec) bool {
	for _, name := range c.Names {
		if name = strings.ToLower(name); strings.Contains(s.Key, name) || strings.Contains(strings.ToLower(s.Group), name) {
			return true
		}
	}
	return len(c.Names) == 0
}

func rowOf(s *flock.Spec, scenes map[string]flock.Params) paramRow {
	row := paramRow{
		Key: s.Key, Group: s.Group, Label: s.Label, Unit: s.Unit, Options: s.Options,
		Scenes: map[string]any{}, Doc: s.Doc, Range: s.Range(),
	}
	if s.Float != nil || s.Int != nil {
		row.Min, row.Max = &s.Min, &s.Max
	}
	for name, p := range scenes {
		own, ok := p.Spec(s.Key)
		if !ok || own.Untouched(&p) || own.Unheeded(&p) {
			continue
		}
		row.Scenes[name] = p.Value(s.Key)
		if own.Unit != s.Unit {
			row.Range = fmt.Sprintf("%s, or %s where the model counts in steps", s.Range(), own.Unit)
		}
	}
	return row
}

// printParams prints two lines for each parameter, under the headings of the groups.
func printParams(to io.Writer, rows []paramRow) error {
	var b strings.Builder
	line := func(name string, values []string, last string) {
		fmt.Fprintf(&b, "%-20s", name)
		for _, v := range values {
			fmt.Fprintf(&b, " %-12s", v)
		}
		fmt.Fprintf(&b, " %s\n", last)
	}
	group := ""
	for _, r := range rows {
		if r.Group != group {
			if group != "" {
				b.WriteByte('\n')
			}
			group = r.Group
			line(group, scenario.Names(), "range")
		}
		var values []string
		for _, name := range scenario.Names() {
			values = append(values, paramValue(r.Scenes[name]))
		}
		line("  "+r.Key, values, r.Range)
		b.WriteString("      " + r.Doc + "\n")
	}
	_, err := io.WriteString(to, b.String())
	return err
}

// paramValue is a value as a scenario file has it, but for quotes and long lists; a
// dash where it is of a rule beside the scene's model, switched off.
func paramValue(v any) string {
	if v == nil {
		return "-"
	}
	if pairs, ok := v.([][2]float32); ok {
		return fmt.Sprintf("%d points", len(pairs))
	}
	return fmt.Sprint(v)
}
