package figure

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

const (
	readable   = 3.5 * millimetre
	shortArrow = 0.8 * millimetre
	longArrow  = 2.4 * millimetre
	hairline   = 0.15 // pt
)

type markers struct {
	outlines bool
	enlarged float64
	arrow    float64 // length of an arrow in the plane of the figure, pt
	edge     float64 // width of the edge of a bird, half of which is visible, pt
}

func markersOf(l *layout, o *Options) markers {
	var span float32
	crowd := math.Inf(1) // distance between birds in the densest panel, pt
	for i := range l.plots {
		for k := range l.plots[i].panel.Birds {
			span = max(span, l.plots[i].panel.Birds[k].Span)
		}
		crowd = min(crowd, l.plots[i].spacing())
	}
	m := markers{enlarged: 1, arrow: max(shortArrow, min(1.3*crowd, longArrow))}
	m.edge = min(2*hairline, 0.06*m.arrow)
	onPaper := float64(span) * l.plots[0].scale
	m.outlines = o.Markers == Outlines || o.Markers == AutoMarkers && onPaper >= readable
	if m.outlines && onPaper > 0 {
		m.enlarged, m.edge = max(1, readable/onPaper), 2*hairline
	}
	return m
}

func (p *plot) spacing() float64 {
	n := len(p.panel.Birds)
	if n < 2 {
		return math.Inf(1)
	}
	x, y := make([]float64, n), make([]float64, n)
	for k := range p.panel.Birds {
		pos := p.place(p.panel.Birds[k].Pos)
		x[k], y[k] = pos.x, pos.y
	}
	slices.Sort(x)
	slices.Sort(y)
	tenth := n / 10 // ignored on each side, because these birds may be far from the others
	area := (x[n-1-tenth] - x[tenth]) * (y[n-1-tenth] - y[tenth])
	return math.Sqrt(area / (0.64 * float64(n)))
}

// wings and body are silhouettes of a flying bird, from above and from the side. Coordinates are to the left,
// up and forward, in wingspans.
var (
	wings = []mgl32.Vec3{
		{0, 0, 0.27}, {0.03, 0, 0.22}, {0.045, 0, 0.15}, {0.10, 0, 0.14}, {0.22, 0, 0.17}, {0.36, 0, 0.09}, {0.5, 0, -0.06}, {0.33, 0, -0.03}, {0.2, 0, -0.04}, {0.06, 0, -0.06}, {0.04, 0, -0.14}, {0.075, 0, -0.31}, {0, 0, -0.28},
		{-0.075, 0, -0.31}, {-0.04, 0, -0.14}, {-0.06, 0, -0.06}, {-0.2, 0, -0.04}, {-0.33, 0, -0.03}, {-0.5, 0, -0.06}, {-0.36, 0, 0.09}, {-0.22, 0, 0.17}, {-0.10, 0, 0.14}, {-0.045, 0, 0.15}, {-0.03, 0, 0.22},
	}
	body = []mgl32.Vec3{
		{0, 0, 0.27}, {0, 0.035, 0.21}, {0, 0.045, 0.14}, {0, 0.05, 0.02}, {0, 0.01, -0.16}, {0, 0.005, -0.31}, {0, -0.012, -0.31}, {0, -0.03, -0.12}, {0, -0.055, 0.02}, {0, -0.035, 0.14}, {0, -0.01, 0.21},
	}
)

func (p *pen) drawBirds(pl *plot, m markers, o *Options) {
	var order []*Bird
	for k := range pl.panel.Birds {
		b := &pl.panel.Birds[k]
		if pl.shows(b, o) && pl.page.contains(pl.place(b.Pos)) {
			order = append(order, b)
		}
	}
	slices.SortStableFunc(order, func(a, b *Bird) int {
		return cmp.Compare(pl.projection.depth(a.Pos), pl.projection.depth(b.Pos))
	})
	for _, b := range order {
		shapes := [][]point{pl.dart(b, m.arrow)}
		if m.outlines {
			shapes = [][]point{pl.silhouette(b, wings, m.enlarged), pl.silhouette(b, body, m.enlarged)}
		}
		width, edge := m.edge, edgeOf(b.Colour)
		if b.Chosen {
			width, edge = 1.0, centreInk
		}
		for _, s := range shapes {
			p.outline(s, width, edge)
		}
		for _, s := range shapes {
			p.fill(s, b.Colour)
		}
	}
}

// edgeOf returns the colour of the edge that separates birds in a crowd. It is white around grey, and dark
// around other colours, which may be light.
func edgeOf(c color.NRGBA) color.NRGBA {
	if c == birdInk {
		return white
	}
	return edgeInk
}

func (p *plot) silhouette(b *Bird, shape []mgl32.Vec3, enlarged float64) (out []point) {
	size := b.Span * float32(enlarged)
	for _, pos := range shape {
		out = append(out, p.place(b.Pos.Add(b.Rotation.Rotate(pos.Mul(size)))))
	}
	return out
}

func (p *plot) dart(b *Bird, length float64) []point {
	heading := b.Rotation.Rotate(mgl32.Vec3{0, 0, 1})
	u := point{float64(p.projection.right.Dot(heading)), float64(p.projection.up.Dot(heading))}
	seen := u.length()
	if seen < 1e-6 {
		u = point{0, 1}
	} else {
		u = u.times(1 / seen)
	}
	return dartAt(p.place(b.Pos), u, length*max(0.35, seen), length)
}

func dartAt(pos, u point, length, full float64) []point {
	side := point{-u.y, u.x}.times(0.27 * full)
	back := pos.sub(u.times(0.5 * length))
	return []point{pos.add(u.times(0.5 * length)), back.add(side), pos.sub(u.times(0.28 * length)), back.sub(side)}
}
