package flock

import (
	"slices"
	"strings"
)

// Idle says whether the parameter changes nothing, whatever its value, while the
// others are as in p: the tag with names the one that it goes with.
func (s *Spec) Idle(p *Params) bool {
	key, options, _ := strings.Cut(s.with, "=")
	other, ok := p.Spec(key)
	switch {
	case !ok:
		return false
	case options != "":
		return !slices.Contains(strings.Split(options, ","), other.Value(p).(string))
	case other.Float != nil:
		return p.Float(key) == 0
	case other.Bool != nil:
		return !p.Bool(key)
	case other.Int != nil:
		return p.Int(key) == 0
	}
	return p.Choice(key) == 0
}
