package flock

import (
	"slices"
	"strings"

	"skein/flock/param"
)

// IsIdle reports whether no value of the parameter has an effect, given the other parameters in p. Either the
// parameter in its tag `with` disables it, or no active rule reads it and no value of it makes a rule active.
func (p *Params) IsIdle(s *Spec) bool {
	return p.Model() != nil && (p.Model().unread(s, p) || p.isDisabled(s))
}

// IsUnused reports whether the parameter belongs to the engine and no active part of the model uses it, for
// example the ground in a model in the plane.
func (p *Params) IsUnused(s *Spec) bool {
	return p.Model() != nil && s.Owner == "" && !s.OfRules && p.Model().unread(s, p)
}

// isDisabled evaluates the tag `with`.
func (p *Params) isDisabled(s *Spec) bool {
	key, options, _ := strings.Cut(s.With, "=")
	other, ok := p.Spec(key)
	switch {
	case !ok:
		return false
	case options != "":
		return !slices.Contains(strings.Split(options, ","), other.Value(&p.Values).(string))
	case other.Float != nil:
		return p.Float(key) == 0
	case other.Bool != nil:
		return !p.Bool(key)
	case other.Int != nil:
		return p.Int(key) == 0
	}
	return p.Choice(key) == 0
}

func (m *Model) unread(s *Spec, p *Params) bool {
	if m.Plane() && s.IdleInFlat {
		return true
	}
	switch key := s.BaseKey(); key {
	case "neighbourhood", "nearest", "vision":
		if m.sees(p) || key == "vision" && p.Leads() {
			return false
		}
	case "lonely_count", "lonely_range":
		s, _ = p.Spec("lonely_count")
	default:
		if !s.OfRules {
			return false
		}
	}
	for _, r := range m.readers[s.BaseKey()] {
		if _, starts := r.(homing); starts && !m.def.isGuest(r) || m.isActive(r, p) || m.activatedBy(s, r, p) {
			return false
		}
	}
	return true
}

func (m *Model) sees(p *Params) bool {
	for _, r := range m.def.all() {
		if perceivesNeighbours(r) && m.isActive(r, p) {
			return true
		}
	}
	return false
}

func perceivesNeighbours(r Rule) bool {
	_, seen := r.(seenRule)
	_, each := r.(eachRule)
	if b, ok := r.(blockRule); ok && b.Crowd().Kind == CrowdOfNeighbours {
		return true
	}
	return seen || each && !hasRange(r)
}

func perceiveNeighbours(all []Rule) bool {
	return slices.ContainsFunc(all, func(r Rule) bool { return perceivesNeighbours(r) && isActive(r) })
}

// ActiveRules returns the names of the rules that are active with these parameters: the model's own rules, in
// order, and then its guests.
func (p *Params) ActiveRules() (names []string) {
	for _, r := range p.model.def.all() {
		if name := r.About().Name; p.model.isActive(r, p) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (m *Model) isActive(r Rule, p *Params) bool {
	own := copyRules([]Rule{r})[0]
	m.list.Load(own, &p.Values)
	return isActive(own)
}

// activatedBy reports whether the largest value of a parameter makes a rule active.
func (m *Model) activatedBy(s *Spec, r Rule, p *Params) bool {
	q := *p
	if s.Options != nil || q.Set(s.Key, s.Max) != nil && q.Set(s.Key, int(s.Max)) != nil && q.Set(s.Key, true) != nil {
		return false
	}
	return m.isActive(r, &q)
}

func (d *ModelDef) readers() map[string][]Rule {
	all := map[string][]Rule{}
	for _, r := range d.all() {
		for f := range param.Fields(param.Declaring(r)) {
			key := f.Tag.Get("key")
			all[key] = append(all[key], r)
		}
	}
	return all
}

// Reads reports whether a rule of this name reads the parameter with this key.
func (m *Model) Reads(rule, key string) bool {
	return slices.ContainsFunc(m.readers[key], func(r Rule) bool { return r.About().Name == rule })
}

func (d *ModelDef) engineKeys() map[string]bool {
	keys := map[string]bool{}
	for _, part := range d.parts() {
		if _, rule := part.(Rule); rule {
			continue
		}
		for f := range param.Fields(part) {
			keys[f.Tag.Get("key")] = true
		}
	}
	return keys
}
