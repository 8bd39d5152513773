//go:build cgo && !nowindow

package fly

import "skein/ui"

// unknownRate is the assumed refresh rate of a screen that reports none, in frames per second.
const unknownRate = 60

// screenShare is the fraction of a screen's interval for which the window waits, if the screen limits the
// rate. The driver waits for the rest. After a full interval, the window could miss the next picture.
const screenShare = 0.9

// shortestInterval returns the shortest time between the beginnings of two pictures, in s.
func shortestInterval(l ui.FrameLimits, focused bool) (seconds float64) {
	switch {
	case l.Focused > 0:
		seconds = 1 / float64(l.Focused)
	case l.Focused == ui.DefaultLimit && l.Screen > 0:
		seconds = screenShare / float64(l.Screen)
	case l.Focused == ui.DefaultLimit:
		seconds = screenShare / unknownRate
	}
	switch {
	case focused:
		return seconds
	case l.Background > 0:
		return max(seconds, 1/float64(l.Background))
	case l.Background == ui.DefaultLimit:
		return max(seconds, 1.0/ui.BackgroundLimit)
	}
	return seconds
}

func (s *session) frameInterval() float64 {
	return shortestInterval(s.frameLimits(), s.Win.Focused())
}

func (s *session) frameLimits() ui.FrameLimits {
	l := ui.FrameLimits{Focused: s.prefs.MaxFPS, Background: s.prefs.BackgroundFPS, Screen: s.Win.ScreenRate()}
	if s.cmd.MaxFPS != nil {
		l.Focused = *s.cmd.MaxFPS
	}
	return l
}

// setFrameLimits stores limits that the user chose. A changed limit of the foreground replaces the --max-fps
// flag.
func (s *session) setFrameLimits(l ui.FrameLimits) {
	if l.Focused != s.frameLimits().Focused {
		s.prefs.MaxFPS, s.cmd.MaxFPS = l.Focused, nil
	}
	s.prefs.BackgroundFPS = l.Background
	s.savePrefs()
}
