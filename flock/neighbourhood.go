package flock

import (
	"slices"

	"skein/flock/internal/near"
)

// rank orders boids by distance from one of them, ties to the lower id.
type rank struct {
	d2   float32
	id   int32
	slot int32
}

func (a rank) before(b rank) bool { return a.d2 < b.d2 || a.d2 == b.d2 && a.id < b.id }

// ball is the outline that every neighbourhood has: the ranks up to and
// including a last one.
type ball struct {
	d2 float32
	id int32
}

func (b ball) holds(d2 float32, id int32) bool { return d2 < b.d2 || d2 == b.d2 && id <= b.id }

// choose sums over whom the boid in a slot steers by, if these are not all in its
// vision sphere: those of its neighbourhood in its field of view. It returns the
// neighbourhood's ball, and how many are in sight: in view in the vision sphere.
func (w *World) choose(s *scratch, slot int, all *sums) (reach ball, inSight int) {
	if w.kind == Matrix {
		w.find(s, &s.hits, slot, w.set.vision2)
	}
	reach, inSight = w.outline(s, slot)
	*all = w.add(s, &s.kept, slot)
	return reach, inSight
}

// outline leaves in s.kept the neighbourhood of the boid in a slot, given those in
// its vision sphere, and returns its ball and how many are in sight.
func (w *World) outline(s *scratch, slot int) (reach ball, inSight int) {
	sphere, n := ball{w.set.vision2, -1}, w.set.Nearest
	if w.set.Neighbourhood == Everyone {
		w.view(s, slot)
		inSight = s.kept.n
		w.find(s, &s.hits, slot, everywhere)
		w.view(s, slot)
		return ball{everywhere, -1}, inSight
	}
	if w.set.Neighbourhood == NearestN || w.set.Neighbourhood == NearestInSight {
		if last, ok := w.nearestOfHits(s, slot, n); ok {
			return last, s.hits.n - 1
		}
	}
	w.view(s, slot)
	inSight = s.kept.n
	switch w.set.Neighbourhood {
	case Sphere:
		return sphere, inSight
	case RadiusAndNearest:
		if s.kept.n >= n {
			return sphere, inSight
		}
		w.widen(s, slot, n)
	case RadiusPlusNearest:
		w.widen(s, slot, s.kept.n+n)
		return w.nearest(s, sphere, n), inSight
	case NearestN:
		w.widen(s, slot, n)
	} // NearestInSight looks no further
	return w.nearest(s, ball{0, -1}, n), inSight
}

// widen looks ever further, until s.kept holds n boids or all in view.
func (w *World) widen(s *scratch, slot, n int) {
	step := float32(2) // where many are in sight, the others are not far
	for limit := w.set.vision2; s.kept.n < n && s.hits.n < w.n && limit < everywhere; step = 4 {
		limit = min(step*limit, everywhere)
		w.find(s, &s.hits, slot, limit)
		w.view(s, slot)
	}
}

// find lists the boids closer to that in a slot than the limit, itself among
// them.
func (w *World) find(s *scratch, h *hits, slot int, limit float32) {
	p := w.pos(slot)
	switch {
	case w.kind == Matrix:
		h.makeRoom(w.n)
		h.n = w.pairs.find(h.at[:w.n], h.d2[:w.n], slot, limit)
	case w.kind == Brute && !w.set.wraps:
		h.makeRoom(w.n)
		h.n = near.Scan(h.at, h.d2, &s.list, point(p), limit)
	case w.set.wraps && (w.kind == Brute || w.tight(&near.Box{}, Sqrt(limit))):
		w.listNearest(&s.far, p)
		h.makeRoom(w.n)
		h.n = near.Scan(h.at, h.d2, &s.far, point(p), limit)
	default:
		box := near.Box{Low: p.Floats(), High: p.Floats()}
		w.list(&s.far, s, &box, Sqrt(limit), limit)
		h.makeRoom(len(s.far.X))
		h.n = near.Scan(h.at, h.d2, &s.far, point(p), limit)
	}
}

// view keeps of s.hits those in view of the boid in a slot, itself left out.
func (w *World) view(s *scratch, slot int) {
	h, kept := &s.hits, &s.kept
	kept.makeRoom(h.n)
	kept.n = 0
	for k, j := range h.slots() {
		if int(j) != slot && w.inView(slot, int(j)) {
			kept.at[kept.n], kept.d2[kept.n] = j, h.d2[k]
			kept.n++
		}
	}
}

// inView says whether the boid in slot j lies in the field of view of that in
// slot i. A boid at rest looks all around.
func (w *World) inView(i, j int) bool {
	if w.set.FieldOfView >= 360 {
		return true
	}
	return sees(w.vel(i), w.to(i, j), w.set.viewCosine)
}

// sees says whether a boid that flies at vel sees what lies in the direction to.
func sees(vel, to Vec, cosine float32) bool {
	speed := vel.Length()
	return speed == 0 || to.Dot(vel.Scale(1/speed)) >= float32(to.Length()*cosine)
}

// nearest keeps of s.kept those inside a ball and the n nearest outside it, and
// returns the ball of the last.
func (w *World) nearest(s *scratch, inside ball, n int) ball {
	best, kept, in := s.best[:0], &s.kept, 0
	for k, j := range kept.slots() {
		r := rank{kept.d2[k], w.boids.ID[j], j}
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

// nearestOfHits is view and then nearest for boids that look all around, by a
// kernel, if there is one and it can tell.
func (w *World) nearestOfHits(s *scratch, slot, n int) (ball, bool) {
	h, kept := &s.hits, &s.kept
	if w.set.FieldOfView < 360 || h.n <= n {
		return ball{}, false
	}
	kept.makeRoom(h.n)
	kept.n = near.Nearest(kept.at, kept.d2, h.at, h.d2, h.n, n+1)
	if kept.n != n+1 {
		return ball{}, false // several share the last place, or there is no kernel
	}
	kept.drop(int32(slot))
	last := ball{-1, -1}
	for k, j := range kept.slots() {
		if id := w.boids.ID[j]; !last.holds(kept.d2[k], id) {
			last = ball{kept.d2[k], id}
		}
	}
	return last, true
}

// drop leaves out the boid in a slot, which is there.
func (h *hits) drop(slot int32) {
	k := slices.Index(h.slots(), slot)
	h.n--
	h.at[k], h.d2[k] = h.at[h.n], h.d2[h.n]
}

// insert keeps in best, in order, the first limit ranks offered.
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
