package figure

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"skein/engine/capture"
)

// HeatMaps shows measures of a sweep over two parameters, each as coloured cells with a colour scale and
// lines at given levels.
type HeatMaps struct {
	Title      string
	Across, Up Axis
	Maps       []HeatMap
}

// Axis is a parameter with its values, in increasing order.
type Axis struct {
	Name   string // parameter with its unit
	Values []float64
}

// HeatMap shows a measure.
type HeatMap struct {
	Title  string      // measure with its unit
	Values [][]float64 // [row][column] at Up.Values[row] and Across.Values[column]; NaN if undefined
	Levels []float64   // values of the contour lines
}

const (
	heatWide  = 62 * millimetre
	heatHigh  = 46 * millimetre
	scaleWide = 3 * millimetre
)

// WriteHeatMaps writes heat maps side by side, width mm wide. A PNG contains the notes as metadata.
func WriteHeatMaps(w io.Writer, f Format, h *HeatMaps, width float64, notes ...capture.Note) error {
	if !(width >= MinWidth && width <= MaxWidth) {
		return fmt.Errorf("the width of a figure must be %d to %d mm, not %g", MinWidth, MaxWidth, width)
	}
	if err := h.check(); err != nil {
		return err
	}
	t, err := newTypeface()
	if err != nil {
		return fmt.Errorf("cannot read the font of the figure: %w", err)
	}
	l := layHeatMaps(t, h, width*millimetre)
	return page{l.width, l.height, l.draw}.write(w, f, t, notes)
}

func (h *HeatMaps) check() error {
	if len(h.Maps) == 0 {
		return errors.New("the figure has no measures to draw")
	}
	for _, a := range []Axis{h.Across, h.Up} {
		if len(a.Values) < 2 {
			return fmt.Errorf("%s needs at least two values", a.Name)
		}
		for k := 1; k < len(a.Values); k++ {
			if !(a.Values[k-1] < a.Values[k]) {
				return fmt.Errorf("the values of %s must be in increasing order", a.Name)
			}
		}
	}
	return nil
}

type heatLayout struct {
	*HeatMaps
	width, height float64
	title         []string
	fields        []rect
	columns       int
}

func layHeatMaps(t *typeface, h *HeatMaps, width float64) *heatLayout {
	l := &heatLayout{HeatMaps: h, width: width, title: breakText(t, h.Title, width-2*margin)}
	l.columns = min(len(h.Maps), max(1, int((width-2*margin)/heatWide)))
	wide := (width - 2*margin) / float64(l.columns)
	labels, numbers := l.upLabels(t)+line+tickSize+2*gap, l.scaleLabels(t)+scaleWide+tickSize+2*gap
	const above, below = 2*line + titleGap, tickSize + gap + 3*line
	head := margin + float64(len(l.title))*line
	rows := (len(h.Maps) + l.columns - 1) / l.columns
	l.height = head + float64(rows)*(above+heatHigh+below) + margin
	for k := range h.Maps {
		left := margin + float64(k%l.columns)*wide
		top := l.height - head - float64(k/l.columns)*(above+heatHigh+below) - above
		l.fields = append(l.fields, rect{left + labels, top - heatHigh, left + wide - numbers - chartGap, top})
	}
	return l
}

func (l *heatLayout) upLabels(t *typeface) (width float64) {
	for _, tick := range axisTicks(l.Up.bounds(), heatHigh, 5*millimetre) {
		width = max(width, t.width(tick.text))
	}
	return width
}

func (l *heatLayout) scaleLabels(t *typeface) (width float64) {
	for k := range l.Maps {
		for _, tick := range axisTicks(l.Maps[k].extent(), heatHigh, 5*millimetre) {
			width = max(width, t.width(tick.text))
		}
	}
	return width
}

func axisTicks(v valueRange, long, apart float64) []tick {
	return ticks(v.from, v.to, (v.to-v.from)*apart/long, false)
}

func (a *Axis) edges() (all []float64) {
	last := len(a.Values) - 1
	all = append(all, a.Values[0]-(a.Values[1]-a.Values[0])/2)
	for k := range last {
		all = append(all, (a.Values[k]+a.Values[k+1])/2)
	}
	return append(all, a.Values[last]+(a.Values[last]-a.Values[last-1])/2)
}

func (a *Axis) bounds() valueRange {
	e := a.edges()
	return valueRange{e[0], e[len(e)-1]}
}

func (m *HeatMap) extent() valueRange {
	v := valueRange{math.Inf(1), math.Inf(-1)}
	for _, row := range m.Values {
		for _, x := range row {
			if !math.IsNaN(x) {
				v.from, v.to = min(v.from, x), max(v.to, x)
			}
		}
	}
	switch {
	case v.from > v.to:
		return valueRange{0, 1}
	case v.from == v.to:
		room := max(1e-3, 0.1*math.Abs(v.to))
		return valueRange{v.from - room, v.to + room}
	}
	return v
}

func (m *HeatMap) undefined() bool {
	return slices.ContainsFunc(m.Values, func(row []float64) bool { return slices.ContainsFunc(row, math.IsNaN) })
}

func (v valueRange) across(x float64, r rect) float64 {
	return r.left + (x-v.from)/(v.to-v.from)*r.width()
}
