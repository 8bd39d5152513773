package main

import "math"

// section is a cross-section of the body or the bill, millimetres: two half
// ellipses, one above the other, about a centre.
type section struct {
	z, y           float64
	half, up, down float64
}

// loft is a closed skin over sections, from the front to the back.
type loft struct {
	sections []section
	around   int // vertices of a ring
	between  int // rings for each section
	place    region
	group    int
}

// at is the section at z.
func (l *loft) at(z float64) section {
	pick := func(of func(section) float64) float64 {
		c := make(curve, len(l.sections))
		for i, s := range l.sections {
			c[len(c)-1-i] = [2]float64{s.z, of(s)}
		}
		return c.at(z)
	}
	return section{z,
		pick(func(s section) float64 { return s.y }), pick(func(s section) float64 { return s.half }),
		pick(func(s section) float64 { return s.up }), pick(func(s section) float64 { return s.down })}
}

// point is on a section at an angle from the top, by the left, radians.
func (s section) point(angle float64) vec {
	sin, cos := math.Sincos(angle)
	tall := s.up
	if cos < 0 {
		tall = s.down
	}
	return vec{s.half * sin, s.y + tall*cos, s.z}
}

// front and back are the ends along the bird.
func (l *loft) front() float64 { return l.sections[0].z }
func (l *loft) back() float64  { return l.sections[len(l.sections)-1].z }

// build adds the skin. It is closed by a point at either end, as far out as a
// sphere of the last section would reach.
func (l *loft) build(m *mesh, bones func(z float64) []pull) {
	first, last := l.at(l.front()), l.at(l.back())
	tip := m.add(vertex{at: vec{0, first.y, first.z + l.cap(first)}, uv: l.place.uv(0, 0.5), bones: bones(first.z), group: l.group})
	var before []int
	for _, z := range l.rings() {
		here := l.ring(m, l.at(z), bones(z))
		if before == nil {
			m.fan(here, tip)
		} else {
			m.band(here, before)
		}
		before = here
	}
	end := m.add(vertex{at: vec{0, last.y, last.z - l.cap(last)}, uv: l.place.uv(1, 0.5), bones: bones(last.z), group: l.group})
	for k := range len(before) - 1 {
		m.triangle(before[k], before[k+1], end)
	}
}

func (l *loft) cap(s section) float64 { return 0.6 * min(s.half, (s.up+s.down)/2) }

// rings are the places of the rings.
func (l *loft) rings() (z []float64) {
	for i := range len(l.sections) - 1 {
		for k := range l.between {
			z = append(z, between(l.sections[i].z, l.sections[i+1].z, float64(k)/float64(l.between)))
		}
	}
	return append(z, l.back())
}

// ring adds the vertices of a ring, from the top by the left; the first stands
// again at the end.
func (l *loft) ring(m *mesh, s section, bones []pull) (out []int) {
	u := (l.front() - s.z) / (l.front() - l.back())
	for k := range l.around {
		from := min(k, l.around-k) // mirrored, to the last bit
		p := s.point(2 * math.Pi * float64(from) / float64(l.around))
		if from != k {
			p = mirrored(p)
		}
		if from == 0 || 2*from == l.around {
			p[0] = 0
		}
		out = append(out, m.add(vertex{
			at: p, uv: l.place.uv(u, 2*float64(from)/float64(l.around)), bones: bones, group: l.group,
		}))
	}
	return append(out, out[0])
}

// lofts adds the body and the bill.
func (s *species) lofts(m *mesh) {
	s.bodyLoft().build(m, s.bodyPulls)
	s.billLoft().build(m, func(float64) []pull { return []pull{{head, 1}} })
}

func (s *species) bodyLoft() *loft {
	return &loft{sections: s.body, around: 14, between: 2, place: bodyPlace, group: 1}
}

func (s *species) billLoft() *loft {
	return &loft{sections: s.bill, around: 8, between: 1, place: billPlace, group: 2}
}

// eyeball is where the left eye lies on the head.
type eyeball struct {
	z, angle float64 // mm, degrees from the top
	radius   float64 // mm
}

// eye adds a dome on the side of the head.
func (s *species) eye(m *mesh) {
	l := s.bodyLoft()
	on := func(z, degrees float64) vec { return l.at(z).point(degrees * math.Pi / 180) }
	e := s.eyeball
	centre := on(e.z, e.angle)
	forward := on(e.z+1, e.angle).Sub(on(e.z-1, e.angle)).Normalize()
	out := on(e.z, e.angle-2).Sub(on(e.z, e.angle+2)).Cross(forward).Normalize()
	up := forward.Cross(out).Normalize()
	up = up.Mul(math.Copysign(1, up[1]))
	const corners = 8
	ring := func(radius, height float64) (row []int) {
		for k := range corners {
			sin, cos := math.Sincos(2 * math.Pi * float64(k) / corners)
			p := centre.Add(forward.Mul(radius * cos)).Add(up.Mul(radius * sin)).Add(out.Mul(height))
			t := radius / e.radius
			row = append(row, m.add(vertex{
				at: p, uv: eyePlace.uv(0.5+0.5*t*cos, 0.5-0.5*t*sin), bones: []pull{{head, 1}}, group: 3,
			}))
		}
		return append(row, row[0])
	}
	rim := ring(e.radius, -0.25*e.radius)
	inner := ring(0.68*e.radius, 0.3*e.radius)
	top := m.add(vertex{at: centre.Add(out.Mul(0.48 * e.radius)), uv: eyePlace.uv(0.5, 0.5), bones: []pull{{head, 1}}, group: 3})
	m.band(rim, inner)
	for k := range corners {
		m.triangle(inner[k], top, inner[k+1])
	}
	base := m.add(vertex{at: centre.Sub(out.Mul(0.3 * e.radius)), uv: eyePlace.uv(0.5, 0), bones: []pull{{head, 1}}, group: 4})
	for k := range corners {
		m.triangle(rim[k], rim[k+1], base)
	}
}
