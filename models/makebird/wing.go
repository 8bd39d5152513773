package main

import "math"

// wing is the left wing, spread and level. Curves are functions of the distance x from the bird's middle, in
// mm.
type wing struct {
	boneHeight    float64
	leading       curve // z of the leading edge
	chord         curve // distance from the leading edge to the trailing edge
	covertEdge    curve // z where the coverts end
	thickness     curve
	edgeThickness float64 // half of the skin's rear edge, in shaftThickness
	camber        float64 // height of the arch, as a fraction of the chord
	handEnd       float64 // x where the hand's skin ends
	rows          []featherRow
}

func (w *wing) surfaceHeight(x, z float64) float64 {
	f := min(max((w.leading.valueAt(x)-z)/w.chord.valueAt(x), -0.05), 1.25)
	return w.boneHeight + 4*w.camber*w.chord.valueAt(x)*f*(1-f)
}

// chordStations are the positions of the skin's vertices between the leading edge (0) and the end of the
// coverts (1).
var chordStations = [...]float64{0, 0.08, 0.3, 0.65, 1}

// nacaThickness returns the thickness of a NACA four-digit airfoil relative to its maximum. f runs from 0 at
// the leading edge to 1 at the trailing edge.
func nacaThickness(f float64) float64 {
	return max(2.9690*math.Sqrt(f)-1.26*f-3.516*f*f+2.843*f*f*f-1.036*f*f*f*f, 0)
}

func (s *species) addWingSkin(m *mesh) {
	var upper, lower, edge []int
	const stations = 13
	for i := range stations {
		t := float64(i) / (stations - 1)
		x := lerp(s.skinStart(), s.wing.handEnd, t)
		above, below := s.addSkinRow(m, x, t, true), s.addSkinRow(m, x, t, false)
		hem := m.addRearEdge(above, below)
		if i == 0 {
			m.addStrip(below, above)
		} else {
			m.addStrip(upper, above)
			m.addStrip(below, lower)
			m.addStrip(edge, hem)
		}
		upper, lower, edge = above, below, hem
	}
	m.addStrip(upper, lower)
}

func (m *mesh) addRearEdge(above, below []int) []int {
	top, bottom := m.vertices[above[len(above)-1]], m.vertices[below[len(below)-1]]
	top.group, bottom.group = 7, 7
	bottom.uv = top.uv
	return []int{m.addVertex(top), m.addVertex(bottom)}
}

func (s *species) skinStart() float64 { return 0.4 * s.joints[0][0] }

func (s *species) addSkinRow(m *mesh, x, t float64, up bool) (out []int) {
	w := &s.wing
	front := w.leading.valueAt(x)
	depth := front - w.covertEdge.valueAt(x)
	thickness := w.thickness.valueAt(x)
	edge := s.shaftThickness * w.edgeThickness
	for k, f := range chordStations {
		z := front - f*depth
		y := w.surfaceHeight(x, z)
		v := vertex{group: 5, influences: s.skinInfluences(s.boneParameter(x), x)}
		if up {
			y += 0.62*thickness*nacaThickness(f) + edge*smoothstep(0, 0.4, f)
			v.uv = upperRegion.uv(t, f)
		} else {
			y -= 0.38*thickness*nacaThickness(f) + edge*smoothstep(0, 0.4, f)
			v.uv = lowerRegion.uv(t, f)
			if k == len(chordStations)-1 {
				v.group = 6
			}
		}
		v.position = vec{x, y, z}
		out = append(out, m.addVertex(v))
	}
	return out
}

func (s *species) boneParameter(x float64) float64 {
	for k := range 3 {
		a, b := s.joints[k][0], s.joints[k+1][0]
		if x < b || k == 2 {
			return float64(k) + (x-a)/(b-a)
		}
	}
	return 3
}
