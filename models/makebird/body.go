package main

import "math"

// section is a cross-section of the body or the bill, in mm: two half ellipses around a centre, one upwards
// and one downwards.
type section struct {
	z, y                float64
	halfWidth, up, down float64
}

type loft struct {
	sections        []section
	ringVertices    int
	ringsPerSection int
	region          region
	group           int
}

func (l *loft) sectionAt(z float64) section {
	interpolate := func(field func(section) float64) float64 {
		c := make(curve, len(l.sections))
		for i, s := range l.sections {
			c[len(c)-1-i] = [2]float64{s.z, field(s)}
		}
		return c.valueAt(z)
	}
	return section{z,
		interpolate(func(s section) float64 { return s.y }), interpolate(func(s section) float64 { return s.halfWidth }),
		interpolate(func(s section) float64 { return s.up }), interpolate(func(s section) float64 { return s.down })}
}

// pointAt returns the point at an angle in radians, measured from the top towards the left.
func (s section) pointAt(angle float64) vec {
	sin, cos := math.Sincos(angle)
	tall := s.up
	if cos < 0 {
		tall = s.down
	}
	return vec{s.halfWidth * sin, s.y + tall*cos, s.z}
}

func (l *loft) front() float64 { return l.sections[0].z }
func (l *loft) back() float64  { return l.sections[len(l.sections)-1].z }

func (l *loft) build(m *mesh, bones func(z float64) []influence) {
	first, last := l.sectionAt(l.front()), l.sectionAt(l.back())
	tip := m.addVertex(vertex{position: vec{0, first.y, first.z + l.capLength(first)}, uv: l.region.uv(0, 0.5), influences: bones(first.z), group: l.group})
	var previous []int
	for _, z := range l.rings() {
		ring := l.ring(m, l.sectionAt(z), bones(z))
		if previous == nil {
			m.addFan(ring, tip)
		} else {
			m.addStrip(ring, previous)
		}
		previous = ring
	}
	end := m.addVertex(vertex{position: vec{0, last.y, last.z - l.capLength(last)}, uv: l.region.uv(1, 0.5), influences: bones(last.z), group: l.group})
	for k := range len(previous) - 1 {
		m.addTriangle(previous[k], previous[k+1], end)
	}
}

func (l *loft) capLength(s section) float64 { return 0.6 * min(s.halfWidth, (s.up+s.down)/2) }

func (l *loft) rings() (z []float64) {
	for i := range len(l.sections) - 1 {
		for k := range l.ringsPerSection {
			z = append(z, lerp(l.sections[i].z, l.sections[i+1].z, float64(k)/float64(l.ringsPerSection)))
		}
	}
	return append(z, l.back())
}

// ring adds a ring of vertices, starting at the top and going to the left. It returns their indices, with the
// first one repeated at the end.
func (l *loft) ring(m *mesh, s section, bones []influence) (out []int) {
	u := (l.front() - s.z) / (l.front() - l.back())
	for k := range l.ringVertices {
		half := min(k, l.ringVertices-k) // makes both sides exactly symmetric
		p := s.pointAt(2 * math.Pi * float64(half) / float64(l.ringVertices))
		if half != k {
			p = mirrorX(p)
		}
		if half == 0 || 2*half == l.ringVertices {
			p[0] = 0
		}
		out = append(out, m.addVertex(vertex{
			position: p, uv: l.region.uv(u, 2*float64(half)/float64(l.ringVertices)), influences: bones, group: l.group,
		}))
	}
	return append(out, out[0])
}

func (s *species) addBody(m *mesh) {
	s.bodyLoft().build(m, s.bodyInfluences)
	s.billLoft().build(m, func(float64) []influence { return []influence{{head, 1}} })
}

func (s *species) bodyLoft() *loft {
	return &loft{sections: s.body, ringVertices: 14, ringsPerSection: 2, region: bodyRegion, group: 1}
}

func (s *species) billLoft() *loft {
	return &loft{sections: s.bill, ringVertices: 8, ringsPerSection: 1, region: billRegion, group: 2}
}

type eyeball struct {
	z, angle float64 // z in mm; angle from the top, degrees
	radius   float64 // mm
}

func (s *species) addEye(m *mesh) {
	l := s.bodyLoft()
	surfacePoint := func(z, degrees float64) vec { return l.sectionAt(z).pointAt(degrees * math.Pi / 180) }
	e := s.eyeball
	centre := surfacePoint(e.z, e.angle)
	forward := surfacePoint(e.z+1, e.angle).Sub(surfacePoint(e.z-1, e.angle)).Normalize()
	out := surfacePoint(e.z, e.angle-2).Sub(surfacePoint(e.z, e.angle+2)).Cross(forward).Normalize()
	up := forward.Cross(out).Normalize()
	up = up.Mul(math.Copysign(1, up[1]))
	const corners = 8
	ring := func(radius, height float64) (row []int) {
		for k := range corners {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / corners)
			p := centre.Add(forward.Mul(radius * cos)).Add(up.Mul(radius * sin)).Add(out.Mul(height))
			t := radius / e.radius
			row = append(row, m.addVertex(vertex{
				position: p, uv: eyeRegion.uv(0.5+0.5*t*cos, 0.5-0.5*t*sin), influences: []influence{{head, 1}}, group: 3,
			}))
		}
		return append(row, row[0])
	}
	rim := ring(e.radius, -0.25*e.radius)
	inner := ring(0.68*e.radius, 0.3*e.radius)
	top := m.addVertex(vertex{position: centre.Add(out.Mul(0.48 * e.radius)), uv: eyeRegion.uv(0.5, 0.5), influences: []influence{{head, 1}}, group: 3})
	m.addStrip(rim, inner)
	for k := range corners {
		m.addTriangle(inner[k], top, inner[k+1])
	}
	base := m.addVertex(vertex{position: centre.Sub(out.Mul(0.3 * e.radius)), uv: eyeRegion.uv(0.5, 0), influences: []influence{{head, 1}}, group: 4})
	for k := range corners {
		m.addTriangle(rim[k], rim[k+1], base)
	}
}
