package model

import (
	"slices"

	"skein/flock"
	"skein/flock/formula"
)

// WithRule returns a model in which a rule that is written as a formula replaces the one called name. If
// there is no such rule, it is added. An error in the definition is a [*RuleError].
func WithRule(m *flock.Model, name string, d formula.Definition) (*flock.Model, error) {
	base, rules, k, err := writtenRule(m, name)
	if err != nil {
		return nil, err
	}
	if k == len(rules) {
		return WithRules(base, append(rules, d))
	}
	rules[k] = d
	return WithRules(base, rules)
}

// WithoutRule returns a model without the rule called name, which is written as a formula.
func WithoutRule(m *flock.Model, name string) (*flock.Model, error) {
	base, rules, k, err := writtenRule(m, name)
	if err != nil || k == len(rules) {
		return m, err
	}
	return WithRules(base, slices.Delete(rules, k, k+1))
}

// Before returns a model with only those rules written as formulas that come before the one called name. A
// definition that replaces this rule may use the parameters of that model.
func Before(m *flock.Model, name string) (*flock.Model, error) {
	base, rules, k, err := writtenRule(m, name)
	if err != nil {
		return nil, err
	}
	return WithRules(base, rules[:k])
}

// writtenRule returns the model without formulas, the rules that are formulas, and the index of the one
// called name, or their number if there is none.
func writtenRule(m *flock.Model, name string) (base *flock.Model, rules []formula.Definition, k int, err error) {
	base, err = Named(m.Name())
	rules = WrittenRules(m)
	if k = slices.IndexFunc(rules, func(d formula.Definition) bool { return d.Name == name }); k < 0 {
		k = len(rules)
	}
	return base, rules, k, err
}
