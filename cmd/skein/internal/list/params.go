package list

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/sweep"
	"skein/cmd/skein/internal/usage"
	"skein/flock"
	"skein/flock/scenario"
)

// ListParams prints the parameters of all models.
type ListParams struct {
	Names []string `arg:"" optional:"" name:"name" help:"Parts of the names of parameters or groups (default: all parameters)."`
}

// ParamRow is a parameter in the output of --json.
type ParamRow struct {
	Key     string         `json:"key"`
	Group   string         `json:"group"`
	Label   string         `json:"label"`
	Unit    string         `json:"unit,omitempty"`
	Min     *float64       `json:"min,omitempty"`
	Max     *float64       `json:"max,omitempty"`
	Options []string       `json:"options,omitempty"`
	Scenes  map[string]any `json:"scenes"` // value in each built-in scene that uses the parameter
	Doc     string         `json:"doc"`
	Range   string         `json:"range"`
}

// Run prints the parameters.
func (c *ListParams) Run(g *console.Console) error {
	rows, err := c.Rows()
	if err != nil {
		return err
	}
	if g.JSON {
		return g.Document(rows)
	}
	return printParams(g.Stdout, rows)
}

// Rows returns the parameters that the arguments ask for.
func (c *ListParams) Rows() (rows []ParamRow, err error) {
	scenes := map[string]sceneParams{}
	for _, name := range columns() {
		s, err := scenario.Builtin(name)
		if err != nil {
			return nil, err
		}
		scenes[name] = paramsOf(s)
	}
	for _, spec := range sweep.Specs() {
		if c.wants(&spec) {
			rows = append(rows, rowOf(&spec, scenes))
		}
	}
	if len(rows) == 0 {
		return nil, usage.Errorf("no parameter has a name that contains %s; skein scenario params lists all of them", strings.Join(c.Names, " or "))
	}
	return rows, nil
}

// columns leaves out the field scenes, whose parameters are in their files.
func columns() []string {
	return slices.DeleteFunc(scenario.Names(), func(name string) bool { return slices.Contains(scenario.Field(), name) })
}

func (c *ListParams) wants(s *flock.Spec) bool {
	for _, name := range c.Names {
		if name = strings.ToLower(name); strings.Contains(s.Key, name) || strings.Contains(strings.ToLower(s.Group), name) {
			return true
		}
	}
	return len(c.Names) == 0
}

type sceneParams []flock.Params

func paramsOf(s *scenario.Scenario) sceneParams {
	all := sceneParams{s.Params}
	for _, c := range s.Def().Schedule {
		p := all[len(all)-1]
		if c.Flock == 0 && c.Thing == "" && p.Set(c.Key, c.Value) == nil {
			all = append(all, p)
		}
	}
	return all
}

func (all sceneParams) uses(s *flock.Spec) bool {
	return slices.ContainsFunc(all, func(p flock.Params) bool { return !s.Untouched(&p.Values) && !p.IsUnused(s) })
}

func rowOf(s *flock.Spec, scenes map[string]sceneParams) ParamRow {
	row := ParamRow{
		Key: s.Key, Group: s.Group, Label: s.Label, Unit: s.Unit, Options: s.Options,
		Scenes: map[string]any{}, Doc: s.Doc, Range: s.Range(),
	}
	if s.Float != nil || s.Int != nil {
		row.Min, row.Max = &s.Min, &s.Max
	}
	for name, all := range scenes {
		p := all[0]
		own, ok := p.Spec(s.Key)
		if !ok || !all.uses(own) {
			continue
		}
		row.Scenes[name] = p.Value(s.Key)
		if own.Unit != s.Unit {
			row.Range = fmt.Sprintf("%s, or %s for models that move in steps", s.Range(), own.Unit)
		}
	}
	return row
}

func printParams(to io.Writer, rows []ParamRow) error {
	var b strings.Builder
	wide := map[string]int{} // width of the column of names, by group
	for _, r := range rows {
		wide[r.Group] = max(wide[r.Group], 20, len("  "+r.Key))
	}
	group := ""
	line := func(name string, values []string, last string) {
		fmt.Fprintf(&b, "%-*s", wide[group], name)
		for _, v := range values {
			fmt.Fprintf(&b, " %-12s", v)
		}
		fmt.Fprintf(&b, " %s\n", last)
	}
	for _, r := range rows {
		if r.Group != group {
			if group != "" {
				b.WriteByte('\n')
			}
			group = r.Group
			line(group, columns(), "range")
		}
		var values []string
		for _, name := range columns() {
			values = append(values, ParamValue(r.Scenes[name]))
		}
		line("  "+r.Key, values, r.Range)
		b.WriteString("      " + r.Doc + "\n")
	}
	_, err := io.WriteString(to, b.String())
	return err
}

// ParamValue formats a value and shortens long lists. It returns a dash for a rule of another model that is
// off.
func ParamValue(v any) string {
	if v == nil {
		return "-"
	}
	if pairs, ok := v.([][2]float32); ok {
		return fmt.Sprintf("%d points", len(pairs))
	}
	return fmt.Sprint(v)
}
