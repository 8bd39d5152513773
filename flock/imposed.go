package flock

import "slices"

// imposer is a rule that keeps figures of the scorecard at given targets.
type imposer interface{ Imposes() []string }

// Imposed returns the keys of the scorecard's rows whose figures active rules hold at a target,
// sorted, see [Rule]. It returns none for the zero Params.
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
