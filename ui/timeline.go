//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"math"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/scenario"
)

// Timeline is the data of the page Timeline. Times are in seconds of simulated time.
type Timeline struct {
	From, To float64 // range of a recording, or of the stored past of a live flock
	At       float64 // shown time
	Living   bool    // the flock is live, or its past is shown
	Marks    []Mark
	Camera   []CameraMark   // keys of the camera path
	Rows     []scenario.Row // keys of parameters and things
	Fixed    string         // why Rows cannot be edited; empty: they can
}

// CameraMark is a key of the camera path.
type CameraMark struct {
	Seconds     float64
	Cut, Linear bool
}

// timeline is the state of the page.
type timeline struct {
	view        [2]float64 // time at the left and right end of the page, s; equal: everything
	span        [2]float64 // in and out points; equal: no range
	key         keyRef     // selected key
	drag        keyRef     // dragged key
	dragged     float64    // new time of the dragged key, s
	wasSelected bool       // the key was already selected when it was pressed
	end         int        // dragged end of the range: 1 in, 2 out, 3 not decided yet; 0: none
	menu        keyRef     // key whose menu is open
	value       float32    // value typed in the menu
	onMark      *Mark      // mark on which the bar was pressed; nil: none
	paramUnder  string     // key of the parameter under the pointer
}

// timelineWindow is the ImGui name of the timeline.
const timelineWindow = "Timeline"

// timelinePane shows the timeline in its region.
func (p *Panel) timelinePane(s *State, o *Outcome) {
	if beginFixed(timelineWindow) {
		p.page, p.pageID = timelineWindow, imgui.InternalCurrentWindow().ID()
		p.markPage(timelineWindow)
		p.timelinePage(s, o)
		p.page = ""
	}
	imgui.End()
}

// timelinePage shows the transport buttons, the time bar and the rows of keys.
func (p *Panel) timelinePage(s *State, o *Outcome) {
	p.transportBar(s, o)
	t := &s.Timeline
	v := p.scale(t)
	p.bar(s, v, o)
	p.keyRows(s, v, o)
	p.markLegend(s)
}

// scale maps a range of time to the width of the page.
type scale struct {
	from, to    float64
	left, width float32 // screen units
}

func (v scale) x(seconds float64) float32 {
	return v.left + float32((seconds-v.from)/(v.to-v.from))*v.width
}

func (v scale) seconds(x float32) float64 {
	return v.from + float64((x-v.left)/v.width)*(v.to-v.from)
}

func labelWidth() float32 { return 7 * imgui.FontSize() }

// whole returns the full time range. For a live flock it extends into the future, to a round number.
func (t *Timeline) whole() (from, to float64) {
	if !t.Living {
		return t.From, max(t.To, t.From+1e-3)
	}
	from = math.Floor(t.From/60) * 60
	last := t.To
	for _, k := range t.Camera {
		last = max(last, k.Seconds)
	}
	for _, r := range t.Rows {
		for _, k := range r.Keys {
			last = max(last, k.Until)
		}
	}
	to = from + 30
	for to < last*1.02 {
		to = from + (to-from)*2
	}
	return from, to
}

func (p *Panel) scale(t *Timeline) scale {
	from, to := t.whole()
	if w := p.time.view; w[0] < w[1] {
		from, to = w[0], w[1]
	}
	return scale{from, to, imgui.CursorScreenPos().X + labelWidth(), max(imgui.ContentRegionAvail().X-labelWidth()-0.3*imgui.FontSize(), imgui.FontSize())}
}

// zoom lets the mouse wheel zoom the page around the pointer, and the middle button drag it.
func (p *Panel) zoom(t *Timeline, v scale) {
	io := imgui.CurrentIO()
	from, to := t.whole()
	if imgui.IsItemHovered() && io.MouseWheel() != 0 {
		at, by := v.seconds(imgui.MousePos().X), math.Pow(0.8, float64(io.MouseWheel()))
		p.time.view = [2]float64{at - (at-v.from)*by, at + (v.to-at)*by}
	}
	if imgui.IsItemHovered() && imgui.IsMouseDragging(imgui.MouseButtonMiddle) {
		by := float64(-io.MouseDelta().X/v.width) * (v.to - v.from)
		p.time.view = [2]float64{v.from + by, v.to + by}
	}
	w := &p.time.view
	if w[0] == w[1] {
		return
	}
	if long := w[1] - w[0]; long >= to-from || long < 0.05 {
		*w = [2]float64{}
	} else if w[0] < from {
		*w = [2]float64{from, from + long}
	} else if w[1] > to {
		*w = [2]float64{to - long, to}
	}
}

// bar shows the time bar. A click or a drag goes to that time; a click on a mark goes to the mark's
// time.
func (p *Panel) bar(s *State, v scale, o *Outcome) {
	t, em := &s.Timeline, imgui.FontSize()
	imgui.SetCursorScreenPos(imgui.Vec2{X: v.left, Y: imgui.CursorScreenPos().Y})
	corner, size := imgui.CursorScreenPos(), imgui.Vec2{X: v.width, Y: 1.9 * em}
	imgui.InvisibleButton("##bar", size)
	p.mark("bar")
	p.zoom(t, v)
	mouse := imgui.MousePos().X
	held := imgui.IsItemActive()
	p.dragSpan(s, v, corner, o)
	k := &o.Controls.Playback
	k.Held = held
	if held && p.time.end == 0 && !(s.Tape != nil && s.Tape.Branched && !t.Living) {
		at := min(max(v.seconds(mouse), t.From), t.To)
		if imgui.IsMouseDragging(imgui.MouseButtonLeft) {
			p.time.onMark = nil
		}
		if imgui.IsItemActivated() {
			p.time.onMark = t.markAt(at, 0.3*v.seconds(v.left+em)-0.3*v.from)
		}
		if m := p.time.onMark; m != nil {
			at = min(m.Seconds, t.To)
		}
		o.Seek = &at
	} else if !held {
		p.time.onMark = nil
	}
	if imgui.IsItemHovered() && p.time.end == 0 {
		at := v.seconds(mouse)
		if n := p.endAt(v, corner); n != 0 {
			tooltip("the range " + [...]string{"begins", "ends", "begins and ends"}[n-1] + " here; drag to change it")
		} else if m := t.markAt(at, 0.3*v.seconds(v.left+em)-0.3*v.from); m != nil {
			tooltip(fmt.Sprintf("%.2f s: %s", m.Seconds, m.Text))
		} else {
			tooltip(fmt.Sprintf("%.2f s", at))
		}
	}
	p.drawBar(s, v, corner, size, o)
}

// drawBar draws the ruler, the known time, the marks and the shown time.
func (p *Panel) drawBar(s *State, v scale, corner, size imgui.Vec2, o *Outcome) {
	t, em := &s.Timeline, imgui.FontSize()
	paint := imgui.WindowDrawList()
	colour := imgui.ColorU32Col
	box := func(from, to, top, bottom float32, c uint32) {
		from, to = max(from, v.left), min(to, v.left+v.width)
		if from < to {
			paint.AddRectFilled(imgui.Vec2{X: from, Y: corner.Y + top*size.Y}, imgui.Vec2{X: to, Y: corner.Y + bottom*size.Y}, c)
		}
	}
	box(v.left, v.left+v.width, 0.5, 0.7, colour(imgui.ColFrameBg))
	box(v.x(t.From), v.x(t.To), 0.5, 0.7, colour(imgui.ColFrameBgActive))
	if in, out, ok := p.Span(); ok {
		box(v.x(in), v.x(out), 0.5, 0.7, colour(imgui.ColHeaderActive))
		box(v.x(in)-1, v.x(in)+1, 0, 0.85, colour(imgui.ColText))
		box(v.x(in), v.x(in)+0.4*em, 0, 0.3, colour(imgui.ColText))
		box(v.x(out)-1, v.x(out)+1, 0, 0.85, colour(imgui.ColText))
		box(v.x(out)-0.4*em, v.x(out), 0, 0.3, colour(imgui.ColText))
	}
	step := stepOf((v.to - v.from) * float64(5*em/v.width))
	for at := math.Ceil(v.from/step) * step; at <= v.to; at += step {
		box(v.x(at), v.x(at)+1, 0.35, 0.5, colour(imgui.ColTextDisabled))
		number := fmt.Sprintf("%.4g", at)
		x, wide := v.x(at)+2, imgui.CalcTextSize(number).X
		if x+wide > v.left+v.width {
			x = v.x(at) - 2 - wide // the last number stands left of its line, as the page ends there
		}
		paint.AddTextVec2(imgui.Vec2{X: x, Y: corner.Y - 0.1*em}, colour(imgui.ColTextDisabled), number)
	}
	for kind := range markKinds {
		painted := imgui.ColorU32Vec4(darkenOnLight(markNames[kind].colour))
		for i := range t.Marks {
			if m := &t.Marks[i]; m.Kind == kind {
				top := float32(0.72)
				if kind != Escapes {
					top = 0.6
				}
				box(v.x(m.Seconds)-0.06*em, v.x(m.Seconds)+0.06*em, top, 1, painted)
				if m.Until > m.Seconds {
					box(v.x(m.Seconds), v.x(m.Until), 0.9, 1, painted)
				}
			}
		}
	}
	box(v.x(t.At)-0.12*em, v.x(t.At)+0.12*em, 0.3, 1, colour(imgui.ColPlotLines))
}

// stepOf returns a round number of seconds that is not less than least.
func stepOf(least float64) float64 {
	step := math.Pow(10, math.Floor(math.Log10(max(least, 1e-3))))
	for _, by := range []float64{1, 2, 5, 10} {
		if step*by >= least {
			return step * by
		}
	}
	return step
}

// markAt returns the mark nearest to a time, or nil if no mark is nearer than within, s. If several marks
// are equally near, it returns the mark of the rarest kind.
func (t *Timeline) markAt(seconds, within float64) *Mark {
	var best *Mark
	far := within
	for i := range t.Marks {
		m := &t.Marks[i]
		if off := math.Abs(m.Seconds - seconds); off < far || off == far && best != nil && m.Kind > best.Kind {
			best, far = m, off
		}
	}
	return best
}

// markLegend shows the colours of the kinds of marks that occur. It counts escapes since the start, as the
// page Flock does, even if the timeline no longer has the oldest of them.
func (p *Panel) markLegend(s *State) {
	var counts [markKinds]int
	for _, m := range s.Timeline.Marks {
		counts[m.Kind]++
	}
	if counts[Escapes] > 0 {
		counts[Escapes] = s.AllEscapes
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
		imgui.WindowDrawList().AddRectFilled(imgui.Vec2{X: at.X, Y: at.Y + 0.2*em}, imgui.Vec2{X: at.X + 0.35*em, Y: at.Y + 0.95*em}, imgui.ColorU32Vec4(darkenOnLight(markNames[k].colour)))
		imgui.SetCursorScreenPos(imgui.Vec2{X: at.X + 0.6*em, Y: at.Y})
		text := plural(n, markNames[k].name)
		if MarkKind(k) == Escapes && s.Escaped < n {
			text = fmt.Sprintf("%d of %s", s.Escaped, text)
		}
		writeGrey(text)
		p.mark("legend." + strings.ReplaceAll(markNames[k].name, " ", "_"))
	}
}
