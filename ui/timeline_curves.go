//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/scenario"
)

type timeCurve struct {
	key  string
	name string
	unit string
	at   func(seconds float64) float64
	cuts []float64 // times at which the number jumps, s
}

func (t *Timeline) cameraCurves() []timeCurve {
	if t.Path == nil || len(t.Camera) < 2 {
		return nil
	}
	var cuts []float64
	for _, k := range t.Camera {
		if k.Cut {
			cuts = append(cuts, k.Seconds)
		}
	}
	height := func(seconds float64) float64 { return float64(t.Path.View(seconds).Eye.Y()) }
	speed := func(seconds float64) float64 {
		const step = 1.0 / 60
		if cutBetween(cuts, seconds, seconds+step) {
			seconds -= step // do not measure the speed across a cut
		}
		return float64(t.Path.View(seconds+step).Eye.Sub(t.Path.View(seconds).Eye).Len()) / step
	}
	return []timeCurve{
		{"timeline.camera.height", "height", "m", height, cuts},
		{"timeline.camera.speed", "speed", "m/s", speed, cuts},
	}
}

func (t *Timeline) rowCurve(n int) (c timeCurve, ok bool) {
	r := &t.Rows[n]
	if n >= len(t.Before) {
		return c, false
	}
	start, ok := scenario.Number(t.Before[n])
	c = timeCurve{key: "timeline." + rowName(r) + ".curve", name: "value", at: func(seconds float64) float64 { return r.At(seconds, start) }}
	for _, k := range r.Keys {
		if k.Ease == scenario.Hold {
			c.cuts = append(c.cuts, k.Seconds)
		}
	}
	return c, ok
}

func (t *Timeline) curveCount() int {
	n := len(t.cameraCurves())
	for k := range t.Rows {
		if _, ok := t.rowCurve(k); ok {
			n++
		}
	}
	return n
}

// Limits of the height of a curve, in ems.
const (
	lowestCurve  = 1.2
	highestCurve = 5
)

func (t *Timeline) curveHeight() float32 {
	em, n := imgui.FontSize(), t.curveCount()
	if n == 0 {
		return 0
	}
	rows := float32(1+len(t.Rows))*keyRowHeight*em + 1.5*imgui.TextLineHeightWithSpacing() // the last term is for the legend
	each := (imgui.ContentRegionAvail().Y - rows) / float32(n)
	if each < lowestCurve*em {
		return 0
	}
	return min(each, highestCurve*em)
}

// curveStep is the distance between two samples, in screen units.
const curveStep = 2

func sampleCurve(c *timeCurve, from, to float64, samples int) (values []float64, low, high float64) {
	values = make([]float64, samples)
	for k := range values {
		values[k] = c.at(from + (to-from)*float64(k)/float64(max(samples-1, 1)))
		if k == 0 {
			low, high = values[0], values[0]
		}
		low, high = min(low, values[k]), max(high, values[k])
	}
	return values, low, high
}

func (p *Panel) showCurve(c *timeCurve, high float32, s *State, v scale) {
	em, position := imgui.FontSize(), imgui.CursorScreenPos()
	corner, size := imgui.Vec2{X: v.left, Y: position.Y}, imgui.Vec2{X: v.width, Y: high - 1}
	value := quantityText(c.at(s.Timeline.At), c.unit)
	imgui.SetCursorScreenPos(imgui.Vec2{X: position.X + 0.6*em, Y: position.Y})
	switch wide := imgui.CalcTextSize(c.name + " " + value).X; {
	case wide <= labelWidth()-1.1*em:
		writeGrey(c.name + " " + value)
	case high >= 2.3*em:
		writeGrey(c.name + "\n" + value)
	default:
		writeGrey(value)
	}
	imgui.SetCursorScreenPos(corner)
	imgui.InvisibleButton("##"+c.key, size)
	p.mark(c.key)
	if imgui.IsItemHovered() {
		seconds := v.seconds(imgui.MousePos().X)
		tooltip(fmt.Sprintf("%.2f s: %s %s", seconds, c.name, quantityText(c.at(seconds), c.unit)))
	}
	paint := imgui.WindowDrawList()
	paint.AddRectFilled(corner, corner.Add(size), imgui.ColorU32Col(imgui.ColFrameBg))
	c.draw(v, corner, size)
	imgui.SetCursorScreenPos(position)
	imgui.Dummy(imgui.Vec2{X: 1, Y: high - imgui.CurrentStyle().ItemSpacing().Y})
}

func quantityText(value float64, unit string) string {
	text := fmt.Sprintf("%.3g", value)
	if unit != "" {
		text += " " + unit
	}
	return text
}

func (c *timeCurve) draw(v scale, corner, size imgui.Vec2) {
	paint, em := imgui.WindowDrawList(), imgui.FontSize()
	samples := max(int(size.X/curveStep), 2)
	values, low, high := sampleCurve(c, v.from, v.to, samples)
	pad := 0.2 * em
	y := func(value float64) float32 {
		if high == low {
			return corner.Y + size.Y/2
		}
		return corner.Y + size.Y - pad - float32((value-low)/(high-low))*(size.Y-2*pad)
	}
	line := imgui.ColorU32Col(imgui.ColPlotLines)
	before := v.from
	for k, value := range values {
		seconds := v.from + (v.to-v.from)*float64(k)/float64(samples-1)
		if cutBetween(c.cuts, before, seconds) {
			paint.PathStrokeV(line, 0, 0.1*em)
		}
		paint.PathLineTo(imgui.Vec2{X: v.x(seconds), Y: y(value)})
		before = seconds
	}
	paint.PathStrokeV(line, 0, 0.1*em)
	if size.Y >= 2.4*em && high > low {
		curveEnd(imgui.Vec2{X: corner.X, Y: corner.Y}, quantityText(high, c.unit))
		curveEnd(imgui.Vec2{X: corner.X, Y: corner.Y + size.Y - imgui.TextLineHeight()}, quantityText(low, c.unit))
	}
}

func curveEnd(position imgui.Vec2, text string) {
	paint, margin := imgui.WindowDrawList(), imgui.Vec2{X: 0.3 * imgui.FontSize()}
	paint.AddRectFilled(position, position.Add(imgui.CalcTextSize(text)).Add(margin.Mul(2)), imgui.ColorU32Col(imgui.ColFrameBg))
	paint.AddTextVec2(position.Add(margin), imgui.ColorU32Col(imgui.ColTextDisabled), text)
}

func cutBetween(cuts []float64, from, to float64) bool {
	return slices.ContainsFunc(cuts, func(cut float64) bool { return cut > from && cut <= to })
}
