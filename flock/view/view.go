// Package view says what a boid of a snapshot sees: its neighbours, the leaders that it heeds, and where it
// is among the others.
package view

import (
	"skein/flock/internal/near"
	"skein/flock/internal/torus"
	"skein/flock/snapshots"
	"skein/flock/vec"
)

// View says how the boids of a flock see.
type View struct {
	Vision        float32 // radius of the vision sphere, m
	Neighbourhood Neighbourhood
	Nearest       int     // number of nearest neighbours
	FieldOfView   float32 // degrees
	LonelyCount   int     // a boid that sees fewer others looks for company within LonelyRange
	LonelyRange   float32 // m
	SalienceRange float32 // distance below which boids see a leader, m
	Side          float32 // side of a world that wraps around, m; 0 means that it does not
}

// Neighbourhood chooses which other boids affect a boid's steering.
type Neighbourhood int

const (
	Sphere   Neighbourhood = iota // all boids within Vision
	NearestN                      // the n nearest boids at any distance, where n is the parameter Nearest
	// all boids within Vision; if there are fewer than n, also the nearest boids outside, up to n in total
	RadiusAndNearest
	NearestInSight    // the n nearest boids within Vision
	RadiusPlusNearest // all boids within Vision, and the n nearest outside it (S4, chapter 3)
	Everyone          // the whole flock, at any distance (S0)
)

// Sees reports whether a boid with velocity vel sees a point at offset. cosine is the cosine of half the
// field of view. A boid at rest sees all around.
func Sees(vel, offset vec.Vec, cosine float32) bool {
	speed := vel.Length()
	return speed == 0 || offset.Dot(vel.Scale(1/speed)) >= float32(offset.Length()*cosine)
}

// Visible lists in dst, in order, the ids of the boids that affect the steering of boid i of a snapshot of
// one flock: its neighbourhood within its field of view, its company if it is lonely, and leaders within
// their salience range.
//
// The result reach is the distance, m, up to which the boid searches: the vision radius or the distance of
// the N-th nearest boid, depending on the neighbourhood. For a lonely boid, it is at least the lonely range.
// Leaders may be further away.
func (v View) Visible(dst []int, s *snapshots.Snapshot, i int) (ids []int, reach float32) {
	if i < 0 || i >= s.Len() {
		return dst[:0], 0
	}
	w := v.watcher(s, i)
	ball := w.neighbourhood()
	reach = vec.Sqrt(ball.D2)
	if w.countInView(near.Ball{D2: w.vision2, ID: -1}) < v.LonelyCount && w.lonely2 > ball.D2 {
		ball, reach = near.Ball{D2: w.lonely2, ID: -1}, v.LonelyRange
	}
	return w.appendInView(dst[:0], ball), reach
}

// Heeding lists in dst the ids of the boids of one flock that heed a leader. These boids do not lead, and
// have the leader in view within the range at which boids notice leaders (H14).
func (v View) Heeding(dst []int, s *snapshots.Snapshot, leader int) []int {
	dst = dst[:0]
	for i := range s.Pos {
		w := v.watcher(s, i)
		if i != leader && s.Flags[i]&snapshots.Leading == 0 && w.d2(leader) < max(w.vision2, w.salience2) && w.sees(leader) {
			dst = append(dst, i)
		}
	}
	return dst
}

// watcher is a boid of a snapshot that looks at the others.
type watcher struct {
	v        View
	s        *snapshots.Snapshot
	torus    torus.Torus
	cosine   float32 // cosine of half the field of view
	pos, vel vec.Vec
	i        int

	vision2, lonely2, salience2 float32 // squared distances, m²
}

func (v View) watcher(s *snapshots.Snapshot, i int) watcher {
	_, cosine := vec.SinCos(float64(v.FieldOfView) * (vec.Pi / 360))
	return watcher{
		v: v, s: s, torus: v.torus(), cosine: float32(cosine), pos: vec.FromArray(s.Pos[i]), vel: vec.FromArray(s.ThroughAir()[i]), i: i,
		vision2: square(v.Vision), lonely2: square(v.LonelyRange), salience2: square(v.SalienceRange),
	}
}

func square(x float32) float32 { return float32(x * x) }

// torus returns a torus of side 0 if the world does not wrap around.
func (v View) torus() torus.Torus {
	if v.Side > 0 {
		return torus.New(v.Side)
	}
	return torus.Torus{}
}

func (w *watcher) d2(j int) float32 {
	d := w.offsetTo(j)
	return d.Dot(d)
}

func (w *watcher) offsetTo(j int) vec.Vec {
	d := vec.FromArray(w.s.Pos[j]).Sub(w.pos)
	if w.torus.Side > 0 {
		return w.torus.Nearest(d)
	}
	return d
}

func (w *watcher) sees(j int) bool {
	return w.v.FieldOfView >= 360 || Sees(w.vel, w.offsetTo(j), w.cosine)
}

// neighbourhood returns the same ball as the simulation. If only the vision sphere is searched, and
// it has fewer than Nearest boids, the ball is this sphere.
func (w *watcher) neighbourhood() near.Ball {
	sphere := near.Ball{D2: w.vision2, ID: -1}
	switch w.v.Neighbourhood {
	case Sphere:
		return sphere
	case Everyone:
		return near.Ball{D2: near.Everywhere2, ID: -1}
	}
	var best []near.Rank
	for j := range w.s.Pos {
		if j != w.i && w.sees(j) && w.isCandidate(j) {
			best = near.Insert(best, near.Rank{D2: w.d2(j), ID: int32(j)}, w.v.Nearest)
		}
	}
	if w.v.Neighbourhood == NearestInSight && len(best) < w.v.Nearest {
		return sphere
	}
	last := near.Ball{D2: 0, ID: -1}
	if len(best) > 0 {
		last = near.Ball{D2: best[len(best)-1].D2, ID: best[len(best)-1].ID}
	}
	switch w.v.Neighbourhood {
	case RadiusAndNearest, RadiusPlusNearest:
		if last.D2 < sphere.D2 {
			return sphere
		}
	}
	return last
}

func (w *watcher) isCandidate(j int) bool {
	switch w.v.Neighbourhood {
	case NearestInSight:
		return w.d2(j) < w.vision2
	case RadiusPlusNearest:
		return w.d2(j) >= w.vision2
	}
	return true
}

func (w *watcher) countInView(reach near.Ball) (n int) {
	for j := range w.s.Pos {
		if j != w.i && reach.Holds(w.d2(j), int32(j)) && w.sees(j) {
			n++
		}
	}
	return n
}

func (w *watcher) appendInView(dst []int, reach near.Ball) []int {
	for j := range w.s.Pos {
		d2 := w.d2(j)
		salient := w.s.Flags[j]&snapshots.Leading != 0 && d2 < w.salience2
		if j != w.i && (salient || reach.Holds(d2, int32(j))) && w.sees(j) {
			dst = append(dst, j)
		}
	}
	return dst
}
