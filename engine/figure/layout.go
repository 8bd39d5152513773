package figure

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Distances on paper, in pt (1/72 inch).
const (
	millimetre = 72 / 25.4
	em         = 7.0
	gap        = 3.0
	tickSize   = 2.0
	margin     = 1.0
	padding    = 1.8 * millimetre
	narrowest  = 27 * millimetre // minimum width of a panel with its labels
	line       = em + gap
)

type rect struct{ left, bottom, right, top float64 }

func (r rect) width() float64  { return r.right - r.left }
func (r rect) height() float64 { return r.top - r.bottom }

func (r rect) contains(p point) bool {
	return p.x >= r.left && p.x <= r.right && p.y >= r.bottom && p.y <= r.top
}

func (r *rect) include(p point) {
	r.left, r.right = min(r.left, p.x), max(r.right, p.x)
	r.bottom, r.top = min(r.bottom, p.y), max(r.top, p.y)
}

func (r rect) grow(share float64) rect {
	margin := share * max(r.width(), r.height())
	return rect{r.left - margin, r.bottom - margin, r.right + margin, r.top + margin}
}

func emptyRect() rect {
	return rect{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}
}

type plot struct {
	panel      *Panel
	projection projection
	world      rect    // shown part of the plane, m
	page       rect    // where it is drawn, pt
	scale      float64 // pt per m
	title      string
}

func (p *plot) place(pos mgl32.Vec3) point { return p.onPage(p.projection.point(pos)) }

func (p *plot) onPage(pos point) point {
	return point{p.page.left + (pos.x-p.world.left)*p.scale, p.page.bottom + (pos.y-p.world.bottom)*p.scale}
}

type layout struct {
	width, height float64 // pt
	plots         []plot
	footer        []flowRow
	footerLeft    float64
	footerTop     float64
}

func newLayout(t *typeface, panels []*Panel, o *Options) (*layout, error) {
	l := &layout{width: o.Width * millimetre}
	var extents []rect
	for i, p := range panels {
		l.plots = append(l.plots, plot{panel: p, projection: projectionOf(o.View, p), title: titleOf(i, len(panels), p.Seconds)})
		extents = append(extents, l.plots[i].extent(o))
	}
	columns := max(1, min(len(panels), int(l.width/narrowest)))
	rows := (len(panels) + columns - 1) / columns
	columns = (len(panels) + rows - 1) / rows
	var inner point
	for labels, known := 0.0, -1.0; labels > known; { // the labels depend on the scale, and the scale depends on the width of the labels
		known = labels
		left := line + tickSize + gap + labels
		inner.x = (l.width-2*margin)/float64(columns) - left - gap
		if inner.x < 10*millimetre {
			return nil, fmt.Errorf("%g mm is too narrow for this figure", o.Width)
		}
		inner.y = l.fit(extents, inner.x, l.minHeight(t), o)
		for i := range l.plots {
			p := &l.plots[i]
			p.page.left = margin + float64(i%columns)*(left+inner.x+gap) + left
			p.page.right = p.page.left + inner.x
			for _, tick := range p.upTicks() {
				labels = max(labels, t.width(tick.text))
			}
		}
	}
	l.stack(t, inner.y, columns, rows, o)
	return l, nil
}

func (l *layout) fit(extents []rect, width, lowest float64, o *Options) (height float64) {
	var broad, high float64
	for _, e := range extents {
		broad, high = max(broad, e.width()), max(high, e.height())
	}
	tallest := 1.4 * width
	if o.Across > 0 {
		tallest = width
	}
	scale := (width - 2*padding) / broad
	if high*scale+2*padding > tallest {
		scale = (tallest - 2*padding) / high
	}
	if o.Across > 0 {
		scale = width / o.Across
	}
	for i := range l.plots {
		y := l.plots[i].middle(extents[i], o).y
		high = max(high, 2*(extents[i].top-y), 2*(y-extents[i].bottom))
	}
	height = max(0.3*width, lowest, min(high*scale+2*padding, tallest))
	for i := range l.plots {
		p := &l.plots[i]
		p.scale = scale
		pos, w, h := p.middle(extents[i], o), width/2/scale, height/2/scale
		p.world = rect{pos.x - w, pos.y - h, pos.x + w, pos.y + h}
		p.page.bottom, p.page.top = 0, height
	}
	return height
}

func (l *layout) minHeight(t *typeface) (height float64) {
	for i := range l.plots {
		height = max(height, t.width(l.plots[i].projection.upward))
	}
	return height
}

func (p *plot) middle(extent rect, o *Options) point {
	if b := p.panel.chosen(); b != nil && o.Across > 0 {
		return p.projection.point(b.Pos)
	}
	return point{(extent.left + extent.right) / 2, (extent.bottom + extent.top) / 2}
}

func (l *layout) stack(t *typeface, inner float64, columns, rows int, o *Options) {
	row := line + inner + tickSize + gap + line + 0.7*line
	l.placeLegend(l.items(t, o))
	footer := 0.0
	if len(l.footer) > 0 {
		footer = float64(len(l.footer))*line + gap
	}
	l.height = 2*margin + float64(rows)*row + footer
	for i := range l.plots {
		p := &l.plots[i]
		p.page.top = l.height - margin - float64(i/columns)*row - line
		p.page.bottom = p.page.top - inner
	}
	l.footerTop = margin + footer - gap
}

func (l *layout) placeLegend(items []item) {
	l.footerLeft = l.plots[0].page.left
	for _, it := range items {
		if l.footerLeft+it.width > l.width-margin {
			l.footerLeft = margin
		}
	}
	l.footer = flow(items, l.width-margin-l.footerLeft)
}

func titleOf(i, n int, seconds float64) string {
	title := fmt.Sprintf("t = %.2f s", seconds)
	if n > 1 {
		title = fmt.Sprintf("(%c) %s", 'a'+i, title)
	}
	return title
}

// extent returns the part of the plane that a panel shows, in m. Traces enlarge it only slightly, because old
// points can be far from the birds.
func (p *plot) extent(o *Options) rect {
	r := emptyRect()
	add := func(pos mgl32.Vec3) { r.include(p.projection.point(pos)) }
	for i := range p.panel.Birds {
		if b := &p.panel.Birds[i]; p.shows(b, o) {
			add(b.Pos)
		}
	}
	near := r.grow(0.25)
	for i := range p.panel.Traces {
		for _, pos := range p.panel.Traces[i].Points {
			if q := p.projection.point(pos); near.contains(q) {
				r.include(q)
			}
		}
	}
	for i := range p.panel.Bones {
		for _, pos := range p.panel.Bones[i].Points {
			add(pos)
		}
	}
	if v := p.panel.Vision; v != nil {
		pos, reach := p.projection.point(v.Centre), float64(v.Radius)
		r.include(point{pos.x - reach, pos.y - reach})
		r.include(point{pos.x + reach, pos.y + reach})
	}
	if s := p.panel.Steers; s != nil {
		for _, a := range s.Arrows {
			add(s.At.Add(a.Along))
		}
		add(s.At.Add(s.Sum))
	}
	return r.atLeast(2)
}

func (p *plot) shows(b *Bird, o *Options) bool {
	return o.View != Eye || b.Chosen || p.projection.depth(b.Pos) < 0
}

func (r rect) atLeast(size float64) rect {
	if r.left > r.right {
		r = rect{}
	}
	x, y := max(0, size-r.width())/2, max(0, size-r.height())/2
	return rect{r.left - x, r.bottom - y, r.right + x, r.top + y}
}
