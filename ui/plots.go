//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
	"github.com/AllenDang/cimgui-go/implot"

	"skein/engine/figure"
	"skein/flock/metrics"
)

type plots struct {
	chosenKeys  map[string]bool
	span        float64    // time range that ends at the present, s; 0 means all
	follow      bool       // the range ends at the present; for a recording, it is the whole recording
	shown       [2]float64 // shown time range, s
	figureWidth float64    // mm
}

func newPlots() plots {
	return plots{chosenKeys: map[string]bool{"polarization": true, "nearest": true}, span: 60, follow: true, figureWidth: figure.DefaultChartWidth}
}

type graph struct {
	key, label, unit string
	times, values    []float64
}

// plotSpans are the time ranges that the user can choose, in s; 0 means all.
var plotSpans = []float64{30, 60, 300, 0}

var plotSpanNames = []string{"30 s", "minute", "5 minutes", "all"}

func (p *Panel) plotsPage(s *State, o *Outcome) {
	v := &p.plots
	shown, singles := v.graphs(s), v.histograms(s)
	o.Measure.Series, o.Measure.Singles = true, len(chosenHistograms(v)) > 0
	p.plotsBar(s, o, shown, singles)
	if s.News.Err != nil {
		writeWrapped(s.News.Err.Error())
		return
	}
	size := imgui.ContentRegionAvail()
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
		writeGrey("Choose a measure above.")
	}
}

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
	choice := max(slices.Index(plotSpans, v.span), 0)
	p.combo("plots.span", plotSpanNames, choice, func(i int) { v.span, v.follow = plotSpans[i], true })
	p.mark("plots.span")
	hint("The length of time that the plots show. In a plot, the wheel zooms, a drag pans, and a double-click resets the view.")
	sameLineIfFits(5.5 * imgui.FontSize())
	p.check("Follow", "plots.follow", "Keeps the displayed time in view. Dragging a plot or turning the wheel over it switches this off.", &v.follow)
	sameLineIfFits(3.5 * imgui.FontSize())
	p.button("CSV", "plots.csv", func() { o.Tables = tables(shown, singles) })
	hint("Saves the displayed data as skein-plots-DATE.csv in the current folder.")
	sameLineIfFits(4 * imgui.FontSize())
	p.button("Copy", "plots.copy", func() {
		var all []string
		for _, t := range tables(shown, singles) {
			all = append(all, t.Text)
		}
		imgui.SetClipboardText(strings.Join(all, "\n"))
		o.Say = "copied the displayed data to the clipboard as comma-separated values"
	})
	sameLineIfFits(4 * imgui.FontSize())
	p.figureButton(s, o, shown, singles)
	if s.News.Share < 1 && s.Tape != nil {
		imgui.SameLine()
		writeGrey(fmt.Sprintf("%.0f %% of the recording measured", 100*s.News.Share))
	}
}

func (p *Panel) tick(label, key, doc string) {
	on := p.plots.chosenKeys[key]
	imgui.PushItemFlag(imgui.ItemFlagsAutoClosePopups, false)
	if imgui.MenuItemBoolV(label, "", on, true) {
		p.plots.chosenKeys[key] = !on
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

func (v *plots) graphs(s *State) (all []graph) {
	series := s.News.Series
	for k, q := range metrics.Measures() {
		if !v.chosenKeys[q.Key] {
			continue
		}
		g := graph{key: q.Key, label: q.Label, unit: q.Unit}
		for i := range series {
			g.times, g.values = append(g.times, series[i].Seconds), append(g.values, series[i].Values[k])
		}
		g.values, g.unit = inSpeedUnit(s, g.values, g.unit)
		all = append(all, g)
	}
	return all
}

// minPlotHeight is in ems. If the page is too low for all plots, it scrolls.
const minPlotHeight = 6

// Smallest empty space above and below a curve.
const (
	valueMargin = 0.01 // share of the largest value, so that the noise of a steady value does not fill the plot
	plotMargin  = 0.12 // share of the curve's height
)

// curveRange returns the range of an axis with room above and below all values, of which NaN means none. A
// constant value lies in the middle.
func curveRange[F float32 | float64](values iter.Seq[F]) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for v := range values {
		if x := float64(v); !math.IsNaN(x) {
			low, high = min(low, x), max(high, x)
		}
	}
	if low > high {
		return 0, 1
	}
	room := max(plotMargin*(high-low), valueMargin*max(math.Abs(low), math.Abs(high)), 1e-6)
	return low - room, high + room
}

// between returns the values from one time to another, in s.
func (g *graph) between(from, to float64) iter.Seq[float64] {
	return func(yield func(float64) bool) {
		for k, t := range g.times {
			if t >= from && t <= to && !yield(g.values[k]) {
				return
			}
		}
	}
}

func (p *Panel) overTime(all []graph, s *State, size imgui.Vec2) {
	const rows = implot.SubplotFlagsNoTitle | implot.SubplotFlagsLinkAllX | implot.SubplotFlagsNoMenus | implot.SubplotFlagsNoResize
	if !imgui.BeginChildStrV("##over time", size, 0, 0) {
		imgui.EndChild()
		return
	}
	kinds := p.plots.shownKinds(&all[0], s)
	below := laneHeight(len(kinds))
	high := max((size.Y-below)/float32(len(all)), minPlotHeight*imgui.FontSize())
	ratios := make([]float32, len(all)+1)
	for i := range all {
		ratios[i] = high
	}
	ratios[len(all)] = below
	total := imgui.Vec2{X: imgui.ContentRegionAvail().X, Y: max(high*float32(len(all))+below, 1)}
	pushPlotStyle()
	if implot.BeginSubplotsV("##plots", int32(len(all)+1), 1, total, rows, &ratios[0], nil) {
		for i := range all {
			p.graph(&all[i], s, high)
		}
		p.lane(s, kinds, &all[0])
		implot.EndSubplots()
		p.mark("plots.graphs")
	}
	implot.PopStyleVarV(2)
	imgui.EndChild()
}

// pushPlotStyle sets the spacing in plots. Call PopStyleVarV(2) to restore it.
func pushPlotStyle() {
	scale := imgui.CurrentStyle().FontScaleDpi()
	implot.PushStyleVarVec2(implot.StyleVarPlotPadding, imgui.Vec2{X: spaceM * scale, Y: spaceS * scale})
	implot.PushStyleVarVec2(implot.StyleVarPlotMinSize, imgui.Vec2{X: 60, Y: 36})
}

func setNextLine(colour imgui.Vec4) {
	implot.SetNextLineStyleV(colour, 1.5*imgui.CurrentStyle().FontScaleDpi())
}

func (v *plots) shownKinds(g *graph, s *State) []MarkKind {
	if from, to, ok := v.reach(g, s); ok && v.follow {
		return laneKinds(s.Timeline.Marks, from, to)
	}
	return laneKinds(s.Timeline.Marks, math.Inf(-1), math.Inf(1))
}

func (p *Panel) followPresent(g *graph, s *State) {
	if from, to, ok := p.plots.reach(g, s); ok && p.plots.follow {
		implot.SetupAxisLimitsV(implot.AxisX1, from, to, implot.CondAlways)
	}
}

func (p *Panel) nowLine(s *State) {
	if s.Tape == nil {
		return
	}
	now := []float64{s.Now}
	setNextLine(present().text)
	implot.PlotInfLinesdoublePtr("##now", &now[0], 1)
}

func (p *Panel) panned() {
	if !implot.IsPlotHovered() {
		return
	}
	if io := imgui.CurrentIO(); io.MouseWheel() != 0 || imgui.IsMouseDragging(imgui.MouseButtonLeft) {
		p.plots.follow = false
	}
	if imgui.IsMouseDoubleClicked(imgui.MouseButtonLeft) {
		p.plots.follow = true
	}
}

func (p *Panel) graph(g *graph, s *State, high float32) {
	const quiet = implot.FlagsNoMenus | implot.FlagsNoBoxSelect | implot.FlagsNoMouseText | implot.FlagsNoLegend
	name, title := withUnit(g.label, g.unit), ""
	if imgui.CalcTextSize(name).X > high-2*imgui.FontSize() {
		name, title = g.unit, g.label
	}
	if !implot.BeginPlotV(title+"##"+g.key, imgui.Vec2{}, quiet) {
		return
	}
	implot.SetupAxisV(implot.AxisX1, "", implot.AxisFlagsNoTickLabels)
	implot.SetupAxisV(implot.AxisY1, name, implot.AxisFlagsNone)
	bottom, top := curveRange(g.between(p.plots.shown[0], p.plots.shown[1]))
	implot.SetupAxisLimitsV(implot.AxisY1, bottom, top, implot.CondAlways)
	p.followPresent(g, s)
	implot.SetupFinish()
	if n := int32(len(g.times)); n > 0 {
		colour := present().accent
		if g.key == "leaders" {
			colour = present().leader
		}
		setNextLine(colour)
		implot.PlotLinedoublePtrdoublePtr("##"+g.key, &g.times[0], &g.values[0], n)
	}
	p.nowLine(s)
	p.panned()
	if implot.IsPlotHovered() {
		hoverGraph(g)
	}
	implot.EndPlot()
	p.mark("plots.graph." + g.key)
}

// reach returns the time range that ends at the present or, for a recording, the whole recording. ok is false
// if the graph has no values.
func (v *plots) reach(g *graph, s *State) (from, to float64, ok bool) {
	n := len(g.times)
	if n == 0 {
		return 0, 0, false
	}
	from, to = g.times[0], max(g.times[n-1], g.times[0]+1)
	switch {
	case s.Tape != nil && !s.Tape.Branched:
		to = max(to, s.Start+float64(s.Tape.Frames-1)/s.Tape.FPS)
		from = s.Start
	case v.span > 0:
		from = max(from, to-v.span)
	}
	return from, to, true
}

func hoverGraph(g *graph) {
	n := len(g.times)
	if n == 0 {
		return
	}
	point := implot.GetPlotMousePos()
	i := sort.SearchFloat64s(g.times, point.X)
	if i == n || i > 0 && point.X-g.times[i-1] < g.times[i]-point.X {
		i--
	}
	if math.IsNaN(g.values[i]) {
		tooltip(fmt.Sprintf("%.1f s: %s is undefined", g.times[i], g.label))
		return
	}
	tooltip(fmt.Sprintf("%.1f s: %s %.4g %s", g.times[i], g.label, g.values[i], g.unit))
}

func timeShown() (from, to float64) {
	corner, size := implot.GetPlotPos(), implot.GetPlotSize()
	return implot.PixelsToPlotVec2(corner).X, implot.PixelsToPlotVec2(corner.Add(size)).X
}
