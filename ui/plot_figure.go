//go:build cgo && !nowindow

package ui

import (
	"fmt"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/figure"
)

// PlotFigure is a figure of the plots to save.
type PlotFigure struct {
	Chart *figure.TimeChart
	Width float64 // mm
	Ext   string  // extension of the file, one of figure.Extensions
}

func (p *Panel) figureButton(s *State, o *Outcome, shown []graph, singles []histogram) {
	p.button("Figure", "plots.figure", func() { imgui.OpenPopupStr("plots.figure") })
	hint("Saves the plots as a figure for a paper. The figure has a white background and axes, and shows the events below the plots.")
	if !imgui.BeginPopup("plots.figure") {
		return
	}
	defer imgui.EndPopup()
	imgui.SetNextItemWidth(6 * imgui.FontSize())
	imgui.InputDoubleV("Width", &p.plots.figureWidth, 0, 0, "%.0f mm", 0)
	p.mark("plots.figure.width")
	hint("The width of the figure. A column of a journal is about 85 mm wide, and two columns 170 mm.")
	for _, f := range []struct{ ext, label string }{
		{".svg", "SVG: vector paths, for editing"}, {".pdf", "PDF: vector paths, for LaTeX"}, {".png", fmt.Sprintf("PNG: %d pixels per inch", figure.DPI)},
	} {
		if imgui.MenuItemBoolV(f.label, "", false, len(shown)+len(singles) > 0) {
			o.PlotFigure = &PlotFigure{p.plots.chart(s, shown, singles), p.plots.figureWidth, f.ext}
		}
		p.mark("plots.figure" + f.ext)
	}
}

func (v *plots) chart(s *State, shown []graph, singles []histogram) *figure.TimeChart {
	from, to := v.shown[0], v.shown[1]
	c := &figure.TimeChart{Title: s.Title, From: from, To: to}
	if k := s.Controls.Flock; len(s.Species) > 1 && k < len(s.Species) {
		c.Title += ", " + s.Species[k]
	}
	for i := range shown {
		g := &shown[i]
		c.Panels = append(c.Panels, figure.TimePanel{Title: withUnit(g.label, g.unit), Curves: []figure.Curve{{Times: g.times, Values: g.values}}, Leads: g.key == "leaders"})
	}
	if len(shown) > 0 {
		c.Title = figure.TimeTitle(c.Title, from, to)
		for _, kind := range laneKinds(s.Timeline.Marks, from, to) {
			c.Lanes = append(c.Lanes, figure.Lane{Name: markNames[kind].name, Times: markTimes(s.Timeline.Marks, kind)})
		}
	}
	for i := range singles {
		if h := &singles[i]; len(h.middle) > 0 {
			low, high := h.middle[0]-h.width/2, h.middle[len(h.middle)-1]+h.width/2
			c.Histograms = append(c.Histograms, figure.Histogram{
				Title: fmt.Sprintf("at %.2f s", s.Now), Name: withUnit(h.label, h.unit), Low: low, High: high,
				Counts: h.count, Expected: h.isotropicCount, Chance: randomDirections,
			})
		}
	}
	return c
}

func markTimes(all []Mark, kind MarkKind) (times []float64) {
	for i := range all {
		if all[i].Kind == kind {
			times = append(times, all[i].Seconds)
		}
	}
	return times
}
