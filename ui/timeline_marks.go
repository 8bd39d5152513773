//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/metrics"
)

// markColumn is the width of a column in the lane of events, in ems. If there are several marks in a column,
// they are shown as one mark with a count.
const markColumn = 1.9

// markGroup is a mark of the lane of events. It may stand for several marks that are too close together to be
// distinguished.
type markGroup struct {
	marks []Mark  // in order of time
	from  float64 // start of the column, s
}

// groupMarks groups marks, in order of time, by columns of the given length, in s. The boundaries of the
// columns do not depend on from and to.
func groupMarks(all []Mark, from, to, column float64) (groups []markGroup) {
	first, _ := slices.BinarySearchFunc(all, from, func(m Mark, seconds float64) int { return compareTimes(m.Seconds, seconds) })
	for k := first; k < len(all) && all[k].Seconds <= to; {
		n := math.Floor(all[k].Seconds / column)
		end := k + 1
		for end < len(all) && math.Floor(all[end].Seconds/column) == n {
			end++
		}
		groups = append(groups, markGroup{all[k:end], n * column})
		k = end
	}
	return groups
}

// lastingMarks returns the marks with a duration that last during a part of the view. all must be in order of
// time. Their bars have their true length even if their marks share a column, or begin before the view.
func lastingMarks(all []Mark, from, to float64) (lasting []Mark) {
	for _, m := range all {
		if m.Seconds > to {
			break
		}
		if m.Until > m.Seconds && m.Until >= from {
			lasting = append(lasting, m)
		}
	}
	return lasting
}

func compareTimes(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// marksInOrder returns the marks in order of time. It sorts them only when they have changed.
func (w *timeline) marksInOrder(all []Mark) []Mark {
	if !slices.Equal(all, w.unsorted) {
		w.unsorted = append(w.unsorted[:0], all...)
		w.sorted = append(w.sorted[:0], all...)
		slices.SortStableFunc(w.sorted, func(a, b Mark) int { return compareTimes(a.Seconds, b.Seconds) })
	}
	return w.sorted
}

func (g *markGroup) counts() (counts [markKinds]int) {
	for i := range g.marks {
		counts[g.marks[i].Kind]++
	}
	return counts
}

const listedMarks = 8

func (g *markGroup) tip() string {
	n := len(g.marks)
	if n == 1 {
		return fmt.Sprintf("%.2f s: %s", g.marks[0].Seconds, g.marks[0].Text)
	}
	var kinds []string
	for kind, k := range g.counts() {
		if k > 0 {
			kinds = append(kinds, plural(k, markNames[kind].name))
		}
	}
	text := strings.Join(kinds, ", ") + "; click to zoom in"
	for i := range g.marks[:min(n, listedMarks)] {
		text += fmt.Sprintf("\n%.2f s: %s", g.marks[i].Seconds, g.marks[i].Text)
	}
	if n > listedMarks {
		text += fmt.Sprintf("\nand %d more", n-listedMarks)
	}
	return text
}

func (g *markGroup) closeUp() (view [2]float64, ok bool) {
	first, last := g.marks[0].Seconds, g.marks[len(g.marks)-1].Seconds
	if last-first < leastSpan {
		return view, false
	}
	margin := max(0.2*(last-first), shortestView/2)
	return [2]float64{first - margin, last + margin}, true
}

func groupAt(groups []markGroup, v scale, column float64, x float32) *markGroup {
	em := imgui.FontSize()
	for k := range groups {
		g := &groups[k]
		if len(g.marks) > 1 && x >= v.x(g.from) && x < v.x(g.from+column) {
			return g
		}
	}
	var nearest *markGroup
	far := 0.4 * em
	for k := range groups {
		off := v.x(groups[k].marks[0].Seconds) - x
		if off = max(off, -off); len(groups[k].marks) == 1 && off <= far {
			nearest, far = &groups[k], off
		}
	}
	return nearest
}

func (p *Panel) eventLane(s *State, v scale, o *Outcome) {
	t, w, em := &s.Timeline, &p.time, imgui.FontSize()
	position := imgui.CursorScreenPos()
	writeGrey("events")
	column := float64(markColumn*em/v.width) * (v.to - v.from)
	groups := groupMarks(w.marksInOrder(t.Marks), v.from, v.to, column)
	corner, size := imgui.Vec2{X: v.left, Y: position.Y}, imgui.Vec2{X: v.width, Y: 1.25 * em}
	imgui.SetCursorScreenPos(corner)
	imgui.InvisibleButton("##events", size)
	p.mark("events")
	p.zoom(t, v)
	if x := imgui.MousePos().X; imgui.IsItemHovered() || imgui.IsItemActive() {
		p.useLane(groupAt(groups, v, column, x), v, s, o)
	}
	paint := imgui.WindowDrawList()
	paint.AddRectFilled(corner, corner.Add(size), imgui.ColorU32Col(imgui.ColFrameBg))
	paint.PushClipRectV(corner, corner.Add(size), true)
	for k := range groups {
		groups[k].draw(v, column, corner, size)
	}
	for _, m := range lastingMarks(w.sorted, v.from, v.to) {
		bottom, colour := corner.Y+size.Y, imgui.ColorU32Vec4(darkenOnLight(markNames[m.Kind].colour))
		paint.AddRectFilled(imgui.Vec2{X: v.x(m.Seconds), Y: bottom - 0.2*em}, imgui.Vec2{X: v.x(m.Until), Y: bottom}, colour)
	}
	paint.PopClipRect()
}

func (p *Panel) useLane(g *markGroup, v scale, s *State, o *Outcome) {
	t, w := &s.Timeline, &p.time
	if imgui.IsItemActivated() {
		if w.onMarks = g != nil; w.onMarks {
			first := min(max(g.marks[0].Seconds, t.From), t.To)
			o.Seek = &first
			if view, ok := g.closeUp(); ok && len(g.marks) > 1 {
				w.view = view
			}
			if boid := g.marks[0].Boid; len(g.marks) == 1 && boid != metrics.NoBoid {
				c := &o.Controls
				c.Selected, c.Thing, c.Point = boid, "", 0
				p.Picked(c)
			}
		}
	}
	if imgui.IsMouseDragging(imgui.MouseButtonLeft) {
		w.onMarks = false
	}
	if !w.onMarks {
		p.scrub(s, v, o)
	}
	switch {
	case imgui.IsItemActive():
	case g != nil:
		tooltip(g.tip())
	default:
		tooltip(s.timeTip(v.seconds(imgui.MousePos().X)))
	}
}

func (p *Panel) scrub(s *State, v scale, o *Outcome) {
	t := &s.Timeline
	if !imgui.IsItemActive() || s.Tape != nil && s.Tape.Branched && !t.Living {
		return
	}
	o.Controls.Playback.Held = true
	pointed := v.seconds(imgui.MousePos().X)
	at := min(max(pointed, t.From), t.To)
	o.Seek = &at
	if imgui.IsItemActivated() && v.x(pointed) > v.x(t.To)+1 {
		o.Say = s.endText()
	}
}

// endText says where the timeline ends, and how to reach a later time.
func (s *State) endText() string {
	if !s.Timeline.Living {
		return fmt.Sprintf("the recording ends at %.2f s", s.Timeline.To)
	}
	return fmt.Sprintf("the flight ends at %.2f s so far; let the flock fly on to reach a later time", s.Timeline.To)
}

// timeTip is the tooltip of a time in the timeline.
func (s *State) timeTip(seconds float64) string {
	text := fmt.Sprintf("%.2f s", seconds)
	if seconds > s.Timeline.To && s.Timeline.Living {
		text += ", not flown yet"
	}
	return text
}

func (g *markGroup) draw(v scale, column float64, corner, size imgui.Vec2) {
	paint, em := imgui.WindowDrawList(), imgui.FontSize()
	bottom := corner.Y + size.Y
	if len(g.marks) == 1 {
		m := &g.marks[0]
		x, painted := v.x(m.Seconds), imgui.ColorU32Vec4(darkenOnLight(markNames[m.Kind].colour))
		paint.AddRectFilled(imgui.Vec2{X: x - 0.08*em, Y: corner.Y + 0.15*em}, imgui.Vec2{X: x + 0.08*em, Y: bottom}, painted)
		return
	}
	left, right := v.x(g.from)+1, v.x(g.from+column)-1
	paint.AddRectFilledV(imgui.Vec2{X: left, Y: corner.Y + 1}, imgui.Vec2{X: right, Y: bottom}, imgui.ColorU32Col(imgui.ColFrameBgActive), 0.2*em, 0)
	x := left
	for kind, n := range g.counts() {
		wide := (right - left) * float32(n) / float32(len(g.marks))
		paint.AddRectFilled(imgui.Vec2{X: x, Y: bottom - 0.22*em}, imgui.Vec2{X: x + wide, Y: bottom}, imgui.ColorU32Vec4(darkenOnLight(markNames[kind].colour)))
		x += wide
	}
	count := fmt.Sprint(len(g.marks))
	if len(g.marks) > 999 {
		count = fmt.Sprintf("%dk", len(g.marks)/1000)
	}
	wide := imgui.CalcTextSize(count).X
	paint.AddTextVec2(imgui.Vec2{X: (left + right - wide) / 2, Y: corner.Y}, imgui.ColorU32Col(imgui.ColText), count)
}
