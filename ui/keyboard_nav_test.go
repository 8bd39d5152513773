//go:build cgo && !nowindow

package ui

import (
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/glfw/v3.3/glfw"

	"skein/engine/window"
	"skein/flock/look"
)

// In a list that a click opened, the arrows move from the present choice, and Enter or Space chooses. None of
// these keys and no letter is a shortcut meanwhile. Escape closes the list without a choice.
func TestArrowsChooseInOpenList(t *testing.T) {
	p := newRowsPage(t, func(s *look.Setting) bool { return s.Key == "land" })
	names, land := look.LandNames(), &p.controls.Light.Land
	var s State
	p.keys = func() {
		var o Outcome
		p.panel.Keys(&p.in, &s, &o)
		if len(o.Commands)+len(o.Actions) > 0 || o.Say != "" {
			t.Errorf("a key in the list does %v %v %q", o.Commands, o.Actions, o.Say)
		}
	}
	press := func(all ...glfw.Key) {
		for _, k := range all {
			for _, down := range []bool{true, false} {
				p.queue.Add(window.Event{Kind: window.KeyChanged, Key: k, Down: down})
				p.frame()
				p.frame()
			}
		}
	}
	open := func() {
		t.Helper()
		p.frame()
		p.moveTo(p.at("land", 0.5, 0.5))
		p.frame()
		p.queue.Add(button(true))
		p.frame()
		p.queue.Add(button(false))
		p.frame()
		p.frame()
		if !MenuOpen() {
			t.Fatal("the click does not open the list")
		}
	}
	for _, c := range []struct {
		keys []glfw.Key
		want int
	}{
		{[]glfw.Key{glfw.KeyDown, glfw.KeyDown, glfw.KeyEnter}, 4},
		{[]glfw.Key{glfw.KeyUp, glfw.KeySpace}, 1},
		{[]glfw.Key{glfw.KeyDown, glfw.KeyKPEnter}, 3},
		{[]glfw.Key{glfw.KeyDown, glfw.KeyEscape}, 2},
		{[]glfw.Key{glfw.KeyO, glfw.KeyB, glfw.Key5, glfw.KeyDown, glfw.KeyEnter}, 3},
	} {
		*land = look.Land(2)
		open()
		press(c.keys...)
		if int(*land) != c.want || MenuOpen() {
			t.Errorf("keys %v choose %s, want %s; the list is open: %t", c.keys, names[*land], names[c.want], MenuOpen())
		}
	}
	if imgui.CurrentIO().ConfigFlags()&imgui.ConfigFlagsNavEnableKeyboard != 0 {
		t.Error("keyboard navigation is still on")
	}
}
