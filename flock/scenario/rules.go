package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"skein/flock/files"
	"skein/flock/formula"
	"skein/flock/message"
	"skein/flock/model"
)

func ruleKeys(d *formula.Definition) []ruleKey {
	return []ruleKey{
		{"name", &d.Name, false}, {"doc", &d.Doc, false}, {"source", &d.Source, false},
		{"perceives", &d.Perceives, false}, {"range", &d.Range, true}, {"nearest", &d.Nearest, true}, {"regards", &d.Regards, false},
		{"switch", &d.Switch, false}, {"steer", &d.Steer, false}, {"velocity", &d.Velocity, false},
	}
}

type ruleKey struct {
	key    string
	target *string
	number bool
}

func (d *decoder) rules() error {
	definitions, all, err := d.definitions()
	if err != nil || len(all) == 0 {
		return err
	}
	if err := d.s.SetRules(definitions); err != nil {
		return d.ruleError(all, err)
	}
	return nil
}

func (d *decoder) definitions() (all []formula.Definition, tables []listEntry, err error) {
	tables = d.splitTables("rule")
	for _, p := range tables {
		one, err := d.rule(p)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, one)
	}
	return all, tables, nil
}

// SetRules replaces the formulas of the first flock. Existing parameters keep their values, and those of new
// rules get their defaults.
func (f *Flock) SetRules(all []formula.Definition) error {
	base, err := model.Named(f.Params.Model().Name())
	if err != nil {
		return err
	}
	m, err := model.WithRules(base, all)
	if err != nil {
		return err
	}
	p := m.Params()
	for _, s := range f.Params.Specs() {
		if to, ok := p.Spec(s.Key); ok && to.IsSpread() == s.IsSpread() {
			_ = p.Set(s.Key, f.Params.Value(s.Key)) // fails only if a rule has a different parameter with this key
		}
	}
	f.Params = p
	return nil
}

func (d *decoder) ruleError(all []listEntry, err error) error {
	ruleErr, key := new(model.RuleError), new(formula.KeyError)
	if !errors.As(err, &ruleErr) || ruleErr.Rule >= len(all) {
		return d.errorAt(all[0].head, "%s", err)
	}
	p := all[ruleErr.Rule]
	if !errors.As(err, &key) {
		return d.errorAt(p.head, "%s", err)
	}
	own := decoder{file: d.file, data: d.data, doc: p.doc, entries: p.entries}
	params, columns := own.splitTables("param"), own.splitTables("column")
	if key.OfColumn {
		params = columns
	}
	if key.Param >= 0 && key.Param < len(params) {
		p = params[key.Param]
	}
	formulaErr := new(formula.Error)
	if !errors.As(err, &formulaErr) {
		return d.errorAt(p.entryOf(key.Key), "%s", err)
	}
	line, column := d.textPlace(p.entryOf(key.Key), formulaErr)
	return fmt.Errorf("%s:%d:%d: %s", d.file, line, column, message.Line(formulaErr.Text))
}

func (d *decoder) rule(p listEntry) (one formula.Definition, err error) {
	if p.doc == nil {
		return one, d.errorAt(p.head, "rule must be a list of tables, each under [[rule]], with tables [[rule.param]] and [[rule.column]] below each")
	}
	own := decoder{file: d.file, doc: p.doc, entries: p.entries, s: d.s}
	params, columns := own.splitTables("param"), own.splitTables("column")
	keys := ruleKeys(&one)
	known := []string{"param", "column"}
	for _, k := range keys {
		known = append(known, k.key)
	}
	for _, e := range own.entries {
		k := slices.Index(known, e.path()) - 2
		if k < 0 {
			return one, d.errorAt(e, "unknown key %q%s", e.path(), message.Alternatives(e.path(), known))
		}
		if why := keys[k].store(p.doc[e.path()]); why != "" {
			return one, d.errorAt(e, "%s %s", e.path(), why)
		}
	}
	for _, entry := range params {
		param, err := d.ruleParam(entry)
		if err != nil {
			return one, err
		}
		one.Params = append(one.Params, param)
	}
	for _, entry := range columns {
		column, err := d.ruleColumn(entry)
		if err != nil {
			return one, err
		}
		one.Columns = append(one.Columns, column)
	}
	return one, nil
}

func (k *ruleKey) store(v any) string {
	switch v := v.(type) {
	case string:
		*k.target = strings.TrimRight(v, " \t\r\n")
		return ""
	case int64, float64:
		if k.number {
			*k.target = fmt.Sprint(v)
			return ""
		}
	}
	if k.number {
		return mustBe(v, "a number, or the key of a parameter in quotes")
	}
	return mustBe(v, "text in quotes")
}

func (s *Scenario) writeRules(b *bytes.Buffer, prefix string) {
	for _, d := range model.WrittenRules(s.Params.Model()) {
		fmt.Fprintf(b, "\n[[%srule]]\n", prefix)
		for _, k := range ruleKeys(&d) {
			if *k.target != "" {
				fmt.Fprintf(b, "%s = %s\n", k.key, k.format())
			}
		}
		for _, p := range d.Params {
			fmt.Fprintf(b, "\n[[%srule.param]]\nkey = %s\n", prefix, quote(p.Key))
			for _, text := range [...][2]string{{"label", p.Label}, {"unit", p.Unit}} {
				if text[1] != "" {
					fmt.Fprintf(b, "%s = %s\n", text[0], quote(text[1]))
				}
			}
			fmt.Fprintf(b, "range = [%s, %s]\n", formatExact(p.Min), formatExact(p.Max))
			if p.Slider != 0 {
				fmt.Fprintf(b, "slider = %s\n", formatExact(p.Slider))
			}
			fmt.Fprintf(b, "default = %s\ndoc = %s\n", formatExact(p.Default), quote(p.Doc))
		}
		for k := range d.Columns {
			writeRuleColumn(b, prefix, &d.Columns[k])
		}
	}
}

// format formats a number without quotes, and a text of several lines as a multi-line string.
func (k *ruleKey) format() string {
	text := *k.target
	if x, err := strconv.ParseFloat(text, 64); k.number && err == nil && x-x == 0 {
		return formatExact(x)
	}
	if strings.Contains(text, "\n") && !strings.Contains(text, "'''") && !strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && r != '\t' && message.Controls(r) }) {
		return "'''\n" + text + "'''"
	}
	return quote(text)
}

// formatExact returns the shortest decimal that parses to the same number, with a decimal point.
func formatExact(x float64) string {
	text := strconv.FormatFloat(x, 'g', -1, 64)
	if strings.ContainsAny(text, ".en") {
		return text
	}
	return text + ".0"
}

func (s *Scenario) formatRules() string {
	var b bytes.Buffer
	s.writeRules(&b, "")
	return b.String()
}

// AddRules adds the rules in a file to those of the first flock. The file must contain only [[rule]] tables
// and, optionally, a version.
func (s *Scenario) AddRules(path string) error {
	data, err := files.Read(path, maxBytes)
	if err != nil {
		return err
	}
	return s.addRules(path, TrimBOM(data))
}

func (s *Scenario) addRules(path string, data []byte) error {
	d := decoder{file: path, data: data, entries: walk(data), s: s}
	if err := toml.Unmarshal(data, &d.doc); err != nil {
		return syntaxError(path, err)
	}
	added, all, err := d.definitions()
	if err != nil {
		return err
	}
	for _, e := range d.entries {
		if e.path() != "version" {
			return d.errorAt(e, "unknown key %q: a file of rules may contain only tables [[rule]]", e.path())
		}
	}
	if len(added) == 0 {
		return fmt.Errorf("%s: contains no [[rule]]", path)
	}
	before := model.WrittenRules(s.Params.Model())
	all = append(make([]listEntry, len(before)), all...) // indices in errors include the flock's earlier rules
	if err := s.SetRules(append(before, added...)); err != nil {
		return d.ruleError(all, err)
	}
	return d.errorInFile(s.Params.Validate())
}
