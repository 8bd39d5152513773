//go:build cgo && !nowindow

package ui

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/glfw/v3.3/glfw"

	"skein/engine/window"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/scenario/testscene"
)

func TestPaletteFindsAll(t *testing.T) {
	def := testscene.Def("murmuration")
	p := NewPanel([]flock.Params{def.Params}, look.Default(), "")
	s := &State{Recent: []string{"/flights/one.toml"}}
	s.Controls.Params, s.Controls.Look = def.Params, look.Default()
	o := &Outcome{Controls: s.Controls}
	all := p.allResults(s, o)
	named := map[string]string{ // typed text → expected result
		"heat map": "Distances", "distance matrix": "Distances", "scorecard": "Scorecard", "histograms": "Plots",
		"log": "Messages", "theme": "Light theme", "gamepad": "Shortcuts…", "escapes": "Ledger", "why": "Inspector",
		"neighbours": "Inspector", "film": "Render…", "stop watch": "", "clock": "Clock", "marsh": "Landscape", "storm": "Weather",
	}
	for name := range p.drawers() {
		named[strings.ToLower(name)] = name
	}
	var pages []string
	for _, t := range p.tabs {
		if t.name != "Boid" && t.name != "Object" { // these pages need a selection in the picture
			named[strings.ToLower(t.name)] = t.name
			pages = append(pages, t.name)
		}
	}
	for _, row := range p.look {
		if !row.InFile && row.Key != "speed" {
			named[row.Label] = row.Label
		}
	}
	for _, page := range pages {
		if first := ranked(all, strings.ToLower(page))[0]; first.label != page || !strings.HasPrefix(first.where, windowMenu) {
			t.Errorf("%q finds %q in %q first, want the page", page, first.label, first.where)
		}
	}
	for typed, want := range named {
		some := ranked(all, typed)
		has := func(f paletteResult) bool {
			return strings.TrimSuffix(f.label, "…") == strings.TrimSuffix(want, "…")
		}
		if want == "" && len(some) > 0 || want != "" && !slices.ContainsFunc(some[:min(len(some), 12)], has) {
			t.Errorf("%q finds %d results without %q", typed, len(some), want)
		}
	}
}

// Commands come before parameters if both match equally well, and scenes come last. A parameter without an
// effect comes after other labels that match, but first if the text is its label. Three typed dots match an
// ellipsis.
func TestPaletteOrder(t *testing.T) {
	def := testscene.Def("murmuration")
	for typed, want := range map[string]string{
		"predator": "Add predator", "render...": "Render…", "render…": "Render…", "add flock...": "Add flock…",
		"predator turn": "Predator turn", "predator range": "Predator range", "separation": "Separation",
		"cohesion weight": "Cohesion weight", "cohesion weig": "Cohesion weight", "Cohesion": "Cohesion", "reynolds": "reynolds",
	} {
		p := NewPanel([]flock.Params{def.Params}, look.Default(), "")
		s := &State{Scenes: []SceneLine{{Name: "reynolds", Line: "Boids with a weight of separation, alignment and cohesion"}}}
		s.Controls.Params, s.Controls.Look = def.Params, look.Default()
		some := ranked(p.allResults(s, &Outcome{Controls: s.Controls}), typed)
		if len(some) == 0 || !strings.HasPrefix(some[0].label, want) {
			t.Errorf("%q finds %d results, first %+v, want %q", typed, len(some), some[:min(len(some), 1)], want)
		}
		seen := false
		for _, f := range some {
			label := strings.ToLower(f.label)
			seen = seen || f.idle && label != strings.ToLower(typed)
			if seen && !f.idle && strings.Contains(label, strings.ToLower(typed)) {
				t.Errorf("%q finds %q after a parameter that has no effect", typed, f.label)
			}
		}
	}
}

// If there is no file dialog, Ctrl O asks for a path. The palette then finds actions with the file and recent
// files, but no parameters.
func TestPaletteAsksForAPath(t *testing.T) {
	def := testscene.Def("murmuration")
	p := NewPanel([]flock.Params{def.Params}, look.Default(), "")
	s := &State{Recent: []string{"/flights/one.toml", "/flights/two.mcap"}}
	s.Controls.Params, s.Controls.Look = def.Params, look.Default()
	p.AskPath()
	for text, want := range map[string][]string{
		"": {"/flights/one.toml", "/flights/two.mcap"}, "two": {"/flights/two.mcap"}, "vision": nil, "README.md": nil,
		"a.toml": {"Open a.toml"}, "shot.csv": {"Open shot.csv"}, "a.glb": {"Open a.glb", "Add obstacle: a.glb"},
	} {
		p.palette.text = text
		var got []string
		for _, f := range p.results(s, &Outcome{Controls: s.Controls}) {
			got = append(got, f.label)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
	if p.palette.prompt() != "path of a file" {
		t.Errorf("the field asks for %q, want the path of a file", p.palette.prompt())
	}
}

// If Enter is pressed and the typed name finds nothing, the palette stays open for further typing. After Ctrl
// O, a name that finds nothing is opened, and a message says what is wrong with it.
func TestPaletteStaysAfterUnknownName(t *testing.T) {
	for _, files := range []bool{false, true} {
		p := newPage(t, 1)
		s := &State{Controls: p.controls}
		opened := ""
		p.layOut = func() {
			o := &Outcome{Controls: p.controls}
			if p.panel.search(s, o); o.Open != "" {
				opened = o.Open
			}
		}
		if p.panel.Search(); files {
			p.panel.AskPath()
		}
		for range 3 {
			p.frame(0.1)
		}
		enter := []window.Event{keyEvent(glfw.KeyEnter, true), keyEvent(glfw.KeyEnter, false)}
		for _, e := range slices.Concat([]window.Event{typed('q'), typed('q')}, enter, []window.Event{typed('x')}) {
			p.queue.Add(e)
			p.frame(0.1)
			p.frame(0.1)
		}
		if q := p.panel.palette; !q.open || !strings.Contains(q.text, "x") {
			t.Errorf("asked for a file %t: the palette is open %t with the text %q, want the letter typed last", files, q.open, q.text)
		}
		if want := map[bool]string{true: "qq"}[files]; opened != want {
			t.Errorf("asked for a file %t: it opens %q, want %q", files, opened, want)
		}
	}
}
