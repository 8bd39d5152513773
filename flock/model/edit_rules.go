package model

import (
	"slices"

	"skein/flock"
	"skein/flock/formula"
)

// WithRule returns a model in which the formula rule d replaces the rule called name. If there is no such
// rule, d is added. An error in the definition is a [*RuleError].
func WithRule(m *flock.Model, name string, d formula.Definition) (*flock.Model, error) {
	base, rules, err := replaced(m, name, d)
	if err != nil {
		return nil, err
	}
	return WithRules(base, rules)
}

// CheckRule returns the error that [WithRule] returns for the same arguments. It does not store the model, so
// it suits definitions that are being typed.
func CheckRule(m *flock.Model, name string, d formula.Definition) error {
	base, rules, err := replaced(m, name, d)
	if err == nil {
		_, err = withRules(base, rules)
	}
	return err
}

// replaced returns the model without formulas, and the new list of its rules that are formulas. d replaces
// the rule called name. If there is no such rule, d is appended.
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

// Before returns a model without the rule called name and without the formula rules after it. A definition
// that replaces this rule may use the parameters of that model.
func Before(m *flock.Model, name string) (*flock.Model, error) {
	base, rules, k, err := writtenRule(m, name)
	if err != nil {
		return nil, err
	}
	return WithRules(base, rules[:k])
}

// writtenRule returns the model without formulas, the rules that are formulas, and the index of the rule
// called name. If there is no such rule, the index is the number of rules.
func writtenRule(m *flock.Model, name string) (base *flock.Model, rules []formula.Definition, k int, err error) {
	base, err = Named(m.Name())
	rules = WrittenRules(m)
	if k = slices.IndexFunc(rules, func(d formula.Definition) bool { return d.Name == name }); k < 0 {
		k = len(rules)
	}
	return base, rules, k, err
}
