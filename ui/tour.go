//go:build cgo && !nowindow

package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/look"
)

type tourStep struct {
	title                 string
	mouse, trackpad, keys func(*Panel) string
	wait                  string // event that completes the step, one of [scenario.LessonWaits]
}

func said(text string) func(*Panel) string { return func(*Panel) string { return text } }

func tourSteps() []tourStep {
	key := func(name string) func(*Panel) string { return func(p *Panel) string { return p.PresentKey(name) } }
	return []tourStep{
		{"Look around", said("drag in the picture"), said("two fingers sideways"), said("Alt + arrows"), "look"},
		{"Select a bird", said("click it"), said("tap it"), key("N"), "select"},
		{"Look through the bird's eyes", said("menu Camera > Eye"), said("the same"), key("4"), "eye"},
		{"Slow time down", said("drag the 1 × field in the timeline to the left"), said("the same"), func(p *Panel) string { return spokenKey(p.PresentKey("-")) }, "slow"},
		{"See why the bird leads or stays with the flock", said("menu Window > Inspector"), said("the same"), func(p *Panel) string {
			return p.PresentKey("Y") + "; " + p.PresentKey("L") + " selects a leader"
		}, "why"},
	}
}

// spokenKey returns the name of a key for a sentence. A minus sign alone would look like a dash.
func spokenKey(key string) string {
	if key == "-" || key == "−" {
		return key + " (minus)"
	}
	return key
}

type tour struct {
	done     []bool
	watch    userWatch
	restart  bool
	over     float64 // time of the last step, s; 0 if not reached yet
	finished bool
}

const tourThanks = 6

func (t *tour) shown(s *State) bool { return (!s.Toured || t.restart) && !t.finished }

func (t *tour) begin() { *t = tour{restart: true} }

func (t *tour) update(p *Panel, s *State, o *Outcome) {
	if !t.shown(s) {
		return
	}
	if t.done == nil {
		t.done = make([]bool, len(tourSteps()))
		for k, step := range tourSteps() {
			t.done[k] = !t.restart && slices.Contains(s.TourDone, step.wait)
		}
		t.watch = watchUser(s)
	}
	for k, step := range tourSteps() {
		if !t.done[k] && t.watch.did(step.wait, p, s, o) {
			t.done[k] = true
			o.TourDone = append(o.TourDone, step.wait)
		}
	}
	switch now := imgui.Time(); {
	case t.present() < len(t.done):
	case t.over == 0:
		t.over = now
	case now > t.over+tourThanks:
		t.finish(o)
	}
}

func (t *tour) finish(o *Outcome) {
	t.finished = true
	o.Actions = append(o.Actions, FinishTour)
}

func (t *tour) present() int {
	for k, done := range t.done {
		if !done {
			return k
		}
	}
	return len(t.done)
}

// tourCard shows the present step. If brief is true, it shows less, for a small picture. wide is the largest
// width of the card, in screen units.
func (p *Panel) tourCard(o *Outcome, brief bool, wide float32) {
	t, steps := &p.strip.tour, tourSteps()
	present := t.present()
	progress(len(steps), present, func(k int) bool { return t.done[k] })
	title := "All five steps are done"
	if present < len(steps) {
		title = steps[present].title
	}
	const tip = "Closes the first steps. Help > First steps shows them again."
	if brief {
		write(title)
		p.mark("strip")
		if present < len(steps) && p.shortStep(&steps[present], wide) {
			hint(steps[present].allWays(p))
			if p.closeBeside(tip) {
				t.finish(o)
			}
			return
		}
	} else {
		stripTitle(title)
		p.mark("strip")
	}
	if p.closeButton(tip) {
		t.finish(o)
	}
	if present == len(steps) {
		controls("Help > Lessons", "shows what each model does", "Help > First steps", "brings these steps back", p.PresentKey("F1"), "lists all keys", "Home", "brings the opening view back")
		return
	}
	step := steps[present]
	mouse, trackpad := step.mouse(p), step.trackpad(p)
	switch {
	case brief:
		controls("Mouse", mouse, "Keys", step.keys(p))
	case trackpad == "the same":
		controls("Mouse, trackpad", mouse, "Keys", step.keys(p))
	default:
		controls("Mouse", mouse, "Trackpad", trackpad, "Keys", step.keys(p))
	}
}

// allWays returns all ways to complete the step, one per line.
func (t *tourStep) allWays(p *Panel) string {
	return "Mouse: " + t.mouse(p) + "\nTrackpad: " + t.trackpad(p) + "\nKeys: " + t.keys(p)
}

// shortStep shows what to do in one line, beside the title, if there is room in the width wide. It prefers
// the mouse.
func (p *Panel) shortStep(step *tourStep, wide float32) bool {
	used := imgui.ItemRectMax().X - imgui.WindowPos().X + imgui.CalcTextSize("Close").X + 4*imgui.FontSize()
	for _, text := range []string{step.mouse(p), "key " + step.keys(p)} {
		if used+imgui.CalcTextSize(text).X <= wide {
			imgui.SameLine()
			writeGrey(text)
			return true
		}
	}
	return false
}

type userWatch struct {
	selected        int
	speed           float32
	attacks, splits int
}

func watchUser(s *State) userWatch {
	return userWatch{s.Controls.Selected, s.Controls.Show.Speed, s.Ledger.Attacks, s.Ledger.Splits}
}

func (w *userWatch) did(what string, p *Panel, s *State, o *Outcome) bool {
	c := &s.Controls
	switch what {
	case "look":
		return o.looked
	case "select":
		// a predator that was just added is selected without a click
		return c.Selected >= 0 && c.Selected != w.selected && !c.Camera.Mode.FollowsLeaders() && s.hunter(o) == nil
	case "eye":
		return c.Camera.Mode.Stance() == look.StanceInside
	case "slow":
		return c.Show.Speed < w.speed
	case "why":
		inspector := &p.studies.inspector
		return c.Selected >= 0 && inspector.open && !inspector.behind
	case "leader":
		return len(s.Escapes) > 0
	case "attack":
		return s.Ledger.Attacks > w.attacks
	case "split":
		return s.Ledger.Splits > w.splits
	}
	return false
}
