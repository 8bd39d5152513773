//go:build cgo && !nowindow

package ui

import (
	"testing"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/formula"
	"skein/flock/look"
	"skein/flock/model"
	"skein/flock/scenario"
)

func TestResetRestoresTheRules(t *testing.T) {
	rule := simpleRules()[0].rule
	m, err := model.WithRule(model.Hartman(), "", rule)
	if err != nil {
		t.Fatal(err)
	}
	saved := m.Params()
	if err := saved.Set("my_cohesion", 0.25); err != nil {
		t.Fatal(err)
	}
	rule.Steer = "2 * other * mean(offset)"
	rule.Switch, rule.Params = "", []formula.Param{{Key: "other", Unit: "1/s", Max: 1, Default: 0.5, Doc: "How strongly birds steer"}}
	edited, err := model.WithRule(m, rule.Name, rule)
	if err != nil {
		t.Fatal(err)
	}
	now := saved.For(edited)
	for key, value := range map[string]float64{"vision": 7, "other": 0.75} {
		if err := now.Set(key, value); err != nil {
			t.Fatal(err)
		}
	}
	p := NewPanel([]flock.Params{saved}, look.Default(), "")
	show := func(params flock.Params) {
		content := func(params flock.Params) *SceneContent {
			return &SceneContent{Params: []flock.Params{params}, Starts: make([]cloud.Start, 1), Birds: make([]scenario.Bird, 1), Names: []string{"a"}}
		}
		p.saved, p.present = content(saved), content(params)
		p.followRules(params.Model())
	}
	show(now)
	if !p.changedPages()["Rules"] || !p.isFlockChanged(0) {
		t.Fatal("the edited rule has no dot")
	}
	o := &Outcome{}
	o.Controls.Params = now
	p.resetPage("Rules", o)
	if got := o.Controls.Params; got.Model() != m || got.Float("my_cohesion") != 0.25 || got.Float("vision") != 7 {
		t.Errorf("Reset of Rules: my_cohesion is %v, and vision is %v m", got.Value("my_cohesion"), got.Float("vision"))
	}
	show(o.Controls.Params)
	if pages := p.changedPages(); pages["Rules"] || !pages["Flock"] {
		t.Errorf("after the reset of Rules, these pages differ: %v", pages)
	}
	show(now)
	o.Controls.Params = now
	if p.resetFlock(o); o.Controls.Params != saved {
		t.Error("Reset of the flock does not restore the saved parameters")
	}
	show(o.Controls.Params)
	if p.isFlockChanged(0) {
		t.Error("the flock has a dot after its reset")
	}
}

func TestResetRestoresTheBird(t *testing.T) {
	for name, reset := range map[string]func(*Panel, *Outcome){
		"Birds": func(p *Panel, o *Outcome) { p.resetPage("Birds", o) }, "the flock": (*Panel).resetFlock, "all": (*Panel).resetAll,
	} {
		p, _, o := outlineState(t)
		p.saved, p.present = content(t), content(t)
		if reset(p, o); o.RestoreBird {
			t.Errorf("Reset of %s loads the bird again", name)
		}
		p.present.Birds[0].File = "gull"
		if reset(p, o); !o.RestoreBird {
			t.Errorf("Reset of %s does not restore the bird", name)
		}
	}
}
