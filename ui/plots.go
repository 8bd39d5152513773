//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"image"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/AllenDang/cimgui-go/implot"

	"skein/flock/metrics"
)

// plots is the page of measures over time and of what single birds have.
type plots struct {
	drawer
	chosen map[string]bool // keys of measures, and of histograms
	span   float64         // s that are shown while the present is followed; 0: all
	follow bool            // the present, or all of a recording
	boxed  image.Rectangle // where the plots are, screen units
	quiet  int             // frames until the picture is taken, without what the pointer shows; 0: none is wanted
}

func newPlots() plots {
	return plots{chosen: map[string]bool{"polarization": true, "nearest": true}, span: 60, follow: true}
}

// graph is a measure over time that is shown.
type graph struct {
	key, label, unit string
	at, values       []float64
}

// togglePlots opens or closes the page.
func (p *Panel) togglePlots(*State, *Outcome) {
	p.flip(&p.plots.drawer)
}

// plotSpans are what can be shown of a living flock's last minutes, s; 0: all that is kept.
var plotSpans = []float64{30, 60, 300, 0}

var plotSpanNames = []string{"30 s", "minute", "5 minutes", "all"}

// plotsPage are the plots.
func (p *Panel) plotsPage(s *State, o *Outcome) {
	v := &p.plots
	shown, singles := v.graphs(s), v.histograms(s)
	o.Measure.Series, o.Measure.Singles = true, len(histogramsKept(v)) > 0
	p.plotsBar(s, o, shown, singles)
	if s.News.Err != nil {
		wrapped(s.News.Err.Error())
		return
	}
	size := imgui.ContentRegionAvail()
	corner := imgui.CursorScreenPos()
	v.boxed = image.Rect(int(corner.X), int(corner.Y), int(corner.X+size.X), int(corner.Y+size.Y))
	side := float32(0)
	if n := len(singles); n > 0 {
		side = 0.42 * size.X
		if len(shown) == 0 {
			side = size.X
		}
	}
	if len(shown) > 0 {
		p.overTime(shown, s, imgui.Vec2{X: size.X - side, Y: size.Y})
		imgui.SameLine()
	}
	if len(singles) > 0 {
		p.histograms(singles, imgui.Vec2{X: side, Y: size.Y})
	}
	if len(shown)+len(singles) == 0 {
		faint("Choose a measure above.")
	}
}

// plotsBar chooses what is shown, and hands it on.
func (p *Panel) plotsBar(s *State, o *Outcome, shown []graph, singles []histogram) {
	v := &p.plots
	p.button("Measures", "plots.measures", func() { imgui.OpenPopupStr("plots.measures") })
	if imgui.BeginPopup("plots.measures") {
		for _, q := range metrics.Measures() {
			p.tick(withUnit(q.Label, q.Unit), q.Key, q.Definition)
		}
		imgui.EndPopup()
	}
	imgui.SameLine()
	p.button("Histograms", "plots.histograms", func() { imgui.OpenPopupStr("plots.histograms") })
	if imgui.BeginPopup("plots.histograms") {
		for _, h := range histogramKinds() {
			p.tick(withUnit(h.label, h.unit), h.key, h.doc)
		}
		imgui.EndPopup()
	}
	imgui.SameLine()
	imgui.SetNextItemWidth(6.5 * imgui.FontSize())
	now := max(slices.Index(plotSpans, v.span), 0)
	p.combo("plots.span", plotSpanNames, now, func(i int) { v.span, v.follow = plotSpans[i], true })
	p.mark("plots.span")
	hint("How much of the time before now is shown. The wheel zooms, a drag pans, a double-click shows all again.")
	imgui.SameLine()
	p.check("Follow", "plots.follow", "Keep up with now. A drag or the wheel in a plot ends that.", &v.follow)
	imgui.SameLine()
	p.button("CSV", "plots.csv", func() { o.Tables = tables(shown, singles) })
	hint("Save the data shown as skein-plots-DATE.csv in the present folder.")
	imgui.SameLine()
	p.button("Copy", "plots.copy", func() {
		var all []string
		for _, t := range tables(shown, singles) {
			all = append(all, t.Text)
		}
		imgui.SetClipboardText(strings.Join(all, "\n"))
		o.Say = "the data shown are on the clipboard, as comma-separated values"
	})
	imgui.SameLine()
	p.button("PNG", "plots.png", func() { v.quiet = 3 })
	hint("Save a picture of the plots as skein-plots-DATE.png in the present folder.")
	if v.quiet > 0 {
		if v.quiet--; v.quiet == 0 {
			o.Picture = v.boxed
		}
	}
	if s.News.Share < 1 && s.Tape != nil {
		imgui.SameLine()
		faint(fmt.Sprintf("%.0f %% of the recording is measured", 100*s.News.Share))
	}
}

// tick is a line of a list of which several can be chosen.
func (p *Panel) tick(label, key, doc string) {
	on := p.plots.chosen[key]
	imgui.PushItemFlag(imgui.ItemFlagsAutoClosePopups, false)
	if imgui.MenuItemBoolV(label, "", on, true) {
		p.plots.chosen[key] = !on
	}
	imgui.PopItemFlag()
	p.mark("plots.measures." + key)
	hint(strings.ToUpper(doc[:1]) + doc[1:] + ".")
}

func withUnit(name, unit string) string {
	if unit == "" {
		return name
	}
	return name + ", " + unit
}

// graphs returns the measures that are chosen.
func (v *plots) graphs(s *State) (all []graph) {
	series := s.News.Series
	for k, q := range metrics.Measures() {
		if !v.chosen[q.Key] {
			continue
		}
		g := graph{key: q.Key, label: q.Label, unit: q.Unit}
		for i := range series {
			g.at, g.values = append(g.at, series[i].Seconds), append(g.values, series[i].Values[k])
		}
		all = append(all, g)
	}
	return all
}

// overTime draws measures below each other, over the same time.
func (p *Panel) overTime(all []graph, s *State, size imgui.Vec2) {
	const rows = implot.SubplotFlagsNoTitle | implot.SubplotFlagsLinkAllX | implot.SubplotFlagsNoMenus
	implot.PushStyleVarVec2(implot.StyleVarPlotPadding, imgui.Vec2{X: 6, Y: 4})
	implot.PushStyleVarVec2(implot.StyleVarPlotMinSize, imgui.Vec2{X: 60, Y: 36})
	if implot.BeginSubplotsV("##plots", int32(len(all)), 1, size, rows, nil, nil) {
		for i := range all {
			p.graph(&all[i], s, i == len(all)-1)
		}
		implot.EndSubplots()
		p.mark("plots.graphs")
	}
	implot.PopStyleVarV(2)
}

// graph draws a measure with the marks of what happened.
func (p *Panel) graph(g *graph, s *State, last bool) {
	v := &p.plots
	const quiet = implot.FlagsNoMenus | implot.FlagsNoBoxSelect | implot.FlagsNoMouseText
	if !implot.BeginPlotV("##"+g.key, imgui.Vec2{}, quiet) {
		return
	}
	flags := implot.AxisFlagsNone
	if !last {
		flags = implot.AxisFlagsNoTickLabels
	}
	implot.SetupAxisV(implot.AxisX1, "", implot.AxisFlags(flags))
	implot.SetupAxisV(implot.AxisY1, "", implot.AxisFlagsAutoFit|implot.AxisFlagsRangeFit)
	implot.SetupAxisFormatStr(implot.AxisX1, "%g s")
	implot.SetupLegendV(implot.LocationNorthWest, implot.LegendFlagsNoButtons)
	if from, to, there := v.reach(g, s); there && v.follow {
		implot.SetupAxisLimitsV(implot.AxisX1, from, to, implot.CondAlways)
	}
	implot.SetupFinish()
	from, to := timeShown()
	if n := int32(len(g.at)); n > 0 {
		implot.PlotLinedoublePtrdoublePtr(withUnit(g.label, g.unit), &g.at[0], &g.values[0], n)
	}
	p.happenings(s, from, to)
	if s.Tape != nil {
		now := []float64{s.Now}
		implot.SetNextLineStyleV(imgui.CurrentStyle().Colors()[imgui.ColText], 1.5)
		implot.PlotInfLinesdoublePtr("##now", &now[0], 1)
	}
	if implot.IsPlotHovered() {
		if io := imgui.CurrentIO(); io.MouseWheel() != 0 || imgui.IsMouseDragging(imgui.MouseButtonLeft) {
			v.follow = false
		}
		if imgui.IsMouseDoubleClicked(imgui.MouseButtonLeft) {
			v.follow = true
		}
		if v.quiet == 0 {
			v.hover(g, s)
		}
	}
	implot.EndPlot()
	p.mark("plots.graph." + g.key)
}

// reach returns the time that is shown while the present is followed.
func (v *plots) reach(g *graph, s *State) (from, to float64, there bool) {
	n := len(g.at)
	if n == 0 {
		return 0, 0, false
	}
	from, to = g.at[0], max(g.at[n-1], g.at[0]+1)
	switch {
	case s.Tape != nil && !s.Tape.Branched: // all of it
		to = max(to, s.Start+float64(s.Tape.Frames-1)/s.Tape.FPS)
		from = s.Start
	case v.span > 0:
		from = max(from, to-v.span)
	}
	return from, to, true
}

// happenings are lines where something happened, in the colours of the bar below a
// recording.
func (p *Panel) happenings(s *State, from, to float64) {
	var at [markKinds][]float64
	for i := range s.Timeline.Marks {
		if m := &s.Timeline.Marks[i]; m.Seconds >= from && m.Seconds <= to {
			at[m.Kind] = append(at[m.Kind], m.Seconds)
		}
	}
	for kind, times := range at {
		if len(times) == 0 {
			continue
		}
		c := inked(markNames[kind].colour)
		c.W = 0.45
		implot.SetNextLineStyleV(c, 1)
		implot.PlotInfLinesdoublePtr("##"+markNames[kind].name, &times[0], int32(len(times)))
	}
}

// hover says the value under the pointer, and what happened there.
func (v *plots) hover(g *graph, s *State) {
	n := len(g.at)
	if n == 0 {
		return
	}
	at := implot.GetPlotMousePos()
	i := sort.SearchFloat64s(g.at, at.X)
	if i == n || i > 0 && at.X-g.at[i-1] < g.at[i]-at.X {
		i--
	}
	text := fmt.Sprintf("%.1f s: %s %.4g %s", g.at[i], g.label, g.values[i], g.unit)
	if math.IsNaN(g.values[i]) {
		text = fmt.Sprintf("%.1f s: %s is undefined", g.at[i], g.label)
	}
	from, to := timeShown()
	near, far := -1, 0.006*(to-from)
	for k := range s.Timeline.Marks {
		if off := math.Abs(s.Timeline.Marks[k].Seconds - at.X); off < far {
			near, far = k, off
		}
	}
	if near >= 0 {
		text += fmt.Sprintf("\n%.2f s: %s", s.Timeline.Marks[near].Seconds, s.Timeline.Marks[near].Text)
	}
	tip(text)
}

// timeShown returns the ends of a plot's time.
func timeShown() (from, to float64) {
	corner, size := implot.GetPlotPos(), implot.GetPlotSize()
	return implot.PixelsToPlotVec2(corner).X, implot.PixelsToPlotVec2(corner.Add(size)).X
}
