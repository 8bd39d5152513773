//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine"
)

// edged are the flags of a bar along an edge of the window.
const edged = imgui.WindowFlagsNoDecoration | imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoFocusOnAppearing

// bottom are the bars below the picture: what was said, and above it time.
func (p *Panel) bottom(s *State, o *Outcome) {
	style := imgui.CurrentStyle()
	bar := func(name string, show func()) {
		imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: style.WindowPadding().X, Y: style.FramePadding().Y})
		high := imgui.FrameHeight() + 2*style.FramePadding().Y
		if imgui.InternalBeginViewportSideBar(name, imgui.MainViewport(), imgui.DirDown, high, edged) {
			show()
		}
		imgui.End()
		imgui.PopStyleVar()
	}
	bar("##status", func() { p.status(s, o) })
	bar("##time", func() { p.time(s, o) })
}

// time has the flock go on or stand, and how fast.
func (p *Panel) time(s *State, o *Outcome) {
	if s.Tape == nil || s.Tape.Branched { // else the bar below the picture has them
		p.living(s, o)
		imgui.SameLine()
	}
	imgui.AlignTextToFramePadding()
	imgui.TextDisabled("Speed")
	imgui.SameLine()
	speed := &o.Controls.Show.Speed
	imgui.SetNextItemWidth(9 * imgui.FontSize())
	if imgui.SliderFloatV("##speed", speed, minSpeed, maxSpeed, "%.2f ×", imgui.SliderFlagsLogarithmic) {
		*speed = min(max(*speed, minSpeed), maxSpeed)
	}
	if imgui.IsItemDeactivatedAfterEdit() {
		o.Edit = engine.Done
	}
	p.mark("speed")
	if reset() {
		*speed = p.asOpened.look.Show.Speed
		o.Edit = engine.Done
	}
	hint("Simulated seconds per second. Keys - and =.")
	rightText(fmt.Sprintf("%s   t = %.1f s", s.origin(), s.Snapshot.Seconds()))
}

// status is the last message, and what a frame takes.
func (p *Panel) status(s *State, o *Outcome) {
	imgui.AlignTextToFramePadding()
	right := fmt.Sprintf("%s   draw %.1f ms   tick %.3f ms", rate(s.FrameMS), s.DrawMS, s.TickMS)
	room := imgui.ContentRegionAvail().X - imgui.CalcTextSize(right).X - 2*imgui.FontSize()
	imgui.TextDisabled(fitting(p.log.last(), room))
	p.mark("status")
	if imgui.IsItemClicked() {
		p.flip(&p.log.drawer)
	}
	hint("All messages: a click.")
	rightText(right)
}

// rightText is a grey text at the right end of the line.
func rightText(text string) {
	at := imgui.WindowWidth() - imgui.CalcTextSize(text).X - imgui.CurrentStyle().WindowPadding().X
	imgui.SameLine()
	imgui.SetCursorPosX(max(at, imgui.CursorPosX()))
	imgui.TextDisabled(text)
}

// fitting is as much of a text as a width has room for.
func fitting(text string, width float32) string {
	if imgui.CalcTextSize(text).X <= width {
		return text
	}
	r := []rune(text)
	for len(r) > 0 && imgui.CalcTextSize(string(r)+"…").X > width {
		r = r[:len(r)-1]
	}
	return strings.TrimSpace(string(r)) + "…"
}
