//go:build cgo && !nowindow

package ui

import "github.com/AllenDang/cimgui-go/imgui"

// failureWide is the largest width of the text of a failure, in ems.
const failureWide = 40

// rangeFailure shows why a rendering or an export failed, until the user closes the message.
func (p *Panel) rangeFailure(s *State, o *Outcome) {
	failed := s.Job.Failed
	if failed == nil {
		return
	}
	title := "The rendering failed"
	if failed.Range.Export {
		title = "The export failed"
	}
	em, view := imgui.FontSize(), imgui.MainViewport().Size()
	imgui.SetNextWindowPosV(imgui.Vec2{X: view.X / 2, Y: view.Y / 2}, imgui.CondAppearing, imgui.Vec2{X: 0.5, Y: 0.5})
	open := true
	const flags = imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoCollapse | imgui.WindowFlagsAlwaysAutoResize
	if imgui.BeginV(title+"###range_failure", &open, flags) {
		imgui.PushTextWrapPosV(imgui.CursorPosX() + min(failureWide*em, view.X-4*em))
		write(failed.Range.File)
		imgui.TextColored(warning(), escapeFormat(failed.Why))
		imgui.PopTextWrapPos()
		p.mark("range.failure")
		imgui.Spacing()
		p.button("Close", "range.failure.close", func() { open = false })
		imgui.SameLine()
		p.button("Copy", "range.failure.copy", func() { imgui.SetClipboardText(failed.Range.File + ": " + failed.Why) })
	}
	imgui.End()
	if !open {
		o.Actions = append(o.Actions, DismissFailure)
	}
}
