//go:build cgo && !nowindow

package ui

import "testing"

// While a recording plays, the page shows the same time as the ruler, even if the recording did not begin at
// 0 s.
func TestTimeEqualsTheRuler(t *testing.T) {
	s := &State{Tape: &Tape{Frames: 120}, Timeline: Timeline{From: 61, To: 65, Clock: 62.5}}
	s.Controls.Playback.Frame = 45
	if got, want := s.timeText(), "t = 62.50 s   frame 46 of 120"; got != want {
		t.Errorf("the page shows %q, want %q", got, want)
	}
}
