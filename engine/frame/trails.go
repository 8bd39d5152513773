package frame

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// Trails contains the traces of all birds. Each row contains the positions of all birds at an earlier time.
// Rows do not change while the flock flies, so the graphics card keeps them, and a new frame adds only the
// current positions. [Trails.Append] and the graphics card draw the same ribbons.
type Trails struct {
	Rows         []TrailRow   // a ring of rows
	First, Count int          // index of the oldest row, and number of rows
	Serial       uint64       // a number that differs for each new content of these rows
	Heads        TrailRow     // current positions of the birds, without a serial number
	Styles       []TrailStyle // one for each bird
	Widths       []float32    // greatest width of the traces of each flock, m
	Ends         []int        // for each flock, the index after its last bird
}

// TrailRow contains a point of each bird's trace. It must not change while a frame uses it.
type TrailRow struct {
	Serial    uint64 // a number that differs for each new content in the same ring
	Points    []TrailPoint
	Low, High mgl32.Vec3 // bounding box, m
}

// TrailPoint is a point of a trace.
type TrailPoint struct {
	Pos   mgl32.Vec3 // m
	Flags uint32
}

// Flags of a point of a trace.
const (
	TrailStarts = 1 << iota // no line leads to the point
	TrailLeads              // the bird led here
)

// TrailStyle contains the colours of a trace: linear RGB, and the opacity at its new end.
type TrailStyle struct {
	Colour mgl32.Vec4
	Lead   mgl32.Vec4 // colour where the bird leads
}

// Row returns row k. Row 0 is the oldest.
func (t *Trails) Row(k int) *TrailRow { return &t.Rows[(t.First+k)%len(t.Rows)] }

// Bound sets Low and High to the bounding box of the points.
func (r *TrailRow) Bound() {
	if len(r.Points) == 0 {
		return
	}
	low, high := r.Points[0].Pos, r.Points[0].Pos
	for i := range r.Points {
		for axis, x := range r.Points[i].Pos {
			low[axis], high[axis] = min(low[axis], x), max(high[axis], x)
		}
	}
	r.Low, r.High = low, high
}

// Append appends the traces as ribbons.
func (t *Trails) Append(dst []RibbonPoint) []RibbonPoint {
	from := 0
	for k, to := range t.Ends {
		for i := from; i < to; i++ {
			dst = t.appendTrail(dst, i, t.Widths[k])
		}
		from = to
	}
	return dst
}

func (t *Trails) appendTrail(dst []RibbonPoint, i int, width float32) []RibbonPoint {
	style := &t.Styles[i]
	for k := range t.Count {
		p := t.Row(k).Points[i]
		if k == 0 {
			p.Flags |= TrailStarts
		}
		dst = append(dst, style.point(p, width, float32(k)/float32(t.Count)))
	}
	return append(dst, style.point(t.Heads.Points[i], width, 1))
}

// point returns a point of a ribbon. At the old end, fade is 0, and the ribbon is thin and transparent. At
// the new end, fade is 1.
func (s *TrailStyle) point(p TrailPoint, width, fade float32) RibbonPoint {
	c := s.Colour
	if p.Flags&TrailLeads != 0 {
		c = s.Lead
	}
	c[3] *= fade * fade
	return RibbonPoint{Pos: p.Pos, Colour: c, Width: TrailWidth(width, fade), Start: p.Flags&TrailStarts != 0}
}

// TrailWidth returns the width of a trace whose greatest width is given. fade is 0 at the old end and 1 at
// the new end.
func TrailWidth(greatest, fade float32) float32 { return greatest * (0.06 + 0.94*fade) }

func (t *Trails) same(other *Trails) bool {
	if t == nil || other == nil {
		return t == other
	}
	return t.Serial == other.Serial && t.First == other.First && t.Count == other.Count && slices.Equal(t.Ends, other.Ends) &&
		slices.Equal(t.Heads.Points, other.Heads.Points) && slices.Equal(t.Styles, other.Styles) && slices.Equal(t.Widths, other.Widths)
}

func (t *Trails) clone() *Trails {
	if t == nil {
		return nil
	}
	c := *t
	c.Heads.Points, c.Styles = slices.Clone(t.Heads.Points), slices.Clone(t.Styles)
	c.Widths, c.Ends = slices.Clone(t.Widths), slices.Clone(t.Ends)
	return &c
}

// ListTrails replaces the trails of the frame by ribbons, which share no memory with other frames.
func (f *Frame) ListTrails() {
	if f.Trails != nil {
		f.Ribbons, f.Trails = append(f.Trails.Append(nil), f.Ribbons...), nil
	}
}
