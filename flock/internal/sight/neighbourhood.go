package sight

import (
	"slices"

	"skein/flock/internal/near"
	"skein/flock/vec"
	"skein/flock/view"
)

// choose sums over a neighbourhood other than the vision sphere. It returns the neighbourhood's ball, and the
// number of boids in view in the vision sphere.
func (v *Sight) choose(m *Memory, slot int, all *Sums) (reach near.Ball, inSight int) {
	if v.Kind == Matrix {
		v.Find(m, slot, v.Vision2Of(slot))
	}
	reach, inSight = v.findNeighbourhood(m, slot)
	*all = v.sumHits(m, &m.neighbourHits, slot)
	return reach, inSight
}

// FindNeighbourhood finds the neighbourhood of the boid in a slot. Find or ScanGroup must have found the
// boids in its vision sphere. The result is valid until the next search.
func (v *Sight) FindNeighbourhood(m *Memory, slot int) *Hits {
	v.findNeighbourhood(m, slot)
	return &m.neighbourHits
}

// findNeighbourhood stores the neighbourhood in m.neighbourHits. m.hits must hold the boids in the vision
// sphere. inSight is the number of boids in sight.
func (v *Sight) findNeighbourhood(m *Memory, slot int) (reach near.Ball, inSight int) {
	sphere, n := near.Ball{D2: v.Vision2Of(slot), ID: -1}, v.set.Nearest
	if v.set.Neighbourhood == view.Everyone {
		v.filterView(m, slot)
		inSight = m.neighbourHits.N
		v.Find(m, slot, Far2)
		v.filterView(m, slot)
		return near.Ball{D2: Far2, ID: -1}, inSight
	}
	if v.set.Neighbourhood == view.NearestN || v.set.Neighbourhood == view.NearestInSight {
		if last, ok := v.nearestOfHits(m, slot, n); ok {
			return last, m.hits.N - 1
		}
	}
	v.filterView(m, slot)
	inSight = m.neighbourHits.N
	switch v.set.Neighbourhood {
	case view.Sphere:
		return sphere, inSight
	case view.RadiusAndNearest:
		if m.neighbourHits.N >= n {
			return sphere, inSight
		}
		v.widen(m, slot, n)
	case view.RadiusPlusNearest:
		v.widen(m, slot, m.neighbourHits.N+n)
		return v.keepNearest(m, sphere, n), inSight
	case view.NearestN:
		v.widen(m, slot, n)
	} // NearestInSight searches no further
	return v.keepNearest(m, near.Ball{D2: 0, ID: -1}, n), inSight
}

// widen increases the search radius until m.neighbourHits contains n boids, or all boids in view.
func (v *Sight) widen(m *Memory, slot, n int) {
	step := float32(2) // if many boids are in sight, the others are not far
	for limit := v.Vision2Of(slot); m.neighbourHits.N < n && m.hits.N < v.N && limit < Far2; step = 4 {
		limit = min(step*limit, Far2)
		v.Find(m, slot, limit)
		v.filterView(m, slot)
	}
}

// Find finds the boids whose squared distance is below limit, including the boid itself. The result is valid
// until the next search.
func (v *Sight) Find(m *Memory, slot int, limit float32) *Hits {
	h, p := &m.hits, v.Pos(slot)
	switch {
	case v.Kind == Matrix:
		h.makeRoom(v.N)
		h.N = v.pairs.Find(h.at[:v.N], h.d2[:v.N], slot, limit)
	case v.Kind == Brute && !v.set.Wraps:
		h.makeRoom(v.N)
		h.N = near.Scan(h.at, h.d2, &m.list, point(p), limit)
	case v.set.Wraps && (v.Kind == Brute || v.isTight(&near.Box{}, vec.Sqrt(limit))):
		v.listNearest(&m.far, p)
		h.makeRoom(v.N)
		h.N = near.Scan(h.at, h.d2, &m.far, point(p), limit)
	default:
		box := near.Box{Low: p.Floats(), High: p.Floats()}
		v.list(&m.far, m, &box, vec.Sqrt(limit), limit)
		h.makeRoom(len(m.far.X))
		h.N = near.Scan(h.at, h.d2, &m.far, point(p), limit)
	}
	return h
}

// KeepInView keeps only the boids that the boid in a slot can see.
func (v *Sight) KeepInView(h *Hits, slot int) {
	if v.set.FieldOfView >= 360 {
		return
	}
	n := 0
	for k, j := range h.Slots() {
		if v.inView(slot, int(j)) {
			h.at[n], h.d2[n] = j, h.d2[k]
			n++
		}
	}
	h.N = n
}

// filterView copies the boids of m.hits in view to m.neighbourHits, without the boid itself.
func (v *Sight) filterView(m *Memory, slot int) {
	h, kept := &m.hits, &m.neighbourHits
	kept.makeRoom(h.N)
	kept.N = 0
	if v.set.FieldOfView >= 360 {
		own := slices.Index(h.Slots(), int32(slot))
		if own < 0 {
			own = h.N
		}
		copy(kept.at, h.at[:own])
		copy(kept.d2, h.d2[:own])
		kept.N = own
		if own < h.N {
			kept.N += copy(kept.at[own:], h.at[own+1:h.N])
			copy(kept.d2[own:], h.d2[own+1:h.N])
		}
		return
	}
	for k, j := range h.Slots() {
		if int(j) != slot && v.inView(slot, int(j)) {
			kept.at[kept.N], kept.d2[kept.N] = j, h.d2[k]
			kept.N++
		}
	}
}

// inView reports whether the boid in slot i sees the boid in slot j. A boid at rest sees all around.
func (v *Sight) inView(i, j int) bool {
	if v.set.FieldOfView >= 360 {
		return true
	}
	return view.Sees(v.Vel(i), v.Offset(i, j), v.set.ViewCosine)
}

// keepNearest keeps in m.neighbourHits the boids inside a ball and the n nearest outside. It returns the ball
// around all of them.
func (v *Sight) keepNearest(m *Memory, inside near.Ball, n int) near.Ball {
	best, kept, in := m.best[:0], &m.neighbourHits, 0
	for k, j := range kept.Slots() {
		r := near.Rank{D2: kept.d2[k], ID: v.Boids.ID[j], Slot: j}
		if inside.Holds(r.D2, r.ID) {
			kept.at[in], kept.d2[in] = r.Slot, r.D2
			in++
			continue
		}
		best = near.Insert(best, r, n)
	}
	m.best, kept.N = best, in+len(best)
	for k, r := range best {
		kept.at[in+k], kept.d2[in+k] = r.Slot, r.D2
		inside = near.Ball{D2: r.D2, ID: r.ID}
	}
	return inside
}

// nearestOfHits is like filterView and keepNearest, but with a kernel, for boids that see all around. If the
// second result is false, the caller must use those two functions.
func (v *Sight) nearestOfHits(m *Memory, slot, n int) (near.Ball, bool) {
	h, kept := &m.hits, &m.neighbourHits
	if v.set.FieldOfView < 360 || h.N <= n {
		return near.Ball{}, false
	}
	kept.makeRoom(h.N)
	kept.N = near.Nearest(kept.at, kept.d2, h.at, h.d2, h.N, n+1)
	if kept.N != n+1 {
		return near.Ball{}, false // several boids share the last rank, or there is no kernel
	}
	kept.drop(int32(slot))
	last := near.Ball{D2: -1, ID: -1}
	for k, j := range kept.Slots() {
		if id := v.Boids.ID[j]; !last.Holds(kept.d2[k], id) {
			last = near.Ball{D2: kept.d2[k], ID: id}
		}
	}
	return last, true
}

func (v *Sight) reachOf(m *Memory, i int) near.Ball {
	if v.set.choosesNearest() {
		return near.Ball{D2: m.records.reaches[i], ID: -1}
	}
	return near.Ball{D2: v.set.Vision2, ID: -1}
}
