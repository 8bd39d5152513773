package models

import (
	"cmp"
	"math"
	"slices"
)

// besides finds for each site those of other pieces that lie close by in every
// pose looked at, a few of the nearest. Like neighbours along an edge they may be
// collapsed onto (the pairs that are no edges of Garland and Heckbert, 1997): a
// wing of many feathers becomes one sheet and does not fall apart.
func (s *simplifier) besides(piece []int) {
	s.beside = make([][]uint32, s.count)
	s.heir = make([]uint32, s.count)
	cells := map[[3]int32][]uint32{}
	for v := range uint32(s.count) {
		s.heir[v] = v
		if s.used(v) {
			c := cellOf(s.at[int(v)*s.poses], reachBeside)
			cells[c] = append(cells[c], v)
		}
	}
	for v := range uint32(s.count) {
		if s.used(v) {
			s.beside[v] = s.nearby(v, piece, cells)
		}
	}
}

// reachBeside is how far apart sites of two pieces may be to be collapsed,
// wingspans.
const reachBeside = 0.035

func (s *simplifier) nearby(v uint32, piece []int, cells map[[3]int32][]uint32) (out []uint32) {
	const few, looked = 4, 400
	type found struct {
		site uint32
		far  float64
	}
	var all []found
	left := looked
	middle := cellOf(s.at[int(v)*s.poses], reachBeside)
	for k := range int32(27) {
		here := cells[[3]int32{middle[0] + k%3 - 1, middle[1] + k/3%3 - 1, middle[2] + k/9 - 1}]
		here = here[:min(len(here), left)]
		left -= len(here)
		for _, u := range here {
			if piece[u] != piece[v] {
				if far := s.gap(v, u, reachBeside); far < reachBeside {
					all = append(all, found{u, far})
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b found) int { return cmp.Or(cmp.Compare(a.far, b.far), cmp.Compare(a.site, b.site)) })
	for _, f := range all[:min(few, len(all))] {
		out = append(out, f.site)
	}
	return out
}

// gap is how far two sites are apart, in the pose where they are furthest; or more
// than limit, once that is known.
func (s *simplifier) gap(v, u uint32, limit float64) (far float64) {
	for p := 0; p < s.poses && far <= limit*limit; p++ {
		d := s.at[int(v)*s.poses+p].sub(s.at[int(u)*s.poses+p])
		far = max(far, d.dot(d))
	}
	return math.Sqrt(far)
}

// offer adds what lies beside v to the choices.
func (s *simplifier) offer(v uint32) {
	if s.beside == nil {
		return
	}
	for i, u := range s.beside[v] {
		u = s.heirOf(u)
		s.beside[v][i] = u
		known := slices.ContainsFunc(s.near, func(n choice) bool { return n.to == u })
		if u != v && !known && s.used(u) && s.gap(v, u, 2*reachBeside) < 2*reachBeside {
			s.near = append(s.near, choice{u, s.cost(v, u)})
		}
	}
}

// heirOf is the site that has the place of u by now. Heirs form no circle: each was
// in use when the site before it was left for good, so the sites on the way were
// left one after another. The way is shortened, or a long one would be walked
// again and again.
func (s *simplifier) heirOf(u uint32) uint32 {
	for s.heir[u] != u {
		s.heir[u] = s.heir[s.heir[u]]
		u = s.heir[u]
	}
	return u
}

// inherit hands what lies beside v on to u, which takes its place.
func (s *simplifier) inherit(v, u uint32) {
	if s.beside == nil {
		return
	}
	const most = 12
	s.heir[v] = u
	for _, w := range s.beside[v] {
		if len(s.beside[u]) < most && w != u && !slices.Contains(s.beside[u], w) {
			s.beside[u] = append(s.beside[u], w)
		}
	}
	s.beside[v] = nil
}
