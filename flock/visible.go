package flock

import "skein/flock/vec"

// Visible lists in dst, in order, the ids of the boids that affect the steering of boid i of a snapshot: its
// neighbourhood within its field of view, its company if it is lonely, and leaders within their salience
// range.
//
// The result reach is the distance, m, up to which the boid searches: the vision radius or the distance of
// the N-th nearest boid, depending on the neighbourhood. For a lonely boid, it is at least the lonely range.
// Leaders may be further away.
//
// If the boids differ in their vision radius, Visible uses the mean radius. [World.Explain] uses the boid's
// own radius.
func Visible(dst []int, s *Snapshot, p *Params, i int) (ids []int, reach float32) {
	if i < 0 || i >= s.Len() {
		return dst[:0], 0
	}
	return visible(dst[:0], s, newSettings(p, Protection{}, 0, 30), i)
}

// visible does the same as Visible, for a boid that exists and has the given settings.
func visible(dst []int, s *Snapshot, set settings, i int) (ids []int, reach float32) {
	w := watcher{s: s, set: set, at: vec.FromArray(s.Pos[i]), vel: vec.FromArray(s.ThroughAir()[i]), i: i}
	reachBall := w.neighbourhood()
	reach = vec.Sqrt(reachBall.d2)
	if w.countInView(ball{w.set.vision2, -1}) < w.set.LonelyCount && w.set.lonely2 > reachBall.d2 {
		reachBall, reach = ball{w.set.lonely2, -1}, w.set.LonelyRange
	}
	return w.appendInView(dst, reachBall), reach
}

// watcher is a boid of a snapshot, with the data that determine which boids it sees.
type watcher struct {
	s       *Snapshot
	set     settings
	at, vel vec.Vec
	i       int
}

func (w *watcher) d2(j int) float32 {
	d := w.offsetTo(j)
	return d.Dot(d)
}

func (w *watcher) offsetTo(j int) vec.Vec {
	d := vec.FromArray(w.s.Pos[j]).Sub(w.at)
	if w.set.wraps {
		return w.set.torus.Nearest(d)
	}
	return d
}

func (w *watcher) sees(j int) bool {
	return w.set.FieldOfView >= 360 || sees(w.vel, w.offsetTo(j), w.set.viewCosine)
}

// neighbourhood returns the ball of the neighbourhood, as flock.findNeighbourhood does. For a boid that
// searches only its vision sphere, with fewer than Nearest boids in it, the ball is this sphere.
func (w *watcher) neighbourhood() ball {
	sphere := ball{w.set.vision2, -1}
	switch w.set.Neighbourhood {
	case Sphere:
		return sphere
	case Everyone:
		return ball{maxDistance2, -1}
	}
	var best []rank
	for j := range w.s.Pos {
		if j != w.i && w.sees(j) && w.isCandidate(j) {
			best = insert(best, rank{w.d2(j), int32(j), 0}, w.set.Nearest)
		}
	}
	if w.set.Neighbourhood == NearestInSight && len(best) < w.set.Nearest {
		return sphere
	}
	last := ball{0, -1}
	if len(best) > 0 {
		last = ball{best[len(best)-1].d2, best[len(best)-1].id}
	}
	switch w.set.Neighbourhood {
	case RadiusAndNearest, RadiusPlusNearest:
		if last.d2 < sphere.d2 {
			return sphere
		}
	}
	return last
}

// isCandidate reports whether the nearest boids are chosen from a set that contains boid j.
func (w *watcher) isCandidate(j int) bool {
	switch w.set.Neighbourhood {
	case NearestInSight:
		return w.d2(j) < w.set.vision2
	case RadiusPlusNearest:
		return w.d2(j) >= w.set.vision2
	}
	return true
}

// countInView returns the number of boids in view within the ball.
func (w *watcher) countInView(reach ball) (n int) {
	for j := range w.s.Pos {
		if j != w.i && reach.holds(w.d2(j), int32(j)) && w.sees(j) {
			n++
		}
	}
	return n
}

// appendInView appends the boids in view within the ball, and the leaders within their salience
// range.
func (w *watcher) appendInView(dst []int, reach ball) []int {
	for j := range w.s.Pos {
		d2 := w.d2(j)
		salient := w.s.Flags[j]&Leading != 0 && d2 < w.set.salience2
		if j != w.i && (salient || reach.holds(d2, int32(j))) && w.sees(j) {
			dst = append(dst, j)
		}
	}
	return dst
}
