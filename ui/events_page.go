//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/scenario"
)

func (p *Panel) eventsPage(s *State, o *Outcome) {
	if s.Scene == nil || len(s.Scene.Events) == 0 {
		writeGrey("The scene has no events. To add one, point at a number and press K. This adds a key to the timeline, and a key is an event.")
		return
	}
	if !imgui.BeginTableV("events", 2, imgui.TableFlagsSizingFixedFit|imgui.TableFlagsRowBg, imgui.Vec2{}, 0) {
		return
	}
	for i := range s.Scene.Events {
		e := &s.Scene.Events[i]
		imgui.TableNextRow()
		imgui.TableNextColumn()
		seconds := float64(e.At)
		if imgui.SelectableBoolV(fmt.Sprintf("%.4g s##%d", seconds, i), false, imgui.SelectableFlagsSpanAllColumns, imgui.Vec2{}) {
			p.seek(seconds, s, o)
		}
		p.mark(fmt.Sprintf("event.%d", i))
		imgui.TableNextColumn()
		write(shorten(eventText(e), imgui.ContentRegionAvail().X))
		hint(eventText(e))
	}
	imgui.EndTable()
}

func (p *Panel) seek(seconds float64, s *State, o *Outcome) {
	if t := &s.Timeline; seconds < t.From || seconds > t.To {
		o.Say = fmt.Sprintf("%.4g s is outside the timeline, which runs from %.4g s to %.4g s", seconds, t.From, t.To)
		return
	}
	o.Seek = &seconds
}

func eventText(e *scenario.Event) string {
	what := words(e.Do)
	if e.Key != "" {
		target := strings.TrimSpace(e.Thing + " " + words(e.Key))
		what = strings.TrimSpace(what + " " + target)
	}
	if e.Value != nil {
		what += fmt.Sprintf(" %v", e.Value)
	}
	if e.Species != "" {
		what = e.Species + ": " + what
	}
	if e.When != "" {
		what += " when " + e.When
	}
	if e.Seconds > 0 {
		what += fmt.Sprintf(" for %.4g s", e.Seconds)
	}
	return what
}
