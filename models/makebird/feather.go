package main

import "math"

type featherID struct {
	kind  kind
	index int // counted from the body outwards; on the tail, from the middle
	count int
}

type kind int

const (
	tertial kind = iota
	secondary
	primary
	rectrix
)

func (q featherID) fraction() float64 { return float64(q.index) / float64(max(q.count-1, 1)) }

// featherRow is a row of flight feathers. Curves are functions of featherID.fraction.
type featherRow struct {
	kind               kind
	count              int
	rootStart, rootEnd float64 // bone parameters (see boneParameter) of the first and the last root
	angle              curve   // angle outwards from straight back, degrees
	length             curve   // mm
	leadWidth          curve
	trailWidth         curve
	slot               curve   // fraction by which the outer half is narrower
	taper              curve   // start of the taper, as a fraction of the length
	bow                float64 // backward bend of the shaft, as a fraction of the length
}

type feather struct {
	featherID
	root                  vec
	angle                 float64
	length                float64
	leadWidth, trailWidth float64
	slot, taper           float64
	bow                   float64
	shaftThickness        float64 // mm
	tilt                  float64 // height of the front edge above the rear edge, as a fraction of the width
	surfaceHeight         func(x, z float64) float64
	influences            func(along, x float64) []influence
	stations              []float64 // cross-sections as fractions of the length, starting at 0 at the root, without the tip at 1
	lowered               float64   // distance below surfaceHeight, mm
	clipToLeft            bool      // the feather is in the middle of the tail, so it is clipped to the left half
}

func (s *species) feathers() (out []feather) {
	for _, r := range s.wing.rows {
		for i := range r.count {
			out = append(out, s.remex(r, featherID{r.kind, i, r.count}))
		}
	}
	return append(out, s.rectrices()...)
}

func (s *species) remex(r featherRow, id featherID) feather {
	t := id.fraction()
	q := lerp(r.rootStart, r.rootEnd, t)
	b := feather{
		featherID: id, root: s.bonePoint(q), angle: r.angle.valueAt(t), length: r.length.valueAt(t),
		leadWidth: r.leadWidth.valueAt(t), trailWidth: r.trailWidth.valueAt(t), slot: r.slot.valueAt(t), taper: r.taper.valueAt(t), bow: r.bow,
		shaftThickness: s.shaftThickness, tilt: 0.1, surfaceHeight: s.wing.surfaceHeight,
		influences: func(along, x float64) []influence { return s.featherInfluences(q, along, x) },
		stations:   []float64{0, 0.55, 0.9, 0.975},
	}
	if r.kind == primary {
		// In any pose of the hand, each primary is well below the previous one.
		b.lowered = 0.006 * b.length * float64(id.index+1)
		b.stations = []float64{0, 0.28, 0.48, 0.62, 0.8, 0.94}
	}
	return b
}

// width returns the relative width of the vanes, for along from 0 at the root to 1 at the tip.
func (b *feather) width(along float64) float64 {
	w := 0.55 + 0.45*smoothstep(0, 0.3, along)
	w *= 1 - b.slot*smoothstep(0.42, 0.62, along)
	if t := (along - b.taper) / (1 - b.taper); t > 0 {
		w *= math.Sqrt(max(1-t*t*math.Sqrt(t), 0))
	}
	return w
}

// pointAt returns a point of the feather. across is -1 at the front edge, 0 at the shaft, 1 at the rear edge.
func (b *feather) pointAt(along, across float64) vec {
	sin, cos := sincos(b.angle)
	out, front := vec{sin, 0, -cos}, vec{cos, 0, sin}
	side := b.leadWidth
	if across > 0 {
		side = b.trailWidth
	}
	w := b.width(along)
	p := b.root.Add(out.Mul(b.length * along)).Sub(front.Mul(b.bow*b.length*along*along + across*side*w))
	if b.clipToLeft {
		p[0] = max(p[0], 0)
	}
	p[1] = b.surfaceHeight(p[0], p[2]) - b.lowered*smoothstep(0, 0.5, along) - b.tilt*across*side*w
	if across == 0 {
		p[1] += b.shaftThickness * (1 - 0.8*along)
	}
	return p
}

// build adds the feather. A cross-section has three vertices above and two below.
func (b *feather) build(m *mesh) {
	up, down := featherRegions(b.featherID)
	middle := b.leadWidth / (b.leadWidth + b.trailWidth)
	corner := func(along, across float64, face region) int {
		v := middle
		if across != 0 {
			v = (1 + across) / 2
		}
		group := 100
		if face == down {
			group = 101
		}
		position := b.pointAt(along, across)
		return m.addVertex(vertex{position: position, uv: face.uv(along, v), influences: b.influences(along, position[0]), group: group + 2*b.id()})
	}
	tip := [2]int{corner(1, 0, up), corner(1, 0, down)}
	var top, bottom []int
	for i, along := range b.stations {
		t := []int{corner(along, -1, up), corner(along, 0, up), corner(along, 1, up)}
		u := []int{corner(along, 1, down), corner(along, -1, down)}
		if i == 0 {
			m.addTriangle(t[0], t[1], t[2])
		} else {
			m.addStrip(top, t)
			m.addStrip(bottom, u)
		}
		top, bottom = t, u
	}
	m.addFan(top, tip[0])
	m.addFan(bottom, tip[1])
}

func (b *feather) id() int { return int(b.kind)*50 + b.index }

type fan struct {
	count                 int
	spread                float64 // angle of the outermost feather, degrees
	root                  vec
	width                 float64 // width of all roots on one side, mm
	length                curve   // length of a feather, mm, by featherID.fraction
	leadWidth, trailWidth float64 // widths of the vanes, mm
	taper                 float64
	arch                  float64 // drop at the sides, as a fraction of the width
}

func (s *species) rectrices() (out []feather) {
	f := s.tail
	for i := range f.count {
		id := featherID{rectrix, i, f.count}
		t := (float64(i) + 0.45) / float64(f.count)
		root := f.root.Add(vec{f.width * t, 0, 0.3 * f.width * t})
		out = append(out, feather{
			featherID: id, root: root, angle: f.spread * t, length: f.length.valueAt(id.fraction()),
			leadWidth: f.leadWidth, trailWidth: f.trailWidth, taper: f.taper, bow: -0.02, shaftThickness: s.shaftThickness, tilt: 0.1,
			surfaceHeight: func(x, z float64) float64 {
				back := (f.root[2] - z) / f.length.valueAt(0)
				return f.root[1] - f.arch*x*x/(f.width+f.leadWidth*float64(f.count)) - 0.02*f.length.valueAt(0)*back
			},
			influences: func(along, x float64) []influence { return []influence{{tail, 1}} },
			stations:   []float64{0, 0.55, 0.9, 0.975},
			clipToLeft: true,
		})
	}
	return out
}
