//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock"
	"skein/flock/formula"
)

func (p *Panel) labSide(s *State, o *Outcome) {
	if !imgui.BeginTabBar("##lab.pages") {
		return
	}
	defer imgui.EndTabBar()
	for _, page := range []struct {
		name string
		show func(*State, *Outcome)
	}{{"Values", p.labValues}, {"Parameters", p.labParams}, {"Rule", p.labRule}, {"Columns", p.labColumns}} {
		open := imgui.BeginTabItem(page.name)
		p.mark("lab.tab." + page.name)
		if open {
			if imgui.BeginChildStr("##lab.page") {
				page.show(s, o)
			}
			imgui.EndChild()
			imgui.EndTabItem()
		}
	}
}

// labParams shows a slider for each parameter of the rule, and fields that describe the parameter. A slider
// applies at once, the fields apply with Ctrl Enter.
func (p *Panel) labParams(s *State, o *Outcome) {
	l := &p.lab
	for k := range l.draft.Params {
		q := &l.draft.Params[k]
		imgui.PushIDStr(fmt.Sprintf("param%d", k))
		if spec, ok := o.Controls.Params.Spec(q.Key); ok && spec.Float != nil {
			imgui.BeginDisabledV(s.playsRecording())
			p.param(spec, o)
			imgui.EndDisabled()
		} else {
			writeGrey(q.Key + ": press Ctrl Enter to use it")
		}
		if imgui.TreeNodeExStrV("Describe "+q.Key+"###describe", imgui.TreeNodeFlagsSpanAvailWidth) {
			p.describeParam(q)
			p.button("Remove parameter", "lab.param.remove."+q.Key, func() { l.draft.Params = slices.Delete(l.draft.Params, k, k+1) })
			imgui.TreePop()
		} else {
			p.mark("lab.describe." + q.Key)
		}
		imgui.PopID()
		if k >= len(l.draft.Params)-1 {
			break // the list may have become shorter
		}
	}
	p.button("Add parameter", "lab.param.add", func() {
		l.draft.Params = append(l.draft.Params, formula.Param{Key: l.freeKey("my_gain"), Max: 1, Default: 0.5, Doc: "Describe the parameter here"})
	})
	hint("Adds a number that the formula may use. It gets a slider and a key. Scenario files, events and sweeps use this key to set the number.")
}

func (p *Panel) describeParam(q *formula.Param) {
	textRow("key", "Key", "The name of the parameter in the formula and in scenario files.", &q.Key)
	textRow("label", "Label", "The label of the slider. If it is empty, the key is used.", &q.Label)
	textRow("unit", "Unit", "The unit, such as m, m/s, 1/s, rad or °. Leave it empty for a pure number.", &q.Unit)
	numberRow("min", "Lowest", "The lowest value.", &q.Min)
	numberRow("max", "Highest", "The highest value.", &q.Max)
	numberRow("slider", "Slider max", "The highest value on the slider. 0 means the highest value that is allowed.", &q.Slider)
	numberRow("default", "Default", "The value of the parameter when the rule is new.", &q.Default)
	textRow("doc", "Help", "What the parameter does, in one line.", &q.Doc)
}

func (l *lab) hasKey(key string) bool {
	params := l.model.Params()
	_, ok := params.Spec(key)
	return ok || slices.ContainsFunc(l.written, func(d formula.Definition) bool {
		return slices.ContainsFunc(d.Columns, func(c formula.Column) bool { return c.Key == key })
	})
}

func (l *lab) freeKey(base string) string {
	for k := 1; ; k++ {
		key := base
		if k > 1 {
			key = fmt.Sprintf("%s_%d", base, k)
		}
		if !l.hasKey(key) && !slices.ContainsFunc(l.draft.Params, func(q formula.Param) bool { return q.Key == key }) &&
			!slices.ContainsFunc(l.draft.Columns, func(c formula.Column) bool { return c.Key == key }) {
			return key
		}
	}
}

func (p *Panel) labRule(*State, *Outcome) {
	l := &p.lab
	d := &l.draft
	textRow("name", "Name", "The name of the rule.", &d.Name)
	p.mark("lab.name")
	textRow("doc", "Help", "What the rule does, in one line.", &d.Doc)
	textRow("source", "Source", "The publication that describes the rule.", &d.Source)
	p.labChoice("Perceives", "perceives", "Which boids the formula sees.", formula.Crowds(), &d.Perceives)
	switch d.Perceives {
	case formula.Crowds()[flock.CrowdInRange]:
		textRow("range", "Range", "A distance in metres, or the key of a parameter.", &d.Range)
		p.labChoice("Species", "regards", "Flockmates, or boids of the species that the flock notices, follows or flees.", formula.Regards(), &d.Regards)
	case formula.Crowds()[flock.CrowdOfNearest]:
		textRow("nearest", "How many", "A number up to 48, or the key of a parameter.", &d.Nearest)
	case formula.Crowds()[flock.CrowdOfAll]:
		p.labChoice("Species", "regards", "Flockmates, or boids of the species that the flock notices, follows or flees.", formula.Regards(), &d.Regards)
	}
	if d.Perceives != formula.Crowds()[flock.CrowdInRange] {
		d.Range = ""
	}
	if d.Perceives != formula.Crowds()[flock.CrowdOfNearest] {
		d.Nearest = ""
	}
	if d.Perceives != formula.Crowds()[flock.CrowdInRange] && d.Perceives != formula.Crowds()[flock.CrowdOfAll] {
		d.Regards = ""
	}
	textRow("switch", "Switch", "The key of a parameter. If its value is 0, the rule is off. If this field is empty, the rule is always on.", &d.Switch)
	gives := 0
	if l.velocity {
		gives = 1
	}
	p.choose("Result", "lab.gives", "What the formula computes: a steering force or the new velocity. A steering force is a change of velocity or an acceleration.", []string{"force", "velocity"}, gives, func(k int) {
		d.Steer, d.Velocity, l.velocity = l.editor.text, "", k == 1
		if l.velocity {
			d.Steer, d.Velocity = "", l.editor.text
		}
	})
}

// labChoice shows a list of names. An empty name means the first in the list.
func (p *Panel) labChoice(label, key, doc string, names []string, choice *string) {
	p.choose(label, "lab."+key, doc, names, max(slices.Index(names, *choice), 0), func(k int) {
		if *choice = names[k]; k == 0 {
			*choice = ""
		}
	})
}

func (p *Panel) labColumns(*State, *Outcome) {
	l := &p.lab
	for k := range l.draft.Columns {
		c := &l.draft.Columns[k]
		imgui.PushIDStr(fmt.Sprintf("column%d", k))
		if imgui.TreeNodeExStrV(c.Key+"###column", imgui.TreeNodeFlagsSpanAvailWidth) {
			textRow("key", "Key", "The name of the column in the formula. With the prefix next_, it is the new value.", &c.Key)
			textRow("unit", "Unit", "The unit, such as m, m/s, 1/s or rad. Leave it empty for a pure number.", &c.Unit)
			row("Vector")
			checkBox("##vector", &c.Vector)
			endRow("The column holds three numbers instead of one.")
			numberRow("min", "Lowest", "The lowest value. It must be at most 0.", &c.Min)
			numberRow("max", "Highest", "The highest value. It must be at least 0.", &c.Max)
			textRow("start", "Start", "The value of new boids, and of all boids when the rule is switched on. It is a number, or a formula of parameters and random numbers. If it is empty, the value is 0.", &c.Start)
			textRow("doc", "Help", "What the values of the column mean, in one line.", &c.Doc)
			p.button("Remove column", "lab.column.remove", func() { l.draft.Columns = slices.Delete(l.draft.Columns, k, k+1) })
			imgui.TreePop()
		}
		imgui.PopID()
		if k >= len(l.draft.Columns)-1 {
			break // the list may have become shorter
		}
	}
	p.button("Add column", "lab.column.add", func() {
		key := l.freeKey("my_state")
		l.draft.Columns = append(l.draft.Columns, formula.Column{Key: key, Min: -1, Max: 1, Doc: "Describe the column here"})
		l.editor.load(strings.TrimRight("next_"+key+" = "+key+"\n"+l.editor.text, "\n"))
		*l.formula() = l.editor.text
	})
	hint("Adds a number or a vector that the rule keeps for each boid, such as a timer.")
}

func textRow(key, label, doc string, text *string) {
	row(label)
	imgui.InputTextWithHint("##"+key, "", text, 0, nil)
	endRow(doc)
}

func numberRow(key, label, doc string, v *float64) {
	row(label)
	imgui.InputDoubleV("##"+key, v, 0, 0, "%.6g", 0)
	endRow(doc)
}
