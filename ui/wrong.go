//go:build cgo && !nowindow

package ui

import (
	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock"
	"skein/flock/look"
)

// Wrong shows what is wrong with the file that is open until it is right, or was read;
// nothing for an empty text.
func (p *Panel) Wrong(text string) {
	if text != "" && text != p.wrong {
		p.log.add(text)
	}
	p.wrong = text
}

// IsWrong returns what is wrong with the file that is open, empty for nothing.
func (p *Panel) IsWrong() string { return p.wrong }

// showWrong shows it at the picture's upper edge.
func (p *Panel) showWrong(s *State) {
	if p.wrong == "" {
		return
	}
	em := imgui.FontSize()
	at := imgui.Vec2{X: float32(s.Picture.Min.X+s.Picture.Max.X) / 2, Y: float32(s.Picture.Min.Y) + 0.6*em}
	imgui.SetNextWindowPosV(at, imgui.CondAlways, imgui.Vec2{X: 0.5})
	imgui.PushStyleColorVec4(imgui.ColWindowBg, imgui.Vec4{X: 0.42, Y: 0.08, Z: 0.07, W: 0.97})
	imgui.PushStyleColorVec4(imgui.ColText, imgui.Vec4{X: 1, Y: 1, Z: 1, W: 1})
	const flags = imgui.WindowFlagsNoDecoration | imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoSavedSettings |
		imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoFocusOnAppearing | imgui.WindowFlagsNoMove
	imgui.BeginV("##wrong", nil, flags)
	imgui.PushTextWrapPosV(min(45*em, float32(s.Picture.Dx())-6*em))
	write(p.wrong)
	p.mark("error")
	write("The scene flies on as it was.")
	imgui.PopTextWrapPos()
	imgui.PushStyleColorVec4(imgui.ColButton, imgui.Vec4{X: 0.55, Y: 0.16, Z: 0.14, W: 1})
	p.button("Close", "error.close", func() { p.wrong = "" })
	imgui.PopStyleColor()
	imgui.End()
	imgui.PopStyleColorV(2)
}

// Rebase has resets go back to other parameters, of each flock, and another look.
func (p *Panel) Rebase(params []flock.Params, as look.Look) { p.asOpened = asOpened{params, as} }
