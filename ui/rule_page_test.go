//go:build cgo && !nowindow

package ui

import (
	"image"
	"slices"
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/scenario"
	"skein/flock/scenario/testscene"
	"skein/flock/snapshots"
)

// A click on a rule in the outliner shows the parameters of this rule and no others, and no row moves.
func TestClickedRule(t *testing.T) {
	p := newPage(t, 1)
	params := testscene.Def("starlings").Params
	p.panel.saved.Params[0], p.controls.Params, p.controls.Selected = params, params, -1
	p.panel.turn(0)
	p.panel.selection.turn("Rules")
	p.panel.outliner.unfolded = map[string]bool{"row.rules.0": true}
	s := &State{Species: []string{"starling"}, Snapshot: &snapshots.Snapshot{}, Scene: &scenario.Scenario{}}
	p.layOut = func() {
		clear(p.panel.Probe)
		o := &Outcome{Controls: p.controls}
		imgui.SetNextWindowPos(imgui.Vec2{})
		imgui.SetNextWindowSize(imgui.Vec2{X: 400, Y: 250})
		p.panel.outlinerPane(s, o)
		imgui.SetNextWindowPos(imgui.Vec2{Y: 250})
		imgui.SetNextWindowSize(imgui.Vec2{X: 400, Y: 550})
		p.panel.properties(s, o)
		p.controls = o.Controls
	}
	for range 3 {
		p.frame(0.1)
	}
	rules := map[string][]string{ // some parameters of each rule, and one of another rule
		"row.rule.0.dodge": {"dodge", "dodge_seconds", "dodge_range", "dodge_count", "space"},
		"row.rule.0.align": {"align", "vision_spread"},
	}
	for row, keys := range rules {
		was := p.panel.Probe[row]
		p.moveTo(p.at(row, 0.5, 0.5))
		p.frame(0.1)
		p.clicks(0.1, 0, 0)
		if now := p.panel.Probe[row]; now != was || was == (image.Rectangle{}) {
			t.Errorf("a click moved the row %s from %v to %v", row, was, now)
		}
		for k, key := range keys {
			if _, shown := p.panel.Probe[key]; shown != (k < len(keys)-1) {
				t.Errorf("after a click on %s, the parameter %s is shown: %t", row, key, shown)
			}
		}
	}
	p.moveTo(p.at("tab.Rules", 0.5, 0.5))
	p.frame(0.1)
	p.clicks(0.1, 0, 0)
	if _, all := p.panel.Probe["space"]; !all {
		t.Error("the tab Rules does not show all rules again")
	}
	if i := slices.IndexFunc(p.panel.outline(s, &Outcome{Controls: p.controls}), func(r outlineRow) bool {
		return r.rule != "" && r.isSelected(&p.panel.selection, &p.controls)
	}); i >= 0 {
		t.Error("a rule is still selected in the outliner")
	}
}
