package draco

import (
	"errors"
	"iter"
)

// none means no corner or vertex.
const none = -1

// surface is the connectivity of a mesh, for its positions or a group of other attributes. Triangles are not
// connected across a seam of the attributes.
type surface struct {
	opposite []int32 // for each corner, the corner beyond the opposite edge, or none
	vertex   []int32
	// first contains one corner of each vertex, or none if the vertex has no triangles. On a boundary,
	// swingRight from this corner visits all corners of the vertex.
	first []int32
}

// next returns the next corner of a triangle, counterclockwise (Draco specification: Corners). c must not be
// none.
func next(c int32) int32 {
	if c%3 == 2 {
		return c - 2
	}
	return c + 1
}

// previous returns the previous corner of a triangle. c must not be none.
func previous(c int32) int32 {
	if c%3 == 0 {
		return c + 2
	}
	return c - 1
}

// left returns the corner beyond the edge opposite the previous corner, or none (Draco specification:
// Corners, GetLeftCorner).
func (s *surface) left(c int32) int32 { return s.opposite[previous(c)] }

// right returns the corner beyond the edge opposite the next corner, or none.
func (s *surface) right(c int32) int32 { return s.opposite[next(c)] }

// swingLeft returns the next corner counterclockwise around the vertex at c, or none.
func (s *surface) swingLeft(c int32) int32 {
	if o := s.opposite[next(c)]; o != none {
		return next(o)
	}
	return none
}

// swingRight returns the next corner clockwise around the vertex at c, or none.
func (s *surface) swingRight(c int32) int32 {
	if o := s.opposite[previous(c)]; o != none {
		return previous(o)
	}
	return none
}

func (s *surface) join(a, b int32) bool {
	if a == b || s.opposite[a] != none || s.opposite[b] != none {
		return false
	}
	s.opposite[a], s.opposite[b] = b, a
	return true
}

// isOnBoundary reports whether a vertex has an edge with only one triangle.
func (s *surface) isOnBoundary(v int32) bool {
	return s.first[v] == none || s.swingLeft(s.first[v]) == none
}

// cornersAt returns the corners of a vertex: start, the corners to its left and, on a boundary, those to its
// right.
func (s *surface) cornersAt(start int32) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		c := start
		for c != none {
			if !yield(c) {
				return
			}
			if c = s.swingLeft(c); c == start {
				return
			}
		}
		for c = s.swingRight(start); c != none && yield(c); {
			c = s.swingRight(c)
		}
	}
}

// cut returns the surface with its vertices split at seams. The result has at most the given number of
// vertices. The edge opposite corner c is a seam if seam[c] is true (Draco specification: Attributes Decoder,
// RecomputeVerticesInternal).
func (s *surface) cut(seam []bool, vertices int) (*surface, error) {
	out := &surface{opposite: make([]int32, len(s.opposite)), vertex: make([]int32, len(s.vertex)), first: make([]int32, 0, vertices)}
	for c, o := range s.opposite {
		if seam[c] {
			o = none
		}
		out.opposite[c], out.vertex[c] = o, none
	}
	for _, start := range s.first {
		if start == none {
			continue
		}
		start = out.leftmost(start)
		out.addVertex(start)
		for c := s.swingRight(start); c != none && c != start; c = s.swingRight(c) {
			if out.opposite[next(c)] == none {
				out.addVertex(c)
			}
			out.vertex[c] = int32(len(out.first) - 1)
		}
	}
	for _, v := range out.vertex {
		if v == none {
			return nil, errors.New("a corner has no vertex")
		}
	}
	return out, nil
}

func (s *surface) addVertex(c int32) {
	s.vertex[c] = int32(len(s.first))
	s.first = append(s.first, c)
}

func (s *surface) leftmost(c int32) int32 {
	last := c
	for l := s.swingLeft(c); l != none; l = s.swingLeft(l) {
		if l == c {
			return c
		}
		last = l
	}
	return last
}
