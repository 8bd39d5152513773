//go:build cgo && !nowindow

package ui

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/snapshots"
)

// Times for which the legend fades in, stays and fades out, in s.
const (
	legendComes = 0.4
	legendStays = 6
	legendGoes  = 2
)

// legend explains the colour orange when the first leader appears. It does so again after the user has
// switched the colours off and on.
type legend struct {
	shown     bool
	startTime float64 // s
}

func (l *legend) update(now float64, leaders int, plain bool) {
	switch {
	case plain:
		*l = legend{}
	case leaders > 0 && !l.shown:
		*l = legend{shown: true, startTime: now}
	}
}

func (l *legend) opacity(now float64) float32 {
	if !l.shown {
		return 0
	}
	age := now - l.startTime
	return float32(min(max(age/legendComes, 0), max((legendStays+legendGoes-age)/legendGoes, 0), 1))
}

func (s *State) leadingText() string {
	if len(s.Species) < 2 {
		return "leads"
	}
	var names []string
	for k := range s.Species {
		if own := s.Snapshot.OneFlock(k); snapshots.Leaders(&own) > 0 {
			names = append(names, s.FlockLabel(k))
		}
	}
	if len(names) == 0 {
		return "leads"
	}
	return "leads (" + strings.Join(names, ", ") + ")"
}

// showLegend shows the legend below the message. In a small picture, it is one line at the upper edge, and it
// waits while another text is there.
func (p *Panel) showLegend(s *State) {
	picture := s.Picture
	seen := p.legend.opacity(imgui.Time())
	small := isSmall(picture, imgui.FontSize())
	if small && (p.Message() != "" || p.announcement.onTop) {
		p.legend.startTime = imgui.Time() // the legend waits until its place is free
		return
	}
	if seen == 0 {
		return
	}
	position := imgui.Vec2{X: float32(picture.Min.X) + 16, Y: float32(picture.Min.Y) + 60}
	why := ": it breaks away from the flock, and others may follow."
	if small {
		position.Y, why = float32(picture.Min.Y)+0.8*imgui.FontSize(), "."
	}
	imgui.SetNextWindowPosV(position, imgui.CondAlways, imgui.Vec2{})
	imgui.SetNextWindowBgAlpha(overPicture)
	imgui.PushStyleVarFloat(imgui.StyleVarAlpha, seen)
	imgui.PushStyleVarFloat(imgui.StyleVarWindowBorderSize, 0)
	imgui.BeginV("##legend", nil, passiveText)
	imgui.InternalBringWindowToDisplayBack(imgui.InternalCurrentWindow())
	imgui.PushTextWrapPosV(float32(picture.Dx()) - 32 - imgui.CurrentStyle().WindowPadding().X)
	imgui.TextColored(present().leader, "Orange")
	p.mark("legend")
	imgui.SameLine()
	write(s.leadingText() + why + " Press " + p.PresentKey("M") + " to switch the colours off.")
	imgui.PopTextWrapPos()
	imgui.End()
	imgui.PopStyleVarV(2)
}
