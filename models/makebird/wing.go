package main

import "math"

// wing is the left wing spread level. Lines run out from the middle of the bird:
// x in millimetres to a length in millimetres.
type wing struct {
	height    float64 // of the bones
	leading   curve   // z of the leading edge
	chord     curve   // from there to the trailing edge
	covert    curve   // z where the coverts end and bare flight feathers begin
	thickness curve
	hem       float64 // of the skin over the feathers, in thicknesses of a feather
	camber    float64 // height of the arch, of the chord
	end       float64 // x where the skin of the hand ends
	rows      []row   // tertials, secondaries and primaries
}

// level is the height of the arched surface that the wing follows.
func (w *wing) level(x, z float64) float64 {
	f := min(max((w.leading.at(x)-z)/w.chord.at(x), -0.05), 1.25)
	return w.height + 4*w.camber*w.chord.at(x)*f*(1-f)
}

// The cross-section of the skin, from the leading edge (0) to the end of the
// coverts (1).
var profile = [...]float64{0, 0.08, 0.3, 0.65, 1}

// swell is how thick the wing is there, of its thickest: that of a NACA
// four-digit section, which ends thin.
func swell(f float64) float64 {
	return max(2.9690*math.Sqrt(f)-1.26*f-3.516*f*f+2.843*f*f*f-1.036*f*f*f*f, 0)
}

// skin adds the covered front of the wing, closed at the shoulder, inside the
// body, and at the end of the hand.
func (s *species) skin(m *mesh) {
	var upper, lower, last []int
	const stations = 13
	for i := range stations {
		t := float64(i) / (stations - 1)
		x := between(s.inside(), s.wing.end, t)
		above, below := s.skinRow(m, x, t, true), s.skinRow(m, x, t, false)
		hem := m.hem(above, below)
		if i == 0 {
			m.band(below, above)
		} else {
			m.band(upper, above)
			m.band(below, lower)
			m.band(last, hem)
		}
		upper, lower, last = above, below, hem
	}
	m.band(upper, lower)
}

// hem adds the rear edge of two faces of skin, in the colour of the upper one.
func (m *mesh) hem(above, below []int) []int {
	top, bottom := m.vertices[above[len(above)-1]], m.vertices[below[len(below)-1]]
	top.group, bottom.group = 7, 7
	bottom.uv = top.uv
	return []int{m.add(top), m.add(bottom)}
}

// inside is where the skin of the wing begins, well inside the body.
func (s *species) inside() float64 { return 0.4 * s.joints[0][0] }

// skinRow adds a line across one face of the wing, from the leading edge.
func (s *species) skinRow(m *mesh, x, t float64, up bool) (out []int) {
	w := &s.wing
	front := w.leading.at(x)
	depth := front - w.covert.at(x)
	thick := w.thickness.at(x)
	over := s.shaft * w.hem
	for k, f := range profile {
		z := front - f*depth
		y := w.level(x, z)
		v := vertex{group: 5, bones: s.skinPulls(s.reach(x), x)}
		if up {
			y += 0.62*thick*swell(f) + over*step(0, 0.4, f)
			v.uv = upperPlace.uv(t, f)
		} else {
			y -= 0.38*thick*swell(f) + over*step(0, 0.4, f)
			v.uv = lowerPlace.uv(t, f)
			if k == len(profile)-1 {
				v.group = 6
			}
		}
		v.at = vec{x, y, z}
		out = append(out, m.add(v))
	}
	return out
}

// reach is q at a distance from the middle of the bird.
func (s *species) reach(x float64) float64 {
	for k := range 3 {
		a, b := s.joints[k][0], s.joints[k+1][0]
		if x < b || k == 2 {
			return float64(k) + (x-a)/(b-a)
		}
	}
	return 3
}
