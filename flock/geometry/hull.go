package geometry

import (
	"math"
	"slices"
	"sort"

	"skein/flock/vec"
)

// purposeJoggle is the purpose of the random numbers that NewHull draws. Package vec reserves purposes below
// 1,000.
const purposeJoggle vec.Purpose = 2001

// Hull is the convex hull of points.
type Hull struct {
	Corners []vec.Vec64 // corners in no particular order, slightly displaced by [NewHull]

	faces  []face
	middle vec.Vec64
}

// face is a triangle whose normal points outwards.
type face struct {
	v      [3]int32
	normal vec.Vec64
	offset float64 // dot product of the normal and any point of the face
}

// above returns the signed distance of p from the plane of the face. It is positive outside the hull.
func (f *face) above(p vec.Vec64) float64 {
	return f.normal[0]*p[0] + f.normal[1]*p[1] + f.normal[2]*p[2] - f.offset
}

// NewHull returns the convex hull of points. First it displaces each point by a ten-millionth of the extent,
// so that no four points are coplanar. Then it adds the points one by one. If a point is outside some faces,
// NewHull removes these faces and joins the point to the edge of the hole by new faces. ok is false if there
// are fewer than four points or all points lie in one plane.
func NewHull(places []vec.Vec64) (h Hull, ok bool) {
	pos, extent := joggled(places)
	four, ok := spanning(pos, 1e-4*extent)
	if !ok {
		return Hull{}, false
	}
	a, b, c, top := four[0], four[1], four[2], four[3]
	h.middle = vec.Mean([]vec.Vec64{pos[a], pos[b], pos[c], pos[top]})
	h.add(pos, a, b, c)
	b, c = h.faces[0].v[1], h.faces[0].v[2]
	h.add(pos, a, top, b)
	h.add(pos, b, top, c)
	h.add(pos, c, top, a)
	for i := range pos {
		if !slices.Contains(four[:], int32(i)) {
			h.grow(pos, int32(i))
		}
	}
	h.findCorners(pos)
	return h, true
}

// joggled returns the points with small displacements, which are the same in every run.
func joggled(places []vec.Vec64) (pos []vec.Vec64, extent float64) {
	low, high := vec.Vec64{math.Inf(1), math.Inf(1), math.Inf(1)}, vec.Vec64{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for _, p := range places {
		for k, x := range p {
			low[k], high[k] = min(low[k], x), max(high[k], x)
		}
	}
	if len(places) > 0 {
		extent = high.Distance(low)
	}
	die := vec.Dice(1, purposeJoggle)
	pos = make([]vec.Vec64, len(places))
	for i, p := range places {
		offset := vec.SymmetricVec(die.Roll(int32(i), 0))
		pos[i] = p.Add(vec.Vec64{float64(offset.X), float64(offset.Y), float64(offset.Z)}.Scale(1e-7 * extent))
	}
	return pos, extent
}

// spanning finds four points that are not in one plane. The second is more than limit away from the first,
// the third from the line through the first two, and the fourth from the plane through the first three.
func spanning(pos []vec.Vec64, limit float64) (four [4]int32, ok bool) {
	if len(pos) < 4 {
		return four, false
	}
	farthest := func(measure func(vec.Vec64) float64) (int32, float64) {
		best, index := -1.0, int32(0)
		for i, p := range pos {
			if d := measure(p); d > best {
				best, index = d, int32(i)
			}
		}
		return index, best
	}
	var d [3]float64
	four[1], d[0] = farthest(func(p vec.Vec64) float64 { return p.Distance(pos[0]) })
	along := pos[four[1]].Sub(pos[0]).Unit()
	four[2], d[1] = farthest(func(p vec.Vec64) float64 { return p.Sub(pos[0]).Cross(along).Length() })
	normal := along.Cross(pos[four[2]].Sub(pos[0])).Unit()
	four[3], d[2] = farthest(func(p vec.Vec64) float64 { return math.Abs(p.Sub(pos[0]).Dot(normal)) })
	return four, min(d[0], d[1], d[2]) > limit
}

// add adds the face of three points, in the order that makes its normal point outwards.
func (h *Hull) add(pos []vec.Vec64, a, b, c int32) {
	f := face{v: [3]int32{a, b, c}}
	f.normal = pos[b].Sub(pos[a]).Cross(pos[c].Sub(pos[a])).Unit()
	f.offset = f.normal.Dot(pos[a])
	if f.above(h.middle) > 0 {
		f.v, f.normal, f.offset = [3]int32{a, c, b}, f.normal.Scale(-1), -f.offset
	}
	h.faces = append(h.faces, f)
}

func (h *Hull) grow(pos []vec.Vec64, i int32) {
	p := pos[i]
	var seen []face
	for k := range h.faces {
		if h.faces[k].above(p) > 0 {
			seen = append(seen, h.faces[k])
		}
	}
	if len(seen) == 0 {
		return
	}
	remaining := h.faces[:0]
	for _, f := range h.faces {
		if f.above(p) <= 0 {
			remaining = append(remaining, f)
		}
	}
	h.faces = remaining
	edges := map[[2]int32]bool{}
	for _, f := range seen {
		for k := range 3 {
			edges[[2]int32{f.v[k], f.v[(k+1)%3]}] = true
		}
	}
	for _, f := range seen {
		for k := range 3 {
			a, b := f.v[k], f.v[(k+1)%3]
			if !edges[[2]int32{b, a}] { // on the outline
				h.add(pos, a, b, i)
			}
		}
	}
}

// Contains reports whether a point lies inside the hull.
func (h *Hull) Contains(p vec.Vec64) bool {
	for k := range h.faces {
		if h.faces[k].above(p) > 0 {
			return false
		}
	}
	return true
}

// Row returns the range [from, to) of the indices k for which the hull contains the point (xs[k], y, z). xs
// must be in ascending order. The result agrees with Contains exactly, because the rounded distance from a
// plane changes monotonically along the row.
func (h *Hull) Row(xs []float64, y, z float64) (from, to int) {
	to = len(xs)
	for k := range h.faces {
		if from == to {
			break
		}
		f := &h.faces[k]
		outside := func(k int) bool { return f.above(vec.Vec64{xs[k], y, z}) > 0 }
		first, last := outside(from), outside(to-1)
		switch start := from; {
		case first && last:
			return 0, 0
		case first:
			from += sort.Search(to-start, func(n int) bool { return !outside(start + n) })
		case last:
			to = start + sort.Search(to-start, func(n int) bool { return outside(start + n) })
		}
	}
	return from, to
}

func (h *Hull) findCorners(pos []vec.Vec64) {
	seen := map[int32]bool{}
	for k := range h.faces {
		for _, v := range h.faces[k].v {
			if !seen[v] {
				seen[v] = true
				h.Corners = append(h.Corners, pos[v])
			}
		}
	}
}

// Diameter returns the largest distance between two corners.
func (h *Hull) Diameter() (d float64) {
	for i, a := range h.Corners {
		for _, b := range h.Corners[:i] {
			d = max(d, a.Distance(b))
		}
	}
	return d
}

// Edges returns the edges of the hull's triangles, as pairs of indices of the points in ascending order.
func (h *Hull) Edges() (edges [][2]int) {
	for i := range h.faces {
		v := h.faces[i].v
		for k := range v {
			if a, b := v[k], v[(k+1)%3]; a < b { // the edge's other face runs from b to a
				edges = append(edges, [2]int{int(a), int(b)})
			}
		}
	}
	return edges
}
