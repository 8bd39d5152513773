package lod

import (
	"cmp"
	"math"
	"slices"
)

// findAnchors marks the anchors: sites (positions of vertices) of the silhouette that are never collapsed. In
// the first pose they are the front, the tail and the extremes of large connected pieces. In any pose they
// are the sites furthest sideways, up or down.
func (s *simplifier) findAnchors() {
	s.anchored = make([]bool, s.count)
	s.anchorExtreme(0, 2, 1, s.inUse)
	s.anchorExtreme(0, 2, -1, s.inUse)
	for p := range s.mesh.Poses {
		for axis := range 2 {
			s.anchorExtreme(p, axis, 1, s.inUse)
			s.anchorExtreme(p, axis, -1, s.inUse)
		}
	}
	pieces, large := s.findPieces()
	for _, piece := range large {
		inPiece := func(v uint32) bool { return pieces[v] == piece }
		for axis := range 3 {
			s.anchorExtreme(0, axis, 1, inPiece)
			s.anchorExtreme(0, axis, -1, inPiece)
		}
	}
	if s.pieceCount(pieces) > 1 {
		s.findVirtualPairs(pieces)
	}
}

// releaseAnchors releases all anchors except the extremes of the whole model in the first pose: wing tips,
// front and tail.
func (s *simplifier) releaseAnchors() {
	s.fewAnchors = true
	clear(s.anchored)
	for axis := 0; axis < 3; axis += 2 {
		s.anchorExtreme(0, axis, 1, s.inUse)
		s.anchorExtreme(0, axis, -1, s.inUse)
	}
	s.requeueAll()
}

func (s *simplifier) pieceCount(pieces []int) int { return slices.Max(pieces) + 1 }

func (s *simplifier) inUse(site uint32) bool { return s.degree[site] > 0 }

// anchorExtreme anchors the site furthest along an axis in a pose, and its mirror image. It does nothing if
// an anchor reaches nearly as far or there are maxAnchors.
func (s *simplifier) anchorExtreme(pose, axis int, sign float32, include func(uint32) bool) {
	const slack, maxAnchors = 0.02, 20 // slack is in wingspans
	farthest, anchoredReach := float32(math.Inf(-1)), float32(math.Inf(-1))
	best := uint32(0)
	count := 0
	for v := range uint32(s.count) {
		if s.anchored[v] {
			count++
		}
		if !include(v) {
			continue
		}
		x := sign * s.point(s.members(v)[0], pose)[axis]
		if s.anchored[v] {
			anchoredReach = max(anchoredReach, x)
		}
		if x > farthest {
			best, farthest = v, x
		}
	}
	if farthest-anchoredReach < slack || count >= maxAnchors {
		return
	}
	s.anchored[best] = true
	if s.mirror != nil && s.mirror[best] >= 0 {
		s.anchored[s.mirror[best]] = true
	}
}

// findPieces returns the connected piece of surface of each site, or -1 without triangles. It also returns
// the large pieces, largest first.
func (s *simplifier) findPieces() (pieceOf []int, large []int) {
	const minShare = 0.08
	pieceOf = make([]int, s.count)
	for v := range pieceOf {
		pieceOf[v] = -1
	}
	var areas []float64
	var total float64
	for v := range uint32(s.count) {
		if pieceOf[v] >= 0 || !s.inUse(v) {
			continue
		}
		area := s.floodPiece(v, len(areas), pieceOf)
		areas = append(areas, area)
		total += area
	}
	for i, a := range areas {
		if a > minShare*total {
			large = append(large, i)
		}
	}
	slices.SortStableFunc(large, func(a, b int) int { return cmp.Compare(areas[b], areas[a]) })
	return pieceOf, large
}

// floodPiece sets pieceOf to index for the sites connected with from. It returns 6 times the piece's area in
// the first pose.
func (s *simplifier) floodPiece(from uint32, index int, pieceOf []int) (area float64) {
	pieceOf[from] = index
	for open := []uint32{from}; len(open) > 0; {
		v := open[len(open)-1]
		open = open[:len(open)-1]
		for _, t := range s.siteTriangles[v] {
			area += areaNormal64(s.cornerPositions(t, 0)).Length()
			for _, c := range s.corners[t] {
				if site := s.site[c]; pieceOf[site] < 0 {
					pieceOf[site] = index
					open = append(open, site)
				}
			}
		}
	}
	return area
}
