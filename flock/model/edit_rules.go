package model

import (
	"slices"

	"skein/flock"
	"skein/flock/formula"
)

// WithRule returns a copy of model m in which the formula rule d replaces the rule with the given name. If
// there is no rule with this name, WithRule adds d. An error in the definition is a [*RuleError].
func WithRule(m *flock.Model, name string, d formula.Definition) (*flock.Model, error) {
	base, rules, err := replaced(m, name, d)
	if err != nil {
		return nil, err
	}
	return WithRules(base, rules)
}

// CheckRule returns the error that [WithRule] would return. It does not cache the new model, so it can be
// called after every keystroke of the user.
func CheckRule(m *flock.Model, name string, d formula.Definition) error {
	base, rules, err := replaced(m, name, d)
	if err == nil {
		_, err = withRules(base, rules)
	}
	return err
}

func replaced(m *flock.Model, name string, d formula.Definition) (base *flock.Model, rules []formula.Definition, err error) {
	base, rules, k, err := writtenRule(m, name)
	if k == len(rules) {
		return base, append(rules, d), err
	}
	rules[k] = d
	return base, rules, err
}

// WithoutRule returns a copy of the model without the formula rule that has the given name.
func WithoutRule(m *flock.Model, name string) (*flock.Model, error) {
	base, rules, k, err := writtenRule(m, name)
	if err != nil || k == len(rules) {
		return m, err
	}
	return WithRules(base, slices.Delete(rules, k, k+1))
}

// Before returns a copy of the model without the formula rule that has the given name, and without the
// formula rules after it. A definition that replaces this rule may use the parameters of the returned
// model.
func Before(m *flock.Model, name string) (*flock.Model, error) {
	base, rules, k, err := writtenRule(m, name)
	if err != nil {
		return nil, err
	}
	return WithRules(base, rules[:k])
}

func writtenRule(m *flock.Model, name string) (base *flock.Model, rules []formula.Definition, k int, err error) {
	base, err = Named(m.Name())
	rules = WrittenRules(m)
	if k = slices.IndexFunc(rules, func(d formula.Definition) bool { return d.Name == name }); k < 0 {
		k = len(rules)
	}
	return base, rules, k, err
}
