//go:build cgo && !nowindow

package ui

import (
	"reflect"
	"slices"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/cloud"
	"skein/flock/look"
	"skein/flock/scenario"
)

// SceneContent is the part of a scene file that the user can change in the window.
type SceneContent struct {
	Params []flock.Params // parameters of each flock, including flocks at the end that Names leaves out
	Starts []cloud.Start

	Relations []flock.Regards // how the flocks react to each other
	Birds     []scenario.Bird
	Names     []string // names of the flocks, without flocks that joined and have no boids left
	Around    around.Surroundings
	Look      look.Look
	Events    []scenario.Event
	Seed      uint64
}

func (p *Panel) followRules(m *flock.Model) {
	p.savedRules = nil
	if m == nil {
		return
	}
	if p.model != m {
		params := m.Params()
		p.model, p.specs, p.typedKey = m, essentialsFirst(params.Specs()), ""
		if !slices.ContainsFunc(m.Rules(), func(r flock.RuleInfo) bool { return r.Name == p.selection.rule }) {
			p.selection.rule = ""
		}
	}
	for k := range min(len(p.saved.Params), len(p.present.Params)) {
		owner := p.present.Params[k].Model()
		if k == p.flock {
			owner = m
		}
		p.present = p.present.withModel(k, owner)
		if saved := p.saved.withModel(k, owner); saved != p.saved {
			if p.savedRules == nil {
				p.savedRules = map[int]flock.Params{}
			}
			p.savedRules[k], p.saved = p.saved.Params[k], saved
		}
	}
}

// withModel returns the content with the parameters of flock k converted to model m. It returns c if they
// already belong to m.
func (c *SceneContent) withModel(k int, m *flock.Model) *SceneContent {
	if m == nil || c.Params[k].Model() == nil || c.Params[k].Model() == m {
		return c
	}
	other := *c
	other.Params = slices.Clone(c.Params)
	other.Params[k] = c.Params[k].For(m)
	return &other
}

func (p *Panel) isChanged(spec *flock.Spec) bool { return p.isChangedIn(p.flock, spec) }

func (p *Panel) isChangedIn(k int, spec *flock.Spec) bool {
	return !spec.Alike(&p.saved.Params[k].Values, &p.present.Params[k].Values)
}

func (p *Panel) isSettingChanged(s *look.Setting) bool {
	return !s.Alike(&p.present.Look, &p.saved.Look)
}

func (p *Panel) isGroupChanged(selects func(*flock.Spec) bool) bool {
	return slices.ContainsFunc(p.specs, func(s flock.Spec) bool { return selects(&s) && p.isChanged(&s) })
}

func (p *Panel) canReset(page string) bool {
	return p.changedParamPages(p.flock)[page] || page == "Birds" && p.isBirdChanged(p.flock) ||
		slices.ContainsFunc(p.look, func(s look.Setting) bool {
			return pageOfSetting(&s) == page && !s.InFile && p.isSettingChanged(&s)
		})
}

func (p *Panel) isBirdChanged(k int) bool {
	saved, now := p.saved.Birds, p.present.Birds
	return k < min(len(saved), len(now)) && saved[k] != now[k]
}

func (p *Panel) isStartChanged(k, bird int) bool {
	if k >= min(len(p.saved.Starts), len(p.present.Starts)) {
		return false
	}
	groups := func(c *SceneContent) []cloud.Group { return c.Starts[k].SingleGroups(c.Params[k].Count()) }
	saved, now := groups(p.saved), groups(p.present)
	return bird < len(now) && (bird >= len(saved) || !reflect.DeepEqual(saved[bird], now[bird]))
}

func (p *Panel) isThingChanged(name string) bool {
	saved, now := p.saved.Around.Thing(name), p.present.Around.Thing(name)
	return now != nil && !reflect.DeepEqual(saved, now)
}

func (p *Panel) savedProperty(t around.Thing, key string) (value any, ok bool) {
	saved := p.saved.Around.Thing(*t.NamePointer())
	if saved == nil || saved.Kind() != t.Kind() {
		return nil, false
	}
	property, ok := around.PropertyOf(saved, key)
	if !ok {
		return nil, false
	}
	return property.Value(), true
}

func (p *Panel) isPropertyChanged(t around.Thing, key string) bool {
	now := p.present.Around.Thing(*t.NamePointer())
	if now == nil {
		return false
	}
	saved, ok := p.savedProperty(t, key)
	property, is := around.PropertyOf(now, key)
	return ok && is && !reflect.DeepEqual(saved, property.Value())
}

func (p *Panel) isFlockChanged(k int) bool {
	saved, now := p.saved, p.present
	switch {
	case k >= len(now.Names):
		return false
	case k >= len(saved.Names), now.Names[k] != saved.Names[k]:
		return true
	}
	on := p.changedParamPages(k)
	return p.isBirdChanged(k) || !reflect.DeepEqual(saved.Starts[k], now.Starts[k]) ||
		slices.ContainsFunc(flockPages(), func(page string) bool { return on[page] })
}

func (p *Panel) changedParamPages(k int) map[string]bool {
	all := map[string]bool{}
	if _, differ := p.savedRules[k]; differ {
		all["Rules"] = true
	}
	if p.saved.Params[k] == p.present.Params[k] {
		return all
	}
	specs := p.present.Params[k].Specs()
	for i := range specs {
		if s := &specs[i]; p.isChangedIn(k, s) {
			all[pageOf(s)] = true
		}
	}
	return all
}

func (p *Panel) changedPages() map[string]bool {
	saved, now := p.saved, p.present
	all := p.changedParamPages(p.flock)
	for k := range now.Names {
		if k < len(saved.Params) && p.changedParamPages(k)["Scene"] {
			all["Scene"] = true
		}
	}
	if p.isBirdChanged(p.flock) {
		all["Birds"] = true
	}
	if now.Seed != saved.Seed {
		all["Scene"] = true
	}
	if !reflect.DeepEqual(now.Events, saved.Events) {
		all["Events"] = true
	}
	if now.Look == saved.Look {
		return all
	}
	for i := range p.look {
		if s := &p.look[i]; !s.InFile && s.Key != "speed" && p.isSettingChanged(s) {
			all[pageOfSetting(s)] = true
		}
	}
	return all
}
