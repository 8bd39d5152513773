//go:build cgo && !nowindow

package ui

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/AllenDang/cimgui-go/implot"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/view"
)

type heat struct {
	order        int     // index into heatOrders
	next         float64 // time of the next update, s
	tick         int64
	shownOrder   int
	selectedBoid int
	ids          []int
	values       []float32
	side         int
	maxDistance  float32
}

var heatOrders = []string{"id", "cluster", "distance to the selected boid"}

// Maximum number of rows, each for one or more boids, and the seconds between two updates.
const (
	mostRows  = 96
	heatEvery = 0.25
)

func (p *Panel) matrix(s *State, o *Outcome) {
	h := &p.studies.heat
	p.choose("Sort by", "matrix.order", "The order of the rows and columns.", heatOrders, h.order, func(i int) { h.order = i })
	n := s.Snapshot.Len()
	if n == 0 {
		writeGrey("There are no boids.")
		return
	}
	if h.due(s, o.Controls.Selected) {
		h.compute(s.Snapshot, o.Controls, s.Study.Vision)
	}
	h.show(p, s.Snapshot)
}

func (h *heat) due(s *State, selected int) bool {
	changed := h.shownOrder != h.order || h.selectedBoid != selected || len(h.ids) != s.Snapshot.Len()
	return changed || h.tick != s.Snapshot.Tick && imgui.Time() >= h.next
}

func (h *heat) compute(s *flock.Snapshot, c studio.Controls, vision float32) {
	h.tick, h.next, h.shownOrder, h.selectedBoid = s.Tick, imgui.Time()+heatEvery, h.order, c.Selected
	h.ids = h.ids[:0]
	for i := range s.Pos {
		h.ids = append(h.ids, i)
	}
	switch index, ok := s.Index(c.Selected); {
	case h.order == 1:
		labels, _ := view.Clusters(s, vision)
		slices.SortStableFunc(h.ids, func(a, b int) int { return cmp.Compare(labels[a], labels[b]) })
	case h.order == 2 && ok:
		slices.SortStableFunc(h.ids, func(a, b int) int {
			return cmp.Compare(s.Pos[a].Sub(s.Pos[index]).LenSqr(), s.Pos[b].Sub(s.Pos[index]).LenSqr())
		})
	}
	h.side = min(len(h.ids), mostRows)
	h.values, h.maxDistance = h.values[:0], 0
	for row := range h.side {
		a := s.Pos[h.boid(row)]
		for column := range h.side {
			d := s.Pos[h.boid(column)].Sub(a).Len()
			h.values, h.maxDistance = append(h.values, d), max(h.maxDistance, d)
		}
	}
}

func (h *heat) boid(row int) int { return h.ids[row*len(h.ids)/h.side] }

func (h *heat) show(p *Panel, s *flock.Snapshot) {
	const still = implot.FlagsNoMenus | implot.FlagsNoBoxSelect | implot.FlagsNoMouseText | implot.FlagsNoLegend | implot.FlagsEqual
	size := imgui.ContentRegionAvail()
	side := max(min(size.X, size.Y-1.6*imgui.FontSize()), 40)
	implot.PushColormapPlotColormap(implot.ColormapViridis)
	if implot.BeginPlotV("##matrix", imgui.Vec2{X: side, Y: side}, still) {
		const bare = implot.AxisFlagsNoDecorations | implot.AxisFlagsLock
		implot.SetupAxisV(implot.AxisX1, "", bare)
		implot.SetupAxisV(implot.AxisY1, "", bare)
		implot.SetupAxisLimitsV(implot.AxisX1, 0, 1, implot.CondAlways)
		implot.SetupAxisLimitsV(implot.AxisY1, 0, 1, implot.CondAlways)
		implot.PlotHeatmapFloatPtrV("distances", &h.values[0], int32(h.side), int32(h.side), 0, float64(max(h.maxDistance, 1e-3)), "", implot.NewPlotPoint(0, 0), implot.NewPlotPoint(1, 1), 0)
		if implot.IsPlotHovered() {
			point := implot.GetPlotMousePos()
			h.name(point.X, 1-point.Y, s)
		}
		implot.EndPlot()
		p.mark("matrix")
	}
	implot.PopColormap()
	writeGrey(fmt.Sprintf("dark: near; light: up to %.1f m", h.maxDistance))
}

func (h *heat) name(x, y float64, s *flock.Snapshot) {
	n := len(h.ids)
	column, row := int(x*float64(n)), int(y*float64(n))
	if column < 0 || row < 0 || column >= n || row >= n || n != s.Len() {
		return
	}
	a, b := h.ids[row], h.ids[column]
	tooltip(fmt.Sprintf("boids %d and %d: %.2f m", s.ID(a), s.ID(b), s.Pos[a].Sub(s.Pos[b]).Len()))
}
