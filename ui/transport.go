//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"math"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine"
)

// Tape is a flight to be played, as the panel shows it.
type Tape struct {
	Frames   int
	FPS      float64
	Branched bool   // the flock lives on from a frame of it
	Tracks   bool   // of birds that were tracked: nothing can branch off
	About    string // of those, what they are
	Marks    []Mark // of what happened in it, in order
}

// Mark is something that happened at a frame of a flight.
type Mark struct {
	Kind  MarkKind
	Frame float64
	Text  string // what it was
}

// Happening is something that happened at a time.
type Happening struct {
	Kind    MarkKind
	Seconds float64 // of simulated time
	Text    string  // what it was
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
	p.markLegend(s.Tape)
	imgui.End()
}

// markLegend says what the colours of marks mean, of those that there are.
func (p *Panel) markLegend(t *Tape) {
	var counts [markKinds]int
	for i := range t.Marks {
		counts[t.Marks[i].Kind]++
	}
	first := true
	for k, n := range counts {
		if n == 0 {
			continue
		}
		if !first {
			imgui.SameLine()
		}
		first = false
		at, em := imgui.CursorScreenPos(), imgui.FontSize()
		imgui.WindowDrawList().AddRectFilled(imgui.Vec2{X: at.X, Y: at.Y + 0.2*em}, imgui.Vec2{X: at.X + 0.35*em, Y: at.Y + 0.95*em}, imgui.ColorU32Vec4(markNames[k].colour))
		imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + 0.6*em, Y: at.Y})
		imgui.TextDisabled(plural(n, markNames[k].name))
		p.mark("legend." + strings.ReplaceAll(markNames[k].name, " ", "_"))
	}
}

// markAt is the mark that is nearest to a place on the bar, none farther than so many
// frames. Of several there the rarest kinds come first.
func (t *Tape) markAt(frame, within float64) *Mark {
	var best *Mark
	far := within
	for i := range t.Marks {
		m := &t.Marks[i]
		if off := math.Abs(m.Frame - frame); off < far || off == far && best != nil && m.Kind > best.Kind {
			best, far = m, off
		}
	}
	return best
}

// bar is the strip of time: a click or a drag goes there; a click on a mark goes to the
// frame that it is of.
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
		if p.onMark != nil && imgui.IsMouseDragging(imgui.MouseButtonLeft) {
			p.onMark = nil
		}
		if p.onMark != nil {
			k.Frame = min(p.onMark.Frame, float64(last))
		}
	} else {
		p.onMark = nil
	}
	if imgui.IsItemHovered() {
		share := float64((imgui.MousePos().X - corner.X) / size.X)
		m := t.markAt(share*float64(last), 0.3*float64(em)/float64(size.X)*float64(last))
		if m != nil {
			imgui.SetTooltip(fmt.Sprintf("%.2f s: %s", m.Frame/t.FPS, m.Text))
		} else {
			imgui.SetTooltip(fmt.Sprintf("%.2f s", share*float64(last)/t.FPS))
		}
		if imgui.IsItemClicked() {
			if p.onMark = m; m != nil {
				k.Frame = min(m.Frame, float64(last))
			}
		}
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
	for kind := range markKinds {
		painted := imgui.ColorU32Vec4(markNames[kind].colour)
		for i := range t.Marks {
			if m := &t.Marks[i]; m.Kind == kind {
				top := float32(0.68)
				if kind != Escapes {
					top = 0.55
				}
				box(x(m.Frame)-0.75, x(m.Frame)+0.75, top, 1, painted)
			}
		}
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
