package main

import "math"

// leg is the left leg. Its lengths are in mm. In flight it is hidden in the belly's plumage.
type leg struct {
	hip    vec
	length float64
	radius float64
	toe    float64
	web    bool
	colour vec
}

// hiddenLeg is the size of the leg in flight. It is so small that levels of detail ignore the leg. At 0 the
// leg would have no normals.
const hiddenLeg = 1e-6

const featheredShare = 0.45

// addLeg adds the left leg: a shank with feathers at the top, three front toes and a hind toe. The toes slope
// down on both sides of a perch.
func (s *species) addLeg(m *mesh) {
	l := &s.leg
	ankle := l.hip.Sub(vec{0, l.length - l.radius, 0})
	knee := l.hip.Sub(vec{0, featheredShare * l.length, -0.12 * l.length})
	s.addTube(m, 20, []vec{l.hip, knee}, []float64{4.2 * l.radius, 1.3 * l.radius}, 4)
	s.addTube(m, 21, []vec{knee.Add(vec{0, l.radius, 0}), ankle}, []float64{l.radius, 0.9 * l.radius}, 3)
	for k, degrees := range []float64{-24, 0, 24, 180} {
		sin, cos := sincos(degrees)
		reach := l.toe
		if k == 3 {
			reach *= 0.6
		}
		along := vec{sin, 0, cos}
		foot := ankle.Add(along.Mul(-0.3 * l.radius))
		end := ankle.Add(along.Mul(reach)).Sub(vec{0, 0.22 * reach, 0})
		s.addTube(m, 22+k, []vec{foot, end}, []float64{l.radius, 0.3 * l.radius}, 3)
	}
	if l.web {
		s.addWeb(m, ankle)
	}
}

func (s *species) addWeb(m *mesh, ankle vec) {
	l := &s.leg
	vertexAt := func(degrees, reach, up float64) int {
		sin, cos := sincos(degrees)
		p := ankle.Add(vec{sin * reach, up, cos * reach})
		return m.addVertex(vertex{position: p, uv: legRegion.uv(0.5, 0.5), influences: []influence{{leftLeg, 1}}, group: 27})
	}
	halfWidth := 0.12 * l.radius
	rim := func(up float64) []int {
		return []int{vertexAt(0, 0, up), vertexAt(-24, 0.62*l.toe, up), vertexAt(-12, 0.52*l.toe, up), vertexAt(0, 0.62*l.toe, up), vertexAt(12, 0.52*l.toe, up), vertexAt(24, 0.62*l.toe, up)}
	}
	above, below := rim(halfWidth), rim(-halfWidth)
	for k := 1; k+1 < len(above); k++ {
		m.addTriangle(above[0], above[k], above[k+1])
		m.addTriangle(below[0], below[k+1], below[k])
	}
	for k := range above {
		next := (k + 1) % len(above)
		m.addQuad(above[k], below[k], below[next], above[next])
	}
}

func (s *species) addTube(m *mesh, group int, line []vec, radii []float64, sides int) {
	add := func(p vec, u, v float64) int {
		return m.addVertex(vertex{position: p, uv: legRegion.uv(u, v), influences: []influence{{leftLeg, 1}}, group: group})
	}
	way := line[len(line)-1].Sub(line[0]).Normalize()
	right := way.Cross(vec{0.31, 0.27, 0.91}).Normalize()
	up := way.Cross(right)
	ring := func(k int) (row []int) {
		for i := range sides {
			sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(sides))
			row = append(row, add(line[k].Add(right.Mul(radii[k]*cos)).Add(up.Mul(radii[k]*sin)), float64(k)/float64(len(line)-1), 0.5))
		}
		return append(row, row[0])
	}
	first := ring(0)
	last := first
	for k := 1; k < len(line); k++ {
		next := ring(k)
		m.addStrip(next, last)
		last = next
	}
	m.addFan(first, add(line[0].Sub(way.Mul(0.5*radii[0])), 0, 0.5))
	end := add(line[len(line)-1].Add(way.Mul(0.5*radii[len(line)-1])), 1, 0.5)
	for k := range sides {
		m.addTriangle(last[k+1], end, last[k])
	}
}
