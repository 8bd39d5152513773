//go:build cgo && !nowindow

package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/glfw/v3.3/glfw"
)

// navKeys are those that go through the panel while the keyboard does; else they are
// shortcuts.
var navKeys = [...]glfw.Key{
	glfw.KeyTab, glfw.KeySpace, glfw.KeyEnter, glfw.KeyKPEnter, glfw.KeyLeft, glfw.KeyRight, glfw.KeyUp, glfw.KeyDown,
	glfw.KeyHome, glfw.KeyEnd, glfw.KeyPageUp, glfw.KeyPageDown, glfw.KeyEscape,
}

// navigate makes the keyboard go through the panel, from the page that was used last, or
// through the flock again.
func (p *Panel) navigate(on bool) {
	io := imgui.CurrentIO()
	p.nav = on
	if !on {
		io.SetConfigFlags(io.ConfigFlags() &^ imgui.ConfigFlagsNavEnableKeyboard)
		imgui.SetWindowFocusStr("")
		return
	}
	io.SetConfigFlags(io.ConfigFlags() | imgui.ConfigFlagsNavEnableKeyboard)
	page := p.used
	if page == "" {
		page = "Flock"
	}
	imgui.SetWindowFocusStr(page)
	imgui.InternalNavInitWindow(imgui.InternalFindWindowByName(page), true)
	imgui.SetNavCursorVisible(true)
}

// forPanel reports whether a key goes through the panel rather than being a shortcut. Escape
// ends that, unless it ends the edit of a widget.
func (p *Panel) forPanel(k glfw.Key) bool {
	if !p.nav || !slices.Contains(navKeys[:], k) {
		return false
	}
	if k == glfw.KeyEscape && !imgui.IsAnyItemActive() {
		p.navigate(false)
		p.Say("keys are shortcuts again")
	}
	return true
}
