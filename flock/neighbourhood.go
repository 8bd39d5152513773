package flock

import (
	"slices"

	"skein/flock/internal/near"
	"skein/flock/vec"
	"skein/flock/view"
)

// choose sums over a neighbourhood other than the vision sphere. It returns the neighbourhood's ball, and the
// number of boids in view in the vision sphere.
func (v *sight) choose(s *scratch, slot int, all *sums) (reach near.Ball, inSight int) {
	if v.kind == Matrix {
		v.find(s, &s.hits, slot, v.vision2Of(slot))
	}
	reach, inSight = v.findNeighbourhood(s, slot)
	*all = v.sumHits(s, &s.neighbourHits, slot)
	return reach, inSight
}

// findNeighbourhood stores the neighbourhood in s.neighbourHits. s.hits must hold the boids in the vision
// sphere. inSight is the number of boids in sight.
func (v *sight) findNeighbourhood(s *scratch, slot int) (reach near.Ball, inSight int) {
	sphere, n := near.Ball{D2: v.vision2Of(slot), ID: -1}, v.set.Nearest
	if v.set.Neighbourhood == view.Everyone {
		v.filterView(s, slot)
		inSight = s.neighbourHits.n
		v.find(s, &s.hits, slot, maxDistance2)
		v.filterView(s, slot)
		return near.Ball{D2: maxDistance2, ID: -1}, inSight
	}
	if v.set.Neighbourhood == view.NearestN || v.set.Neighbourhood == view.NearestInSight {
		if last, ok := v.nearestOfHits(s, slot, n); ok {
			return last, s.hits.n - 1
		}
	}
	v.filterView(s, slot)
	inSight = s.neighbourHits.n
	switch v.set.Neighbourhood {
	case view.Sphere:
		return sphere, inSight
	case view.RadiusAndNearest:
		if s.neighbourHits.n >= n {
			return sphere, inSight
		}
		v.widen(s, slot, n)
	case view.RadiusPlusNearest:
		v.widen(s, slot, s.neighbourHits.n+n)
		return v.keepNearest(s, sphere, n), inSight
	case view.NearestN:
		v.widen(s, slot, n)
	} // NearestInSight searches no further
	return v.keepNearest(s, near.Ball{D2: 0, ID: -1}, n), inSight
}

// widen increases the search radius until s.neighbourHits contains n boids, or all boids in view.
func (v *sight) widen(s *scratch, slot, n int) {
	step := float32(2) // if many boids are in sight, the others are not far
	for limit := v.vision2Of(slot); s.neighbourHits.n < n && s.hits.n < v.n && limit < maxDistance2; step = 4 {
		limit = min(step*limit, maxDistance2)
		v.find(s, &s.hits, slot, limit)
		v.filterView(s, slot)
	}
}

// find lists in h the boids whose squared distance is below limit, including the boid itself.
func (v *sight) find(s *scratch, h *hits, slot int, limit float32) {
	p := v.pos(slot)
	switch {
	case v.kind == Matrix:
		h.makeRoom(v.n)
		h.n = v.pairs.Find(h.at[:v.n], h.d2[:v.n], slot, limit)
	case v.kind == Brute && !v.set.wraps:
		h.makeRoom(v.n)
		h.n = near.Scan(h.at, h.d2, &s.list, point(p), limit)
	case v.set.wraps && (v.kind == Brute || v.isTight(&near.Box{}, vec.Sqrt(limit))):
		v.listNearest(&s.far, p)
		h.makeRoom(v.n)
		h.n = near.Scan(h.at, h.d2, &s.far, point(p), limit)
	default:
		box := near.Box{Low: p.Floats(), High: p.Floats()}
		v.list(&s.far, s, &box, vec.Sqrt(limit), limit)
		h.makeRoom(len(s.far.X))
		h.n = near.Scan(h.at, h.d2, &s.far, point(p), limit)
	}
}

// filterView copies the boids of s.hits in view to s.neighbourHits, without the boid itself.
func (v *sight) filterView(s *scratch, slot int) {
	h, kept := &s.hits, &s.neighbourHits
	kept.makeRoom(h.n)
	kept.n = 0
	if v.set.FieldOfView >= 360 {
		own := slices.Index(h.slots(), int32(slot))
		if own < 0 {
			own = h.n
		}
		copy(kept.at, h.at[:own])
		copy(kept.d2, h.d2[:own])
		kept.n = own
		if own < h.n {
			kept.n += copy(kept.at[own:], h.at[own+1:h.n])
			copy(kept.d2[own:], h.d2[own+1:h.n])
		}
		return
	}
	for k, j := range h.slots() {
		if int(j) != slot && v.inView(slot, int(j)) {
			kept.at[kept.n], kept.d2[kept.n] = j, h.d2[k]
			kept.n++
		}
	}
}

// inView reports whether the boid in slot i sees the boid in slot j. A boid at rest sees all around.
func (v *sight) inView(i, j int) bool {
	if v.set.FieldOfView >= 360 {
		return true
	}
	return view.Sees(v.vel(i), v.offset(i, j), v.set.viewCosine)
}

// keepNearest keeps in s.neighbourHits the boids inside a ball and the n nearest outside. It returns the ball
// around all of them.
func (v *sight) keepNearest(s *scratch, inside near.Ball, n int) near.Ball {
	best, kept, in := s.best[:0], &s.neighbourHits, 0
	for k, j := range kept.slots() {
		r := near.Rank{D2: kept.d2[k], ID: v.boids.ID[j], Slot: j}
		if inside.Holds(r.D2, r.ID) {
			kept.at[in], kept.d2[in] = r.Slot, r.D2
			in++
			continue
		}
		best = near.Insert(best, r, n)
	}
	s.best, kept.n = best, in+len(best)
	for k, r := range best {
		kept.at[in+k], kept.d2[in+k] = r.Slot, r.D2
		inside = near.Ball{D2: r.D2, ID: r.ID}
	}
	return inside
}

// nearestOfHits is like filterView and keepNearest, but with a kernel, for boids that see all around. ok is
// false if there is no kernel or it cannot decide.
func (v *sight) nearestOfHits(s *scratch, slot, n int) (near.Ball, bool) {
	h, kept := &s.hits, &s.neighbourHits
	if v.set.FieldOfView < 360 || h.n <= n {
		return near.Ball{}, false
	}
	kept.makeRoom(h.n)
	kept.n = near.Nearest(kept.at, kept.d2, h.at, h.d2, h.n, n+1)
	if kept.n != n+1 {
		return near.Ball{}, false // several boids share the last rank, or there is no kernel
	}
	kept.drop(int32(slot))
	last := near.Ball{D2: -1, ID: -1}
	for k, j := range kept.slots() {
		if id := v.boids.ID[j]; !last.Holds(kept.d2[k], id) {
			last = near.Ball{D2: kept.d2[k], ID: id}
		}
	}
	return last, true
}

func (h *hits) drop(slot int32) {
	k := slices.Index(h.slots(), slot)
	h.n--
	h.at[k], h.d2[k] = h.at[h.n], h.d2[h.n]
}

// listable reports whether records and lists can find the neighbourhood. Boids must see all around. Their
// neighbours must be all boids in sight or, without separation, the nearest.
func (s *settings) listable() bool {
	switch {
	case s.FieldOfView < 360:
		return false
	case s.Neighbourhood == view.Sphere:
		return true
	}
	return !s.separates && (s.choosesNearest() || s.Neighbourhood == view.RadiusAndNearest)
}

func (s *settings) choosesNearest() bool {
	return s.Neighbourhood == view.NearestInSight || s.Neighbourhood == view.NearestN
}

func (s *settings) inSightSuffice(n int) bool { return !s.unlimited() || n >= s.Nearest }

// fewInSight returns the smallest number of boids in sight at which a boid need not search further.
func (s *settings) fewInSight() int {
	if s.unlimited() {
		return max(s.LonelyCount, s.Nearest)
	}
	return s.LonelyCount
}

func (v *sight) reachOf(s *scratch, i int) near.Ball {
	if v.set.choosesNearest() {
		return near.Ball{D2: s.reaches[i], ID: -1}
	}
	return near.Ball{D2: v.set.vision2, ID: -1}
}
