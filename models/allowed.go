package models

import "math"

// turn is the cosine of the angle that a triangle may turn by in one collapse.
func (s *simplifier) turn() float64 {
	if s.ease > 0 {
		return 0.02
	}
	return 0.35
}

// allowed says whether v may collapse onto u, as its mirror image does.
func (s *simplifier) allowed(v, u uint32) bool {
	if s.twin == nil {
		return s.fits(v, u)
	}
	tv, tu := s.twin[v], s.twin[u]
	switch {
	case tv < 0 || s.degree[tv] == 0:
		return s.fits(v, u)
	case tv == int32(v):
		return tu == int32(u) && s.fits(v, u)
	case tu < 0 || tv == int32(u), tu == int32(u) && s.wide(v): // a body stays wide
		return false
	}
	return s.fits(v, u) && s.fits(uint32(tv), uint32(tu))
}

// wide says whether a site stands well off the middle.
func (s *simplifier) wide(v uint32) bool { return math.Abs(s.at[int(v)*s.poses][0]) > 0.025 }

// fits says whether v may collapse onto u: u still has triangles, those that are left
// keep their sides in every pose, and have vertices of their part there.
func (s *simplifier) fits(v, u uint32) bool {
	if !s.used(u) {
		return false // the mirror image of a site that is there may be gone
	}
	left := s.left[:0]
	joined := int32(0)
	for _, t := range s.look(v) {
		if !s.alive[t] {
			continue
		}
		if s.has(t, u) {
			joined++
			if s.bares(t, v, u) {
				return false
			}
			continue
		}
		if _, ok := s.successor(s.cornerAt(t, v), v, u); !ok {
			return false
		}
		left = append(left, t)
	}
	s.left = left
	if s.flat && s.ease == 0 && s.folds(left, v, u) {
		return false
	}
	for p := range s.poses {
		if s.flips(left, v, u, p) {
			return false
		}
	}
	return (joined > 0 || len(left) > 0 && s.beside != nil) && (!s.kept[u] || len(left) > 0 || s.degree[u] > joined)
}

// bares says whether with the triangles at the edge from v to u, t being one of
// them, a third corner that stays loses all that it has.
func (s *simplifier) bares(t, v, u uint32) bool {
	for _, c := range s.corners[t] {
		at := s.site[c]
		if at == v || at == u || !s.kept[at] {
			continue
		}
		left := s.degree[at]
		for _, other := range s.look(v) {
			if s.alive[other] && s.has(other, u) && s.has(other, at) {
				left--
			}
		}
		return left == 0
	}
	return false
}

// folds says whether a triangle whose corner at v moves to u comes to lie on one
// that is there: of a body a fin would be left.
func (s *simplifier) folds(triangles []uint32, v, u uint32) bool {
	for _, t := range triangles {
		for _, other := range s.look(u) {
			meet := s.alive[other]
			for _, c := range s.corners[t] {
				meet = meet && (s.site[c] == v || s.has(other, s.site[c]))
			}
			if meet {
				return true
			}
		}
	}
	return false
}

// flips says whether triangles turn too far in a pose if their corner at v moves
// to u. Slivers may turn as they like.
func (s *simplifier) flips(triangles []uint32, v, u uint32, pose int) bool {
	limit := s.turn()
	var area, turned float64
	for _, t := range triangles {
		before := s.placed(t, pose)
		after := before
		for k, c := range s.corners[t] {
			if s.site[c] == v {
				after[k] = s.at[int(u)*s.poses+pose]
			}
		}
		a, b := across(before), across(after)
		size := b.size()
		area += max(size, a.size())
		if a.dot(b) <= limit*a.size()*size {
			turned = max(turned, size)
		}
	}
	const sliver = 0.03
	return turned > sliver*area
}
