//go:build cgo && !nowindow && linux

package fly

import (
	"strings"
	"testing"

	"skein/ui"
)

func TestFlightAlongKeysThatAreNotStored(t *testing.T) {
	s, _ := newSavingSession(t)
	s.mustSetKeys(t, keyAt(-3), keyAt(-2)) // the stored past begins at 0 s
	s.flyPath()
	if m := s.panel.Message(); !strings.Contains(m, "earlier than the stored past, which begins at 0.00 s; press R") || s.Studio.Path != nil {
		t.Errorf("the message is %q, and the camera follows a path: %t", m, s.Studio.Path != nil)
	}
	s.mustSetKeys(t, keyAt(20), keyAt(30))
	s.Studio.Controls.Paused = true
	s.flyPath()
	if s.Studio.Controls.Paused {
		t.Error("the flight is paused, want it to go on")
	}
	if m := s.panel.Message(); !strings.Contains(m, "waits at its first key, at 20.00 s") || s.Studio.Path == nil {
		t.Errorf("the message is %q, and the camera follows a path: %t", m, s.Studio.Path != nil)
	}
}

// If the stored past contains only the last keys, the camera flies along those.
func TestFlightAlongKeysFromTheStoredPast(t *testing.T) {
	s, _ := newSavingSession(t)
	s.flyOn(t, 0, 3)
	s.mustSetKeys(t, keyAt(-3), keyAt(1))
	s.flyPath()
	if at := s.Studio.ShownTime(); !s.Studio.InPast() || at > 0.1 {
		t.Errorf("the flight along the keys begins at %.2f s (past: %t), want the start of the past", at, s.Studio.InPast())
	}
}

func TestParameterKeyIsNamed(t *testing.T) {
	s, _ := newSavingSession(t)
	s.flyOn(t, 0, 1)
	s.addKey(t, 0.5)
	if m := s.panel.Message(); !strings.HasPrefix(m, "added a key of vision at 0.50 s; the change applies from now on") {
		t.Errorf("the message is %q", m)
	}
}

func TestRangeBeforeThePast(t *testing.T) {
	for want, r := range map[string]ui.Range{
		"range from 160.70 to 230.77 s: its beginning is no longer stored; the stored past begins at 162.87 s": {In: 160.7, Out: 230.76666666666668},
		"range from 1.00 to 2.00 s: it is no longer stored; the stored past begins at 162.87 s":                {In: 1, Out: 2},
	} {
		if got := beforePast(r, 162.8666); got.Error() != want {
			t.Errorf("the message is %q, want %q", got, want)
		}
	}
}

func TestJobIsNamed(t *testing.T) {
	for want, r := range map[string]ui.Range{
		"rendering shot/####.png": {File: "shot/####.png"},
		"exporting flock.usdc":    {File: "/films/flock.usdc", Export: true},
	} {
		if got := (&rangeJob{file: r.File, plan: r}).title(); got != want {
			t.Errorf("the job is %q, want %q", got, want)
		}
	}
}
