package model

import (
	"slices"

	"skein/flock"
	"skein/flock/formula"
)

// WithRule returns a model in which the formula rule d replaces the rule called name, or is added if there
// is none. An error in the definition is a [*RuleError].
func WithRule(m *flock.Model, name string, d formula.Definition) (*flock.Model, error) {
	base, rules, err := replaced(m, name, d)
	if err != nil {
		return nil, err
	}
	return WithRules(base, rules)
}

// CheckRule returns the error of [WithRule] without storing the model, for definitions that are being typed.
func CheckRule(m *flock.Model, name string, d formula.Definition) error {
	base, rules, err := replaced(m, name, d)
	if err == nil {
		_, err = withRules(base, rules)
	}
	return err
}

// replaced returns the model without formulas, and the new list of its formulas, in which d replaces the
// rule called name or is appended.
func replaced(m *flock.Model, name string, d formula.Definition) (base *flock.Model, rules []formula.Definition, err error) {
	base, rules, k, err := writtenRule(m, name)
	if k == len(rules) {
		return base, append(rules, d), err
	}
	rules[k] = d
	return base, rules, err
}

// WithoutRule returns a model without the rule called name, which is written as a formula.
func WithoutRule(m *flock.Model, name string) (*flock.Model, error) {
	base, rules, k, err := writtenRule(m, name)
	if err != nil || k == len(rules) {
		return m, err
	}
	return WithRules(base, slices.Delete(rules, k, k+1))
}

// Before returns a model without the rule called name and the formula rules after it. A definition that
// replaces this rule may use that model's parameters.
func Before(m *flock.Model, name string) (*flock.Model, error) {
	base, rules, k, err := writtenRule(m, name)
	if err != nil {
		return nil, err
	}
	return WithRules(base, rules[:k])
}

// writtenRule returns the model without formulas, the formulas, and the index of the rule called name, or
// the number of rules if there is none.
func writtenRule(m *flock.Model, name string) (base *flock.Model, rules []formula.Definition, k int, err error) {
	base, err = Named(m.Name())
	rules = WrittenRules(m)
	if k = slices.IndexFunc(rules, func(d formula.Definition) bool { return d.Name == name }); k < 0 {
		k = len(rules)
	}
	return base, rules, k, err
}
