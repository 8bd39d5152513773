//go:build cgo && !nowindow

package ui

import (
	"math"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/studio"
)

// Tape describes the recording that is playing.
type Tape struct {
	Frames   int
	Start    float64 // simulated seconds at the first frame
	FPS      float64 // frames per simulated second
	Pace     float64 // simulated seconds per second of playback at speed 1; 0 means 1
	Branched bool    // the flock was branched from the recording
	Past     bool    // the past of the live flock is shown
	Tracks   bool    // imported tracks, which cannot be branched
	About    string  // description of imported tracks
	File     string  // name of the recording's file
}

// Mark is an event on the timeline.
type Mark struct {
	Kind    MarkKind
	Seconds float64
	Until   float64 // end of the event, s; 0 means that the event has no duration
	Text    string
	Boid    int // boid that a click selects; metrics.NoBoid: none
}

// MarkKind is the kind of a mark.
type MarkKind int

// The kinds of marks, from frequent to rare.
const (
	Escapes MarkKind = iota
	Attacks          // beginnings of attacks by hunters
	NearMisses
	Strikes
	Splits
	Patterns // patterns of escape
	Events   // events of the scene's schedule
	Edits    // edits by hand
	Undos    // undos of edits by hand
	markKinds
)

var markNames = [markKinds]struct {
	name   string
	colour imgui.Vec4
}{
	{"escape", imgui.Vec4{X: 1, Y: 0.62, Z: 0.2, W: 1}},
	{"attack", imgui.Vec4{X: 1, Y: 0.55, Z: 0.78, W: 1}},
	{"near miss", imgui.Vec4{X: 1, Y: 0.9, Z: 0.35, W: 1}},
	{"strike", imgui.Vec4{X: 1, Y: 0.27, Z: 0.24, W: 1}},
	{"split", imgui.Vec4{X: 0.85, Y: 0.5, Z: 1, W: 1}},
	{"pattern", imgui.Vec4{X: 0.2, Y: 0.85, Z: 0.85, W: 1}},
	{"event", imgui.Vec4{X: 0.4, Y: 0.9, Z: 0.5, W: 1}},
	{"edit", imgui.Vec4{X: 0.45, Y: 0.75, Z: 1, W: 1}},
	{"undo", imgui.Vec4{X: 0.66, Y: 0.7, Z: 0.76, W: 1}},
}

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

// playOn pauses or continues. At the end of a recording, it starts again from the other end.
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
