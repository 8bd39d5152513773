//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/frame"
	"skein/engine/studio"
	"skein/flock/look"
)

func (p *Panel) clock(s *State, o *Outcome) {
	now, ok := frame.NewLight(o.Controls.Light).At(s.Now).Clock()
	if !ok {
		return
	}
	if !p.typingClock {
		p.clockText = timeOfDay(now)
	}
	row("Clock")
	done := textField("##clock", "17:42", &p.clockText)
	p.typingClock = imgui.IsItemActive()
	done = done || imgui.IsItemDeactivatedAfterEdit()
	p.mark("clock")
	endRow("The solar time of day. At 12:00 the sun is highest. Type a time such as 17:42 to change the Elapsed hours setting.")
	if !done {
		return
	}
	to, ok := parseTimeOfDay(p.clockText)
	if !ok {
		o.Say = p.clockText + ": not a time of day; type one such as 17:42"
		return
	}
	setClock(&o.Controls.Light, now, to)
	o.Edit = studio.Done
}

// setClock moves the solar time to a new time, forwards or backwards, whichever is shorter.
func setClock(l *look.Light, now, to float64) {
	change := math.Mod(to-now+36, 24) - 12
	hours := float64(l.Hours) + change
	switch {
	case hours > 24:
		hours -= 24
	case hours < -24:
		hours += 24
	}
	l.Hours = float32(hours)
}

func timeOfDay(hours float64) string {
	m := int(math.Round(hours*60)) % (24 * 60)
	return fmt.Sprintf("%02d:%02d", m/60, m%60)
}

func parseTimeOfDay(text string) (hours float64, ok bool) {
	h, m, _ := strings.Cut(strings.TrimSpace(text), ":")
	if m == "" {
		m = "0"
	}
	hour, err := strconv.ParseUint(h, 10, 8)
	minute, wrong := strconv.ParseUint(m, 10, 8)
	if err != nil || wrong != nil || hour > 24 || minute > 59 || hour == 24 && minute > 0 {
		return 0, false
	}
	return float64(hour) + float64(minute)/60, true
}
