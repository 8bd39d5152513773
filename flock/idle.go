package flock

import (
	"reflect"
	"slices"
	"strings"
)

// Idle says whether the parameter changes nothing, whatever its value, while the
// others are as in p: the tag with names the one that it goes with; or no rule of the
// model reads what it sets.
func (s *Spec) Idle(p *Params) bool {
	if m := p.Model(); m != nil && m.idle[s.Key] {
		return true
	}
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

// idleKeys are the parameters of perception that no rule of a model goes by.
func idleKeys(def *ModelDef, s *sheet) map[string]bool {
	idle, reads := map[string]bool{}, def.Leadership != nil
	for _, r := range def.all() {
		_, seen := r.(seenRule)
		_, each := r.(eachRule)
		reads = reads || seen || each && !hears(r)
	}
	if !reads {
		for _, key := range []string{"neighbourhood", "nearest", "vision"} {
			idle[key] = !def.shares(s, key)
		}
	}
	for _, key := range []string{"lonely_count", "lonely_range"} {
		idle[key] = !def.shares(s, "lonely_count")
	}
	return idle
}

// shares says whether a rule reads a parameter that the engine declares.
func (d *ModelDef) shares(s *sheet, key string) bool {
	k, ok := s.at[key]
	if !ok {
		return false
	}
	for _, r := range d.all() {
		for _, b := range s.fields[reflect.TypeOf(r)] {
			if b.slot == s.specs[k].slot && !b.declares {
				return true
			}
		}
	}
	return false
}
