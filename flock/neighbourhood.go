package flock

import (
	"slices"

	"skein/flock/internal/near"
	"skein/flock/vec"
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
func (f *flock) choose(s *scratch, slot int, all *sums) (reach ball, inSight int) {
	if f.kind == Matrix {
		f.find(s, &s.hits, slot, f.set.vision2)
	}
	reach, inSight = f.outline(s, slot)
	*all = f.add(s, &s.kept, slot)
	return reach, inSight
}

// outline leaves in s.kept the neighbourhood of the boid in a slot, given those in
// its vision sphere, and returns its ball and how many are in sight.
func (f *flock) outline(s *scratch, slot int) (reach ball, inSight int) {
	sphere, n := ball{f.set.vision2, -1}, f.set.Nearest
	if f.set.Neighbourhood == Everyone {
		f.view(s, slot)
		inSight = s.kept.n
		f.find(s, &s.hits, slot, everywhere)
		f.view(s, slot)
		return ball{everywhere, -1}, inSight
	}
	if f.set.Neighbourhood == NearestN || f.set.Neighbourhood == NearestInSight {
		if last, ok := f.nearestOfHits(s, slot, n); ok {
			return last, s.hits.n - 1
		}
	}
	f.view(s, slot)
	inSight = s.kept.n
	switch f.set.Neighbourhood {
	case Sphere:
		return sphere, inSight
	case RadiusAndNearest:
		if s.kept.n >= n {
			return sphere, inSight
		}
		f.widen(s, slot, n)
	case RadiusPlusNearest:
		f.widen(s, slot, s.kept.n+n)
		return f.nearest(s, sphere, n), inSight
	case NearestN:
		f.widen(s, slot, n)
	} // NearestInSight looks no further
	return f.nearest(s, ball{0, -1}, n), inSight
}

// widen looks ever further, until s.kept holds n boids or all in view.
func (f *flock) widen(s *scratch, slot, n int) {
	step := float32(2) // where many are in sight, the others are not far
	for limit := f.set.vision2; s.kept.n < n && s.hits.n < f.n && limit < everywhere; step = 4 {
		limit = min(step*limit, everywhere)
		f.find(s, &s.hits, slot, limit)
		f.view(s, slot)
	}
}

// find lists the boids closer to that in a slot than the limit, itself among
// them.
func (f *flock) find(s *scratch, h *hits, slot int, limit float32) {
	p := f.pos(slot)
	switch {
	case f.kind == Matrix:
		h.makeRoom(f.n)
		h.n = f.pairs.find(h.at[:f.n], h.d2[:f.n], slot, limit)
	case f.kind == Brute && !f.set.wraps:
		h.makeRoom(f.n)
		h.n = near.Scan(h.at, h.d2, &s.list, point(p), limit)
	case f.set.wraps && (f.kind == Brute || f.tight(&near.Box{}, vec.Sqrt(limit))):
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

// view keeps of s.hits those in view of the boid in a slot, itself left out.
func (f *flock) view(s *scratch, slot int) {
	h, kept := &s.hits, &s.kept
	kept.makeRoom(h.n)
	kept.n = 0
	for k, j := range h.slots() {
		if int(j) != slot && f.inView(slot, int(j)) {
			kept.at[kept.n], kept.d2[kept.n] = j, h.d2[k]
			kept.n++
		}
	}
}

// inView reports whether the boid in slot j lies in the field of view of that in
// slot i. A boid at rest looks all around.
func (f *flock) inView(i, j int) bool {
	if f.set.FieldOfView >= 360 {
		return true
	}
	return sees(f.vel(i), f.to(i, j), f.set.viewCosine)
}

// sees reports whether a boid that flies at vel sees what lies in the direction to.
func sees(vel, to vec.Vec, cosine float32) bool {
	speed := vel.Length()
	return speed == 0 || to.Dot(vel.Scale(1/speed)) >= float32(to.Length()*cosine)
}

// nearest keeps of s.kept those inside a ball and the n nearest outside it, and
// returns the ball of the last.
func (f *flock) nearest(s *scratch, inside ball, n int) ball {
	best, kept, in := s.best[:0], &s.kept, 0
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

// nearestOfHits is view and then nearest for boids that look all around, by a
// kernel, if there is one and it can tell.
func (f *flock) nearestOfHits(s *scratch, slot, n int) (ball, bool) {
	h, kept := &s.hits, &s.kept
	if f.set.FieldOfView < 360 || h.n <= n {
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
		if id := f.boids.ID[j]; !last.holds(kept.d2[k], id) {
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
