//go:build cgo && !nowindow

package ui

import (
	"strings"
	"testing"

	"skein/engine/studio"
	"skein/flock/formula"
)

// The Lab refuses a draft that does not agree with the other rules before the user presses Ctrl Enter, and
// names the conflicting rule. New keys differ from the columns of all rules.
func TestLabKnowsTheOtherRules(t *testing.T) {
	p, s, frame := labOf(t)
	l := &p.lab
	fly := func(d formula.Definition) {
		t.Helper()
		frame(func(*Outcome) { l.edit("", d) })
		frame(func(o *Outcome) {
			if p.flyRule(s, o); o.Edit != studio.Done {
				t.Fatalf("%s cannot fly: %v", d.Name, l.mistake)
			}
		})
		frame(nothing)
	}
	timer := formula.Definition{
		Name: "timer", Steer: "next_my_state = my_state\nvec(0[m/s], 0[m/s], 0[m/s])",
		Columns: []formula.Column{{Key: "my_state", Min: -1, Max: 1, Doc: "A timer"}},
	}
	first := simpleRules()[0].rule
	fly(first)
	fly(timer)
	fly(formula.Definition{Name: "later", Steer: "my_cohesion * vec(1[m], 0[m], 0[m])"})

	if key := l.freeKey("my_state"); key != "my_state_2" {
		t.Errorf("a new column has the key %s", key)
	}
	if again := l.unlike(timer); again.Name != "timer 2" || again.Columns[0].Key != "my_state_2" || !strings.HasPrefix(again.Steer, "next_my_state_2 = my_state_2\n") {
		t.Errorf("the second timer is %v", again)
	}
	refused := func(d formula.Definition, rule string, want ...string) {
		t.Helper()
		frame(func(*Outcome) { l.edit(rule, d) })
		frame(nothing)
		for _, part := range want {
			if l.mistake == nil || !strings.Contains(l.mistakeText(), part) {
				t.Errorf("the mistake is %v, want one with %q", l.mistake, part)
			}
		}
		if l.editor.mistake != nil {
			t.Errorf("the draft's text is underlined: %v", l.editor.mistake)
		}
	}
	timer.Name = "other"
	refused(timer, "", "column my_state", `the rule "timer" also has a column "my_state"`)
	first.Params, first.Switch, first.Steer = nil, "", "mean(offset) / 40[s]"
	refused(first, first.Name, `with this draft, the later rule "later" is no longer valid`, `unknown name "my_cohesion"`)
	first.Name = "timer"
	refused(first, "my cohesion", `the flock already has a rule "timer"`)
}
