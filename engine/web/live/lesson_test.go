package live_test

import (
	"regexp"
	"strings"
	"testing"

	"skein/flock/scenario"
)

// key finds the name of a key in a text, such as "press N", "with Y" or "the key -".
var key = regexp.MustCompile(`\b([Pp]ress|[Ww]ith|[Hh]old|[Kk]eys?|[Tt]ype) (the )?(keys? )?([A-Z0-9]|[-+=?,.]|Space|Tab|Esc(ape)?|Enter|Home|End|Ctrl.*|Shift.*|Alt.*)([ .,;:]|$)`)

func TestLessonsNameNoKeys(t *testing.T) {
	for _, text := range []string{"Click a boid, or press N. It", "Open the inspector with Y. It", "with the key -, and", "Restart with R to see", "press Ctrl Z."} {
		if !key.MatchString(text) {
			t.Fatalf("the test overlooks %q", text)
		}
	}
	filled := 0
	for _, name := range scenario.Names() {
		sc := scene(t, name, 3)
		s, _ := open(t, sc)
		d := s.Describe()
		if len(d.Lessons) != len(sc.Lessons) {
			t.Fatalf("%s: the page has %d steps, want %d", name, len(d.Lessons), len(sc.Lessons))
		}
		texts := []string{sc.Watch, sc.Description}
		for k, l := range d.Lessons {
			texts = append(texts, l.Text, sc.Lessons[k].Text)
			if strings.ContainsAny(l.Text, "{}") {
				t.Errorf("%s: the page shows braces: %s", name, l.Text)
			}
			if l.Text != sc.Lessons[k].Text {
				filled++
			}
		}
		for _, text := range texts {
			if at := key.FindString(text); at != "" {
				t.Errorf("%s: %q names a key: %s", name, at, text)
			}
		}
	}
	if filled < 8 {
		t.Errorf("only %d steps have words in braces", filled)
	}
}

func TestLessonActions(t *testing.T) {
	sc := scene(t, "paper", 3)
	sc.Lessons = nil
	for _, a := range scenario.LessonActions() {
		sc.Lessons = append(sc.Lessons, scenario.Lesson{Text: "{" + a + "}.", Wait: "next"})
	}
	s, _ := open(t, sc)
	seen := map[string]bool{}
	for k, l := range s.Describe().Lessons {
		if seen[l.Text] || !regexp.MustCompile(`^[A-Z][^{}]*\.$`).MatchString(l.Text) || strings.EqualFold(l.Text, scenario.LessonActions()[k]+".") {
			t.Errorf("the action %s becomes %q", scenario.LessonActions()[k], l.Text)
		}
		seen[l.Text] = true
	}
}
