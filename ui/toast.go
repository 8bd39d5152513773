//go:build cgo && !nowindow

package ui

import "github.com/AllenDang/cimgui-go/imgui"

// toastTime is how long a message stays, in seconds.
const toastTime = 4

// toast is a message at the foot of the picture that goes by itself.
type toast struct {
	text  string
	until float64
}

// Say shows a message for a few seconds.
func (p *Panel) Say(text string) {
	p.toast = toast{text: text, until: imgui.Time() + toastTime}
}

func (t *toast) show() {
	if t.text == "" || imgui.Time() > t.until {
		return
	}
	size := imgui.MainViewport().Size()
	imgui.SetNextWindowPosV(imgui.Vec2{X: 20, Y: size.Y - 20}, imgui.CondAlways, imgui.Vec2{Y: 1})
	const quiet = imgui.WindowFlagsNoDecoration | imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoInputs |
		imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoFocusOnAppearing
	imgui.BeginV("##toast", nil, quiet)
	imgui.Text(t.text)
	imgui.End()
}
