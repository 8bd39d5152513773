//go:build cgo && !nowindow

package ui

import (
	"errors"
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/formula"
	lines "skein/flock/message"
	"skein/flock/model"
)

// lab is the window in which the user writes a rule as a formula. The user edits the draft; the flock uses
// the version that was applied last.
type lab struct {
	drawer
	rule      string // name in the flock; empty if the draft is a new rule or there is no draft
	draft     formula.Definition
	seen      string      // text of the flock's rule at the last comparison with the draft; empty if none
	velocity  bool        // the formula gives a velocity, not a steering force
	removed   string      // text of the draft when its rule was removed; empty if none
	kept      []keptDraft // changed drafts that are not in the editor
	editor    editor
	wanted    string
	wantedIn  int
	templates []ruleTemplate // nil if not loaded

	model   *flock.Model // model for which the fields below were computed
	written []formula.Definition
	checked string  // text for which mistake was computed
	typed   string  // text in the last frame
	typedAt float64 // time of the last change of the text, s
	mistake error   // why the flock cannot use the draft; nil if it can
	words   []formula.Word
	wider   float32 // fraction of the width by which the user has moved the divider
}

func (l *lab) isEmpty() bool { return l.draft.Name == "" && l.rule == "" }

func (l *lab) isChanged() bool { return !l.isEmpty() && l.draft.Text() != l.seen }

// follow compares the draft with the flock's rule, which may have changed by an edit, by Undo or because
// another flock was selected. An unchanged draft follows the flock.
func (l *lab) follow(m *flock.Model) {
	if m == nil || m == l.model {
		return
	}
	l.model, l.written, l.checked = m, model.WrittenRules(m), ""
	changed := l.isChanged() && l.draft.Text() != l.removed
	l.removed = ""
	k := slices.IndexFunc(l.written, func(d formula.Definition) bool { return d.Name == l.draft.Name })
	if k < 0 {
		k = slices.IndexFunc(l.written, func(d formula.Definition) bool { return d.Name == l.rule })
	}
	switch {
	case k >= 0 && changed:
		l.rule, l.seen = l.written[k].Name, l.written[k].Text()
	case k >= 0:
		l.load(k)
	case changed:
		l.rule, l.seen = "", ""
	case len(l.written) > 0:
		l.load(0)
	default:
		l.edit("", formula.Definition{})
	}
}

func (l *lab) load(k int) {
	d := l.written[k]
	if d.Text() == l.draft.Text() {
		l.rule, l.seen = d.Name, d.Text()
		return
	}
	l.edit(d.Name, d)
	l.seen = d.Text()
}

func (l *lab) edit(rule string, d formula.Definition) {
	d.Params, d.Columns = slices.Clone(d.Params), slices.Clone(d.Columns)
	l.rule, l.draft, l.seen, l.checked = rule, d, "", ""
	l.velocity = d.Velocity != ""
	l.editor.load(*l.formula())
}

func (l *lab) formula() *string {
	if l.velocity {
		return &l.draft.Velocity
	}
	return &l.draft.Steer
}

func (l *lab) check() {
	text := l.draft.Text()
	if l.checked == text || l.model == nil {
		return
	}
	l.checked, l.editor.mistake = text, nil
	before, err := model.Before(l.model, l.rule)
	if err == nil {
		l.words = l.draft.Words(before)
		l.editor.spans = nil
		err = l.refusal()
	}
	l.mistake = err
	keyError := new(formula.KeyError)
	if errors.As(err, &keyError) && !keyError.OfColumn && (keyError.Key == "steer" || keyError.Key == "velocity") {
		errors.As(err, &l.editor.mistake)
	}
}

// checkPause is the time in s without typing after which the text is checked.
const checkPause = 0.3

func (l *lab) checkInPauses() {
	if text := l.draft.Text(); text != l.typed {
		l.typed, l.typedAt = text, imgui.Time()
	}
	if !l.editor.active || imgui.Time() >= l.typedAt+checkPause {
		l.check()
	}
}

// refusal returns why the flock's model refuses the draft, or nil. Errors in later rules have no position in
// the draft.
func (l *lab) refusal() error {
	if l.draft.Name != l.rule && slices.ContainsFunc(l.model.Rules(), func(r flock.RuleInfo) bool { return r.Name == l.draft.Name }) {
		return fmt.Errorf("the flock already has a rule %q; choose another name", l.draft.Name)
	}
	err, fault := model.CheckRule(l.model, l.rule, l.draft), new(model.RuleError)
	k := slices.IndexFunc(l.written, func(d formula.Definition) bool { return d.Name == l.rule })
	if errors.As(err, &fault) && k >= 0 && k < fault.Rule && fault.Rule < len(l.written) {
		return fmt.Errorf("with this draft, the later rule %q is no longer valid: %s", l.written[fault.Rule].Name, lines.OneLine(fault.Err))
	}
	return err
}

func (l *lab) mistakeText() string {
	if mistake := l.editor.mistake; mistake != nil {
		return fmt.Sprintf("line %d, column %d: %s", mistake.Line, mistake.Column, lines.Line(mistake.Text))
	}
	key := new(formula.KeyError)
	if errors.As(l.mistake, &key) && key.Param >= 0 {
		if key.OfColumn && key.Param < len(l.draft.Columns) {
			return fmt.Sprintf("column %s: %s", l.draft.Columns[key.Param].Key, lines.OneLine(key))
		}
		if !key.OfColumn && key.Param < len(l.draft.Params) {
			return fmt.Sprintf("parameter %s: %s", l.draft.Params[key.Param].Key, lines.OneLine(key))
		}
	}
	return lines.OneLine(l.mistake)
}

func (p *Panel) flyRule(s *State, o *Outcome) {
	l := &p.lab
	if s.playsRecording() {
		o.Say = s.playbackHint()
		return
	}
	if l.check(); l.mistake != nil {
		o.Say = "the rule has a mistake: " + l.mistakeText()
		return
	}
	m, err := model.WithRule(s.Controls.Params.Model(), l.rule, l.draft)
	if err != nil {
		o.Say = lines.OneLine(err)
		return
	}
	o.Controls.Params, o.Edit = o.Controls.Params.For(m), studio.Done
}

func (p *Panel) removeRule(s *State, o *Outcome) {
	l := &p.lab
	m, err := model.WithoutRule(s.Controls.Params.Model(), l.rule)
	if err != nil {
		o.Say = lines.OneLine(err)
		return
	}
	l.removed = l.draft.Text() // the draft of a removed rule does not count as changed
	o.Controls.Params, o.Edit = o.Controls.Params.For(m), studio.Done
}

func (l *lab) openWanted(flock int) {
	if l.wanted == "" || flock != l.wantedIn {
		return
	}
	k := slices.IndexFunc(l.written, func(d formula.Definition) bool { return d.Name == l.wanted })
	if k >= 0 {
		l.openRule(k)
	}
	l.wanted = ""
}

func (p *Panel) labPage(s *State, o *Outcome) {
	if s.Tape != nil && s.Tape.Tracks {
		writeGreyWrapped("Imported tracks have no rules.")
		return
	}
	l := &p.lab
	l.follow(s.Controls.Params.Model())
	l.openWanted(s.Controls.Flock)
	l.checkInPauses()
	p.labHead(s, o)
	if l.isEmpty() {
		writeGreyWrapped("No rule of this flock is written as a formula. Choose New rule to begin with a rule such as cohesion. Then press Ctrl Enter to give the rule to the flock.")
		return
	}
	room, em := imgui.ContentRegionAvail(), imgui.FontSize()
	if room.X < 38*em {
		p.editFormula(s, o, imgui.Vec2{X: -1, Y: max(room.Y*0.4, 9*em)})
		p.labState()
		p.labSide(s, o)
		return
	}
	inHead := p.stateInHead()
	if imgui.BeginChildStrV("##lab.left", imgui.Vec2{X: room.X * l.editorShare()}, imgui.ChildFlagsNone, 0) {
		p.editFormula(s, o, imgui.Vec2{X: -1, Y: -1})
	}
	imgui.EndChild()
	p.labDivider(room.X)
	if imgui.BeginChildStrV("##lab.right", imgui.Vec2{}, imgui.ChildFlagsNone, 0) {
		if !inHead {
			p.labState()
		}
		p.labSide(s, o)
	}
	imgui.EndChild()
}

func (l *lab) editorShare() float32 { return 0.6 + l.wider }

func (p *Panel) labDivider(wide float32) {
	imgui.SameLineV(0, 0)
	imgui.InvisibleButton("##lab.divider", imgui.Vec2{X: 0.6 * imgui.FontSize(), Y: max(imgui.ContentRegionAvail().Y, 1)})
	p.mark("lab.divider")
	if imgui.IsItemHovered() || imgui.IsItemActive() {
		imgui.SetMouseCursor(imgui.MouseCursorResizeEW)
	}
	if imgui.IsItemActive() {
		const narrowest, widest = -0.2, 0.2
		p.lab.wider = min(max(p.lab.wider+imgui.CurrentIO().MouseDelta().X/wide, narrowest), widest)
	}
	imgui.SameLineV(0, 0)
}

func (p *Panel) labHead(s *State, o *Outcome) {
	l := &p.lab
	imgui.SetNextItemWidth(min(max(imgui.ContentRegionAvail().X-18*imgui.FontSize(), 7*imgui.FontSize()), 16*imgui.FontSize()))
	name := l.draft.Name
	if l.isEmpty() {
		name = "no rule"
	}
	if imgui.BeginCombo("##lab.rule", escapeFormat(name)) {
		for k := range l.written {
			if selectable(l.written[k].Name+fmt.Sprintf("##rule%d", k), l.written[k].Name == l.rule, 0, imgui.Vec2{}) {
				l.openRule(k)
			}
		}
		p.keptDrafts()
		imgui.EndCombo()
	}
	p.mark("lab.rule")
	hint("Rules of this flock that are written as formulas.")
	imgui.SameLine()
	p.newRuleMenu()
	if l.isEmpty() {
		return
	}
	p.wrapFor(5)
	imgui.BeginDisabledV(l.mistake != nil || s.playsRecording() || !l.isChanged())
	p.button("Fly", "lab.fly", func() { p.flyRule(s, o) })
	imgui.EndDisabled()
	hint("Gives the flock this rule (Ctrl Enter).")
	p.wrapFor(5)
	imgui.BeginDisabledV(!l.isChanged() || l.rule == "")
	p.button("Revert", "lab.revert", func() {
		k := slices.IndexFunc(l.written, func(d formula.Definition) bool { return d.Name == l.rule })
		l.edit("", formula.Definition{})
		l.load(k)
	})
	imgui.EndDisabled()
	hint("Replaces the draft with the rule that the flock uses.")
	p.wrapFor(5)
	imgui.BeginDisabledV(l.rule != "" && s.playsRecording())
	p.button("Remove", "lab.remove", func() {
		if l.rule == "" {
			l.model, l.draft, l.velocity = nil, formula.Definition{}, false
			return
		}
		p.removeRule(s, o)
	})
	imgui.EndDisabled()
	if l.rule == "" {
		hint("Discards this draft, which the flock does not use.")
	} else {
		hint("Removes this rule from the flock. Undo brings it back.")
	}
}

func (p *Panel) editFormula(s *State, o *Outcome, size imgui.Vec2) {
	l := &p.lab
	l.editor.show(p, size, l.words)
	*l.formula() = l.editor.text
	if l.checkInPauses(); l.editor.fly {
		p.flyRule(s, o)
	}
}

func (l *lab) state() (text string, colour imgui.Vec4) {
	switch {
	case l.mistake != nil && l.rule != "":
		return l.mistakeText() + ". The flock still uses the last valid version.", present().alarm
	case l.mistake != nil:
		return l.mistakeText(), present().alarm
	case l.isChanged():
		return "The flock does not use this draft yet. Press Ctrl Enter to use it.", present().dim
	}
	return "The flock uses this rule.", present().dim
}

func (p *Panel) labState() {
	text, colour := p.lab.state()
	imgui.PushStyleColorVec4(imgui.ColText, colour)
	writeWrapped(text)
	imgui.PopStyleColor()
	p.mark("lab.state")
}

func (p *Panel) stateInHead() bool {
	text, _ := p.lab.state()
	style := imgui.CurrentStyle()
	right := imgui.CursorScreenPos().X + imgui.ContentRegionAvail().X
	if imgui.ItemRectMax().X+2*style.ItemSpacing().X+imgui.CalcTextSize(text).X > right {
		return false
	}
	imgui.SameLineV(0, 2*style.ItemSpacing().X)
	imgui.AlignTextToFramePadding()
	p.labState()
	return true
}
