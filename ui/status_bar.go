//go:build cgo && !nowindow

package ui

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"
)

const barFlags = imgui.WindowFlagsNoDecoration | imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoDocking | imgui.WindowFlagsNoFocusOnAppearing

func (p *Panel) statusBar(s *State) {
	style := imgui.CurrentStyle()
	imgui.PushStyleVarVec2(imgui.StyleVarWindowPadding, imgui.Vec2{X: style.WindowPadding().X, Y: style.FramePadding().Y})
	high := imgui.FrameHeight() + 2*style.FramePadding().Y
	if imgui.InternalBeginViewportSideBar("##status", imgui.MainViewport(), imgui.DirDown, high, barFlags) {
		p.status(s)
	}
	imgui.End()
	imgui.PopStyleVar()
}

func (p *Panel) status(s *State) {
	imgui.AlignTextToFramePadding()
	right := fmt.Sprintf("%s   draw %.1f ms   tick %.3f ms", rate(s.FrameMS), s.DrawMS, s.TickMS)
	if text := s.Job.progressText(); text != "" {
		right = text + "   " + right
	}
	room := imgui.ContentRegionAvail().X - imgui.CalcTextSize(right).X - 2*imgui.FontSize()
	writeGrey(shorten(cmp.Or(p.log.recent(time.Now()), "Messages"), room))
	p.mark("status")
	if imgui.IsItemClicked() {
		p.flip(&p.log.drawer)
	}
	hint("Click to show all messages.")
	rightText(right)
}

// progressText names the task and its finished part, or is empty if no task runs.
func (j *Job) progressText() string {
	if j.What == "" {
		return ""
	}
	return fmt.Sprintf("%s: %.0f %%", j.Title, math.Floor(100*j.Share))
}

func rightText(text string) {
	at := imgui.WindowWidth() - imgui.CalcTextSize(text).X - imgui.CurrentStyle().WindowPadding().X
	imgui.SameLine()
	imgui.SetCursorPosX(max(at, imgui.CursorPosX()))
	writeGrey(text)
}

func shorten(text string, width float32) string {
	if imgui.CalcTextSize(text).X <= width {
		return text
	}
	r := []rune(text)
	for len(r) > 0 && imgui.CalcTextSize(string(r)+"…").X > width {
		r = r[:len(r)-1]
	}
	return strings.TrimSpace(string(r)) + "…"
}

func shortenMiddle(text string, width float32, measure func(string) float32) string {
	r := []rune(text)
	for n := len(r); n > 0 && measure(text) > width; n-- {
		text = strings.TrimSpace(string(r[:n/2])) + "…" + strings.TrimSpace(string(r[len(r)-(n-1)/2:]))
	}
	return text
}

func shortenLeft(text string, width float32) string {
	if imgui.CalcTextSize(text).X <= width {
		return text
	}
	r := []rune(text)
	for len(r) > 0 && imgui.CalcTextSize("…"+string(r)).X > width {
		r = r[1:]
	}
	return "…" + string(r)
}
