//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"math"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/AllenDang/cimgui-go/implot"

	"skein/engine/figure"
)

// laneColumn is the width of a column in the lane of events, in screen units at scale 1. All events in a
// column form one bar.
const laneColumn = 4

func laneKinds(all []Mark, from, to float64) (kinds []MarkKind) {
	var occurs [markKinds]bool
	for i := range all {
		if m := &all[i]; m.Seconds >= from && m.Seconds <= to {
			occurs[m.Kind] = true
		}
	}
	for kind := range markKinds {
		if occurs[kind] {
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

func laneHeight(kinds int) float32 { return (1.3*float32(max(kinds, 1)) + 1.8) * imgui.FontSize() }

func (p *Panel) lane(s *State, kinds []MarkKind, g *graph) {
	const quiet = implot.FlagsNoMenus | implot.FlagsNoBoxSelect | implot.FlagsNoMouseText | implot.FlagsNoLegend
	if !implot.BeginPlotV("##events", imgui.Vec2{}, quiet) {
		return
	}
	implot.SetupAxisV(implot.AxisX1, "", implot.AxisFlagsNone)
	implot.SetupAxisFormatStr(implot.AxisX1, "%g s")
	implot.SetupAxisV(implot.AxisY1, "", implot.AxisFlagsInvert|implot.AxisFlagsLock|implot.AxisFlagsNoGridLines|implot.AxisFlagsNoTickMarks)
	implot.SetupAxisLimitsV(implot.AxisY1, 0, float64(max(len(kinds), 1)), implot.CondAlways)
	names, places := laneNames(kinds)
	implot.SetupAxisTicksdoublePtrV(implot.AxisY1, &places[0], int32(len(places)), names, false)
	p.followPresent(g, s)
	implot.SetupFinish()
	from, to := timeShown()
	p.plots.shown = [2]float64{from, to}
	columns := max(int(implot.GetPlotSize().X/(laneColumn*imgui.CurrentStyle().FontScaleDpi())), 1)
	implot.PushPlotClipRect()
	for row, kind := range kinds {
		drawLane(row, kind, figure.CountTimes(markTimes(s.Timeline.Marks, kind), from, to, columns), len(kinds))
	}
	implot.PopPlotClipRect()
	p.nowLine(s)
	p.panned()
	if implot.IsPlotHovered() && len(kinds) > 0 {
		point := implot.GetPlotMousePos()
		kind := kinds[min(max(int(point.Y), 0), len(kinds)-1)]
		if text := laneText(s.Timeline.Marks, kind, point.X, 1.5*(to-from)/float64(columns)); text != "" {
			tooltip(text)
		}
	}
	implot.EndPlot()
	p.mark("plots.events")
}

func laneNames(kinds []MarkKind) (names []string, places []float64) {
	for row, kind := range kinds {
		names, places = append(names, markNames[kind].name), append(places, float64(row)+0.5)
	}
	if len(kinds) == 0 {
		return []string{"no events"}, []float64{0.5}
	}
	return names, places
}

func drawLane(row int, kind MarkKind, counts []int, rows int) {
	corner, size := implot.GetPlotPos(), implot.GetPlotSize()
	high, wide := size.Y/float32(rows), size.X/float32(len(counts))
	list, colour := implot.GetPlotDrawList(), imgui.ColorU32Vec4(darkenOnLight(markNames[kind].colour))
	bottom := corner.Y + (float32(row)+0.9)*high
	for k, share := range figure.BarHeights(counts) {
		if x := corner.X + float32(k)*wide; share > 0 {
			list.AddRectFilled(imgui.Vec2{X: x, Y: bottom - float32(share)*high}, imgui.Vec2{X: x + max(wide-1, 1), Y: bottom}, colour)
		}
	}
}

func laneText(all []Mark, kind MarkKind, seconds, within float64) string {
	n, first, last, text := 0, 0.0, 0.0, ""
	for i := range all {
		m := &all[i]
		if m.Kind != kind || math.Abs(m.Seconds-seconds) > within {
			continue
		}
		if n == 0 {
			first, text = m.Seconds, m.Text
		}
		n, last = n+1, m.Seconds
	}
	switch n {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("%.2f s: %s", first, text)
	}
	return fmt.Sprintf("%s from %.2f s to %.2f s", plural(n, markNames[kind].name), first, last)
}
