package figure

import (
	"fmt"
	"slices"

	"skein/engine/frame"
)

type item struct {
	width float64
	draw  func(p *pen, x, y float64)
}

type flowRow []item

const itemGap = 2.5 * gap

func flow(items []item, width float64) (rows []flowRow) {
	x := 0.0
	for _, it := range items {
		if len(rows) == 0 || x+it.width > width {
			rows, x = append(rows, nil), 0
		}
		last := len(rows) - 1
		rows[last] = append(rows[last], it)
		x += it.width + itemGap
	}
	return rows
}

func (p *pen) legend(rows []flowRow, left, y float64) {
	for _, row := range rows {
		x := left
		for _, it := range row {
			it.draw(p, x, y)
			x += it.width + itemGap
		}
		y -= line
	}
}

func (l *layout) items(t *typeface, o *Options) (all []item) {
	all = append(all, l.scaleBar(t))
	if o.NoLegend {
		return all
	}
	m := markersOf(l, o)
	for i, first := range l.legends() {
		if i == first {
			all = append(all, colourItems(t, l.prefix(i), l.plots[i].panel.Legend, m, l.width-2*margin)...)
		}
	}
	for _, k := range l.keys() {
		all = append(all, keyItem(t, k, m))
	}
	for i := range l.plots {
		if s := l.plots[i].panel.Steers; s != nil && len(s.Arrows) > 0 {
			all = append(all, l.steerScale(t, s))
			break
		}
	}
	if m.enlarged > 1.005 {
		all = append(all, textItem(t, fmt.Sprintf("birds drawn %s times as large", number(m.enlarged, 2))))
	}
	return all
}

func (l *layout) legends() (first []int) {
	for i := range l.plots {
		index := -1
		if has := l.plots[i].panel.Legend; has != nil {
			index = slices.IndexFunc(l.plots, func(p plot) bool { return p.panel.Legend != nil && sameLegend(p.panel.Legend, has) })
		}
		first = append(first, index)
	}
	return first
}

func sameLegend(a, b *frame.Legend) bool {
	return a.Title == b.Title && a.Low == b.Low && a.High == b.High && a.Map == b.Map && slices.Equal(a.Kinds, b.Kinds)
}

func (l *layout) prefix(i int) string {
	if !slices.ContainsFunc(l.legends(), func(k int) bool { return k != 0 }) {
		return ""
	}
	return fmt.Sprintf("(%c) ", 'a'+i)
}

func (l *layout) keys() (all []Key) {
	for i := range l.plots {
		for _, k := range l.plots[i].panel.Keys {
			if !slices.Contains(all, k) {
				all = append(all, k)
			}
		}
	}
	return all
}

func textItem(t *typeface, text string) item {
	return item{t.width(text), func(p *pen, x, y float64) { p.text(point{x, y}, text) }}
}

func (l *layout) scaleBar(t *typeface) item {
	first := &l.plots[0]
	metres := roundDown(first.page.width() / 3 / first.scale)
	length, text := metres*first.scale, number(metres, 3)+" m"
	return item{length + gap + t.width(text), func(p *pen, x, y float64) {
		middle := y + 0.35*em
		p.stroke([]point{{x, middle}, {x + length, middle}}, 1, ink)
		for _, end := range []float64{x, x + length} {
			p.stroke([]point{{end, middle - 2}, {end, middle + 2}}, 0.5, ink)
		}
		p.text(point{x + length + gap, y}, text)
	}}
}

func colourItems(t *typeface, prefix string, l *frame.Legend, m markers, widest float64) (all []item) {
	title := prefix + l.Title
	if l.High == "" {
		all = append(all, textItem(t, title+textIfAny(len(l.Kinds), ":")))
		for _, k := range l.Kinds {
			all = append(all, keyItem(t, Key{rgb(k.Colour), k.Text, BirdMark}, m))
		}
		return all
	}
	heading, scale := textItem(t, title), scaleItem(t, l)
	if heading.width+2*gap+scale.width > widest {
		return []item{heading, scale}
	}
	return []item{{heading.width + 2*gap + scale.width, func(p *pen, x, y float64) {
		heading.draw(p, x, y)
		scale.draw(p, x+heading.width+2*gap, y)
	}}}
}

func scaleItem(t *typeface, l *frame.Legend) item {
	const bar, pieces = 22 * millimetre, 64
	low := t.width(l.Low) + gap
	return item{low + bar + gap + t.width(l.High), func(p *pen, x, y float64) {
		p.text(point{x, y}, l.Low)
		left, bottom, top := x+low, y-0.5, y+5.5
		for k := range pieces {
			from, to := left+bar*float64(k)/pieces, left+bar*float64(k+1)/pieces
			p.fill([]point{{from, bottom}, {min(to+0.4, left+bar), bottom}, {min(to+0.4, left+bar), top}, {from, top}}, rgb(l.Map.At((float32(k)+0.5)/pieces)))
		}
		p.outline([]point{{left, bottom}, {left + bar, bottom}, {left + bar, top}, {left, top}}, 0.4, ink)
		p.text(point{left + bar + gap, y}, l.High)
	}}
}

func textIfAny(n int, text string) string {
	if n == 0 {
		return ""
	}
	return text
}

func keyItem(t *typeface, k Key, m markers) item {
	const mark = 13.0
	return item{mark + gap + t.width(k.Text), func(p *pen, x, y float64) {
		p.mark(k, x, y+0.36*em, mark, m)
		p.text(point{x + mark + gap, y}, k.Text)
	}}
}

func (p *pen) mark(k Key, x, y, width float64, m markers) {
	across := []point{{x, y}, {x + width, y}}
	middle := point{x + width/2, y}
	switch k.Mark {
	case LineMark:
		p.stroke(across, 0.8, k.Colour)
	case DashedMark:
		p.strokeDashed(across, 0.5, k.Colour)
	case CircleMark:
		p.stroke(circle(middle, 3), 0.5, k.Colour)
	case ArrowMark, DashedArrowMark:
		p.arrow(across[0], across[1], 1, k.Colour, k.Mark == DashedArrowMark)
	default:
		shape := dartAt(middle, point{1, 0}, longArrow, longArrow)
		width, edge := 2*hairline, edgeInk
		if k.Mark == ChosenMark {
			width, edge = 1, centreInk
		}
		p.outline(shape, width, edge)
		p.fill(shape, k.Colour)
	}
}

func (l *layout) steerScale(t *typeface, s *Steers) item {
	perUnit := float64(s.Scale) * l.plots[0].scale
	value := roundDown(12 * millimetre / perUnit)
	text := number(value, 3) + " " + s.Unit
	length := value * perUnit
	return item{length + gap + t.width(text), func(p *pen, x, y float64) {
		p.arrow(point{x, y + 0.36*em}, point{x + length, y + 0.36*em}, 1, centreInk, false)
		p.text(point{x + length + gap, y}, text)
	}}
}
