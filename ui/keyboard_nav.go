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
	p.nav = on
	useNavKeys(on)
	if !on {
		imgui.SetWindowFocusStr("")
		return
	}
	imgui.SetWindowFocusStr(p.pageWindow)
	imgui.InternalNavInitWindow(imgui.InternalFindWindowByName(p.pageWindow), true)
	imgui.SetNavCursorVisible(true)
}

// navigateLists lets the user choose in an open menu or list with the arrows, Space and Enter, even if
// keyboard navigation is off. It does nothing while a dialog is open, because dialogs handle these keys.
func (p *Panel) navigateLists() {
	if p.nav {
		return
	}
	useNavKeys(MenuOpen() && imgui.InternalTopMostPopupModal().CData == nil)
}

// useNavKeys sets whether ImGui uses keys to move between widgets.
func useNavKeys(on bool) {
	io := imgui.CurrentIO()
	switch flags := io.ConfigFlags(); {
	case on:
		io.SetConfigFlags(flags | imgui.ConfigFlagsNavEnableKeyboard)
	case flags&imgui.ConfigFlagsNavEnableKeyboard != 0:
		io.SetConfigFlags(flags &^ imgui.ConfigFlagsNavEnableKeyboard)
		imgui.SetNavCursorVisible(false)
	}
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
