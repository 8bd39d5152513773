package models

import (
	"cmp"
	"math"
	"slices"
)

// anchor keeps the sites that the outline of the beat rests on: of the whole the
// wing tips and what else sticks out sideways, up or down in any pose; and of
// every large connected piece of the surface those that stick out furthest along
// the axes in the first pose.
func (s *simplifier) anchor() {
	s.kept = make([]bool, s.count)
	s.keep(0, 2, 1, s.used)
	s.keep(0, 2, -1, s.used)
	for p := range s.b.Poses {
		for axis := range 2 {
			s.keep(p, axis, 1, s.used)
			s.keep(p, axis, -1, s.used)
		}
	}
	pieces, large := s.pieces()
	for _, piece := range large {
		within := func(v uint32) bool { return pieces[v] == piece }
		for axis := range 3 {
			s.keep(0, axis, 1, within)
			s.keep(0, axis, -1, within)
		}
	}
	if s.numbered(pieces) > 1 {
		s.besides(pieces)
	}
}

// loosen keeps no more than the ends of the whole in the first pose: the wings'
// tips, the front and the tail.
func (s *simplifier) loosen() {
	s.loose = true
	clear(s.kept)
	for axis := 0; axis < 3; axis += 2 {
		s.keep(0, axis, 1, s.used)
		s.keep(0, axis, -1, s.used)
	}
	s.enqueue()
}

// numbered is how many pieces there are.
func (s *simplifier) numbered(pieces []int) int { return slices.Max(pieces) + 1 }

// used says whether a site has triangles.
func (s *simplifier) used(site uint32) bool { return s.degree[site] > 0 }

// keep makes an anchor of the site that reaches furthest along an axis in a
// pose, and of its mirror image, unless those there are reach about as far.
func (s *simplifier) keep(pose, axis int, sign float32, among func(uint32) bool) {
	const slack, most = 0.02, 20 // wingspans; sites
	far, held := float32(math.Inf(-1)), float32(math.Inf(-1))
	best := uint32(0)
	kept := 0
	for v := range uint32(s.count) {
		if s.kept[v] {
			kept++
		}
		if !among(v) {
			continue
		}
		x := sign * s.point(s.members(v)[0], pose)[axis]
		if s.kept[v] {
			held = max(held, x)
		}
		if x > far {
			best, far = v, x
		}
	}
	if far-held < slack || kept >= most {
		return
	}
	s.kept[best] = true
	if s.twin != nil && s.twin[best] >= 0 {
		s.kept[s.twin[best]] = true
	}
}

// pieces numbers the connected pieces of the surface, -1 for sites without
// triangles, and lists those with a share of the area, largest first.
func (s *simplifier) pieces() (of []int, large []int) {
	const share = 0.08
	of = make([]int, s.count)
	for v := range of {
		of[v] = -1
	}
	var areas []float64
	var total float64
	for v := range uint32(s.count) {
		if of[v] >= 0 || !s.used(v) {
			continue
		}
		area := s.flood(v, len(areas), of)
		areas = append(areas, area)
		total += area
	}
	for i, a := range areas {
		if a > share*total {
			large = append(large, i)
		}
	}
	slices.SortStableFunc(large, func(a, b int) int { return cmp.Compare(areas[b], areas[a]) })
	return of, large
}

// flood numbers the piece around a site and returns its area in the first pose,
// each triangle counted at all three corners.
func (s *simplifier) flood(from uint32, number int, of []int) (area float64) {
	of[from] = number
	for open := []uint32{from}; len(open) > 0; {
		v := open[len(open)-1]
		open = open[:len(open)-1]
		for _, t := range s.around[v] {
			area += across(s.placed(t, 0)).size()
			for _, c := range s.corners[t] {
				if at := s.site[c]; of[at] < 0 {
					of[at] = number
					open = append(open, at)
				}
			}
		}
	}
	return area
}
