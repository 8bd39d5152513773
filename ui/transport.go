//go:build cgo && !nowindow

package ui

import (
	"math"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/studio"
)

// Tape is a flight to be played, as the panel shows it.
type Tape struct {
	Frames   int
	Start    float64 // s of simulated time at the first
	FPS      float64
	Branched bool   // the flock lives on from a frame of it
	Past     bool   // it is the past of the flock that lives
	Tracks   bool   // of birds that were tracked: nothing can branch off
	About    string // of those, what they are
}

// Mark is something that happened, at a time of simulated seconds.
type Mark struct {
	Kind    MarkKind
	Seconds float64
	Text    string // what it was
}

// MarkKind says what sort of thing happened.
type MarkKind int

// What is marked.
const (
	Escapes MarkKind = iota
	NearMisses
	Strikes
	Splits
	Events // of the scene's schedule
	Edits  // by hand
	markKinds
)

// markNames are how the legend calls them, and their colours.
var markNames = [markKinds]struct {
	name   string
	colour imgui.Vec4
}{
	{"escape", imgui.Vec4{X: 1, Y: 0.62, Z: 0.2, W: 1}},
	{"near miss", imgui.Vec4{X: 1, Y: 0.9, Z: 0.35, W: 1}},
	{"strike", imgui.Vec4{X: 1, Y: 0.27, Z: 0.24, W: 1}},
	{"split", imgui.Vec4{X: 0.85, Y: 0.5, Z: 1, W: 1}},
	{"event", imgui.Vec4{X: 0.4, Y: 0.9, Z: 0.5, W: 1}},
	{"edit", imgui.Vec4{X: 0.45, Y: 0.75, Z: 1, W: 1}},
}

// span returns the loop: the whole flight unless a range is set.
func span(k *studio.Playback, t *Tape) (from, to int) {
	if k.In < k.Out {
		return k.In, min(k.Out, t.Frames-1)
	}
	return 0, t.Frames - 1
}

func playLabel(paused bool) string {
	if paused {
		return "Play"
	}
	return "Pause"
}

// playOn pauses or goes on, from the other end where this one is reached.
func playOn(o *Outcome, t *Tape) {
	c := &o.Controls
	k := &c.Playback
	if c.Paused = !c.Paused; c.Paused || t == nil || t.Branched {
		return
	}
	last := float64(t.Frames - 1)
	if !k.Backward && k.Frame >= last {
		k.Frame = 0
	} else if k.Backward && k.Frame <= 0 {
		k.Frame = last
	}
}

// setIn begins the loop at the frame shown, setOut ends it there.
func setIn(k *studio.Playback, t *Tape) {
	_, to := span(k, t)
	k.Loop, k.In, k.Out = true, int(k.Frame), to
	if k.In >= to {
		k.Out = t.Frames - 1
	}
}

func setOut(k *studio.Playback, t *Tape) {
	from, _ := span(k, t)
	k.Loop, k.In, k.Out = true, from, int(math.Ceil(k.Frame))
	if k.Out <= from {
		k.In = 0
	}
}
