//go:build cgo && !nowindow

package ui

import "testing"

// While a recording plays, the page shows the time of the ruler, also if the recording began late.
func TestTimeIsThatOfTheRuler(t *testing.T) {
	s := &State{Tape: &Tape{Frames: 120}, Timeline: Timeline{From: 61, To: 65, At: 62.5}}
	s.Controls.Playback.Frame = 45
	if got, want := s.timeText(), "t = 62.50 s   frame 46 of 120"; got != want {
		t.Errorf("the page shows %q, want %q", got, want)
	}
}
