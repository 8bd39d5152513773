//go:build cgo && !nowindow

package ui

import (
	"image"
	"slices"
	"strings"
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/glfw/v3.3/glfw"

	"skein/engine/studio"
	"skein/engine/window"
	"skein/flock/model"
)

// labWindow is the window Lab, which the test controls with keys and the mouse.
type labWindow struct {
	*page
	*lab
	edits []studio.Edit
	said  string
}

func newLabWindow(t *testing.T) *labWindow {
	w := &labWindow{page: newPage(t, 1)}
	w.lab = &w.panel.lab
	w.controls.Params, w.controls.Selected = model.Hartman().Params(), -1
	w.layOut = func() {
		imgui.SetNextWindowPos(imgui.Vec2{})
		imgui.SetNextWindowSize(imgui.Vec2{X: 800, Y: 600})
		imgui.Begin("Lab")
		s, o := &State{Controls: w.controls}, Outcome{Controls: w.controls}
		w.panel.labPage(s, &o)
		if w.controls = o.Controls; o.Edit == studio.Done {
			w.edits = append(w.edits, o.Edit)
		}
		if o.Say != "" {
			w.said = o.Say
		}
		imgui.End()
	}
	w.frame(0.1)
	return w
}

func (w *labWindow) begin() {
	w.edit("", w.unlike(simpleRules()[0].rule))
	w.lab.editor.takesKeys = true
	w.frame(0.1)
	w.frame(0.1)
	w.press(glfw.KeyLeftControl, glfw.KeyEnd)
}

func (w *labWindow) press(keys ...glfw.Key) {
	for _, k := range keys {
		w.queue.Add(keyEvent(k, true))
	}
	w.frame(0.1)
	slices.Reverse(keys)
	for _, k := range keys {
		w.queue.Add(keyEvent(k, false))
	}
	w.frame(0.1)
	w.frame(0.1) // a completion is inserted in the next frame
}

func (w *labWindow) typeText(text string) {
	for _, c := range text {
		w.queue.Add(typed(c))
		w.frame(0.1)
	}
	w.frame(0.1)
}

func (w *labWindow) clickOn(widget string) {
	w.moveTo(w.at(widget, 0.5, 0.5))
	w.frame(0.1)
	w.queue.Add(button(true))
	w.frame(0.1)
	w.queue.Add(button(false))
	for range 4 { // the field gets the keyboard and the word some frames later
		w.frame(0.1)
	}
}

// ends fails the test unless the text in the editor is the template's text followed by the string want.
func (w *labWindow) ends(step, want string) {
	w.Helper()
	plain := simpleRules()[0].rule.Steer
	if got, ok := strings.CutPrefix(w.lab.editor.text, plain); !ok || got != want || w.draft.Steer != w.lab.editor.text {
		w.Fatalf("%s: the text is %q, and the draft %q; want %q after the template", step, w.lab.editor.text, w.draft.Steer, want)
	}
}

// Tab inserts the word that the list proposes. Esc closes first the list and then the field. Ctrl
// Enter gives the rule to the flock. None of these keys changes the text in another way.
func TestLabKeys(t *testing.T) {
	w := newLabWindow(t)
	w.begin()
	e := &w.lab.editor
	if !e.active {
		t.Fatal("the new rule does not have the keyboard")
	}
	w.typeText(" + my_coh")
	if !e.menu.open() {
		t.Fatal("typing does not list words")
	}
	w.press(glfw.KeyTab)
	w.ends("Tab", " + my_cohesion")
	w.typeText(" * me")
	w.press(glfw.KeyTab)
	w.ends("Tab with a function", " + my_cohesion * mean(")
	w.typeText("off")
	if w.press(glfw.KeyEscape); e.menu.open() || !e.active {
		t.Fatalf("after Esc, the list is open: %v, and the field has the keyboard: %v; want only the second", e.menu.open(), e.active)
	}
	w.ends("Esc", " + my_cohesion * mean(off")
	w.press(glfw.KeyLeftControl, glfw.KeySpace)
	if !e.menu.open() || e.menu.words[0].Text != "offset" {
		t.Fatalf("Ctrl Space lists %v, want offset first", e.menu.words)
	}
	w.press(glfw.KeyTab)
	w.ends("Ctrl Space and Tab", " + my_cohesion * mean(offset")
	if w.press(glfw.KeyLeftControl, glfw.KeyEnter); len(w.edits) > 0 || !strings.Contains(w.said, "mistake") {
		t.Fatalf("Ctrl Enter with a mistake makes the edits %v and says %q", w.edits, w.said)
	}
	w.typeText(")")
	w.press(glfw.KeyLeftControl, glfw.KeyEnter)
	w.ends("Ctrl Enter", " + my_cohesion * mean(offset)")
	if rules := model.WrittenRules(w.controls.Params.Model()); len(w.edits) != 1 || w.edits[0] != studio.Done || len(rules) != 1 || rules[0].Steer != e.text {
		t.Fatalf("after Ctrl Enter, the edits are %v and the flock's rules %v", w.edits, rules)
	}
	w.press(glfw.KeyLeftControl, glfw.KeySpace)
	first := e.menu.words[0].Text
	w.press(glfw.KeyDown)
	if !e.menu.open() || e.menu.chosen != 1 {
		t.Fatalf("Down chooses word %d of the list", e.menu.chosen)
	}
	word := e.menu.words[1].Text
	w.press(glfw.KeyEnter)
	if got := e.text; !strings.Contains(got, word) || strings.Contains(got, "\n\n") || word == first {
		t.Errorf("Enter in the list gives %q, want the word %q", got, word)
	}
	if w.press(glfw.KeyEscape); e.active {
		t.Error("Esc leaves the keyboard to the field although no list is open")
	}
}

// A click in the list of words inserts the word, and the field keeps the keyboard. The buttons and pages of
// the window work: Revert returns to the flock's rule, and Remove removes it.
func TestLabButtons(t *testing.T) {
	w := newLabWindow(t)
	w.begin()
	w.press(glfw.KeyLeftControl, glfw.KeyEnter)
	w.typeText(" + my_coh")
	w.clickOn("lab.word.my_cohesion")
	w.ends("a click on a word", " + my_cohesion")
	if !w.lab.editor.active || !w.isChanged() {
		t.Fatalf("the field has the keyboard: %v; the draft is changed: %v", w.lab.editor.active, w.isChanged())
	}
	for _, page := range []string{"Parameters", "Rule", "Columns", "Values"} {
		w.clickOn("lab.tab." + page)
	}
	w.clickOn("lab.revert")
	w.ends("Revert", "")
	if w.isChanged() || w.panel.HasDrafts() {
		t.Error("after Revert, the draft differs from the rule")
	}
	w.clickOn("lab.remove")
	if rules := model.WrittenRules(w.controls.Params.Model()); len(rules) != 0 || !w.isEmpty() {
		t.Errorf("after Remove, the flock has the rules %v, and the editor %q", rules, w.draft.Name)
	}
	if w.panel.Probe["lab.new"] == (image.Rectangle{}) {
		t.Error("the window has no button New rule")
	}
}

func TestDraftsAreUnsaved(t *testing.T) {
	w := newLabWindow(t)
	if w.panel.HasDrafts() {
		t.Error("an empty Lab has drafts")
	}
	w.begin()
	if !w.panel.HasDrafts() || !slices.Equal(w.drafts(), []string{"my cohesion"}) {
		t.Errorf("a new rule gives the drafts %q", w.drafts())
	}
	if w.press(glfw.KeyLeftControl, glfw.KeyEnter); w.panel.HasDrafts() {
		t.Errorf("after Ctrl Enter, the drafts are %q", w.drafts())
	}
	w.typeText("# note")
	w.clickOn("lab.new")
	w.clickOn("lab.template.Separation")
	if got := w.drafts(); !slices.Equal(got, []string{"my separation", "my cohesion"}) {
		t.Errorf("the drafts are %q, want both rules", got)
	}
	w.panel.Open(w.panel.saved.Params, w.controls.Look, "other")
	if w.panel.HasDrafts() {
		t.Errorf("another scene has the drafts %q", w.drafts())
	}
}

func TestLabChecksInPauses(t *testing.T) {
	w := newLabWindow(t)
	w.begin()
	w.frame(1)
	w.typeText(" +")
	if w.checked == w.draft.Text() {
		t.Error("the draft is checked while the user types")
	}
	w.frame(0.3)
	if w.checked != w.draft.Text() || w.mistake == nil {
		t.Errorf("after a pause, the mistake is %v, want one", w.mistake)
	}
}

func TestQuitWhileTyping(t *testing.T) {
	w := newLabWindow(t)
	w.begin()
	var in window.Input
	in.Layout = window.Layout{glfw.KeyQ: "q", glfw.KeyN: "n", glfw.KeyS: "s"}
	s, o := &State{Controls: w.controls}, &Outcome{Controls: w.controls}
	in.Pressed = []window.Key{{Code: glfw.KeyN, Text: "n"}, {Code: glfw.KeyQ, Text: "q"}, {Code: glfw.KeyS, Mods: glfw.ModControl}}
	if w.panel.Keys(&in, s, o); len(o.Actions)+len(o.Commands) > 0 {
		t.Errorf("typed keys run %v and %v", o.Actions, o.Commands)
	}
	in.Pressed = []window.Key{{Code: glfw.KeyQ, Mods: glfw.ModControl}}
	if w.panel.Keys(&in, s, o); !slices.Equal(o.Actions, []Action{Quit}) {
		t.Errorf("Ctrl Q runs %v, want Quit", o.Actions)
	}
}

// In a wide window, the editor uses the whole height below the buttons, and the state of the rule is above or
// beside it. A drag of the divider makes the editor wider.
func TestLabUsesTheRoom(t *testing.T) {
	w := newLabWindow(t)
	w.begin()
	at := func(name string) (r image.Rectangle) {
		t.Helper()
		r, ok := w.panel.Probe[name]
		if !ok {
			t.Fatalf("there is no widget %s", name)
		}
		return r
	}
	editor, state := at("lab.editor"), at("lab.state")
	if state.Min.X < editor.Max.X && state.Max.Y > editor.Min.Y {
		t.Errorf("the state is at %v, want it above or beside the editor, which is at %v", state, editor)
	}
	if below := 600 - editor.Max.Y; below > 24 {
		t.Errorf("%d units below the editor are empty", below)
	}
	w.moveTo(w.page.at("lab.divider", 0.5, 0.5))
	w.frame(0.1)
	w.queue.Add(button(true))
	w.frame(0.1)
	w.moveTo(w.page.at("lab.divider", 0.5, 0.5).Add(imgui.Vec2{X: 80}))
	w.frame(0.1)
	w.queue.Add(button(false))
	w.frame(0.1)
	if wider := at("lab.editor").Dx() - editor.Dx(); wider < 60 || wider > 100 {
		t.Errorf("after the divider was moved by 80 units, the editor is %d wider", wider)
	}
}
