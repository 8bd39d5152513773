package flock

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/internal/kdtree"
	"skein/flock/internal/pairs"
	"skein/flock/internal/torus"
	"skein/flock/vec"
)

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

func visible(dst []int, s *Snapshot, set settings, i int) (ids []int, reach float32) {
	w := watcher{s: s, set: set, at: vec.FromArray(s.Pos[i]), vel: vec.FromArray(s.ThroughAir()[i]), i: i}
	reachBall := w.neighbourhood()
	reach = vec.Sqrt(reachBall.d2)
	if w.countInView(ball{w.set.vision2, -1}) < w.set.LonelyCount && w.set.lonely2 > reachBall.d2 {
		reachBall, reach = ball{w.set.lonely2, -1}, w.set.LonelyRange
	}
	return w.appendInView(dst, reachBall), reach
}

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

// neighbourhood returns the same ball as flock.findNeighbourhood. If only the vision sphere is searched, and
// it has fewer than Nearest boids, the ball is this sphere.
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

func (w *watcher) isCandidate(j int) bool {
	switch w.set.Neighbourhood {
	case NearestInSight:
		return w.d2(j) < w.set.vision2
	case RadiusPlusNearest:
		return w.d2(j) >= w.set.vision2
	}
	return true
}

func (w *watcher) countInView(reach ball) (n int) {
	for j := range w.s.Pos {
		if j != w.i && reach.holds(w.d2(j), int32(j)) && w.sees(j) {
			n++
		}
	}
	return n
}

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

// BoidSummary describes the situation of a boid in a snapshot.
type BoidSummary struct {
	Speed        float32 // speed over the ground, m/s
	Visible      int     // number of boids in the boid's vision sphere (S3's m)
	Eccentricity float32 // distance to the centre of the visible boids, divided by the vision radius (H8)
}

type offsetSum struct {
	n       int
	x, y, z float64
}

func (m *offsetSum) add(d vec.Vec, sign float64) {
	m.n++
	m.x, m.y, m.z = m.x+float64(sign*float64(d.X)), m.y+float64(sign*float64(d.Y)), m.z+float64(sign*float64(d.Z))
}

func (m *offsetSum) summary(s *Snapshot, i int, vision float32) BoidSummary {
	g := BoidSummary{Speed: vec.FromArray(s.Vel[i]).Length(), Visible: m.n}
	if n := float64(m.n); m.n > 0 {
		g.Eccentricity = vec.Vec{X: float32(m.x / n), Y: float32(m.y / n), Z: float32(m.z / n)}.Length() / vision
	}
	return g
}

// Summaries returns the summary of each boid of one flock, indexed by id. Summaries overwrites and returns
// dst. p are the flock's parameters.
func Summaries(dst []BoidSummary, s *Snapshot, p *Params) []BoidSummary {
	vision, world := p.Float("vision"), torusOf(p)
	size := clusterMargin * float64(vision)
	cells := pairs.New(s.Pos, size)
	if world.Side > 0 {
		cells = pairs.NewWrapped(s.Pos, size, world.Side)
	}
	all := make([]offsetSum, s.Len())
	if world.Side == 0 && cells.Crowded() && exactOffsets(s.Pos) {
		sumCrowd(all, s, vision)
	} else {
		sumPairs(all, s, vision, world, cells)
	}
	dst = dst[:0]
	for i := range all {
		dst = append(dst, all[i].summary(s, i, vision))
	}
	return dst
}

func sumPairs(all []offsetSum, s *Snapshot, vision float32, world torus.Torus, cells *pairs.Cells) {
	cells.VisitPairs(func(i, j int32, _ float64) {
		if d := offsetIn(world, s, int(i), int(j)); d.Dot(d) < float32(vision*vision) {
			all[i].add(d, 1)
			all[j].add(d, -1)
		}
	})
}

// SummaryOf returns the summary of boid i of one flock.
func SummaryOf(s *Snapshot, p *Params, i int) BoidSummary {
	vision, world := p.Float("vision"), torusOf(p)
	var m offsetSum
	for j := range s.Pos {
		if d := offsetIn(world, s, i, j); j != i && d.Dot(d) < float32(vision*vision) {
			m.add(d, 1)
		}
	}
	return m.summary(s, i, vision)
}

// torusOf returns a torus of side 0 if the world does not wrap around.
func torusOf(p *Params) torus.Torus {
	if Bounds(p.Choice("bounds")) == Wrap {
		return torus.New(p.Float("bounds_size"))
	}
	return torus.Torus{}
}

func offsetIn(t torus.Torus, s *Snapshot, i, j int) vec.Vec {
	d := vec.FromArray(s.Pos[j]).Sub(vec.FromArray(s.Pos[i]))
	if t.Side > 0 {
		return t.Nearest(d)
	}
	return d
}

// Heeding lists in dst the ids of the boids of one flock that heed a leader. These boids do not lead, and
// have the leader in view within the range at which boids notice leaders (H14).
func Heeding(dst []int, s *Snapshot, p *Params, leader int) []int {
	dst = dst[:0]
	set := newSettings(p, Protection{}, 0, 30)
	reach := max(set.vision2, set.salience2)
	for i := range s.Pos {
		w := watcher{s: s, set: set, at: vec.FromArray(s.Pos[i]), vel: vec.FromArray(s.ThroughAir()[i]), i: i}
		if i != leader && s.Flags[i]&Leading == 0 && w.d2(leader) < reach && w.sees(leader) {
			dst = append(dst, i)
		}
	}
	return dst
}

func exactOffsets(pos []mgl32.Vec3) bool {
	const farthest = 1 << 23 * vec.Quantum
	for _, p := range pos {
		for _, x := range p {
			if q := float64(x) / vec.Quantum; q != math.Trunc(q) || math.Abs(float64(x)) > farthest {
				return false
			}
		}
	}
	return true
}

// sumCrowd is a faster sumPairs, for exact offsets in a world that does not wrap around. It adds a group
// whose boids are all visible in one step.
func sumCrowd(all []offsetSum, s *Snapshot, vision float32) {
	const margin = 1e-5 // relative to the distance; far above the rounding error of Dot
	pos := make([]vec.Vec64, s.Len())
	for i, p := range s.Pos {
		pos[i] = vec.Vec64Of(p)
	}
	tree := kdtree.New(pos)
	before := make([]placeSum, len(pos)+1) // before[k] is the sum of all places before index k in the tree's order
	for k, id := range tree.Order() {
		before[k+1] = before[k].plus(placeSum{1, pos[id]}, 1)
	}
	// change[k] is the difference between the sums of a boid and the previous boid, in the tree's order
	change := make([]placeSum, len(pos)+1)
	add := func(target, source kdtree.Range) {
		sum := before[source.To].plus(before[source.From], -1)
		change[target.From], change[target.To] = change[target.From].plus(sum, 1), change[target.To].plus(sum, -1)
	}
	whole := func(a, b kdtree.Range) {
		if add(a, b); a != b {
			add(b, a)
		}
	}
	one := func(i, j int32) {
		if d := offsetIn(torus.Torus{}, s, int(i), int(j)); d.Dot(d) < float32(vision*vision) {
			if all[i].add(d, 1); i != j {
				all[j].add(d, -1)
			}
		}
	}
	tree.VisitPairs(float64(vision)*(1-margin), float64(vision)*(1+margin), whole, one)
	var sum placeSum
	for k, id := range tree.Order() {
		sum = sum.plus(change[k], 1)
		m, d := &all[id], sum.place.Sub(pos[id].Scale(sum.n))
		m.n += int(sum.n) - 1 // the boid itself does not count
		m.x, m.y, m.z = m.x+d[0], m.y+d[1], m.z+d[2]
	}
}

type placeSum struct {
	n     float64
	place vec.Vec64
}

func (s placeSum) plus(o placeSum, sign float64) placeSum {
	return placeSum{s.n + float64(sign*o.n), s.place.Add(o.place.Scale(sign))}
}

// clusterMargin multiplies a search radius, to allow for rounding errors.
const clusterMargin = 1.001

// Clusters divides a flock into its connected components. Two boids are linked if they are less than link
// metres apart. The result labels holds the index of each boid's cluster, from 0 to count-1. The clusters are
// in the order of their lowest ids.
func Clusters(s *Snapshot, link float32) (labels []int32, count int) {
	return torus.Torus{}.Clusters(s.Pos, link)
}
