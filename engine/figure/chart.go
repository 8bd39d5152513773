package figure

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"strings"

	"skein/engine/capture"
)

// Chart compares flocks: a panel for each measure, with a mark for each flock.
type Chart struct {
	Names    []string // names of the flocks, for the legend
	Measures []Measure
	Errors   string // what the error bars show, for the legend
}

// Measure is a panel of a chart.
type Measure struct {
	Title     string     // measure with its unit
	Low, High *float64   // published range, drawn as a band; nil means no bound
	Marks     []Estimate // marks of the flocks, in the order of Chart.Names
}

// Estimate is a value with its error. A nil pointer means unknown.
type Estimate struct{ Value, Error *float64 }

const (
	chartColumn = 36 * millimetre
	chartHigh   = 22 * millimetre
	chartLabels = 9 * millimetre
	chartGap    = 3 * millimetre
)

var bandFill = color.NRGBA{0xd9, 0xe8, 0xd5, 255}

// MaxFlocks is the largest number of flocks in a chart. Each has its own colour.
const MaxFlocks = 7

// chartInks are colours that colour-blind people can tell apart (M. Okabe and K. Ito, Color Universal Design,
// 2008).
var chartInks = [MaxFlocks]color.NRGBA{
	{0x00, 0x72, 0xb2, 255}, {0xd5, 0x5e, 0x00, 255}, {0x00, 0x9e, 0x73, 255}, {0xcc, 0x79, 0xa7, 255},
	{0x00, 0x00, 0x00, 255}, {0xe6, 0x9f, 0x00, 255}, {0x56, 0xb4, 0xe9, 255},
}

// WriteChart writes a chart, width mm wide. A PNG contains the notes as metadata.
func WriteChart(w io.Writer, f Format, c *Chart, width float64, notes ...capture.Note) error {
	switch {
	case len(c.Measures) == 0:
		return fmt.Errorf("the chart has no measures to draw")
	case len(c.Names) > MaxFlocks:
		return fmt.Errorf("the chart has %d flocks; at most %d are allowed", len(c.Names), MaxFlocks)
	case !(width >= MinWidth && width <= MaxWidth):
		return fmt.Errorf("the width of a figure must be %d to %d mm, not %g", MinWidth, MaxWidth, width)
	}
	t, err := newTypeface()
	if err != nil {
		return fmt.Errorf("cannot read the font of the figure: %w", err)
	}
	l := layChart(t, c, width*millimetre)
	return page{l.width, l.height, l.draw}.write(w, f, t, notes)
}

type chartLayout struct {
	*Chart
	width, height float64
	titles        [][]string
	plots         []rect
	legend        []flowRow
}

func layChart(t *typeface, c *Chart, width float64) *chartLayout {
	l := &chartLayout{Chart: c, width: width}
	columns := max(1, int((width-2*margin)/chartColumn))
	wide := (width - 2*margin) / float64(columns)
	for _, m := range c.Measures {
		l.titles = append(l.titles, breakText(t, m.Title, wide-chartGap))
	}
	l.legend = flow(l.items(t), width-2*margin)
	l.height = 2*margin + float64(len(l.legend))*line + chartGap
	var tops []float64
	for from := 0; from < len(c.Measures); from += columns {
		lines := 0
		for _, title := range l.titles[from:min(from+columns, len(c.Measures))] {
			lines = max(lines, len(title))
		}
		tops = append(tops, l.height+float64(lines)*line)
		l.height += float64(lines)*line + chartHigh + chartGap
	}
	footer := float64(len(l.legend))*line + chartGap
	for k := range c.Measures {
		left := margin + float64(k%columns)*wide
		top := l.height - tops[k/columns] + footer
		l.plots = append(l.plots, rect{left + chartLabels, top - chartHigh, left + wide - chartGap, top})
	}
	return l
}

func breakText(t *typeface, text string, width float64) (lines []string) {
	for _, word := range strings.Fields(text) {
		if last := len(lines) - 1; last >= 0 && t.width(lines[last]+" "+word) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

func (l *chartLayout) items(t *typeface) (all []item) {
	const sign = 2*em/3 + gap
	add := func(text string, mark func(p *pen, x, y float64)) {
		all = append(all, item{sign + t.width(text), func(p *pen, x, y float64) {
			mark(p, x+em/3, y+0.36*em)
			p.text(point{x + sign, y}, text)
		}})
	}
	for k, name := range l.Names {
		add(name, func(p *pen, x, y float64) { p.fill(circle(point{x, y}, markRadius), chartInks[k]) })
	}
	add("published", func(p *pen, x, y float64) {
		p.fill([]point{{x - em/3, y - em/3}, {x + em/3, y - em/3}, {x + em/3, y + em/3}, {x - em/3, y + em/3}}, bandFill)
	})
	if l.Errors != "" {
		add(l.Errors, func(p *pen, x, y float64) { p.errorBar(x, y-em/2, y+em/2, ink) })
	}
	return all
}

const markRadius = 1.7 // pt

func (l *chartLayout) draw(p *pen) {
	for k, m := range l.Measures {
		r := l.plots[k]
		for i, text := range l.titles[k] {
			p.text(point{r.left - chartLabels, r.top + gap + float64(len(l.titles[k])-1-i)*line}, text)
		}
		p.drawMeasure(&m, r)
	}
	p.legend(l.legend, margin, margin+float64(len(l.legend)-1)*line+gap)
}

func (p *pen) drawMeasure(m *Measure, r rect) {
	from, to := m.extent()
	up := func(x float64) float64 { return r.bottom + (x-from)/(to-from)*r.height() }
	if m.Low != nil || m.High != nil {
		low, high := r.bottom, r.top
		if m.Low != nil {
			low = up(*m.Low)
		}
		if m.High != nil {
			high = up(*m.High)
		}
		p.fill([]point{{r.left, low}, {r.right, low}, {r.right, high}, {r.left, high}}, bandFill)
	}
	p.outlineOf(r)
	for _, t := range ticks(from, to, (to-from)*5*millimetre/r.height(), false) {
		y := up(t.value)
		if y > r.top-em/2 {
			continue // it would touch the title
		}
		p.stroke([]point{{r.left, y}, {r.left - tickSize, y}}, 0.5, ink)
		p.text(point{r.left - tickSize - gap/2 - p.width(t.text), y - 0.36*em}, t.text)
	}
	for k, mark := range m.Marks {
		if mark.Value == nil {
			continue
		}
		x := r.left + (float64(k)+0.5)/float64(len(m.Marks))*r.width()
		if mark.Error != nil {
			p.errorBar(x, up(*mark.Value-*mark.Error), up(*mark.Value+*mark.Error), chartInks[k])
		}
		p.fill(circle(point{x, up(*mark.Value)}, markRadius), chartInks[k])
	}
}

func (p *pen) errorBar(x, from, to float64, c color.Color) {
	const half = 1.6
	p.stroke([]point{{x, from}, {x, to}}, 0.7, c)
	p.stroke([]point{{x - half, from}, {x + half, from}}, 0.7, c)
	p.stroke([]point{{x - half, to}, {x + half, to}}, 0.7, c)
}

func (m *Measure) extent() (from, to float64) {
	from, to = math.Inf(1), math.Inf(-1)
	include := func(x float64) { from, to = min(from, x), max(to, x) }
	for _, mark := range m.Marks {
		if mark.Value == nil {
			continue
		}
		step := 0.0
		if mark.Error != nil {
			step = *mark.Error
		}
		include(*mark.Value - step)
		include(*mark.Value + step)
	}
	for _, bound := range []*float64{m.Low, m.High} {
		if bound != nil {
			include(*bound)
		}
	}
	if from > to {
		return 0, 1
	}
	room := 0.12 * (to - from)
	if room == 0 {
		room = max(1e-3, 0.1*math.Abs(to))
	}
	return from - room, to + room
}
