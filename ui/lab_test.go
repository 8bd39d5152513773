//go:build cgo && !nowindow

package ui

import (
	"strings"
	"testing"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/formula"
	"skein/flock/look"
	"skein/flock/model"
)

// labOf returns a panel whose window Lab shows the flock, and functions that apply what the user did in a
// frame.
func labOf(t *testing.T) (p *Panel, s *State, frame func(do func(*Outcome))) {
	t.Helper()
	params := model.Hartman().Params()
	p = NewPanel([]flock.Params{params}, look.Default(), "")
	s = &State{}
	s.Controls.Params = params
	frame = func(do func(*Outcome)) {
		t.Helper()
		p.followRules(s.Controls.Params.Model())
		p.lab.follow(s.Controls.Params.Model())
		p.lab.check()
		o := Outcome{Controls: s.Controls}
		do(&o)
		if o.Say != "" {
			t.Logf("said: %s", o.Say)
		}
		s.Controls = o.Controls
	}
	return p, s, frame
}

func nothing(*Outcome) {}

func (l *lab) write(text string) {
	l.editor.text = text
	*l.formula() = text
}

// Ctrl Enter applies a new rule to the flock as a complete edit. A rule with a mistake does not change the
// flock. When the edit is undone, the editor follows the flock, but keeps a changed draft.
func TestLabFliesARule(t *testing.T) {
	p, s, frame := labOf(t)
	l := &p.lab
	plain := s.Controls.Params
	frame(func(*Outcome) { l.edit("", l.unlike(simpleRules()[0].rule)) })
	frame(func(o *Outcome) {
		if !l.isChanged() || l.mistake != nil {
			t.Fatalf("the template cannot fly: %v", l.mistake)
		}
		if p.flyRule(s, o); o.Edit != studio.Done {
			t.Error("the edit is not complete")
		}
	})
	frame(nothing)
	first := s.Controls.Params
	if l.rule != "my cohesion" || l.isChanged() || len(model.WrittenRules(first.Model())) != 1 {
		t.Fatalf("the editor has the rule %q; the flock has %v", l.rule, model.WrittenRules(first.Model()))
	}
	if _, ok := p.saved.Params[0].Spec("my_cohesion"); !ok {
		t.Error("the panel does not know the parameter of the new rule")
	}

	l.write("my_cohesion * mean(ofset)")
	frame(func(o *Outcome) { p.flyRule(s, o) })
	if s.Controls.Params != first {
		t.Error("the flock uses a rule with a mistake")
	}
	if text := l.mistakeText(); !strings.HasPrefix(text, `line 1, column 20: unknown name "ofset"`) || !strings.Contains(text, "offset") {
		t.Errorf("the mistake is %q", text)
	}
	if from, to := mistakeRange(l.editor.text, l.editor.mistake); l.editor.text[from:to] != "ofset" {
		t.Errorf("%q is underlined", l.editor.text[from:to])
	}

	l.write("2 * my_cohesion * mean(offset)")
	frame(func(o *Outcome) { p.flyRule(s, o) })
	frame(nothing)
	if l.isChanged() || model.WrittenRules(s.Controls.Params.Model())[0].Steer != l.editor.text {
		t.Error("the flock does not use the changed rule")
	}
	s.Controls.Params = first // Undo
	frame(nothing)
	if l.isChanged() || l.editor.text != *l.formula() || l.draft.Steer != simpleRules()[0].rule.Steer {
		t.Errorf("after Undo the editor has %q", l.editor.text)
	}
	l.write("3 * my_cohesion * mean(offset)")
	s.Controls.Params = plain // Undo once more
	frame(nothing)
	if !l.isChanged() || l.rule != "" || l.editor.text != "3 * my_cohesion * mean(offset)" {
		t.Errorf("Undo replaced a changed draft by %q", l.editor.text)
	}
}

func TestLabRenamesAndRemoves(t *testing.T) {
	p, s, frame := labOf(t)
	l := &p.lab
	fly := func(o *Outcome) { p.flyRule(s, o) }
	frame(func(*Outcome) { l.edit("", l.unlike(simpleRules()[2].rule)) })
	frame(fly)
	frame(func(*Outcome) { l.draft.Name = "my room" })
	frame(fly)
	frame(nothing)
	if l.rule != "my room" || len(l.written) != 1 {
		t.Fatalf("the rules are %v after a change of name", l.written)
	}
	frame(func(*Outcome) { l.edit("", l.unlike(simpleRules()[2].rule)) })
	frame(fly)
	frame(nothing)
	if len(l.written) != 2 || l.written[1].Params[0].Key != "my_separation_2" || l.mistake != nil {
		t.Fatalf("the second rule is %v (%v)", l.written, l.mistake)
	}
	frame(func(o *Outcome) { p.removeRule(s, o) })
	frame(nothing)
	if len(l.written) != 1 || l.rule != "my room" || l.isChanged() {
		t.Errorf("after the removal the editor has %q, and the flock %v", l.rule, l.written)
	}
}

func TestLabKeepsDrafts(t *testing.T) {
	p, s, frame := labOf(t)
	l := &p.lab
	for _, k := range []int{0, 2} {
		frame(func(*Outcome) { l.edit("", l.unlike(simpleRules()[k].rule)) })
		frame(func(o *Outcome) { p.flyRule(s, o) })
		frame(func(*Outcome) {})
	}
	if len(l.written) != 2 || l.rule != l.written[1].Name {
		t.Fatalf("the flock has the rules %v, and the editor %q", l.written, l.rule)
	}
	was := l.editor.text
	l.write("2 * (" + was + ")")
	l.openRule(0)
	if l.rule != l.written[0].Name || l.isChanged() || len(l.kept) != 1 {
		t.Fatalf("the editor has %q with %d kept drafts", l.rule, len(l.kept))
	}
	l.openRule(1)
	if l.rule != l.written[1].Name || !l.isChanged() || l.editor.text != "2 * ("+was+")" || len(l.kept) != 0 {
		t.Errorf("the editor has %q of the rule %q, with %d kept drafts", l.editor.text, l.rule, len(l.kept))
	}
}

func TestLabKeepsTheKind(t *testing.T) {
	p, _, frame := labOf(t)
	l := &p.lab
	frame(func(*Outcome) { l.edit("", formula.Definition{Name: "glide", Velocity: "velocity"}) })
	l.write("")
	l.write("2 * velocity")
	if l.draft.Velocity != "2 * velocity" || l.draft.Steer != "" {
		t.Errorf("the draft has the steer %q and the velocity %q", l.draft.Steer, l.draft.Velocity)
	}
}

func TestLabTemplates(t *testing.T) {
	for _, one := range ruleTemplates() {
		if err := model.CheckRule(model.Hartman(), "", one.rule); err != nil {
			t.Errorf("%s: %v", one.label, err)
		}
	}
	if n := len(ruleTemplates()) - len(simpleRules()); n < 8 {
		t.Errorf("the built-in scenes have only %d rules", n)
	}
}

func TestCompletionIsInserted(t *testing.T) {
	words := (&formula.Definition{}).Words(model.Hartman())
	for _, c := range []struct{ before, after string }{
		{"me|", "mean(|"}, {"me|(offset)", "mean|(offset)"}, {"sum(dist|", "sum(distance|"}, {"norm|alize(velocity)", "normalize|(velocity)"},
	} {
		index := strings.IndexByte(c.before, '|')
		e := editor{text: strings.Replace(c.before, "|", "", 1), cursor: index}
		e.menu.update(e.text, index, words, false)
		if !e.menu.open() {
			t.Errorf("%q has no completion", c.before)
			continue
		}
		e.accept()
		in := e.insert
		if got := e.text[:in.from] + in.text + "|" + e.text[in.to:]; got != c.after {
			t.Errorf("%q becomes %q, want %q", c.before, got, c.after)
		}
	}
}
