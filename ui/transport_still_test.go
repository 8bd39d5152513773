//go:build cgo && !nowindow

package ui

import (
	"image"
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/snapshots"
)

// When the user goes into the past of a live flock, no button, field or line of the transport bar moves,
// however wide the pane is.
func TestPastMovesNoButton(t *testing.T) {
	p := newPage(t, 1)
	show := func(wide float32, s *State) (at map[string]image.Rectangle, below float32) {
		p.layOut = func() {
			clear(p.panel.Probe)
			imgui.SetNextWindowPos(imgui.Vec2{})
			imgui.SetNextWindowSize(imgui.Vec2{X: wide, Y: 300})
			imgui.Begin("bar")
			p.panel.transportBar(s, &Outcome{Controls: s.Controls})
			below = imgui.CursorPosY()
			imgui.End()
		}
		p.frame(0.1)
		at = map[string]image.Rectangle{}
		for key, r := range p.panel.Probe {
			at[key] = r
		}
		return at, below
	}
	for wide := float32(440); wide < 1400; wide += 20 {
		live := &State{Controls: p.controls, Seed: 8, Snapshot: &snapshots.Snapshot{}, Timeline: Timeline{To: 173.4, Clock: 173.4}}
		past := &State{Controls: p.controls, Seed: 8, Snapshot: live.Snapshot, Timeline: Timeline{To: 173.4, Clock: 21.5}}
		past.Tape = &Tape{Frames: 5000, FPS: 30, Past: true}
		past.Controls.Paused = false
		before, low := show(wide, live)
		after, lowPast := show(wide, past)
		if low != lowPast {
			t.Errorf("%g wide: the timeline below moves from %g to %g", wide, low, lowPast)
		}
		for _, key := range []string{"to_start", "frame_back", "loop_in", "loop_out", "record", "speed", "restart", "new_seed"} {
			if before[key].Empty() || before[key] != after[key] {
				t.Errorf("%g wide: %s moves from %v to %v", wide, key, before[key], after[key])
			}
		}
		for _, key := range []string{"now", "loop", "backward", "branch", "timeline.where"} {
			if r := after[key]; r.Empty() || r.Max.X > int(wide) {
				t.Errorf("%g wide: %s is at %v", wide, key, r)
			}
		}
	}
}
