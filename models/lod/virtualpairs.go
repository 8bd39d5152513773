package lod

import (
	"cmp"
	"math"
	"slices"
)

// findVirtualPairs finds, for each site, a few sites of other pieces that are close in every pose. The site
// may also collapse onto these (the non-edge pairs of Garland and Heckbert, 1997). A wing of many feathers
// then becomes one sheet instead of falling apart.
func (s *simplifier) findVirtualPairs(piece []int) {
	s.virtualNeighbours = make([][]uint32, s.count)
	s.mergedInto = make([]uint32, s.count)
	cells := map[[3]int32][]uint32{}
	for v := range uint32(s.count) {
		s.mergedInto[v] = v
		if s.inUse(v) {
			c := cellOf(s.positions[int(v)*s.poseCount], pairRadius)
			cells[c] = append(cells[c], v)
		}
	}
	for v := range uint32(s.count) {
		if s.inUse(v) {
			s.virtualNeighbours[v] = s.closeSites(v, piece, cells)
		}
	}
}

// pairRadius is the largest distance of a virtual pair, in wingspans.
const pairRadius = 0.035

func (s *simplifier) closeSites(v uint32, piece []int, cells map[[3]int32][]uint32) (out []uint32) {
	const maxNeighbours, maxTests = 4, 400
	type candidate struct {
		site     uint32
		distance float64
	}
	var all []candidate
	budget := maxTests
	middle := cellOf(s.positions[int(v)*s.poseCount], pairRadius)
	for k := range int32(27) {
		candidates := cells[[3]int32{middle[0] + k%3 - 1, middle[1] + k/3%3 - 1, middle[2] + k/9 - 1}]
		candidates = candidates[:min(len(candidates), budget)]
		budget -= len(candidates)
		for _, u := range candidates {
			if piece[u] != piece[v] {
				if distance := s.distance(v, u, pairRadius); distance < pairRadius {
					all = append(all, candidate{u, distance})
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.site, b.site))
	})
	for _, f := range all[:min(maxNeighbours, len(all))] {
		out = append(out, f.site)
	}
	return out
}

// distance returns the largest distance between two sites over all poses. If it exceeds limit, distance
// returns any number above limit.
func (s *simplifier) distance(v, u uint32, limit float64) (farthest float64) {
	for p := 0; p < s.poseCount && farthest <= limit*limit; p++ {
		d := s.positions[int(v)*s.poseCount+p].Sub(s.positions[int(u)*s.poseCount+p])
		farthest = max(farthest, d.Dot(d))
	}
	return math.Sqrt(farthest)
}

func (s *simplifier) addVirtualChoices(v uint32) {
	if s.virtualNeighbours == nil {
		return
	}
	for i, u := range s.virtualNeighbours[v] {
		u = s.survivor(u)
		s.virtualNeighbours[v][i] = u
		listed := slices.ContainsFunc(s.choices, func(n choice) bool { return n.to == u })
		if u != v && !listed && s.inUse(u) && s.distance(v, u, 2*pairRadius) < 2*pairRadius {
			s.choices = append(s.choices, choice{u, s.collapseCost(v, u)})
		}
	}
}

// survivor returns the site into which u was merged, directly or not. There are no cycles, because an
// abandoned site is never used again. As in union-find, it halves the paths.
func (s *simplifier) survivor(u uint32) uint32 {
	for s.mergedInto[u] != u {
		s.mergedInto[u] = s.mergedInto[s.mergedInto[u]]
		u = s.mergedInto[u]
	}
	return u
}

func (s *simplifier) mergeNeighbours(v, u uint32) {
	if s.virtualNeighbours == nil {
		return
	}
	const maxNeighbours = 12
	s.mergedInto[v] = u
	for _, w := range s.virtualNeighbours[v] {
		if len(s.virtualNeighbours[u]) < maxNeighbours && w != u && !slices.Contains(s.virtualNeighbours[u], w) {
			s.virtualNeighbours[u] = append(s.virtualNeighbours[u], w)
		}
	}
	s.virtualNeighbours[v] = nil
}
