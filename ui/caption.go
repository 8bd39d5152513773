//go:build cgo && !nowindow

package ui

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/scenery"
	"skein/engine/studio"
	"skein/flock"
	"skein/flock/scenario"
)

func (p *Panel) hasCaption(s *State) bool {
	sc := s.Scene
	return sc != nil && !p.strip.closed && !s.NoCaptions && (sc.Credit != "" || sc.Watch != "" || len(sc.Suggestions)+len(sc.Lessons) > 0)
}

func (p *Panel) toggleCaptions(s *State, o *Outcome) {
	if p.strip.closed && !s.NoCaptions {
		p.strip.closed = false // only the caption of this scene was closed, so show it again
		return
	}
	p.strip.closed = false
	o.Actions = append(o.Actions, ToggleCaptions)
}

func (p *Panel) captionCard(s *State, o *Outcome, folded bool) {
	sc := s.Scene
	stripTitle(s.Title)
	p.mark("strip")
	imgui.SameLineV(0, imgui.FontSize())
	if folded {
		imgui.AlignTextToFramePadding()
		writeGrey("…")
		return
	}
	beside := sc.Credit == "" || imgui.CalcTextSize(sc.Credit).X < imgui.ContentRegionAvail().X-4*imgui.FontSize()
	if beside {
		imgui.AlignTextToFramePadding()
		writeGrey(sc.Credit)
	}
	if p.closeButton("Closes the caption of this scene. Help > Captions hides or shows all captions.") {
		p.strip.closed = true
	}
	if !beside {
		writeGreyWrapped(sc.Credit)
	}
	if sc.Watch != "" {
		writeWrapped(sc.Watch)
	}
	p.suggestions(sc, o)
	if len(sc.Lessons) > 0 {
		p.buttonRow(len(sc.Suggestions) == 0, "Start the lesson", "strip.lesson", func() { p.strip.lesson.begin(s) })
	}
}

func (p *Panel) suggestions(sc *scenario.Scenario, o *Outcome) {
	for k := range sc.Suggestions {
		t := &sc.Suggestions[k]
		p.buttonRow(k == 0, t.Label, suggestionKey(t), func() { p.try(t, o) })
	}
}

func suggestionKey(t *scenario.Suggestion) string { return "strip.try." + plainKey(t.Label) }

func (p *Panel) try(t *scenario.Suggestion, o *Outcome) {
	c := &o.Controls
	params, newLook := t.Apply(c.Params, c.Look)
	if params != c.Params && p.flock != 0 {
		o.Say = "select the first flock (" + p.PresentKey("Shift K") + ") to try this"
		return
	}
	c.Params, c.Look, o.Edit = params, newLook, studio.Done
	o.Say = t.Label + "; " + p.PresentKey("Ctrl Z") + " undoes it"
}

type lessonRun struct {
	step  int     // counted from 1; 0 means that no lesson is running
	since float64 // start of the step, s
	watch userWatch
	begun bool
	ready bool // the condition of the step was true from the start, so the step waits for the Next button
}

// A step is shown for at least lessonStays, in s. If it is not done after lessonWaits, in s, it gets a
// Next button.
const (
	lessonStays = 3
	lessonWaits = 8
)

func (l *lessonRun) begin(s *State) { l.enter(1, s) }

func (l *lessonRun) enter(step int, s *State) {
	*l = lessonRun{step: step, since: imgui.Time(), watch: watchUser(s)}
}

func (l *lessonRun) running(s *State) bool {
	return s.Scene != nil && l.step > 0 && l.step <= len(s.Scene.Lessons)
}

func (l *lessonRun) update(p *Panel, s *State, o *Outcome) {
	if !l.running(s) {
		l.step = 0
		return
	}
	wait := s.Scene.Lessons[l.step-1].Wait
	done := l.watch.did(wait, p, s, o)
	if !l.begun {
		l.begun, l.ready = true, done || l.already(wait, p, s)
	}
	if !l.ready && imgui.Time() > l.since+lessonStays && done {
		l.next(s, o)
	}
}

// already reports whether the window already is in the state that a step asks for.
func (l *lessonRun) already(wait string, p *Panel, s *State) bool {
	switch wait {
	case "select":
		return s.Controls.Selected >= 0
	case "why":
		return p.studies.inspector.open && !p.studies.inspector.behind
	}
	return false
}

func (l *lessonRun) offersNext(wait string, now float64) bool {
	return l.ready || wait == scenario.LessonWaits()[0] || now > l.since+lessonWaits
}

func (l *lessonRun) next(s *State, o *Outcome) {
	l.enter(l.step+1, s)
	if !l.running(s) {
		o.Say = "the lesson is done"
	}
}

func (p *Panel) lessonCard(s *State, o *Outcome) {
	l, all := &p.strip.lesson, s.Scene.Lessons
	step := &all[l.step-1]
	progress(len(all), l.step-1, func(k int) bool { return k < l.step-1 })
	writeGrey(counted(l.step, len(all)))
	p.mark("strip")
	if p.closeButton("Ends the lesson.") {
		l.step = 0
	}
	text := step.TextFor(p.actionPhrase)
	writeWrapped(text)
	first := true
	for k := range s.Scene.Suggestions {
		if t := &s.Scene.Suggestions[k]; strings.Contains(text, t.Label) {
			p.buttonRow(first, t.Label, suggestionKey(t), func() { p.try(t, o) })
			first = false
		}
	}
	if l.offersNext(step.Wait, imgui.Time()) {
		label := "Next"
		if l.step == len(all) {
			label = "Done"
		}
		p.buttonRow(first, label, "strip.next", func() { l.next(s, o) })
	} else if first {
		imgui.NewLine()
	}
	p.point(s, step.Point)
}

func (p *Panel) actionPhrase(action string) string {
	switch action {
	case "select":
		return "Click a boid, or press " + p.PresentKey("N")
	case "follow":
		return "Follow it with " + p.PresentKey("3")
	case "inspect":
		return "If the inspector is closed, open it with " + p.PresentKey("Y")
	case "slow":
		return "Slow time down with the key " + spokenKey(p.PresentKey("-"))
	case "restart":
		return "Restart with " + p.PresentKey("R")
	}
	return action
}

func (p *Panel) point(s *State, at string) {
	switch at {
	case "":
	case "leader":
		if e := strongest(s.Escapes); e != nil {
			p.ring(s, e.Boid, 1)
		}
	case "selected":
		if s.Controls.Selected >= 0 {
			p.ring(s, s.Controls.Selected, 1)
		}
	default:
		if t := s.Around.Thing(at); t != nil {
			if where, _, ok := scenery.Pivot(t, 0); ok {
				p.ringAt(s, where, 1)
			}
		}
	}
}

func strongest(all []flock.OpenEscape) (best *flock.OpenEscape) {
	for k := range all {
		if best == nil || all[k].Followers > best.Followers {
			best = &all[k]
		}
	}
	return best
}
