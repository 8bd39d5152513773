//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/formula"
	"skein/flock/model"
	"skein/flock/scenario"
)

type ruleTemplate struct {
	label string
	rule  formula.Definition
}

func simpleRules() []ruleTemplate {
	gain := func(key, label, unit, doc string, slider, value float64) formula.Param {
		return formula.Param{Key: key, Label: label, Unit: unit, Max: 10, Slider: slider, Default: value, Doc: doc}
	}
	return []ruleTemplate{
		{"Cohesion", formula.Definition{
			Name: "my cohesion", Doc: "A boid steers towards the centre of its neighbours", Perceives: "neighbourhood", Switch: "my_cohesion",
			Steer:  "# to the centre of the neighbours\nmy_cohesion * mean(offset)",
			Params: []formula.Param{gain("my_cohesion", "My cohesion", "1/s", "How strongly birds steer towards the centre. 0 means off", 0.5, 0.05)},
		}},
		{"Alignment", formula.Definition{
			Name: "my alignment", Doc: "A boid takes the mean velocity of its neighbours", Perceives: "neighbourhood", Switch: "my_alignment",
			Steer:  "# towards the mean velocity of the neighbours\nmy_alignment * mean(relative_velocity)",
			Params: []formula.Param{gain("my_alignment", "My alignment", "", "How strongly birds align. 0 means off", 1, 0.1)},
		}},
		{"Separation", formula.Definition{
			Name: "my separation", Doc: "A boid steers away from neighbours that are too near", Perceives: "neighbourhood", Switch: "my_separation",
			Steer: "near = distance < my_space\nmy_separation * -sum(direction / distance, near)",
			Params: []formula.Param{
				gain("my_separation", "My separation", "m^2/s", "How strongly birds separate. 0 means off", 1, 0.2),
				gain("my_space", "My space", "m", "Distance below which birds separate", 5, 2),
			},
		}},
		{"Turn at a place", formula.Definition{
			Name: "my place", Doc: "A boid flies back to a place that is far away", Switch: "my_place",
			Steer: "away = vec(0[m], 40[m], 0[m]) - position\nmy_place * normalize(away) * smoothstep(my_reach, 2 * my_reach, length(away))",
			Params: []formula.Param{
				gain("my_place", "My place", "m/s", "How strongly birds fly back. 0 means off", 1, 0.2),
				{Key: "my_reach", Label: "My reach", Unit: "m", Min: 1, Max: 1000, Slider: 200, Default: 50, Doc: "Distance from which birds fly back"},
			},
		}},
	}
}

func ruleTemplates() (all []ruleTemplate) {
	all = simpleRules()
	for _, name := range scenario.Names() {
		sc, err := scenario.Builtin(name)
		if err != nil {
			continue
		}
		for _, d := range model.WrittenRules(sc.Params.Model()) {
			all = append(all, ruleTemplate{name + ": " + d.Name, d})
		}
	}
	return all
}

func (l *lab) unlike(d formula.Definition) formula.Definition {
	d.Params, d.Columns = slices.Clone(d.Params), slices.Clone(d.Columns)
	var taken []string
	for _, r := range l.model.Rules() {
		taken = append(taken, r.Name)
	}
	name := d.Name
	for k := 2; slices.Contains(taken, d.Name); k++ {
		d.Name = fmt.Sprintf("%s %d", name, k)
	}
	isTaken := func() bool {
		return slices.ContainsFunc(d.Params, func(q formula.Param) bool { return l.hasKey(q.Key) }) ||
			slices.ContainsFunc(d.Columns, func(c formula.Column) bool { return l.hasKey(c.Key) })
	}
	plain := d
	for k := 2; isTaken(); k++ {
		d = plain.WithSuffix(fmt.Sprintf("_%d", k))
	}
	return d
}

func (p *Panel) newRuleMenu() {
	l := &p.lab
	p.button("New rule", "lab.new", func() { imgui.OpenPopupStr("lab.templates") })
	hint("Begins a new rule with a copy of a simple rule, or of a rule of a built-in scene.")
	if !imgui.BeginPopup("lab.templates") {
		return
	}
	defer imgui.EndPopup()
	if l.templates == nil {
		l.templates = ruleTemplates()
	}
	simple := len(simpleRules())
	for k, t := range l.templates {
		if k == simple {
			imgui.SeparatorText("From built-in scenes")
		}
		if imgui.SelectableBool(fmt.Sprintf("%s##%d", t.label, k)) {
			l.keep()
			l.edit("", l.unlike(t.rule))
			l.editor.takesKeys = true
		}
		p.mark("lab.template." + t.label)
		hint(t.rule.Doc)
	}
}
