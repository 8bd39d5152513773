//go:build cgo && !nowindow

package ui

import (
	"fmt"

	"skein/engine/studio"
)

// FrameLimits limits the number of frames per second that the window draws.
type FrameLimits struct {
	Focused    int // while the window has the focus: frames per second, DefaultLimit (the rate of the screen) or NoLimit
	Background int // while it does not: frames per second, DefaultLimit (BackgroundLimit) or NoLimit; Focused applies too
	Screen     int // pictures per second that the screen shows; 0 if unknown
}

// Special values of a limit.
const (
	DefaultLimit = 0
	NoLimit      = -1
)

// BackgroundLimit is the default limit while another window has the focus, in frames per second.
const BackgroundLimit = 30

func frameLimitItems(s *State) []item {
	screen := "Same as the screen"
	if s.Limits.Screen > 0 {
		screen += fmt.Sprintf(", %d per second", s.Limits.Screen)
	}
	focused := limitItems(s.Limits.Focused, func(l *FrameLimits, n int) { l.Focused = n },
		limitChoice{DefaultLimit, screen}, perSecond(120), perSecond(60), perSecond(30), perSecond(studio.LowestRate), limitChoice{NoLimit, "No limit"})
	background := limitItems(s.Limits.Background, func(l *FrameLimits, n int) { l.Background = n },
		limitChoice{NoLimit, "Same as in the foreground"}, limitChoice{DefaultLimit, perSecond(BackgroundLimit).label}, perSecond(studio.LowestRate))
	return append(focused, item{}, item{label: "In the background", submenu: background})
}

type limitChoice struct {
	limit int
	label string
}

func perSecond(n int) limitChoice { return limitChoice{n, fmt.Sprintf("%d per second", n)} }

func limitItems(choice int, set func(*FrameLimits, int), choices ...limitChoice) (all []item) {
	for _, c := range choices {
		all = append(all, item{label: c.label, alone: "Pictures: " + c.label, on: choice == c.limit, do: func(s *State, o *Outcome) {
			limits := s.Limits
			set(&limits, c.limit)
			o.Limits = &limits
		}})
	}
	return all
}
