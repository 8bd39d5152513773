package flock

import (
	"slices"

	"skein/flock/internal/near"
	"skein/flock/vec"
)

// rank orders boids by their distance from one boid. At equal distances, the lower id comes first.
type rank struct {
	d2   float32
	id   int32
	slot int32
}

func (a rank) before(b rank) bool { return a.d2 < b.d2 || a.d2 == b.d2 && a.id < b.id }

// ball is the limit of a neighbourhood: it contains all boids up to a rank.
type ball struct {
	d2 float32
	id int32
}

func (b ball) holds(d2 float32, id int32) bool { return d2 < b.d2 || d2 == b.d2 && id <= b.id }

// choose sums over a neighbourhood other than the vision sphere. It returns the neighbourhood's ball, and the
// number of boids in view in the vision sphere.
func (v *sight) choose(s *scratch, slot int, all *sums) (reach ball, inSight int) {
	if v.kind == Matrix {
		v.find(s, &s.hits, slot, v.vision2Of(slot))
	}
	reach, inSight = v.findNeighbourhood(s, slot)
	*all = v.sumHits(s, &s.neighbourHits, slot)
	return reach, inSight
}

// findNeighbourhood stores the neighbourhood in s.neighbourHits. s.hits must hold the boids in the vision
// sphere. inSight is the number of boids in sight.
func (v *sight) findNeighbourhood(s *scratch, slot int) (reach ball, inSight int) {
	sphere, n := ball{v.vision2Of(slot), -1}, v.set.Nearest
	if v.set.Neighbourhood == Everyone {
		v.filterView(s, slot)
		inSight = s.neighbourHits.n
		v.find(s, &s.hits, slot, maxDistance2)
		v.filterView(s, slot)
		return ball{maxDistance2, -1}, inSight
	}
	if v.set.Neighbourhood == NearestN || v.set.Neighbourhood == NearestInSight {
		if last, ok := v.nearestOfHits(s, slot, n); ok {
			return last, s.hits.n - 1
		}
	}
	v.filterView(s, slot)
	inSight = s.neighbourHits.n
	switch v.set.Neighbourhood {
	case Sphere:
		return sphere, inSight
	case RadiusAndNearest:
		if s.neighbourHits.n >= n {
			return sphere, inSight
		}
		v.widen(s, slot, n)
	case RadiusPlusNearest:
		v.widen(s, slot, s.neighbourHits.n+n)
		return v.keepNearest(s, sphere, n), inSight
	case NearestN:
		v.widen(s, slot, n)
	} // NearestInSight searches no further
	return v.keepNearest(s, ball{0, -1}, n), inSight
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
	return sees(v.vel(i), v.offset(i, j), v.set.viewCosine)
}

// sees reports whether a boid with velocity vel sees a point at offset. cosine is of half the field of view.
// A boid at rest sees all around.
func sees(vel, offset vec.Vec, cosine float32) bool {
	speed := vel.Length()
	return speed == 0 || offset.Dot(vel.Scale(1/speed)) >= float32(offset.Length()*cosine)
}

// keepNearest keeps in s.neighbourHits the boids inside a ball and the n nearest outside. It returns the ball
// around all of them.
func (v *sight) keepNearest(s *scratch, inside ball, n int) ball {
	best, kept, in := s.best[:0], &s.neighbourHits, 0
	for k, j := range kept.slots() {
		r := rank{kept.d2[k], v.boids.ID[j], j}
		if inside.holds(r.d2, r.id) {
			kept.at[in], kept.d2[in] = r.slot, r.d2
			in++
			continue
		}
		best = insert(best, r, n)
	}
	s.best, kept.n = best, in+len(best)
	for k, r := range best {
		kept.at[in+k], kept.d2[in+k] = r.slot, r.d2
		inside = ball{r.d2, r.id}
	}
	return inside
}

// nearestOfHits is like filterView and keepNearest, but with a kernel, for boids that see all around. ok is
// false if there is no kernel or it cannot decide.
func (v *sight) nearestOfHits(s *scratch, slot, n int) (ball, bool) {
	h, kept := &s.hits, &s.neighbourHits
	if v.set.FieldOfView < 360 || h.n <= n {
		return ball{}, false
	}
	kept.makeRoom(h.n)
	kept.n = near.Nearest(kept.at, kept.d2, h.at, h.d2, h.n, n+1)
	if kept.n != n+1 {
		return ball{}, false // several boids share the last rank, or there is no kernel
	}
	kept.drop(int32(slot))
	last := ball{-1, -1}
	for k, j := range kept.slots() {
		if id := v.boids.ID[j]; !last.holds(kept.d2[k], id) {
			last = ball{kept.d2[k], id}
		}
	}
	return last, true
}

func (h *hits) drop(slot int32) {
	k := slices.Index(h.slots(), slot)
	h.n--
	h.at[k], h.d2[k] = h.at[h.n], h.d2[h.n]
}

func insert(best []rank, r rank, limit int) []rank {
	switch {
	case len(best) < limit:
		best = append(best, r)
	case !r.before(best[limit-1]):
		return best
	}
	at := len(best) - 1
	for at > 0 && r.before(best[at-1]) {
		best[at] = best[at-1]
		at--
	}
	best[at] = r
	return best
}

// listable reports whether records and lists can find the neighbourhood. Boids must see all around. Their
// neighbours must be all boids in sight or, without separation, the nearest.
func (s *settings) listable() bool {
	switch {
	case s.FieldOfView < 360:
		return false
	case s.Neighbourhood == Sphere:
		return true
	}
	return !s.separates && (s.choosesNearest() || s.Neighbourhood == RadiusAndNearest)
}

func (s *settings) choosesNearest() bool {
	return s.Neighbourhood == NearestInSight || s.Neighbourhood == NearestN
}

func (s *settings) inSightSuffice(n int) bool { return !s.unlimited() || n >= s.Nearest }

// fewInSight returns the number of boids in sight from which a boid need not search further.
func (s *settings) fewInSight() int {
	if s.unlimited() {
		return max(s.LonelyCount, s.Nearest)
	}
	return s.LonelyCount
}

func (v *sight) reachOf(s *scratch, i int) ball {
	if v.set.choosesNearest() {
		return ball{s.reaches[i], -1}
	}
	return ball{v.set.vision2, -1}
}
