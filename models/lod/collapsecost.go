package lod

import "math"

func (s *simplifier) collapseCost(v, u uint32) (sum float64) {
	n := uint32(s.poseCount)
	for p := range n {
		sum += s.quadrics[v*n+p].sumAt(&s.quadrics[u*n+p], s.positions[u*n+p])
	}
	const distanceWeight = 1e-7 // makes the nearer of two otherwise equal sites cheaper
	d := s.positions[u*n].Sub(s.positions[v*n])
	return max(sum, 0)/float64(n) + s.attributeCost(v, u) + distanceWeight*d.Dot(d) + s.areaCost(v, u)
}

// maxAreaCostTriangles limits the use of areaCost. In larger meshes, a collapse hardly changes the area of a
// sheet.
const maxAreaCostTriangles = 20_000

// areaCost returns the cost of the change of area in the first pose if v collapses onto u. The quadric error
// does not increase when a sheet shrinks within its plane.
func (s *simplifier) areaCost(v, u uint32) float64 {
	const weight = 0.1 // wingspans; a lost area costs as much as an equal area displaced by this distance
	if s.triangles > maxAreaCostTriangles {
		return 0
	}
	var change float64
	for _, t := range s.trianglesAt(v) {
		if !s.alive[t] {
			continue
		}
		corners := s.cornerPositions(t, 0)
		change -= areaNormal64(corners).Length() / 2
		if s.hasSite(t, u) {
			continue
		}
		for k, c := range s.corners[t] {
			if s.site[c] == v {
				corners[k] = s.positions[int(u)*s.poseCount]
			}
		}
		change += areaNormal64(corners).Length() / 2
	}
	return math.Abs(change) * weight * weight
}

// successor returns the vertex at site u that replaces vertex w at site v. It is the other end of an edge
// from w, or else the most similar vertex of the part.
func (s *simplifier) successor(w, v, u uint32) (uint32, bool) {
	for _, t := range s.trianglesAt(v) {
		if s.alive[t] && s.hasSite(t, u) && s.cornerAt(t, v) == w {
			return s.cornerAt(t, u), true
		}
	}
	var found uint32
	leastDistance, ok := 0.0, false
	for _, other := range s.members(u) {
		if s.part[other] != s.part[w] {
			continue
		}
		if d := s.attributeDistance(w, other); !ok || d < leastDistance {
			found, leastDistance, ok = other, d, true
		}
	}
	return found, ok
}

func (s *simplifier) attributeDistance(a, b uint32) float64 {
	p := &s.mesh.Parts[s.part[a]]
	i, j := a-s.firstVertex[s.part[a]], b-s.firstVertex[s.part[a]]
	d := 0.1 * float64(p.Normals[i].Sub(p.Normals[j]).LenSqr())
	if len(p.UV) > 0 {
		d += float64(p.UV[i].Sub(p.UV[j]).LenSqr())
	}
	return d + colourDistance(p, i, j)
}

func colourDistance(p *Part, i, j uint32) float64 {
	if len(p.Colours) == 0 {
		return 0
	}
	d := p.Colours[i].Sub(p.Colours[j])
	return float64(d.Dot(d))
}

// attributeCost returns the cost of changed attributes if v collapses onto u. A change from black to white
// costs as much as moving the surface by colourWeight wingspans. A shift across the whole texture costs as
// much as uvWeight wingspans.
func (s *simplifier) attributeCost(v, u uint32) (sum float64) {
	const colourWeight, uvWeight = 0.04, 0.1
	for _, t := range s.trianglesAt(v) {
		if !s.alive[t] || s.hasSite(t, u) {
			continue
		}
		w := s.cornerAt(t, v)
		i := s.part[w]
		p := &s.mesh.Parts[i]
		if len(p.Colours) == 0 && len(p.UV) == 0 {
			continue
		}
		to, ok := s.successor(w, v, u)
		if !ok {
			continue
		}
		area := areaNormal64(s.cornerPositions(t, 0)).Length() / 2
		sum += area * colourWeight * colourWeight * colourDistance(p, w-s.firstVertex[i], to-s.firstVertex[i])
		if len(p.UV) > 0 {
			d := min(p.UV[w-s.firstVertex[i]].Sub(p.UV[to-s.firstVertex[i]]).LenSqr(), 1)
			sum += area * uvWeight * uvWeight * float64(d)
		}
	}
	return sum
}
