//go:build cgo && !nowindow

package ui

import "github.com/AllenDang/cimgui-go/imgui"

// ShowFileError shows an error in the open file until it is corrected or the user closes the message. ""
// means no error.
func (p *Panel) ShowFileError(text string) {
	if text != "" && text != p.wrong {
		p.log.add(text)
	}
	p.wrong = text
}

// FileError returns the error in the open file, or "".
func (p *Panel) FileError() string { return p.wrong }

func (p *Panel) showWrong(s *State) {
	if p.wrong == "" {
		return
	}
	em := imgui.FontSize()
	position := imgui.Vec2{X: float32(s.Picture.Min.X+s.Picture.Max.X) / 2, Y: float32(s.Picture.Min.Y) + 0.6*em}
	imgui.SetNextWindowPosV(position, imgui.CondAlways, imgui.Vec2{X: 0.5})
	imgui.PushStyleColorVec4(imgui.ColWindowBg, imgui.Vec4{X: 0.42, Y: 0.08, Z: 0.07, W: 0.97})
	imgui.PushStyleColorVec4(imgui.ColText, imgui.Vec4{X: 1, Y: 1, Z: 1, W: 1})
	const flags = imgui.WindowFlagsNoDecoration | imgui.WindowFlagsAlwaysAutoResize | imgui.WindowFlagsNoSavedSettings |
		imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoFocusOnAppearing | imgui.WindowFlagsNoMove
	imgui.BeginV("##wrong", nil, flags)
	imgui.PushTextWrapPosV(min(45*em, float32(s.Picture.Dx())-6*em))
	write(p.wrong)
	p.mark("error")
	write("The previous version of the scene keeps running.")
	imgui.PopTextWrapPos()
	imgui.PushStyleColorVec4(imgui.ColButton, imgui.Vec4{X: 0.55, Y: 0.16, Z: 0.14, W: 1})
	p.button("Close", "error.close", func() { p.wrong = "" })
	imgui.PopStyleColor()
	imgui.End()
	imgui.PopStyleColorV(2)
}
