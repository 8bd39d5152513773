//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"math"

	"github.com/AllenDang/cimgui-go/imgui"
)

// Span returns the in and out points, in s, or ok = false if none are set.
func (p *Panel) Span() (in, out float64, ok bool) {
	return p.time.span[0], p.time.span[1], p.time.span[0] < p.time.span[1]
}

func (p *Panel) begin(s *State, o *Outcome) {
	t, w := &s.Timeline, &p.time.span
	if p.refuseEmptySpan(t.At, 1, o) {
		return
	}
	if w[0] = t.At; w[1] <= w[0] {
		w[1] = max(t.To, t.At+1)
	}
	if s.Tape != nil && !s.Tape.Branched {
		setIn(&o.Controls.Playback, s.Tape)
	}
	p.saySpan(o)
}

func (p *Panel) end(s *State, o *Outcome) {
	t, w := &s.Timeline, &p.time.span
	if p.refuseEmptySpan(t.At, 0, o) {
		return
	}
	if w[1] = t.At; w[0] >= w[1] || w[0] == 0 && w[0] < t.From {
		w[0] = min(t.From, t.At)
	}
	if s.Tape != nil && !s.Tape.Branched {
		setOut(&o.Controls.Playback, s.Tape)
	}
	p.saySpan(o)
}

// refuseEmptySpan reports whether the range would be empty, because its new end is at the same time as the
// other end. If so, a message says that the range stays unchanged.
func (p *Panel) refuseEmptySpan(seconds float64, other int, o *Outcome) bool {
	in, out, ok := p.Span()
	if !ok || math.Abs(p.time.span[other]-seconds) >= leastSpan {
		return false
	}
	o.Say = fmt.Sprintf("the range cannot start and end at %.2f s, so it stays at %.2f to %.2f s; go to another time first", seconds, in, out)
	return true
}

// forgetSpan deletes the range if its end is no longer part of the flight: after a restart, or if the flock
// continues from an earlier moment.
func (p *Panel) forgetSpan(t *Timeline) {
	w := &p.time
	if t.To < w.until-leastSpan {
		if w.span[1] > t.To {
			w.span = [2]float64{}
		}
		p.ranges.times = [3]lastTimes{}
	}
	w.until = t.To
}

func (p *Panel) saySpan(o *Outcome) {
	w := &p.time.span
	o.Say = fmt.Sprintf("range from %.2f to %.2f s; render or export it from the File menu", w[0], w[1])
}

// endAt returns the flag under the pointer: 1 for in, 2 for out, 3 for both, 0 for none. The triangle of the
// playhead is below the flags, so a drag of the triangle never moves a flag.
func (p *Panel) endAt(v scale, corner imgui.Vec2) int {
	in, out, ok := p.Span()
	em, mouse := imgui.FontSize(), imgui.MousePos()
	if !ok || mouse.Y >= corner.Y+flagHigh*em {
		return 0
	}
	distance := func(seconds float64) float32 { return float32(math.Abs(float64(v.x(seconds) - mouse.X))) }
	switch a, b := distance(in), distance(out); {
	case min(a, b) > 0.6*em:
		return 0
	case v.x(out)-v.x(in) < 3:
		return 3
	case a < b:
		return 1
	}
	return 2
}

// flagHigh is the height of the flags at the top of the bar, in ems.
const flagHigh = 0.4

const leastSpan = 0.01

// dragSpan moves the in and out points while the user drags their flags. Call it directly after the bar,
// because it refers to ImGui's last item.
func (p *Panel) dragSpan(s *State, v scale, corner imgui.Vec2, o *Outcome) {
	t, w := &s.Timeline, &p.time.span
	if imgui.IsItemActivated() {
		p.time.end, p.time.moved = p.endAt(v, corner), false
	}
	if p.time.end == 0 {
		return
	}
	if imgui.IsItemActive() && imgui.IsMouseDragging(imgui.MouseButtonLeft) {
		p.time.moved = true
		if p.time.end == 3 {
			p.time.end = 1
			if imgui.MouseDragDelta().X > 0 {
				p.time.end = 2
			}
		}
		seconds := max(v.seconds(imgui.MousePos().X), t.From)
		if !t.Living {
			seconds = min(seconds, t.To)
		}
		if p.time.end == 1 {
			w[0] = min(seconds, w[1]-leastSpan)
		} else {
			w[1] = max(seconds, w[0]+leastSpan)
		}
		tooltip(fmt.Sprintf("%.2f s", w[p.time.end-1]))
	}
	if imgui.IsItemDeactivated() && !p.time.moved { // a click without a drag moves the playhead
		seconds := min(max(v.seconds(imgui.MousePos().X), t.From), t.To)
		o.Seek, p.time.end = &seconds, 0
		return
	}
	if imgui.IsItemDeactivated() {
		if k, tape := &o.Controls.Playback, s.Tape; tape != nil && !tape.Branched && k.In < k.Out {
			last := float64(tape.Frames - 1)
			frame := func(seconds float64) float64 { return min(max((seconds-tape.Start)*tape.FPS, 0), last) }
			k.In, k.Out = int(math.Floor(frame(w[0])+1e-6)), int(math.Ceil(frame(w[1])-1e-6))
		}
		p.saySpan(o)
		p.time.end = 0
	}
}
