//go:build cgo && !nowindow

package ui

import (
	"image"
	"testing"

	"skein/flock/scenario"
)

// The first entry of the Help menu lists the lessons. A lesson of another scene begins when this scene is
// open, even if the first steps are still shown.
func TestHelpMenuStartsLessons(t *testing.T) {
	p := newPage(t, 1)
	s := &State{Title: "starlings", Scenes: []SceneLine{{Name: "starlings"}}, Picture: image.Rect(0, 0, 800, 600), Controls: p.controls}
	for _, name := range scenario.Names() {
		sc, err := scenario.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		s.Scenes = append(s.Scenes, SceneLine{Name: name, Lesson: len(sc.Lessons) > 0})
	}
	help := menus()[len(menus())-1].items(p.panel, s)
	if help[0].label != lessonsMenu || len(help[0].submenu) < 10 {
		t.Fatalf("the first entry of the Help menu is %q with %d entries, want the lessons", help[0].label, len(help[0].submenu))
	}
	o := Outcome{Controls: s.Controls}
	for _, it := range help[0].submenu {
		if it.label == "paper" {
			it.do(s, &o)
		}
	}
	if o.Open != "paper" {
		t.Fatalf("the lesson of paper opens %q", o.Open)
	}
	var err error
	if s.Scene, err = scenario.Builtin("paper"); err != nil {
		t.Fatal(err)
	}
	p.layOut = func() { p.panel.showStrip(s, &Outcome{Controls: s.Controls}) }
	p.frame(0.1)
	if p.panel.strip.lesson.running(s) {
		t.Error("the lesson runs before its scene is open")
	}
	s.Title = "paper"
	p.frame(0.1)
	if !p.panel.strip.lesson.running(s) || p.panel.strip.tour.shown(s) {
		t.Errorf("with the scene open, the lesson runs: %t, and the first steps are shown: %t; want only the lesson", p.panel.strip.lesson.running(s), p.panel.strip.tour.shown(s))
	}
}
