//go:build cgo && !nowindow

package ui

import (
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/glfw/v3.3/glfw"

	"skein/engine/window"
)

// slowPage is a page with two tabs and a text field. Its frames are half a second apart.
type slowPage struct {
	*page
	text   string
	front  int
	turns  int
	chords [2]int
	tabs   [2]box
	field  box
	twice  int
	clicks int
}

func newSlowPage(t *testing.T) *slowPage {
	s := &slowPage{page: newPage(t, 1)}
	s.layOut = func() {
		imgui.SetNextWindowPos(imgui.Vec2{})
		imgui.SetNextWindowSize(imgui.Vec2{X: 400, Y: 400})
		imgui.Begin("Slow")
		if imgui.BeginTabBar("tabs") {
			for i, name := range []string{"One", "Other"} {
				open := imgui.BeginTabItem(name)
				s.tabs[i] = widgetEdges()
				if open {
					if s.front != i {
						s.turns++
					}
					s.front = i
					imgui.EndTabItem()
				}
			}
			imgui.EndTabBar()
		}
		imgui.InputTextWithHint("##text", "", &s.text, 0, nil)
		s.field = widgetEdges()
		if imgui.IsItemHovered() && imgui.IsMouseClickedBool(0) {
			s.clicks++
		}
		if imgui.IsItemHovered() && imgui.IsMouseDoubleClicked(0) {
			s.twice++
		}
		for i, k := range []imgui.Key{imgui.KeyA, imgui.KeyB} {
			if imgui.IsKeyChordPressed(imgui.KeyChord(imgui.ModCtrl) | imgui.KeyChord(k)) {
				s.chords[i]++
			}
		}
		imgui.End()
	}
	s.frame(0.5)
	s.frame(0.5)
	return s
}

func keyEvent(k glfw.Key, down bool) window.Event {
	return window.Event{Kind: window.KeyChanged, Key: k, Down: down}
}

func typed(c rune) window.Event { return window.Event{Kind: window.CharTyped, Char: c} }

func middle(b box) imgui.Vec2 { return b.low.Add(b.high).Mul(0.5) }

// At two frames per second, no input is lost or mixed up. The test repeats each sequence of events with a
// frame that begins at each event, and finally after all of them.
func TestSlowFramesLoseNothing(t *testing.T) {
	const ctrl, a, b = glfw.KeyLeftControl, glfw.KeyA, glfw.KeyB
	s := newSlowPage(t)
	move := func(to box) window.Event {
		position := middle(to)
		return window.Event{Kind: window.PointerMoved, X: float64(position.X), Y: float64(position.Y)}
	}
	click := []window.Event{button(true), button(false)}
	away := window.Event{Kind: window.PointerMoved, X: 390, Y: 390}
	for _, c := range []struct {
		what   string
		events []window.Event
		seen   func() bool
		tabs   []int
		text   string // text in the field before the events
	}{
		{what: "Ctrl A, Ctrl released first",
			events: []window.Event{keyEvent(ctrl, true), keyEvent(a, true), keyEvent(ctrl, false), keyEvent(a, false)},
			seen:   func() bool { return s.chords == [2]int{1, 0} }},
		{what: "A, then Ctrl B",
			events: []window.Event{keyEvent(a, true), keyEvent(a, false), keyEvent(ctrl, true), keyEvent(b, true), keyEvent(b, false), keyEvent(ctrl, false)},
			seen:   func() bool { return s.chords == [2]int{0, 1} }},
		{what: "Ctrl A, A, Ctrl A",
			events: []window.Event{
				keyEvent(ctrl, true), keyEvent(a, true), keyEvent(a, false), keyEvent(ctrl, false), keyEvent(a, true), keyEvent(a, false),
				keyEvent(ctrl, true), keyEvent(a, true), keyEvent(a, false), keyEvent(ctrl, false)},
			seen: func() bool { return s.chords == [2]int{2, 0} }},
		{what: "a click on the other tab, and away", tabs: []int{0},
			events: append(append([]window.Event{move(s.tabs[1])}, click...), away),
			seen:   func() bool { return s.front == 1 }},
		{what: "a click on the first tab", tabs: []int{1},
			events: append([]window.Event{move(s.tabs[0])}, click...),
			seen:   func() bool { return s.front == 0 }},
		{what: "two clicks on tabs", tabs: []int{0},
			events: append(append([]window.Event{move(s.tabs[1])}, click...), append([]window.Event{move(s.tabs[0])}, click...)...),
			seen:   func() bool { return s.front == 0 && s.turns == 2 }},
		{what: "a double click",
			events: append(append([]window.Event{move(s.field)}, click...), click...),
			seen:   func() bool { return s.clicks == 2 && s.twice == 1 }},
		{what: "a text",
			events: append(append([]window.Event{move(s.field)}, click...),
				keyEvent(a, true), typed('a'), keyEvent(a, false), keyEvent(a, true), typed('a'), keyEvent(b, true), keyEvent(a, false), typed('b'), keyEvent(b, false),
				keyEvent(glfw.KeyBackspace, true), move(s.field), keyEvent(glfw.KeyBackspace, false), typed('é'), keyEvent(glfw.KeyEnter, true), keyEvent(glfw.KeyEnter, false)),
			seen: func() bool { return s.text == "aaé" }},
		{what: "a text typed over another", text: "old",
			events: append(append([]window.Event{move(s.field)}, click...),
				keyEvent(ctrl, true), keyEvent(a, true), keyEvent(ctrl, false), keyEvent(b, true), typed('b'), keyEvent(a, false), keyEvent(b, false), keyEvent(glfw.KeyEnter, true), keyEvent(glfw.KeyEnter, false)),
			seen: func() bool { return s.text == "b" }},
		{what: "a click where the pointer returns to its place", tabs: []int{0},
			events: append([]window.Event{move(s.tabs[1]), {Kind: window.PointerLeft}, move(s.tabs[1])}, click...),
			seen:   func() bool { return s.front == 1 }},
	} {
		for cut := range len(c.events) {
			for range 4 { // wait until earlier clicks no longer count for a double-click
				s.queue.Add(away)
				s.frame(0.5)
			}
			s.chords, s.clicks, s.twice, s.text = [2]int{}, 0, 0, c.text
			for _, tab := range c.tabs { // bring this tab to the front
				s.queue.Add(append([]window.Event{move(s.tabs[tab])}, click...)...)
				s.frame(0.5)
				s.frame(0.5)
				if s.front != tab {
					t.Fatalf("%s: tab %d is in front, want %d", c.what, s.front, tab)
				}
			}
			for range 4 {
				s.queue.Add(away)
				s.frame(0.5)
			}
			s.turns = 0
			s.queue.Add(c.events[:cut]...)
			s.frame(0.5)
			s.queue.Add(c.events[cut:]...)
			s.frame(0.5)
			if !c.seen() {
				t.Errorf("%s, cut at %d: the frames saw tab %d, the chords %v, %d clicks, %d of them double, and the text %q; want what the events mean", c.what, cut, s.front, s.chords, s.clicks, s.twice, s.text)
			}
		}
	}
}

func TestKeysReachImGui(t *testing.T) {
	for k, want := range map[glfw.Key]imgui.Key{
		glfw.Key0: imgui.Key0, glfw.Key9: imgui.Key9, glfw.KeyA: imgui.KeyA, glfw.KeyZ: imgui.KeyZ, glfw.KeyF1: imgui.KeyF1, glfw.KeyF24: imgui.KeyF24,
		glfw.KeyKP0: imgui.KeyKeypad0, glfw.KeyKP9: imgui.KeyKeypad9, glfw.KeyKPDecimal: imgui.KeyKeypadDecimal, glfw.KeyKPEnter: imgui.KeyKeypadEnter,
		glfw.KeyKPEqual: imgui.KeyKeypadEqual, glfw.KeyLeftControl: imgui.KeyLeftCtrl, glfw.KeyF25: imgui.KeyNone,
	} {
		if got := keyOf(k); got != want {
			t.Errorf("key %d is converted to %d, want %d", k, got, want)
		}
	}
	p := newPage(t, 1)
	p.in.Layout = window.Layout{glfw.KeyQ: "a", glfw.KeyA: "q", glfw.KeySemicolon: "m"}
	for k, want := range map[glfw.Key]imgui.Key{glfw.KeyQ: imgui.KeyA, glfw.KeyA: imgui.KeyQ, glfw.KeySemicolon: imgui.KeyM, glfw.KeyB: imgui.KeyB} {
		p.queue.Add(keyEvent(k, true))
		p.frame(0.5)
		if !imgui.IsKeyDown(want) {
			t.Errorf("key %d is not reported as %d", k, want)
		}
		p.queue.Add(keyEvent(k, false))
		p.frame(0.5)
		if imgui.IsKeyDown(want) {
			t.Errorf("key %d stays reported as %d", k, want)
		}
	}
}
