package models

import "math"

// cost is what collapsing v onto u adds to the error: squared distances from
// the planes, times area, and what its colours change.
func (s *simplifier) cost(v, u uint32) (sum float64) {
	n := uint32(s.poses)
	for p := range n {
		sum += s.quadrics[v*n+p].at(&s.quadrics[u*n+p], s.at[u*n+p])
	}
	const shorter = 1e-7 // of two that are free, the nearer
	d := s.at[u*n].sub(s.at[v*n])
	return max(sum, 0)/float64(n) + s.recoloured(v, u) + shorter*d.dot(d) + s.shrunk(v, u)
}

// fine is the number of triangles above which a collapse is too small to take
// anything away from a sheet.
const fine = 20_000

// shrunk is what a change of the surface's area in the first pose adds to the
// cost of collapsing v onto u. Quadrics do not see a sheet shrink in its plane.
func (s *simplifier) shrunk(v, u uint32) float64 {
	const like = 0.1 // wingspans that the surface is off where it is lost
	if s.triangles > fine {
		return 0
	}
	var change float64
	for _, t := range s.look(v) {
		if !s.alive[t] {
			continue
		}
		at := s.placed(t, 0)
		change -= across(at).size() / 2
		if s.has(t, u) {
			continue
		}
		for k, c := range s.corners[t] {
			if s.site[c] == v {
				at[k] = s.at[int(u)*s.poses]
			}
		}
		change += across(at).size() / 2
	}
	return math.Abs(change) * like * like
}

// successor is the vertex at u that takes the place of vertex w at v: the one
// across an edge from it, else of its part the most alike.
func (s *simplifier) successor(w, v, u uint32) (uint32, bool) {
	for _, t := range s.look(v) {
		if s.alive[t] && s.has(t, u) && s.cornerAt(t, v) == w {
			return s.cornerAt(t, u), true
		}
	}
	var found uint32
	least, ok := 0.0, false
	for _, other := range s.members(u) {
		if s.part[other] != s.part[w] {
			continue
		}
		if d := s.unlike(w, other); !ok || d < least {
			found, least, ok = other, d, true
		}
	}
	return found, ok
}

// unlike says how much the attributes of two vertices of a part differ.
func (s *simplifier) unlike(a, b uint32) float64 {
	p := &s.b.Parts[s.part[a]]
	i, j := a-s.first[s.part[a]], b-s.first[s.part[a]]
	d := 0.1 * float64(p.Normals[i].Sub(p.Normals[j]).LenSqr())
	if len(p.UV) > 0 {
		d += float64(p.UV[i].Sub(p.UV[j]).LenSqr())
	}
	return d + colourChange(p, i, j)
}

func colourChange(p *Part, i, j uint32) float64 {
	if len(p.Colours) == 0 {
		return 0
	}
	d := p.Colours[i].Sub(p.Colours[j])
	return float64(d.Dot(d))
}

// recoloured is what changed colours add to the cost of collapsing v onto u: from
// black to white weighs like moving by a part of the wingspan, and so does a
// corner that slides across a seam of the texture.
func (s *simplifier) recoloured(v, u uint32) (sum float64) {
	const colour, seam = 0.04, 0.1
	for _, t := range s.look(v) {
		if !s.alive[t] || s.has(t, u) {
			continue
		}
		w := s.cornerAt(t, v)
		i := s.part[w]
		p := &s.b.Parts[i]
		if len(p.Colours) == 0 && len(p.UV) == 0 {
			continue
		}
		to, ok := s.successor(w, v, u)
		if !ok {
			continue
		}
		area := across(s.placed(t, 0)).size() / 2
		sum += area * colour * colour * colourChange(p, w-s.first[i], to-s.first[i])
		if len(p.UV) > 0 {
			d := min(p.UV[w-s.first[i]].Sub(p.UV[to-s.first[i]]).LenSqr(), 1)
			sum += area * seam * seam * float64(d)
		}
	}
	return sum
}
