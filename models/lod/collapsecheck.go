package lod

import "math"

func (s *simplifier) minTurnCosine() float64 {
	if s.relaxation > 0 {
		return 0.02
	}
	return 0.35
}

func (s *simplifier) canCollapse(v, u uint32) bool {
	if s.mirror == nil {
		return s.keepsSurface(v, u)
	}
	tv, tu := s.mirror[v], s.mirror[u]
	switch {
	case tv < 0 || s.degree[tv] == 0:
		return s.keepsSurface(v, u)
	case tv == int32(v):
		return tu == int32(u) && s.keepsSurface(v, u)
	case tu < 0 || tv == int32(u), tu == int32(u) && s.isOffAxis(v): // the merge would change the width of a body
		return false
	}
	return s.keepsSurface(v, u) && s.keepsSurface(uint32(tv), uint32(tu))
}

func (s *simplifier) isOffAxis(v uint32) bool {
	return math.Abs(s.positions[int(v)*s.poseCount][0]) > 0.025
}

// keepsSurface reports whether v may collapse onto u. This is so if u has triangles, no remaining triangle
// flips in any pose, and their part has a vertex at u.
func (s *simplifier) keepsSurface(v, u uint32) bool {
	if !s.inUse(u) {
		return false // u may have lost its triangles when a mirror image collapsed alone
	}
	remaining := s.scratch[:0]
	shared := int32(0)
	for _, t := range s.trianglesAt(v) {
		if !s.alive[t] {
			continue
		}
		if s.hasSite(t, u) {
			shared++
			if s.strandsAnchor(t, v, u) {
				return false
			}
			continue
		}
		if _, ok := s.successor(s.cornerAt(t, v), v, u); !ok {
			return false
		}
		remaining = append(remaining, t)
	}
	s.scratch = remaining
	if s.mergeBackToBack && s.relaxation == 0 && s.foldsOnto(remaining, v, u) {
		return false
	}
	for p := range s.poseCount {
		if s.flips(remaining, v, u, p) {
			return false
		}
	}
	return (shared > 0 || len(remaining) > 0 && s.virtualNeighbours != nil) && (!s.anchored[u] || len(remaining) > 0 || s.degree[u] > shared)
}

func (s *simplifier) strandsAnchor(t, v, u uint32) bool {
	for _, c := range s.corners[t] {
		site := s.site[c]
		if site == v || site == u || !s.anchored[site] {
			continue
		}
		remaining := s.degree[site]
		for _, other := range s.trianglesAt(v) {
			if s.alive[other] && s.hasSite(other, u) && s.hasSite(other, site) {
				remaining--
			}
		}
		return remaining == 0
	}
	return false
}

// foldsOnto reports whether a triangle would coincide with another after its corner moved from v to u. This
// would turn a solid part into a fin.
func (s *simplifier) foldsOnto(triangles []uint32, v, u uint32) bool {
	for _, t := range triangles {
		for _, other := range s.trianglesAt(u) {
			meet := s.alive[other]
			for _, c := range s.corners[t] {
				meet = meet && (s.site[c] == v || s.hasSite(other, s.site[c]))
			}
			if meet {
				return true
			}
		}
	}
	return false
}

// flips reports whether a triangle would turn too far in a pose if its corner moved from v to u. It ignores
// slivers.
func (s *simplifier) flips(triangles []uint32, v, u uint32, pose int) bool {
	limit := s.minTurnCosine()
	var area, flipped float64
	for _, t := range triangles {
		before := s.cornerPositions(t, pose)
		after := before
		for k, c := range s.corners[t] {
			if s.site[c] == v {
				after[k] = s.positions[int(u)*s.poseCount+pose]
			}
		}
		a, b := areaNormal64(before), areaNormal64(after)
		size := b.Length()
		area += max(size, a.Length())
		if a.Dot(b) <= limit*a.Length()*size {
			flipped = max(flipped, size)
		}
	}
	const sliver = 0.03
	return flipped > sliver*area
}
