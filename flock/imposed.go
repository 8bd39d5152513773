package flock

import "slices"

// imposer is a rule that holds figures of the scorecard at target values.
type imposer interface{ Imposes() []string }

// Imposed returns, in sorted order, the keys of the scorecard's rows whose figures active rules hold at a
// target (see [Rule]).
func (p Params) Imposed() (keys []string) {
	if p.parameterList == nil || p.parameterList.model == nil {
		return nil
	}
	for _, r := range p.Model().loadRules(&p) {
		if one, ok := r.(imposer); ok && isActive(r) {
			keys = append(keys, one.Imposes()...)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}
