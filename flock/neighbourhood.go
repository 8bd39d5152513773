package flock

// rank orders boids by distance from one of them, ties to the lower id.
type rank struct {
	d2 float32
	id int
}

func (a rank) before(b rank) bool { return a.d2 < b.d2 || a.d2 == b.d2 && a.id < b.id }

// ball is the outline that every neighbourhood has: the ranks up to and
// including a last one.
type ball rank

func (b ball) holds(d2 float32, id int) bool { return !rank(b).before(rank{d2, id}) }

// outline is the ball of boid i's neighbourhood.
func (w *World) outline(i int, s *scratch, p *perception) ball {
	sphere := ball{w.set.vision2, -1}
	if w.set.Neighbourhood == Sphere {
		return sphere
	}
	last := ball(w.nthNearest(i, s, p))
	if w.set.Neighbourhood == RadiusAndNearest && rank(last).before(rank(sphere)) {
		return sphere
	}
	return last
}

// nthNearest is the last of the N nearest in view, or of all if they are fewer.
func (w *World) nthNearest(i int, s *scratch, p *perception) rank {
	best := s.best[:0]
	for j := range w.n {
		if j != i && w.inView(i, j, p) {
			best = nearest(best, rank{w.near.at(i, j), j}, w.set.Nearest)
		}
	}
	s.best = best
	if len(best) == 0 {
		return rank{0, -1}
	}
	return best[len(best)-1]
}

// nearest keeps in best, in order, the first limit ranks offered.
func nearest(best []rank, r rank, limit int) []rank {
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

// within sums over the boids in view inside the ball and counts them.
func (w *World) within(i int, p *perception, reach ball, all *company) (n int) {
	self := &w.kin[i]
	*all = company{}
	for j := range w.n {
		if j == i {
			continue
		}
		d2 := w.near.at(i, j)
		if !reach.holds(d2, j) || !w.inView(i, j, p) {
			continue
		}
		all.kin.Add(&w.kin[j])
		n++
		if d2 < w.set.separation2 {
			all.away.add(self, &w.kin[j], w.set.falloff(d2))
		}
	}
	return n
}

// inView says whether boid j lies in the field of view of boid i. A boid at
// rest looks all around.
func (w *World) inView(i, j int, p *perception) bool {
	if w.set.FieldOfView >= 360 || p.speed == 0 {
		return true
	}
	to := posOf(&w.kin[j]).sub(p.pos)
	return to.dot(p.heading) >= float32(to.length()*w.set.viewCosine)
}
