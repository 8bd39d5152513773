package main

import "math"

// quill names a flight feather.
type quill struct {
	kind  kind
	index int // from the body out, from the middle of the tail out
	of    int // of this kind on one side
}

type kind int

const (
	tertial kind = iota
	secondary
	primary
	rectrix
)

// share is 0 for the innermost of its kind and 1 for the outermost.
func (q quill) share() float64 { return float64(q.index) / float64(max(q.of-1, 1)) }

// row is a row of flight feathers. The curves run over quill.share.
type row struct {
	kind     kind
	count    int
	from, to float64 // q of the roots
	angle    curve   // degrees outward from straight back
	length   curve   // mm
	lead     curve   // width of the vane in front of the shaft, mm
	trail    curve   // and behind
	slot     curve   // share of the width that the outer half lacks
	point    curve   // where along it the feather begins to taper
	bow      float64 // backward bend of the shaft, of its length
}

// blade is a feather, long and thin, as a closed skin.
type blade struct {
	quill
	root        vec
	angle       float64
	length      float64
	lead, trail float64
	slot, point float64
	bow         float64
	thick       float64                       // of the shaft, mm
	tilt        float64                       // of the front edge over the rear one, of the width
	height      func(x, z float64) float64    // of the surface that it lies in
	pulls       func(along, x float64) []pull // bones
	stations    []float64                     // along it, from 0; its tip is at 1
	sunk        float64                       // below that surface, mm
	clip        bool                          // to the left half, for the middle of the tail
}

// blades are all flight feathers of the left side.
func (s *species) blades() (out []blade) {
	for _, r := range s.wing.rows {
		for i := range r.count {
			out = append(out, s.remex(r, quill{r.kind, i, r.count}))
		}
	}
	return append(out, s.rectrices()...)
}

// remex is a feather of a row of the wing.
func (s *species) remex(r row, name quill) blade {
	t := name.share()
	q := between(r.from, r.to, t)
	b := blade{
		quill: name, root: s.boneLine(q), angle: r.angle.at(t), length: r.length.at(t),
		lead: r.lead.at(t), trail: r.trail.at(t), slot: r.slot.at(t), point: r.point.at(t), bow: r.bow,
		thick: s.shaft, tilt: 0.1, height: s.wing.level,
		pulls:    func(along, x float64) []pull { return s.quillPulls(q, along, x) },
		stations: []float64{0, 0.55, 0.9, 0.975},
	}
	if r.kind == primary {
		// Each lies well under the one before, whatever the hand does.
		b.sunk = 0.006 * b.length * float64(name.index+1)
		b.stations = []float64{0, 0.28, 0.48, 0.62, 0.8, 0.94}
	}
	return b
}

// width is that of the vanes at a share of the length, 1 at the widest.
func (b *blade) width(along float64) float64 {
	w := 0.55 + 0.45*step(0, 0.3, along)
	w *= 1 - b.slot*step(0.42, 0.62, along)
	if t := (along - b.point) / (1 - b.point); t > 0 {
		w *= math.Sqrt(max(1-t*t*math.Sqrt(t), 0))
	}
	return w
}

// at is a point of the feather: across runs from -1, the front edge, by the
// shaft at 0 to 1, the rear edge.
func (b *blade) at(along, across float64) vec {
	sin, cos := sincos(b.angle)
	out, front := vec{sin, 0, -cos}, vec{cos, 0, sin}
	side := b.lead
	if across > 0 {
		side = b.trail
	}
	w := b.width(along)
	p := b.root.Add(out.Mul(b.length * along)).Sub(front.Mul(b.bow*b.length*along*along + across*side*w))
	if b.clip {
		p[0] = max(p[0], 0)
	}
	p[1] = b.height(p[0], p[2]) - b.sunk*step(0, 0.5, along) - b.tilt*across*side*w
	if across == 0 {
		p[1] += b.thick * (1 - 0.8*along)
	}
	return p
}

// build adds the feather: three vertices across its upper face, two across the
// lower.
func (b *blade) build(m *mesh) {
	up, down := places(b.quill)
	middle := b.lead / (b.lead + b.trail)
	corner := func(along, across float64, face region) int {
		v := middle
		if across != 0 {
			v = (1 + across) / 2
		}
		group := 100
		if face == down {
			group = 101
		}
		at := b.at(along, across)
		return m.add(vertex{at: at, uv: face.uv(along, v), bones: b.pulls(along, at[0]), group: group + 2*b.serial()})
	}
	tip := [2]int{corner(1, 0, up), corner(1, 0, down)}
	var top, bottom []int
	for i, along := range b.stations {
		t := []int{corner(along, -1, up), corner(along, 0, up), corner(along, 1, up)}
		u := []int{corner(along, 1, down), corner(along, -1, down)}
		if i == 0 {
			m.triangle(t[0], t[1], t[2])
		} else {
			m.band(top, t)
			m.band(bottom, u)
		}
		top, bottom = t, u
	}
	m.fan(top, tip[0])
	m.fan(bottom, tip[1])
}

// serial tells feathers apart.
func (b *blade) serial() int { return int(b.kind)*50 + b.index }

// fan is the tail.
type fan struct {
	count       int     // feathers on one side
	spread      float64 // angle of the outermost, degrees
	root        vec     // of the middle pair
	width       float64 // of the roots together, on one side, mm
	length      curve   // over quill.share, mm
	lead, trail float64 // vanes, mm
	point       float64
	arch        float64 // fall of the sides, of the width
}

// rectrices are the feathers of the left half of the tail.
func (s *species) rectrices() (out []blade) {
	f := s.fan
	for i := range f.count {
		name := quill{rectrix, i, f.count}
		t := (float64(i) + 0.45) / float64(f.count)
		root := f.root.Add(vec{f.width * t, 0, 0.3 * f.width * t})
		out = append(out, blade{
			quill: name, root: root, angle: f.spread * t, length: f.length.at(name.share()),
			lead: f.lead, trail: f.trail, point: f.point, bow: -0.02, thick: s.shaft, tilt: 0.1,
			height: func(x, z float64) float64 {
				back := (f.root[2] - z) / f.length.at(0)
				return f.root[1] - f.arch*x*x/(f.width+f.lead*float64(f.count)) - 0.02*f.length.at(0)*back
			},
			pulls:    func(along, x float64) []pull { return []pull{{tail, 1}} },
			stations: []float64{0, 0.55, 0.9, 0.975},
			clip:     true,
		})
	}
	return out
}
