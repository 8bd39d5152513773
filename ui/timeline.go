//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"math"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/camera"
	"skein/flock/scenario"
)

// Timeline is the content of the page Timeline. Times are in seconds of simulated time.
type Timeline struct {
	From, To float64 // range of a recording, or of the stored past of a live flock
	At       float64 // shown time
	Clock    float64 // time of the last tick up to At, for the inspector and the ledger
	Living   bool    // a live flock or its past is shown
	Marks    []Mark
	Camera   []CameraMark   // keys of the camera path
	Path     *camera.Path   // path through the camera keys; nil means that there are none
	Rows     []scenario.Row // keys of parameters and things
	Before   []any          // value of each row before its first key; nil if unknown
	Fixed    string         // why Rows cannot be edited; empty if they can
}

// CameraMark is a key of the camera path.
type CameraMark struct {
	Seconds     float64
	Cut, Linear bool
}

type timeline struct {
	view           [2]float64 // times at the left and right end, s; if they are equal, everything is shown
	span           [2]float64 // in and out points, s; if they are equal, there is no range
	key            keyRef
	drag           keyRef
	dragged        float64 // new time of the dragged key, s
	wasSelected    bool
	end            int
	moved          bool
	until          float64 // Timeline.To in the last picture, s
	menu           keyRef
	value          float32
	onMarks        bool
	sorted         []Mark // in order of time; see marksInOrder
	unsorted       []Mark
	paramUnder     string
	overProperties bool // the pointer is over the properties of the selected object
}

const timelineWindow = "Timeline"

func (p *Panel) timelinePane(s *State, o *Outcome) {
	if beginFixed(timelineWindow) {
		p.page, p.pageID = timelineWindow, imgui.InternalCurrentWindow().ID()
		p.markPage(timelineWindow)
		p.timelinePage(s, o)
		p.page = ""
	}
	imgui.End()
}

func (p *Panel) timelinePage(s *State, o *Outcome) {
	p.transportBar(s, o)
	t := &s.Timeline
	p.forgetSpan(t)
	v := p.scale(t)
	top := imgui.CursorScreenPos().Y
	p.bar(s, v, o)
	p.eventLane(s, v, o)
	p.keyRows(s, v, o)
	p.playhead(t, v, top)
	p.markLegend(s)
}

type scale struct {
	from, to    float64
	left, width float32
}

func (v scale) x(seconds float64) float32 {
	return v.left + float32((seconds-v.from)/(v.to-v.from))*v.width
}

func (v scale) seconds(x float32) float64 {
	return v.from + float64((x-v.left)/v.width)*(v.to-v.from)
}

func labelWidth() float32 { return 7 * imgui.FontSize() }

// whole returns the full time range. For a live flock, it ends at a round number in the future.
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

const shortestView = 0.1

// zoom handles the mouse: the wheel zooms around the pointer, and the middle button moves the page. Call it
// directly after the bar or the lane of events, because it refers to ImGui's last item.
func (p *Panel) zoom(t *Timeline, v scale) {
	io := imgui.CurrentIO()
	from, to := t.whole()
	if imgui.IsItemHovered() && io.MouseWheel() != 0 {
		seconds, factor := v.seconds(imgui.MousePos().X), math.Pow(0.8, float64(io.MouseWheel()))
		p.time.view = [2]float64{seconds - (seconds-v.from)*factor, seconds + (v.to-seconds)*factor}
	}
	if imgui.IsItemHovered() && imgui.IsMouseDragging(imgui.MouseButtonMiddle) {
		shift := float64(-io.MouseDelta().X/v.width) * (v.to - v.from)
		p.time.view = [2]float64{v.from + shift, v.to + shift}
	}
	w := &p.time.view
	if w[0] == w[1] {
		return
	}
	if long := w[1] - w[0]; long >= to-from || long < shortestView {
		*w = [2]float64{}
	} else if w[0] < from {
		*w = [2]float64{from, from + long}
	} else if w[1] > to {
		*w = [2]float64{to - long, to}
	}
}

func (p *Panel) bar(s *State, v scale, o *Outcome) {
	t, em := &s.Timeline, imgui.FontSize()
	imgui.SetCursorScreenPos(imgui.Vec2{X: v.left, Y: imgui.CursorScreenPos().Y})
	corner, size := imgui.CursorScreenPos(), imgui.Vec2{X: v.width, Y: 1.4 * em}
	imgui.InvisibleButton("##bar", size)
	p.mark("bar")
	p.zoom(t, v)
	if imgui.IsItemHovered() && imgui.IsMouseDoubleClicked(imgui.MouseButtonLeft) {
		p.time.view = [2]float64{}
	}
	o.Controls.Playback.Held = false
	p.dragSpan(s, v, corner, o)
	if p.time.end == 0 {
		p.scrub(s, v, o)
	}
	if imgui.IsItemHovered() && p.time.end == 0 {
		if n := p.endAt(v, corner); n != 0 {
			tooltip("the range " + [...]string{"begins", "ends", "begins and ends"}[n-1] + " here; drag to change it")
		} else {
			tooltip(s.timeTip(v.seconds(imgui.MousePos().X)))
		}
	}
	p.drawBar(s, v, corner, size, o)
}

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
	box(v.left, v.left+v.width, 0.62, 0.95, colour(imgui.ColFrameBg))
	known := colour(imgui.ColFrameBgActive)
	if s.playsRecording() {
		known = imgui.ColorU32Vec4(present().accent)
	}
	box(v.x(t.From), v.x(t.To), 0.62, 0.95, known)
	if in, out, ok := p.Span(); ok {
		box(v.x(in), v.x(out), 0.62, 0.95, colour(imgui.ColHeaderActive))
		box(v.x(in)-1, v.x(in)+1, 0, 0.95, colour(imgui.ColText))
		box(v.x(in), v.x(in)+0.4*em, 0, flagHigh*em/size.Y, colour(imgui.ColText))
		box(v.x(out)-1, v.x(out)+1, 0, 0.95, colour(imgui.ColText))
		box(v.x(out)-0.4*em, v.x(out), 0, flagHigh*em/size.Y, colour(imgui.ColText))
	}
	unit, name := s.rulerUnit(v)
	step := unit * stepOf((v.to-v.from)/unit*float64(5*em/v.width))
	for seconds := math.Ceil(v.from/step) * step; seconds <= v.to; seconds += step {
		box(v.x(seconds), v.x(seconds)+1, 0.45, 0.62, colour(imgui.ColTextDisabled))
		number := fmt.Sprintf("%.4g", seconds/unit) + name
		x, wide := v.x(seconds)+2, imgui.CalcTextSize(number).X
		if x+wide > v.left+v.width {
			x = v.x(seconds) - 2 - wide // the flag is on the left of its line, because the page ends there
		}
		paint.AddTextVec2(imgui.Vec2{X: x, Y: corner.Y - 0.1*em}, colour(imgui.ColTextDisabled), number)
	}
}

// rulerUnit returns the unit of the ruler, in s, and its name. It is the second, unless the recording has
// less than one frame per second.
func (s *State) rulerUnit(v scale) (unit float64, name string) {
	switch long := v.to - v.from; {
	case s.Tape == nil || s.Tape.Pace <= 1 || s.Tape.Past:
		return 1, ""
	case long >= 2*86400:
		return 86400, " d"
	case long >= 2*3600:
		return 3600, " h"
	}
	return 60, " min"
}

func (p *Panel) playhead(t *Timeline, v scale, top float32) {
	em, x := imgui.FontSize(), v.x(t.At)
	if x < v.left-1 || x > v.left+v.width+1 {
		return
	}
	paint, colour := imgui.WindowDrawList(), imgui.ColorU32Col(imgui.ColText)
	paint.AddLineV(imgui.Vec2{X: x, Y: top + 0.5*em}, imgui.Vec2{X: x, Y: imgui.CursorScreenPos().Y}, colour, 0.1*em)
	paint.AddTriangleFilled(imgui.Vec2{X: x - 0.35*em, Y: top + flagHigh*em}, imgui.Vec2{X: x + 0.35*em, Y: top + flagHigh*em}, imgui.Vec2{X: x, Y: top + 0.95*em}, colour)
}

// stepOf returns the smallest number of seconds that is at least least and is 1, 2 or 5 times a power of ten.
func stepOf(least float64) float64 {
	step := math.Pow(10, math.Floor(math.Log10(max(least, 1e-3))))
	for _, factor := range []float64{1, 2, 5, 10} {
		if step*factor >= least {
			return step * factor
		}
	}
	return step
}

// markLegend shows the colours of the marks that are present. It counts all escapes since the start, even
// those that the timeline no longer stores.
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
		position, em := imgui.CursorScreenPos(), imgui.FontSize()
		imgui.WindowDrawList().AddRectFilled(imgui.Vec2{X: position.X, Y: position.Y + 0.2*em}, imgui.Vec2{X: position.X + 0.35*em, Y: position.Y + 0.95*em}, imgui.ColorU32Vec4(darkenOnLight(markNames[k].colour)))
		imgui.SetCursorScreenPos(imgui.Vec2{X: position.X + 0.6*em, Y: position.Y})
		text := plural(n, markNames[k].name)
		if MarkKind(k) == Escapes && s.Escaped < n {
			text = fmt.Sprintf("%d of %s", s.Escaped, text)
		}
		writeGrey(text)
		p.mark("legend." + strings.ReplaceAll(markNames[k].name, " ", "_"))
	}
}
