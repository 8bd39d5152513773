//go:build cgo && !nowindow

package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock"
)

// rulesPage shows the parameters of the chosen rule or, without one, of all rules.
func (p *Panel) rulesPage(s *State, o *Outcome) {
	rule := p.selection.rule
	if rule == "" {
		p.paramsOf("Rules", s, o)
		return
	}
	imgui.BeginDisabledV(s.playsRecording())
	for _, spreads := range []bool{false, true} {
		p.showParams(func(spec *flock.Spec) bool { return p.isOfRule(spec, rule) && spec.IsSpread() == spreads }, o)
	}
	imgui.EndDisabled()
	if !slices.ContainsFunc(p.specs, func(spec flock.Spec) bool { return p.isOfRule(&spec, rule) }) {
		writeGreyWrapped("This rule has no parameters.")
	}
	p.button("All rules", "rules.all", func() { p.selection.open("Rules", &o.Controls) })
	hint("Shows the parameters of all rules of the flock.")
}

func (p *Panel) isOfRule(spec *flock.Spec, rule string) bool {
	return p.model.Reads(rule, spec.BaseKey())
}
