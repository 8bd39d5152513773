//go:build cgo && !nowindow

package ui

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock"
)

// How long the legend comes, stays and goes, in seconds.
const (
	legendComes = 0.4
	legendStays = 6
	legendGoes  = 2
)

// legend says what orange means, once: when the first leader is drawn so, and again
// after colours were switched off and on.
type legend struct {
	said bool
	from float64 // when, s
}

// note is told at a time, in seconds, how many leaders the picture has in orange, and
// whether colours are off.
func (l *legend) note(now float64, leaders int, plain bool) {
	switch {
	case plain:
		*l = legend{}
	case leaders > 0 && !l.said:
		*l = legend{said: true, from: now}
	}
}

// opacity returns how much of it is seen at a time, from 0 to 1.
func (l *legend) opacity(now float64) float32 {
	if !l.said {
		return 0
	}
	age := now - l.from
	return float32(min(max(age/legendComes, 0), max((legendStays+legendGoes-age)/legendGoes, 0), 1))
}

// leading returns that somebody leads, where there are several flocks of which species.
func (s *State) leading() string {
	if len(s.Species) < 2 {
		return "leads"
	}
	var names []string
	for k, name := range s.Species {
		if own := s.Snapshot.Only(k); flock.Leaders(&own) > 0 {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "leads"
	}
	return "leads (" + strings.Join(names, ", ") + ")"
}

// showLegend shows it at the picture's top, below what is said there for a moment.
func (p *Panel) showLegend(s *State) {
	picture := s.Picture
	seen := p.legend.opacity(imgui.Time())
	if seen == 0 {
		return
	}
	at := imgui.Vec2{X: float32(picture.Min.X) + 16, Y: float32(picture.Min.Y) + 60}
	imgui.SetNextWindowPosV(at, imgui.CondAlways, imgui.Vec2{})
	imgui.SetNextWindowBgAlpha(0.8)
	imgui.PushStyleVarFloat(imgui.StyleVarAlpha, seen)
	imgui.PushStyleVarFloat(imgui.StyleVarWindowBorderSize, 0)
	imgui.BeginV("##legend", nil, quiet)
	imgui.InternalBringWindowToDisplayBack(imgui.InternalCurrentWindow()) // of what somebody reads it covers nothing
	imgui.TextColored(warning(), "Orange")
	p.mark("legend")
	imgui.SameLine()
	write(s.leading() + ": it breaks away from the flock, and others may follow. " + p.shown("M") + ": no colours")
	imgui.End()
	imgui.PopStyleVarV(2)
}
