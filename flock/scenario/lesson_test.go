package scenario

import (
	"slices"
	"strings"
	"testing"

	"skein/flock/look"
	"skein/flock/model"
)

const lessonText = `version = 1
base = "paper"
credit = "Hartman and Beneš (2006)"
watch = "the leaders"

[[try]]
label = "No leaders"
set = { leadership = 0.0, camera.mode = "eye" }

[[wind]]
name = "breeze"

[[lesson]]
text = "Wait until a bird breaks away."
point = "leader"
wait = "leader"

[[lesson]]
text = "This is the wind."
point = "breeze"
`

func TestLesson(t *testing.T) {
	s, err := Parse("a.toml", []byte(lessonText))
	if err != nil {
		t.Fatal(err)
	}
	if s.Credit != "Hartman and Beneš (2006)" || s.Watch != "the leaders" || len(s.Suggestions) != 1 {
		t.Fatalf("credit %q, watch %q, %d suggestions", s.Credit, s.Watch, len(s.Suggestions))
	}
	want := []Lesson{{"Wait until a bird breaks away.", "leader", "leader"}, {"This is the wind.", "breeze", "next"}}
	if !slices.Equal(s.Lessons, want) {
		t.Errorf("the lesson is %v, want %v", s.Lessons, want)
	}
	if s.Params.Float("leadership") == 0 {
		t.Fatal("the scene has no leaders to begin with")
	}
	p, l := s.Suggestions[0].Apply(s.Params, s.Look)
	if p.Float("leadership") != 0 || l.Camera.Mode != look.Eye || p.Float("cohesion") != s.Params.Float("cohesion") {
		t.Errorf("after the suggestion leadership is %v, cohesion %v and the camera %v", p.Float("leadership"), p.Float("cohesion"), l.Camera.Mode)
	}
	second, err := Parse("b.toml", s.TOML())
	if err != nil {
		t.Fatal(err)
	}
	if key, a, b := Difference(s, second); key != "" {
		t.Errorf("after writing and reading, %s is %s, want %s", key, b, a)
	}
	if !slices.Equal(second.Lessons, want) || len(second.Suggestions) != 1 || second.Suggestions[0].Label != "No leaders" {
		t.Errorf("after writing and reading, the lesson is %v and the suggestions %v", second.Lessons, second.Suggestions)
	}
}

// TextFor replaces only words in braces, by the texts of actions.
func TestTextFor(t *testing.T) {
	l := Lesson{Text: "{select}. Then {slow}, or 1 < 2."}
	if got, want := l.TextFor(strings.ToUpper), "SELECT. Then SLOW, or 1 < 2."; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
}

func TestLessonErrors(t *testing.T) {
	for _, c := range []struct{ from, to, says string }{
		{`wait = "leader"`, `wait = "leder"`, `a.toml:16: wait = "leder" is not one of next, `},
		{`point = "leader"`, `point = "leadr"`, `a.toml:15: point = "leadr" is not one of leader, selected, breeze, did you mean "leader"?`},
		{`point = "breeze"`, `pint = "breeze"`, `a.toml:20: unknown key "pint", did you mean "point"?`},
		{`text = "This is the wind."`, ``, `a.toml:18: text is missing`},
		{`text = "This is the wind."`, `text = "{selct}."`, `a.toml:19: text contains {selct}; only these words are allowed in braces: select, follow, inspect, slow, restart, did you mean "select"?`},
		{`label = "No leaders"`, ``, `a.toml:6: label is missing`},
		{`label = "No leaders"`, `label = 3`, `a.toml:7: label = 3 must be text in quotes`},
		{`leadership = 0.0`, `ledership = 0.0`, `a.toml:8: unknown key "ledership", did you mean "leadership"?`},
		{`leadership = 0.0`, `leadership = "no"`, `a.toml:8: leadership = "no" must be a number`},
		{`camera.mode = "eye"`, `camera.mode = "ear"`, `a.toml:8: camera.mode = "ear" is not one of`},
		{`set = { leadership = 0.0, camera.mode = "eye" }`, `set = "leadership"`, `a.toml:8: set must be a table`},
		{`set = {`, `sets = {`, `a.toml:8: unknown key "sets`},
		{`[[try]]`, `[try]`, `a.toml:6: try must be a list of tables, each under [[try]]`},
		{"[[lesson]]\ntext", "[lesson]\ntext", ``},
		{`[[try]]`, `[[tri]]`, `did you mean "try"?`},
	} {
		_, err := Parse("a.toml", []byte(strings.Replace(lessonText, c.from, c.to, 1)))
		if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: the error is %v, want %q", c.to, err, c.says)
		}
	}
}

// A saved scene has no suggestions that set parameters of a removed rule.
func TestSuggestionsWithoutTheirRule(t *testing.T) {
	for _, name := range []string{"vicsek", "couzin", "cucker-smale", "pearce", "inertial-spin"} {
		sc, err := Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range model.WrittenRules(sc.Params.Model()) {
			m, err := model.WithoutRule(sc.Params.Model(), d.Name)
			if err != nil {
				t.Fatal(err)
			}
			sc.Params = sc.Params.For(m)
		}
		sc.Events = nil
		back, err := Parse("saved.toml", sc.TOML())
		if err != nil {
			t.Errorf("%s without its rules cannot be opened: %v", name, err)
			continue
		}
		if len(back.Suggestions) >= len(sc.Suggestions) {
			t.Errorf("%s has all its %d suggestions after its rules were removed", name, len(back.Suggestions))
		}
	}
}
