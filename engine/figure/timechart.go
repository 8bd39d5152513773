package figure

import (
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"

	"skein/engine/capture"
)

// TimeChart shows measures over time in stacked panels that share a time axis. Below the panels are a lane
// for each kind of event, and histograms.
type TimeChart struct {
	Title      string
	From, To   float64  // ends of the time axis, s
	Flocks     []string // names for the legend, which is drawn for two or more flocks
	Panels     []TimePanel
	Lanes      []Lane
	Histograms []Histogram
}

// TimePanel shows one measure.
type TimePanel struct {
	Title  string  // measure with its unit
	Curves []Curve // one per flock, in the order of TimeChart.Flocks
	Leads  bool    // the measure counts leaders; a single curve then has the colour of leaders
}

// Curve holds the values of a measure in order of time. NaN leaves a gap.
type Curve struct{ Times, Values []float64 }

const (
	timePanelHigh = 24 * millimetre
	timePanelGap  = 1.5 * millimetre
	laneHigh      = 4 * millimetre
	laneColumn    = 1 * millimetre
	titleGap      = 1 * millimetre
)

// DefaultChartWidth is the width of both columns of a journal, in mm.
const DefaultChartWidth = 170

// TimeTitle returns the title of a time chart. what names its contents, and from and to are times in s.
func TimeTitle(what string, from, to float64) string {
	hundredth := func(x float64) float64 { return math.Round(100*x) / 100 }
	return fmt.Sprintf("%s, %g s to %g s", what, hundredth(from), hundredth(to))
}

// WriteTimeChart writes a time chart, width mm wide. A PNG contains the notes as metadata.
func WriteTimeChart(w io.Writer, f Format, c *TimeChart, width float64, notes ...capture.Note) error {
	switch {
	case len(c.Panels)+len(c.Histograms) == 0:
		return errors.New("the chart has no measures to draw")
	case len(c.Panels) > 0 && !(c.From < c.To):
		return fmt.Errorf("the time axis from %g to %g s is empty", c.From, c.To)
	case len(c.Flocks) > MaxFlocks:
		return fmt.Errorf("the chart has %d flocks; at most %d are allowed", len(c.Flocks), MaxFlocks)
	case !(width >= MinWidth && width <= MaxWidth):
		return fmt.Errorf("the width of a figure must be %d to %d mm, not %g", MinWidth, MaxWidth, width)
	}
	t, err := newTypeface()
	if err != nil {
		return fmt.Errorf("cannot read the font of the figure: %w", err)
	}
	l := layTimeChart(t, c, width*millimetre)
	return page{l.width, l.height, l.draw}.write(w, f, t, notes)
}

type timeLayout struct {
	*TimeChart
	width, height float64
	title         []string
	legend        []flowRow
	titles        [][]string
	plots         []rect
	lanes         rect
	histograms    []rect
	upTicks       [][]tick
	values        []valueRange
}

func layTimeChart(t *typeface, c *TimeChart, width float64) *timeLayout {
	l := &timeLayout{TimeChart: c, width: width, title: breakText(t, c.Title, width-2*margin)}
	if len(c.Flocks) > 1 {
		l.legend = flow(l.flockItems(t), width-2*margin)
	}
	left, right := margin+l.labelWidth(t), width-margin-t.width("0")
	down := margin + float64(len(l.title)+len(l.legend))*line
	for _, p := range c.Panels {
		l.titles = append(l.titles, breakText(t, p.Title, width-2*margin))
		down += float64(len(l.titles[len(l.titles)-1]))*line + titleGap
		l.plots = append(l.plots, rect{left, down + timePanelHigh, right, down})
		down += timePanelHigh + timePanelGap
	}
	if len(c.Panels) > 0 {
		if len(c.Lanes) > 0 {
			high := laneHigh * float64(len(c.Lanes))
			l.lanes = rect{left, down + high, right, down}
			down += high
		}
		down += tickSize + gap + 2*line
	}
	l.histograms, down = layHistograms(c.Histograms, width, down)
	l.height = down + margin
	flip := func(r *rect) { r.bottom, r.top = l.height-r.bottom, l.height-r.top }
	for k := range l.plots {
		flip(&l.plots[k])
	}
	for k := range l.histograms {
		flip(&l.histograms[k])
	}
	flip(&l.lanes)
	return l
}

func (l *timeLayout) labelWidth(t *typeface) (width float64) {
	for k := range l.Panels {
		v := l.Panels[k].extent(l.From, l.To)
		all := ticks(v.from, v.to, (v.to-v.from)*5*millimetre/timePanelHigh, false)
		l.values, l.upTicks = append(l.values, v), append(l.upTicks, all)
		for _, tick := range all {
			width = max(width, t.width(tick.text))
		}
	}
	for _, lane := range l.Lanes {
		width = max(width, t.width(lane.Name))
	}
	return width + tickSize + gap
}

func (l *timeLayout) flockItems(t *typeface) (all []item) {
	const sign = 10.0
	for k, name := range l.Flocks {
		all = append(all, item{sign + gap + t.width(name), func(p *pen, x, y float64) {
			p.stroke([]point{{x, y + 0.36*em}, {x + sign, y + 0.36*em}}, 1, chartInks[k])
			p.text(point{x + sign + gap, y}, name)
		}})
	}
	return all
}

func (l *timeLayout) draw(p *pen) {
	y := l.height - margin - em
	for _, text := range l.title {
		p.text(point{margin, y}, text)
		y -= line
	}
	p.legend(l.legend, margin, y)
	for k := range l.Panels {
		l.drawPanel(p, k)
	}
	if len(l.Panels) > 0 {
		l.drawLanes(p)
		l.drawTimes(p)
	}
	for k := range l.Histograms {
		p.drawHistogram(&l.Histograms[k], l.histograms[k])
	}
}

func (l *timeLayout) across(seconds float64) float64 {
	r := l.plots[0]
	return r.left + (seconds-l.From)/(l.To-l.From)*r.width()
}

func (l *timeLayout) drawPanel(p *pen, k int) {
	panel, r, v := &l.Panels[k], l.plots[k], l.values[k]
	for i, text := range l.titles[k] {
		p.text(point{margin, r.top + titleGap + float64(len(l.titles[k])-1-i)*line}, text)
	}
	p.outlineOf(r)
	p.upTicks(r, v, l.upTicks[k])
	for _, t := range l.timeTicks() {
		p.stroke([]point{{l.across(t.value), r.bottom}, {l.across(t.value), r.bottom + tickSize}}, 0.5, ink)
	}
	for i, c := range panel.Curves {
		colour := chartInks[i%MaxFlocks]
		if panel.Leads && len(panel.Curves) == 1 {
			colour = leaderInk
		}
		l.drawCurve(p, &c, r, v, colour)
	}
}

func (l *timeLayout) drawCurve(p *pen, c *Curve, r rect, v valueRange, colour color.Color) {
	var part []point
	flush := func() {
		if len(part) == 1 && r.contains(part[0]) {
			p.fill(circle(part[0], 0.7), colour)
		}
		for _, inside := range clip(part, r) {
			p.stroke(inside, 0.8, colour)
		}
		part = part[:0]
	}
	for i, seconds := range c.Times {
		if math.IsNaN(c.Values[i]) {
			flush()
			continue
		}
		part = append(part, point{l.across(seconds), v.up(c.Values[i], r)})
	}
	flush()
}

func (l *timeLayout) timeTicks() []tick {
	return ticks(l.From, l.To, (l.To-l.From)*12*millimetre/l.plots[0].width(), false)
}

func (l *timeLayout) drawTimes(p *pen) {
	r := l.plots[len(l.plots)-1]
	bottom := r.bottom
	if len(l.Lanes) > 0 {
		bottom = l.lanes.bottom
	}
	below := bottom - tickSize - gap/2 - 0.75*em
	for _, t := range l.timeTicks() {
		x := l.across(t.value)
		p.stroke([]point{{x, bottom}, {x, bottom - tickSize}}, 0.5, ink)
		p.textCentred(point{min(x, l.width-margin-p.width(t.text)/2), below}, t.text)
	}
	p.textCentred(point{(r.left + r.right) / 2, below - line}, "time, s")
}

type valueRange struct{ from, to float64 }

func (v valueRange) up(x float64, r rect) float64 {
	return r.bottom + (x-v.from)/(v.to-v.from)*r.height()
}

func (t *TimePanel) extent(from, to float64) valueRange {
	v := valueRange{math.Inf(1), math.Inf(-1)}
	for _, c := range t.Curves {
		for i, x := range c.Values {
			if c.Times[i] >= from && c.Times[i] <= to && !math.IsNaN(x) {
				v.from, v.to = min(v.from, x), max(v.to, x)
			}
		}
	}
	if v.from > v.to {
		return valueRange{0, 1}
	}
	room := 0.08 * (v.to - v.from)
	if room == 0 {
		room = max(1e-3, 0.1*math.Abs(v.to))
	}
	return valueRange{v.from - room, v.to + room}
}

func (p *pen) upTicks(r rect, v valueRange, all []tick) {
	for _, t := range all {
		y := v.up(t.value, r)
		p.stroke([]point{{r.left, y}, {r.left - tickSize, y}}, 0.5, ink)
		p.text(point{r.left - tickSize - gap/2 - p.width(t.text), min(y-0.36*em, r.top-0.72*em)}, t.text)
	}
}
