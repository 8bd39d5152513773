//go:build cgo && !nowindow

package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/glfw/v3.3/glfw"
)

var navKeys = [...]glfw.Key{
	glfw.KeyTab, glfw.KeySpace, glfw.KeyEnter, glfw.KeyKPEnter, glfw.KeyLeft, glfw.KeyRight, glfw.KeyUp, glfw.KeyDown,
	glfw.KeyHome, glfw.KeyEnd, glfw.KeyPageUp, glfw.KeyPageDown, glfw.KeyEscape,
}

func (p *Panel) navigate(on bool) {
	io := imgui.CurrentIO()
	p.nav = on
	if !on {
		io.SetConfigFlags(io.ConfigFlags() &^ imgui.ConfigFlagsNavEnableKeyboard)
		imgui.SetWindowFocusStr("")
		return
	}
	io.SetConfigFlags(io.ConfigFlags() | imgui.ConfigFlagsNavEnableKeyboard)
	imgui.SetWindowFocusStr(p.pageWindow)
	imgui.InternalNavInitWindow(imgui.InternalFindWindowByName(p.pageWindow), true)
	imgui.SetNavCursorVisible(true)
}

// forPanel reports whether a key is for keyboard navigation and not for a shortcut. Escape ends keyboard
// navigation, unless it ends the edit of a widget.
func (p *Panel) forPanel(k glfw.Key) bool {
	if !p.nav || !slices.Contains(navKeys[:], k) {
		return false
	}
	if k == glfw.KeyEscape && !imgui.IsAnyItemActive() {
		p.navigate(false)
		p.Say("keyboard navigation is off; keys are shortcuts again")
	}
	return true
}
