//go:build cgo && !nowindow

package ui

import (
	"strings"
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"
)

// While a recording plays, the page shows the same time as the ruler, even if the recording did not begin at
// 0 s.
func TestTimeEqualsTheRuler(t *testing.T) {
	s := &State{Tape: &Tape{Frames: 120}, Timeline: Timeline{From: 61, To: 65, Clock: 62.5}}
	s.Controls.Playback.Frame = 45
	if got, want := s.timeText(), "t = 62.50 s   frame 46 of 120"; got != want {
		t.Errorf("the page shows %q, want %q", got, want)
	}
}

// A click at a time after the end of the timeline goes to the end, and says where it is. A click before the
// end says nothing.
func TestClickAfterTheEnd(t *testing.T) {
	for living, want := range map[bool]string{true: "the flight ends at 10.00 s so far", false: "the recording ends at 10.00 s"} {
		p := newPage(t, 1)
		s := &State{Timeline: Timeline{To: 10, Living: living}}
		var seek float64
		var said string
		p.layOut = func() {
			imgui.SetNextWindowPos(imgui.Vec2{})
			imgui.SetNextWindowSize(imgui.Vec2{X: 800, Y: 200})
			imgui.Begin("Timeline")
			o := &Outcome{Controls: p.controls}
			p.panel.bar(s, scale{0, 30, imgui.CursorScreenPos().X, 600}, o)
			if o.Seek != nil {
				seek = *o.Seek
			}
			said += o.Say
			imgui.End()
		}
		for range 3 {
			p.frame(0.1)
		}
		for _, c := range []struct {
			x    float32 // fraction of the width, which is 30 s
			to   float64
			says bool
		}{{0.2, 6, false}, {0.8, 10, true}} {
			said = ""
			p.moveTo(p.at("bar", c.x, 0.5))
			p.frame(0.1)
			p.clicks(0.1, 0, 0)
			if seek < c.to-0.1 || seek > c.to+0.1 || (said != "") != c.says || c.says && !strings.HasPrefix(said, want) {
				t.Errorf("a click at %.0f s, living %t: the time is %.2f s, and the page says %q", 30*c.x, living, seek, said)
			}
		}
	}
}
