package figure

import (
	"image/color"
	"math"
	"strconv"
	"strings"

	"skein/flock/look"
)

func (l *heatLayout) draw(p *pen) {
	y := l.height - margin - em
	for _, text := range l.title {
		p.text(point{margin, y}, text)
		y -= line
	}
	for k := range l.Maps {
		l.drawMap(p, &l.Maps[k], l.fields[k])
	}
}

func (l *heatLayout) drawMap(p *pen, m *HeatMap, r rect) {
	v := m.extent()
	l.drawCells(p, m, r, v)
	for _, level := range m.Levels {
		l.drawLevel(p, m, r, level)
	}
	p.outlineOf(r)
	l.drawAxes(p, m, r)
	drawScale(p, m, r, v)
}

func heatColour(x float64, v valueRange) color.Color {
	return rgb(look.Viridis.At(float32((x - v.from) / (v.to - v.from))))
}

func (l *heatLayout) drawCells(p *pen, m *HeatMap, r rect, v valueRange) {
	const under = 0.3 // pt
	columns, rows := l.Across.edges(), l.Up.edges()
	across, up := l.Across.bounds(), l.Up.bounds()
	for j, row := range m.Values {
		for i, x := range row {
			left, right := across.across(columns[i], r), across.across(columns[i+1], r)
			bottom, top := up.up(rows[j], r), up.up(rows[j+1], r)
			if math.IsNaN(x) {
				p.stroke([]point{{left, bottom}, {right, top}}, 0.3, ink)
				p.stroke([]point{{left, top}, {right, bottom}}, 0.3, ink)
				continue
			}
			right, top = min(right+under, r.right), min(top+under, r.top)
			p.fill([]point{{left, bottom}, {right, bottom}, {right, top}, {left, top}}, heatColour(x, v))
		}
	}
}

func (l *heatLayout) drawLevel(p *pen, m *HeatMap, r rect, level float64) {
	var longest []point
	for _, along := range Contours(l.Across.Values, l.Up.Values, m.Values, level) {
		var contour []point
		for _, pos := range along {
			contour = append(contour, point{l.Across.bounds().across(pos[0], r), l.Up.bounds().up(pos[1], r)})
		}
		p.stroke(contour, 1.8, white)
		p.stroke(contour, 0.9, ink)
		if len(contour) > len(longest) {
			longest = contour
		}
	}
	text := levelText(level)
	if len(longest) == 0 || pathLength(longest) < 2*p.width(text) {
		return // the text would hide the line; the scale also shows the level
	}
	position := longest[len(longest)/2]
	halfWidth := p.width(text)/2 + 1
	x := max(r.left+halfWidth, min(position.x, r.right-halfWidth))
	y := max(r.bottom+0.6*em, min(position.y, r.top-0.6*em))
	p.fill([]point{{x - halfWidth, y - 0.55*em}, {x + halfWidth, y - 0.55*em}, {x + halfWidth, y + 0.55*em}, {x - halfWidth, y + 0.55*em}}, white)
	p.textCentred(point{x, y - 0.36*em}, text)
}

func pathLength(along []point) (sum float64) {
	for k := 1; k < len(along); k++ {
		sum += along[k].sub(along[k-1]).length()
	}
	return sum
}

func levelText(level float64) string {
	return strings.Replace(strconv.FormatFloat(level, 'g', 4, 64), "-", "–", 1)
}

func (l *heatLayout) drawAxes(p *pen, m *HeatMap, r rect) {
	across, up := l.Across.bounds(), l.Up.bounds()
	for _, t := range axisTicks(across, r.width(), 9*millimetre) {
		x := across.across(t.value, r)
		p.stroke([]point{{x, r.bottom}, {x, r.bottom - tickSize}}, 0.5, ink)
		p.textCentred(point{x, r.bottom - tickSize - gap/2 - 0.75*em}, t.text)
	}
	p.textCentred(point{(r.left + r.right) / 2, r.bottom - tickSize - gap/2 - 0.75*em - line}, l.Across.Name)
	p.upTicks(r, up, axisTicks(up, r.height(), 5*millimetre))
	p.textUpward(point{r.left - tickSize - gap - l.upLabels(p.typeface) - gap/2, (r.bottom + r.top) / 2}, l.Up.Name)
	title := m.Title
	if m.undefined() {
		title += " (crossed: undefined)"
	}
	left := r.left - l.upLabels(p.typeface) - line
	lines := breakText(p.typeface, title, r.right-left)
	for k, text := range lines {
		p.text(point{left, r.top + titleGap + gap/2 + float64(len(lines)-1-k)*line}, text)
	}
}

func drawScale(p *pen, m *HeatMap, field rect, v valueRange) {
	r := rect{field.right + gap, field.bottom, field.right + gap + scaleWide, field.top}
	const steps = 64
	for k := range steps {
		from, to := float64(k)/steps, float64(k+1)/steps
		bottom, top := r.bottom+from*r.height(), min(r.bottom+to*r.height()+0.3, r.top)
		p.fill([]point{{r.left, bottom}, {r.right, bottom}, {r.right, top}, {r.left, top}}, rgb(look.Viridis.At(float32((from+to)/2))))
	}
	for _, level := range m.Levels {
		if level > v.from && level < v.to {
			y := v.up(level, r)
			p.stroke([]point{{r.left, y}, {r.right, y}}, 1.8, white)
			p.stroke([]point{{r.left, y}, {r.right, y}}, 0.9, ink)
		}
	}
	p.outlineOf(r)
	for _, t := range axisTicks(v, r.height(), 5*millimetre) {
		y := v.up(t.value, r)
		p.stroke([]point{{r.right, y}, {r.right + tickSize, y}}, 0.5, ink)
		p.text(point{r.right + tickSize + gap/2, y - 0.36*em}, t.text)
	}
}
