//go:build cgo && !nowindow

package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/go-gl/glfw/v3.3/glfw"

	"skein/engine/window"
)

// confirmation passes a press of Enter to the dialog that has the focus.
type confirmation struct {
	focused bool
	pressed bool
}

func (c *confirmation) take(k window.Key) bool {
	enter := k.Mods&relevant == 0 && (k.Code == glfw.KeyEnter || k.Code == glfw.KeyKPEnter)
	if !enter || !c.focused {
		return false
	}
	c.pressed = !MenuOpen() // an open list in the dialog uses Enter itself
	return true
}

// primaryButton shows the button of a dialog's main action. If takesEnter is true, Enter presses the button
// while the dialog has the focus.
func (p *Panel) primaryButton(label, key string, enabled, takesEnter bool, do func()) {
	c, entered := &p.confirm, false
	if takesEnter && imgui.IsWindowFocusedV(imgui.FocusedFlagsRootAndChildWindows) {
		entered = c.pressed && enabled
		c.focused, c.pressed = true, false
	}
	imgui.BeginDisabledV(!enabled)
	if primaryButton(label, imgui.Vec2{X: 8 * imgui.FontSize()}) || entered {
		do()
	}
	imgui.EndDisabled()
	p.mark(key)
}
