//go:build cgo && !nowindow

package ui

import (
	"math"
	"strings"
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/metrics"
)

// At any zoom, each mark is in one group, and groups are in different columns. Zooming in on a group splits
// it into several columns.
func TestMarksAreGrouped(t *testing.T) {
	var all []Mark
	for k := range 500 {
		all = append(all, Mark{Kind: Escapes, Seconds: float64(k*k) / 1000})
	}
	for _, column := range []float64{0.01, 0.3, 2, 100} {
		n, last := 0, math.Inf(-1)
		for _, g := range groupMarks(all, 0, 250, column) {
			n += len(g.marks)
			if g.from < last+column*0.999 {
				t.Errorf("columns of %v s: groups begin at %v and %v s, want a column between them", column, last, g.from)
			}
			last = g.from
			for _, m := range g.marks {
				if m.Seconds < g.from-1e-9 || m.Seconds >= g.from+column+1e-9 {
					t.Errorf("columns of %v s: the mark at %v s is in the column from %v s", column, m.Seconds, g.from)
				}
			}
			if view, ok := g.closeUp(); ok && len(g.marks) > 1 {
				share := column / 250
				if inside := groupMarks(all, view[0], view[1], (view[1]-view[0])*share); column <= 2 && len(inside) < 2 {
					t.Errorf("columns of %v s: a close-up of %d marks still shows one group", column, len(g.marks))
				}
			}
		}
		if n != len(all) {
			t.Errorf("columns of %v s: the groups have %d marks, want all %d", column, n, len(all))
		}
	}
}

// The bar of a mark with a duration is in each view that shows a part of it, whether or not the mark shares a
// column with others or begins before the view.
func TestLastingMarks(t *testing.T) {
	pattern := Mark{Kind: Patterns, Seconds: 20, Until: 26}
	all := []Mark{{Kind: Escapes, Seconds: 19.9}, pattern, {Kind: Escapes, Seconds: 20.1}, {Kind: Patterns, Seconds: 90, Until: 91}}
	for _, view := range [][2]float64{{0, 30}, {19, 21}, {22, 24}, {25, 60}, {0, 20}} {
		if got := lastingMarks(all, view[0], view[1]); len(got) != 1 || got[0] != pattern {
			t.Errorf("the view from %v to %v s has the bars %v, want that from 20 to 26 s", view[0], view[1], got)
		}
	}
	for _, view := range [][2]float64{{0, 19.95}, {27, 80}} {
		if got := lastingMarks(all, view[0], view[1]); len(got) > 0 {
			t.Errorf("the view from %v to %v s has the bars %v, want none", view[0], view[1], got)
		}
	}
}

func TestGroupTip(t *testing.T) {
	g := markGroup{}
	for k := range 11 {
		g.marks = append(g.marks, Mark{Kind: Escapes, Seconds: float64(k), Text: "boid breaks away"})
	}
	g.marks[3] = Mark{Kind: Strikes, Seconds: 3, Text: "falcon strikes"}
	tip := g.tip()
	for _, want := range []string{"10 escapes, 1 strike", "3.00 s: falcon strikes", "and 3 more"} {
		if !strings.Contains(tip, want) {
			t.Errorf("the tooltip %q does not contain %q", tip, want)
		}
	}
	if lines := strings.Count(tip, "\n") + 1; lines != 10 {
		t.Errorf("the tooltip has %d lines, want one for the kinds, eight marks and the rest", lines)
	}
}

func TestMarksStayInOrder(t *testing.T) {
	var w timeline
	all := []Mark{{Seconds: 1}, {Seconds: 5}, {Seconds: 3}}
	for _, marks := range [][]Mark{all, append(all, Mark{Seconds: 2}), {{Seconds: 5}, {Seconds: 3}, {Seconds: 2}, {Seconds: 7}}, nil} {
		got := w.marksInOrder(marks)
		if len(got) != len(marks) {
			t.Errorf("%d marks are in order, want %d", len(got), len(marks))
		}
		for k := 1; k < len(got); k++ {
			if got[k].Seconds < got[k-1].Seconds {
				t.Errorf("the marks %v are not in order", got)
			}
		}
	}
}

func TestClickOnMark(t *testing.T) {
	p := newPage(t, 1)
	p.controls.Selected = 3
	marks := []Mark{{Kind: Escapes, Seconds: 20, Boid: 12}, {Kind: Patterns, Seconds: 70, Boid: metrics.NoBoid}}
	var seek *float64
	p.layOut = func() {
		imgui.SetNextWindowPos(imgui.Vec2{})
		imgui.SetNextWindowSize(imgui.Vec2{X: 800, Y: 100})
		imgui.Begin("Timeline")
		s := &State{Timeline: Timeline{To: 100, Marks: marks}}
		o := Outcome{Controls: p.controls}
		p.panel.eventLane(s, scale{from: 0, to: 100, left: 100, width: 600}, &o)
		p.controls = o.Controls
		if o.Seek != nil {
			seek = o.Seek
		}
		imgui.End()
	}
	p.frame(0.1)
	for _, c := range []struct {
		seconds float64
		boid    int
	}{{20, 12}, {70, 12}} {
		seek = nil
		p.moveTo(p.at("events", float32(c.seconds/100), 0.5))
		p.frame(0.1)
		p.clicks(0.05, 0.1, 0)
		if seek == nil || *seek != c.seconds || p.controls.Selected != c.boid {
			t.Errorf("a click at %v s goes to %v and selects boid %d, want boid %d", c.seconds, seek, p.controls.Selected, c.boid)
		}
	}
}
