//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"math"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine"
)

// Tape is a flight to be played, as the panel shows it.
type Tape struct {
	Frames   int
	FPS      float64
	Branched bool      // the flock lives on from a frame of it
	Tracks   bool      // of birds that were tracked: nothing can branch off
	Escapes  []float64 // frames in which somebody broke away
}

// transport is the bar below the picture that a flight is played with.
func (p *Panel) transport(s *State, o *Outcome) {
	if s.Tape == nil {
		return
	}
	em := imgui.FontSize()
	margin := 0.8 * em
	at := imgui.Vec2{X: float32(s.Picture.Min.X) + margin, Y: float32(s.Picture.Max.Y) - margin}
	imgui.SetNextWindowPosV(at, imgui.CondAlways, imgui.Vec2{Y: 1})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: max(float32(s.Picture.Dx())-2*margin, 10*em)}, imgui.CondAlways)
	imgui.SetNextWindowBgAlpha(0.72)
	const fixed = imgui.WindowFlagsNoDecoration | imgui.WindowFlagsNoSavedSettings | imgui.WindowFlagsNoDocking |
		imgui.WindowFlagsNoFocusOnAppearing | imgui.WindowFlagsNoMove | imgui.WindowFlagsAlwaysAutoResize
	imgui.BeginV("##transport", nil, fixed)
	imgui.BeginDisabledV(s.Tape.Branched)
	p.bar(s.Tape, o)
	imgui.EndDisabled()
	p.deck(s.Tape, o)
	imgui.End()
}

// bar is the strip of time: a click or a drag goes there; marks are escapes.
func (p *Panel) bar(t *Tape, o *Outcome) {
	em := imgui.FontSize()
	corner, size := imgui.CursorScreenPos(), imgui.Vec2{X: max(imgui.ContentRegionAvail().X, em), Y: 1.3 * em}
	imgui.InvisibleButton("##bar", size)
	p.mark("bar")
	k := &o.Controls.Playback
	last := float32(max(t.Frames-1, 1))
	x := func(frame float64) float32 { return corner.X + float32(frame)/last*size.X }
	if k.Held = imgui.IsItemActive(); k.Held {
		share := (imgui.MousePos().X - corner.X) / size.X
		k.Frame = math.Round(float64(min(max(share, 0), 1) * last))
	}
	if imgui.IsItemHovered() {
		share := (imgui.MousePos().X - corner.X) / size.X
		imgui.SetTooltip(fmt.Sprintf("%.2f s", float64(share*last)/t.FPS))
	}
	paint := imgui.WindowDrawList()
	colour := func(id imgui.Col) uint32 { return imgui.ColorU32Col(id) }
	box := func(from, to, top, bottom float32, c uint32) {
		paint.AddRectFilled(imgui.Vec2{X: from, Y: corner.Y + top*size.Y}, imgui.Vec2{X: to, Y: corner.Y + bottom*size.Y}, c)
	}
	box(corner.X, corner.X+size.X, 0.35, 0.65, colour(imgui.ColFrameBgActive))
	if k.Loop {
		from, to := span(k, t)
		box(x(float64(from)), x(float64(to)), 0.35, 0.65, colour(imgui.ColHeaderActive))
		box(x(float64(from))-1, x(float64(from))+1, 0.1, 0.9, colour(imgui.ColText))
		box(x(float64(to))-1, x(float64(to))+1, 0.1, 0.9, colour(imgui.ColText))
	}
	for _, frame := range t.Escapes {
		box(x(frame)-0.75, x(frame)+0.75, 0.68, 1, colour(imgui.ColPlotLines))
	}
	box(x(k.Frame)-0.13*em, x(k.Frame)+0.13*em, 0.05, 0.95, colour(imgui.ColPlotLines))
}

// span is the loop: the whole flight unless a range is set.
func span(k *engine.Playback, t *Tape) (from, to int) {
	if k.In < k.Out {
		return k.In, min(k.Out, t.Frames-1)
	}
	return 0, t.Frames - 1
}

// deck are the buttons below the bar.
func (p *Panel) deck(t *Tape, o *Outcome) {
	c := &o.Controls
	k := &c.Playback
	if t.Branched {
		p.button("Back to the recording (Enter)", "rejoin", func() { o.Commands = append(o.Commands, engine.Rejoin) })
		imgui.SameLine()
		imgui.TextDisabled(fmt.Sprintf("branched off at %.2f s; what was recorded is pale", k.Frame/t.FPS))
		return
	}
	p.button("|<", "to_start", func() { k.Frame = 0 })
	imgui.SameLine()
	p.button("<", "frame_back", func() { o.Commands = append(o.Commands, engine.StepBack) })
	imgui.SameLine()
	p.button(playLabel(c.Paused), "play", func() { playOn(o, t) })
	imgui.SameLine()
	p.button(">", "frame_on", func() { o.Commands = append(o.Commands, engine.StepOnce) })
	imgui.SameLine()
	p.button(">|", "to_end", func() { k.Frame = float64(t.Frames - 1) })
	imgui.SameLine()
	p.check("Backward", "backward", "Play backward. Key J.", &k.Backward)
	imgui.SameLine()
	p.check("Loop", "loop", "Play from In to Out again and again. Keys [ ] and \\.", &k.Loop)
	imgui.SameLine()
	p.button("In", "loop_in", func() { setIn(k, t) })
	imgui.SameLine()
	p.button("Out", "loop_out", func() { setOut(k, t) })
	imgui.SameLine()
	if !t.Tracks {
		p.button("Branch off (Enter)", "branch", func() { o.Commands = append(o.Commands, engine.Branch) })
		hint("Go on from this frame as a living flock, with parameters of your own.")
		imgui.SameLine()
	}
	imgui.Text(fmt.Sprintf("%.2f of %.2f s", k.Frame/t.FPS, float64(t.Frames-1)/t.FPS))
	imgui.SameLine()
	imgui.TextDisabled(fmt.Sprintf("frame %d of %d", int(k.Frame)+1, t.Frames))
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
func setIn(k *engine.Playback, t *Tape) {
	_, to := span(k, t)
	k.Loop, k.In, k.Out = true, int(k.Frame), to
	if k.In >= to {
		k.Out = t.Frames - 1
	}
}

func setOut(k *engine.Playback, t *Tape) {
	from, _ := span(k, t)
	k.Loop, k.In, k.Out = true, from, int(math.Ceil(k.Frame))
	if k.Out <= from {
		k.In = 0
	}
}
