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
func (f *flock) choose(s *scratch, slot int, all *sums) (reach ball, inSight int) {
	if f.kind == Matrix {
		f.find(s, &s.hits, slot, f.vision2Of(slot))
	}
	reach, inSight = f.findNeighbourhood(s, slot)
	*all = f.sumHits(s, &s.neighbourHits, slot)
	return reach, inSight
}

// findNeighbourhood stores the neighbourhood in s.neighbourHits. s.hits must hold the boids in the vision
// sphere. inSight is the number of boids in sight.
func (f *flock) findNeighbourhood(s *scratch, slot int) (reach ball, inSight int) {
	sphere, n := ball{f.vision2Of(slot), -1}, f.set.Nearest
	if f.set.Neighbourhood == Everyone {
		f.filterView(s, slot)
		inSight = s.neighbourHits.n
		f.find(s, &s.hits, slot, maxDistance2)
		f.filterView(s, slot)
		return ball{maxDistance2, -1}, inSight
	}
	if f.set.Neighbourhood == NearestN || f.set.Neighbourhood == NearestInSight {
		if last, ok := f.nearestOfHits(s, slot, n); ok {
			return last, s.hits.n - 1
		}
	}
	f.filterView(s, slot)
	inSight = s.neighbourHits.n
	switch f.set.Neighbourhood {
	case Sphere:
		return sphere, inSight
	case RadiusAndNearest:
		if s.neighbourHits.n >= n {
			return sphere, inSight
		}
		f.widen(s, slot, n)
	case RadiusPlusNearest:
		f.widen(s, slot, s.neighbourHits.n+n)
		return f.keepNearest(s, sphere, n), inSight
	case NearestN:
		f.widen(s, slot, n)
	} // NearestInSight searches no further
	return f.keepNearest(s, ball{0, -1}, n), inSight
}

// widen increases the search radius until s.neighbourHits contains n boids, or all boids in view.
func (f *flock) widen(s *scratch, slot, n int) {
	step := float32(2) // if many boids are in sight, the others are not far
	for limit := f.vision2Of(slot); s.neighbourHits.n < n && s.hits.n < f.n && limit < maxDistance2; step = 4 {
		limit = min(step*limit, maxDistance2)
		f.find(s, &s.hits, slot, limit)
		f.filterView(s, slot)
	}
}

// find lists in h the boids whose squared distance is below limit, including the boid itself.
func (f *flock) find(s *scratch, h *hits, slot int, limit float32) {
	p := f.pos(slot)
	switch {
	case f.kind == Matrix:
		h.makeRoom(f.n)
		h.n = f.pairs.Find(h.at[:f.n], h.d2[:f.n], slot, limit)
	case f.kind == Brute && !f.set.wraps:
		h.makeRoom(f.n)
		h.n = near.Scan(h.at, h.d2, &s.list, point(p), limit)
	case f.set.wraps && (f.kind == Brute || f.isTight(&near.Box{}, vec.Sqrt(limit))):
		f.listNearest(&s.far, p)
		h.makeRoom(f.n)
		h.n = near.Scan(h.at, h.d2, &s.far, point(p), limit)
	default:
		box := near.Box{Low: p.Floats(), High: p.Floats()}
		f.list(&s.far, s, &box, vec.Sqrt(limit), limit)
		h.makeRoom(len(s.far.X))
		h.n = near.Scan(h.at, h.d2, &s.far, point(p), limit)
	}
}

// filterView copies the boids of s.hits in view to s.neighbourHits, without the boid itself.
func (f *flock) filterView(s *scratch, slot int) {
	h, kept := &s.hits, &s.neighbourHits
	kept.makeRoom(h.n)
	kept.n = 0
	if f.set.FieldOfView >= 360 {
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
		if int(j) != slot && f.inView(slot, int(j)) {
			kept.at[kept.n], kept.d2[kept.n] = j, h.d2[k]
			kept.n++
		}
	}
}

// inView reports whether the boid in slot i sees the boid in slot j. A boid at rest sees all around.
func (f *flock) inView(i, j int) bool {
	if f.set.FieldOfView >= 360 {
		return true
	}
	return sees(f.vel(i), f.offset(i, j), f.set.viewCosine)
}

// sees reports whether a boid with velocity vel sees a point at offset. cosine is of half the field of view.
// A boid at rest sees all around.
func sees(vel, offset vec.Vec, cosine float32) bool {
	speed := vel.Length()
	return speed == 0 || offset.Dot(vel.Scale(1/speed)) >= float32(offset.Length()*cosine)
}

// keepNearest keeps in s.neighbourHits the boids inside a ball and the n nearest outside. It returns the ball
// around all of them.
func (f *flock) keepNearest(s *scratch, inside ball, n int) ball {
	best, kept, in := s.best[:0], &s.neighbourHits, 0
	for k, j := range kept.slots() {
		r := rank{kept.d2[k], f.boids.ID[j], j}
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
func (f *flock) nearestOfHits(s *scratch, slot, n int) (ball, bool) {
	h, kept := &s.hits, &s.neighbourHits
	if f.set.FieldOfView < 360 || h.n <= n {
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
		if id := f.boids.ID[j]; !last.holds(kept.d2[k], id) {
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

func (f *flock) reachOf(s *scratch, i int) ball {
	if f.set.choosesNearest() {
		return ball{s.reaches[i], -1}
	}
	return ball{f.set.vision2, -1}
}
