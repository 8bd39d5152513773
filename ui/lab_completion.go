//go:build cgo && !nowindow

package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/formula"
)

type completionMenu struct {
	words    []formula.Word
	from, at int // the typed word is bytes [from, at)
	chosen   int
	moved    bool
	hovered  bool // the pointer is on the list; a click there takes the keyboard focus from the field
}

func (m *completionMenu) open() bool { return len(m.words) > 0 }

func (m *completionMenu) update(text string, index int, words []formula.Word, asked bool) {
	*m = completionMenu{at: index}
	m.from, m.words = formula.Complete(text, index, words, asked)
}

func (m *completionMenu) refresh(text string, index int, words []formula.Word) {
	if m.open() {
		m.update(text, index, words, false)
	}
}

func (m *completionMenu) move(places int) {
	n := len(m.words)
	m.chosen, m.moved = ((m.chosen+places)%n+n)%n, true
}

func (m *completionMenu) insertion(text string) *insertion {
	w := m.words[m.chosen]
	word := w.Text
	if w.Kind == formula.FunctionSpan {
		if end := wordEnd(text, m.at); end == len(text) || text[end] != '(' {
			word += "("
		}
	}
	return &insertion{m.from, wordEnd(text, m.at), word}
}

// swallowKeys hides keys with a special meaning from the text field: Ctrl Enter applies the rule, and Ctrl
// Space lists words. In the list, Tab and the arrow keys choose a word.
func (e *editor) swallowKeys(words []formula.Word) {
	e.fly = false
	if !e.active {
		return
	}
	ctrl := imgui.CurrentIO().KeyCtrl()
	if ctrl && (swallow(imgui.KeyEnter) || swallow(imgui.KeyKeypadEnter)) {
		e.fly, e.menu = true, completionMenu{}
	}
	if ctrl && swallow(imgui.KeySpace) {
		e.menu.update(e.text, e.cursor, words, true)
	}
	if !e.menu.open() {
		if swallow(imgui.KeyEscape) {
			imgui.InternalClearActiveID()
		}
		return
	}
	switch {
	case swallow(imgui.KeyEscape):
		e.menu = completionMenu{}
	case swallow(imgui.KeyDownArrow):
		e.menu.move(1)
	case swallow(imgui.KeyUpArrow):
		e.menu.move(-1)
	case swallow(imgui.KeyTab) || e.menu.moved && swallow(imgui.KeyEnter):
		e.accept()
	}
}

func (e *editor) accept() {
	e.insert = e.menu.insertion(e.text)
	e.menu = completionMenu{}
}

func swallow(key imgui.Key) bool {
	if !imgui.IsKeyPressedBoolV(key, true) {
		return false
	}
	imgui.InternalKeyDataKey(key).SetDown(false)
	return true
}

const menuRows = 8

func (e *editor) showMenu(p *Panel) {
	m := &e.menu
	if !m.open() {
		return
	}
	em := imgui.FontSize()
	imgui.SetNextWindowPosV(e.placeOf(m.from).Add(imgui.Vec2{Y: 1.3 * em}), imgui.CondAlways, imgui.Vec2{})
	const flags = imgui.WindowFlagsTooltip | imgui.WindowFlagsNoTitleBar | imgui.WindowFlagsNoResize | imgui.WindowFlagsNoMove | imgui.WindowFlagsNoDocking |
		imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoFocusOnAppearing | imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoNav
	if imgui.BeginV("##lab.words", nil, imgui.WindowFlags(flags)) {
		first := max(0, min(m.chosen-menuRows/2, len(m.words)-menuRows))
		for k := first; k < min(first+menuRows, len(m.words)); k++ {
			e.menuRow(p, k)
		}
		e.menuHelp()
		e.menu.hovered = imgui.IsWindowHoveredV(imgui.HoveredFlagsAllowWhenBlockedByActiveItem)
	}
	imgui.End()
}

func (e *editor) menuRow(p *Panel, k int) {
	w := &e.menu.words[k]
	imgui.PushStyleColorVec4(imgui.ColText, spanColours()[w.Kind])
	if selectable(w.Text+"##word", k == e.menu.chosen, 0, imgui.Vec2{X: 24 * imgui.FontSize()}) {
		e.menu.chosen = k
		e.accept()
		e.takesKeys = true
	}
	imgui.PopStyleColor()
	p.mark("lab.word." + w.Text)
	if w.Unit != "" && e.menu.open() {
		rightText(w.Unit)
	}
}

func (e *editor) menuHelp() {
	if !e.menu.open() {
		return
	}
	w := &e.menu.words[e.menu.chosen]
	text := w.Doc
	if w.Usage != "" {
		text = w.Usage + ": " + text
	}
	if text == "" {
		return
	}
	imgui.Separator()
	imgui.PushTextWrapPosV(24 * imgui.FontSize())
	writeGrey(text)
	imgui.PopTextWrapPos()
}
