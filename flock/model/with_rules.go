package model

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"weak"

	"skein/flock"
	"skein/flock/formula"
)

// extended caches the models that WithRules created. When a file is read again, its rules give the same
// model.
var extended extensions

// extensions holds weak pointers, because each edit of a formula creates a new model.
type extensions struct {
	mu     sync.Mutex
	models map[string]weak.Pointer[flock.Model] // the key consists of the base model's name and the rules' definitions
}

func (e *extensions) forget(key string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.models[key].Value() == nil {
		delete(e.models, key)
	}
}

// WithRules returns a model with the name and the rules of base, and with additional formula rules. base must
// be a model of this package, or one that [Register] added. While a returned model is in use, another call
// with the same arguments returns the same model. An error in a definition is a [*RuleError].
func WithRules(base *flock.Model, rules []formula.Definition) (*flock.Model, error) {
	if len(rules) == 0 {
		return base, nil
	}
	key := base.Name()
	for k := range rules {
		key += "\n" + rules[k].Text()
	}
	extended.mu.Lock()
	defer extended.mu.Unlock()
	if m := extended.models[key].Value(); m != nil {
		return m, nil
	}
	m, err := withRules(base, rules)
	if err != nil {
		return nil, err
	}
	if extended.models == nil {
		extended.models = map[string]weak.Pointer[flock.Model]{}
	}
	extended.models[key] = weak.Make(m)
	runtime.AddCleanup(m, extended.forget, key)
	return m, nil
}

const maxRules = 16

func withRules(base *flock.Model, rules []formula.Definition) (*flock.Model, error) {
	if len(rules) > maxRules {
		return nil, &RuleError{maxRules, fmt.Errorf("%d rules: at most %d are allowed", len(rules), maxRules)}
	}
	m := base
	for k, d := range rules {
		if slices.ContainsFunc(m.Rules(), func(r flock.RuleInfo) bool { return r.Name == d.Name }) {
			return nil, &RuleError{k, &formula.KeyError{Key: "name", Param: -1, Err: fmt.Errorf("the model %s already has a rule %q; choose another name", base.Name(), d.Name)}}
		}
		r, err := formula.NewRule(d, m)
		if err == nil {
			err = checkColumns(&d, rules[:k])
		}
		if err == nil {
			m, err = m.With(r)
		}
		if err != nil {
			return nil, &RuleError{k, err}
		}
	}
	return m, nil
}

func checkColumns(d *formula.Definition, earlier []formula.Definition) error {
	for k, c := range d.Columns {
		for _, other := range earlier {
			if slices.ContainsFunc(other.Columns, func(o formula.Column) bool { return o.Key == c.Key }) {
				err := fmt.Errorf("the rule %q also has a column %q; choose another key", other.Name, c.Key)
				return &formula.KeyError{Key: "key", Param: k, OfColumn: true, Err: err}
			}
		}
	}
	return nil
}

// RuleError is an error in a definition of a rule. Rule is the index of the definition.
type RuleError struct {
	Rule int
	Err  error
}

func (e *RuleError) Error() string { return e.Err.Error() }

func (e *RuleError) Unwrap() error { return e.Err }

// IsBuiltIn reports whether a model belongs to this package. Added formula rules do not matter.
func IsBuiltIn(m *flock.Model) bool {
	return slices.ContainsFunc(builtin(), func(b *flock.Model) bool { return b.Name() == m.Name() })
}

// WrittenRules returns the definitions of a model's formula rules.
func WrittenRules(m *flock.Model) (all []formula.Definition) {
	for _, r := range m.Rules() {
		if r.Text == "" {
			continue
		}
		if d, err := formula.Parse(r.Text); err == nil {
			all = append(all, d)
		}
	}
	return all
}

// RulesText returns the definitions of a model's formula rules as JSON, one per line. If there are none, it
// returns "".
func RulesText(m *flock.Model) string {
	var lines []string
	for _, r := range m.Rules() {
		if r.Text != "" {
			lines = append(lines, r.Text)
		}
	}
	return strings.Join(lines, "\n")
}

// Restored returns the model with the given name and formula rules. rules must be a result of [RulesText].
func Restored(name, rules string) (*flock.Model, error) {
	m, err := Named(name)
	if err != nil || rules == "" {
		return m, err
	}
	var all []formula.Definition
	for line := range strings.SplitSeq(rules, "\n") {
		d, err := formula.Parse(line)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return WithRules(m, all)
}
