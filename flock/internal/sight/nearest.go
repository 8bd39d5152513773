package sight

import (
	"skein/flock/internal/near"
	"skein/flock/vec"
)

// Nearest returns the count boids nearest to the boid in a slot, or all others if there are fewer. The
// nearest comes first, and the lower id first at equal distances. If listed is not 0, ListGroup has listed
// all boids whose squared distance may be below it. Otherwise the search starts with the distance guess, m,
// which affects only the speed. The result is valid until the next call.
func (v *Sight) Nearest(m *Memory, slot, count int, listed, guess float32) []near.Rank {
	count = min(count, v.N-1)
	h, limit := &m.hits, listed
	if limit > 0 {
		v.ScanGroup(m, slot, limit)
	} else {
		limit = guess * guess
		v.Find(m, slot, limit)
	}
	for h.N < count+1 && limit < Far2 {
		limit = min(2*limit, Far2)
		v.Find(m, slot, limit)
	}
	m.neighbourHits.makeRoom(h.N)
	if n := near.Nearest(m.neighbourHits.at, m.neighbourHits.d2, h.at, h.d2, h.N, count+1); n > 0 {
		h = &m.neighbourHits
		h.N = n
	}
	best := m.best[:0]
	for k, j := range h.Slots() {
		if int(j) != slot {
			best = near.Insert(best, near.Rank{D2: h.d2[k], ID: v.Boids.ID[j], Slot: j}, count)
		}
	}
	m.best = best
	return best
}

// InOrder stores the slots of the count boids nearest to the boid in a slot, in the order of Nearest, in
// every stride-th element of to. The boid itself comes first, unless another boid is in the same place. The
// search starts with the squared distance reach. ListGroup must have listed all boids with squared distances
// below most. If ok is false, the kernel cannot decide the order, and Nearest must.
func (v *Sight) InOrder(m *Memory, to []int32, stride, slot, count int, reach, most float32) (ok bool) {
	h, p := &m.inOrder, point(v.Pos(slot))
	h.makeOrderRoom(len(m.list.X))
	h.N = near.Scan(h.at, h.d2, &m.list, p, reach)
	if h.N <= count {
		h.N = near.Scan(h.at, h.d2, &m.list, p, most)
	}
	for h.N <= count && most < Far2 {
		most = min(1.5*most, Far2)
		box := near.Box{Low: v.Pos(slot).Floats(), High: v.Pos(slot).Floats()}
		v.list(&m.far, m, &box, vec.Sqrt(most), most)
		h.makeOrderRoom(len(m.far.X))
		h.N = near.Scan(h.at, h.d2, &m.far, p, most)
	}
	return near.Order(to, stride, h.at, h.d2, h.N, count+1)
}

// OrderGroup is like InOrder for a group in slots [begin, end), which begins in column 0 of to. It replaces
// the reach of each boid by the squared distance of the farthest boid in its list. In done, a bit is set for
// each boid whose list the kernel has ordered. Call InOrder for the other boids.
func (v *Sight) OrderGroup(m *Memory, to []int32, stride, begin, end, count int, reaches []float32) (done int) {
	pos := v.Boids.Pos.Slice(begin, end)
	g := near.Group{X: pos.X, Y: pos.Y, Z: pos.Z, Limits: reaches[begin:end]}
	return g.Order(to, stride, &m.list, count+1, &m.group)
}

func (h *Hits) makeOrderRoom(n int) {
	if n += near.OrderPad; n > len(h.at) {
		h.at, h.d2 = make([]int32, n+n/2), make([]float32, n+n/2)
	}
}

// closeOnes is the rank of the neighbour whose distance Gaps returns as seventh. The nearest has rank 1.
const closeOnes = 7

// Gaps returns the distances to the nearest and the 7th nearest boid. With fewer boids, seventh is the
// distance to the farthest. Without any, both are 0.
func (v *Sight) Gaps(m *Memory, slot int) (first, seventh float32) {
	h := &m.hits
	for limit := v.set.Vision2; ; limit *= 4 {
		v.Find(m, slot, limit)
		if h.N > closeOnes || h.N == v.N || limit > Far2 {
			break
		}
	}
	var least [closeOnes + 1]float32 // least[0] is the boid itself
	n := 0
	for _, d2 := range h.d2[:h.N] {
		if n < len(least) {
			n++
		} else if d2 >= least[n-1] {
			continue
		}
		at := n - 1
		for ; at > 0 && d2 < least[at-1]; at-- {
			least[at] = least[at-1]
		}
		least[at] = d2
	}
	if n < 2 {
		return 0, 0
	}
	return vec.Sqrt(least[1]), vec.Sqrt(least[n-1])
}

// FindAcross finds the boids of another flock that may be closer to p than the square root of limit.
func (v *Sight) FindAcross(m *Memory, other *Sight, p vec.Vec, limit float32) *Hits {
	h, pos := &m.hits, &other.Boids.Pos
	box, reach := near.Box{Low: p.Floats(), High: p.Floats()}, vec.Sqrt(limit)
	m.spans = append(m.spans[:0], near.Span{To: int32(other.N)})
	switch {
	case v.set.Wraps && other.Kind == Grid && !other.isTight(&box, reach):
		other.listImages(&m.far, m, &box, reach, limit)
		h.makeRoom(len(m.far.X))
		h.N = near.Scan(h.at, h.d2, &m.far, point(p), limit)
		return h
	case v.set.Wraps: // the nearest image of a boid may be anywhere
		h.makeRoom(other.N)
		h.N = other.N
		for j := range h.N {
			h.at[j] = int32(j)
		}
		return h
	}
	if other.Kind == Grid {
		m.spans = other.grid.AppendSpans(m.spans[:0], &box, reach)
	}
	h.makeRoom(near.Total(m.spans))
	h.N = near.ScanSpans(h.at, h.d2, pos.X, pos.Y, pos.Z, m.spans, point(p), limit)
	return h
}

// OffsetAcross returns the vector from a place to the nearest image of a boid of another flock.
func (v *Sight) OffsetAcross(other *Sight, slot int, from vec.Vec) vec.Vec {
	d := other.Pos(slot).Sub(from)
	if v.set.Wraps {
		return v.set.Torus.Nearest(d)
	}
	return d
}
