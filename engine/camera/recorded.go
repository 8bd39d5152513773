package camera

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/reel"
	"skein/flock"
	"skein/flock/look"
)

// RecordedMotion looks at a flight from before an instant until after it. What it says of an
// instant follows from the flight and the instant alone, so that cameras that go by
// it show the same in whatever order, and at whatever rate, pictures are taken.
//
// It glances at the flock ten times a second and at a boid thirty times, both counted
// from the flight's first frame, and weighs the glances around the instant by cubic
// B-splines. So cameras move with steady accelerations, and do not trail behind what
// moves evenly.
//
// How far the flock goes is taken relative to its smoothed middle, then for every
// glance the most of all glances that its spline may be weighed beside, and then
// weighed: the sum cannot be less than any of those around the instant. So nobody
// who counts is cut off.
type RecordedMotion struct {
	reel   reel.Reel
	fps    float64
	params func(frame, number int) (flock.Params, error)

	at       float64 // frames from the first
	flock    int     // number of the one looked at
	Err      error   // the first since it was asked for an instant
	strip    reel.Reader
	boids    []flock.Boid    // posed, of all flocks
	posed    *flock.Snapshot // has their ids, and divides them into flocks
	lens     lens
	glances  map[int]glance
	headings map[sighting]mgl32.Quat
}

// glance is the flock at an instant.
type glance struct {
	centre, drift mgl32.Vec3
	reach         reach // through the watch's lens
}

// sighting is a boid at one of the instants at which it is looked at; none where it
// does not exist.
type sighting struct{ boid, number int }

// Rates of glances, and half the widths of the pieces of splines that weigh them, in
// glances. A spline goes over four pieces.
const (
	flockRate = 10
	boidRate  = 30

	middleKnot = 5 // of flockRate
	reachKnot  = 6
	followKnot = 9 // of boidRate
	eyeKnot    = 6

	aside = 2*reachKnot + 1 // glances before and after one that it may be weighed beside
)

// Foresight is how far beyond an instant a camera looks, s.
const Foresight = (2*middleKnot + 2*reachKnot + aside) / float64(flockRate)

func NewRecordedMotion(r reel.Reel, fps float64, params func(frame, number int) (flock.Params, error)) *RecordedMotion {
	return &RecordedMotion{reel: r, fps: fps, params: params, strip: reel.Reader{Reel: r}, glances: map[int]glance{}, headings: map[sighting]mgl32.Quat{}}
}

// Seek makes the watch look at an instant, in frames from the first, and at a flock.
func (w *RecordedMotion) Seek(at float64, number int) {
	if number != w.flock {
		w.flock = number
		clear(w.glances)
	}
	w.at, w.Err = at, nil
	now := at / w.fps
	for k := range w.glances {
		if math.Abs(float64(k)/flockRate-now) > 2*Foresight {
			delete(w.glances, k)
		}
	}
	for s := range w.headings {
		if math.Abs(float64(s.number)/boidRate-now) > 2 {
			delete(w.headings, s)
		}
	}
}

func (w *RecordedMotion) middle() mgl32.Vec3 { return w.middleAt(w.at / w.fps * flockRate) }

// middleAt returns the smoothed middle at a place among the glances.
func (w *RecordedMotion) middleAt(place float64) (sum mgl32.Vec3) {
	eachWeight(place, middleKnot, func(k int, weight float32) {
		sum = sum.Add(w.glance(k).centre.Mul(weight))
	})
	return sum
}

// drift is that of the smoothed middle, over a second before and a second after.
func (w *RecordedMotion) drift() mgl32.Vec3 {
	place := w.at / w.fps * flockRate
	return w.middleAt(place + flockRate).Sub(w.middleAt(place - flockRate)).Mul(0.5)
}

func (w *RecordedMotion) reach(l *lens) (sum reach) {
	if *l != w.lens {
		w.lens = *l
		clear(w.glances)
	}
	place := w.at / w.fps * flockRate
	sides := l.sides()
	first, last := int(math.Ceil(place))-2*reachKnot-aside, int(math.Floor(place))+2*reachKnot+aside
	off := make([]reach, 0, last-first+1) // from the smoothed middle
	for k := first; k <= last; k++ {
		off = append(off, w.glance(k).reach.plus(sides.at(w.middleAt(float64(k))), -1))
	}
	eachWeight(place, reachKnot, func(k int, weight float32) {
		most := off[k-first]
		for _, other := range off[k-first-aside : k-first+aside+1] {
			most.widen(other)
		}
		sum = sum.plus(most, weight)
	})
	return sum.plus(sides.at(w.middleAt(place)), 1)
}

func (w *RecordedMotion) heading(boid int, m look.Mode) mgl32.Quat {
	knot := followKnot
	if m == look.Eye {
		knot = eyeKnot
	}
	var sum, last mgl32.Quat
	eachWeight(w.at/w.fps*boidRate, knot, func(k int, weight float32) {
		q := w.sighting(sighting{boid, k})
		if q.Dot(last) < 0 {
			q = q.Scale(-1)
		}
		sum, last = sum.Add(q.Scale(weight)), q
	})
	return sum.Normalize()
}

// eachWeight gives the whole numbers around a place and what they weigh in a cubic
// B-spline, in all 1. knot is how many numbers are in a piece of it.
func eachWeight(place float64, knot int, do func(k int, weight float32)) {
	width := float64(knot)
	for k := int(math.Ceil(place - 2*width)); float64(k) < place+2*width; k++ {
		x := math.Abs(float64(k)-place) / width
		b := (2 - x) * (2 - x) * (2 - x) / 6
		if x < 1 {
			b = 2.0/3 - x*x + x*x*x/2
		}
		do(k, float32(b/width))
	}
}

// glance returns the k-th look at the flock. Before the flight's first frame and after its
// last the flock flies straight on; for a frame that cannot be read, the glance
// before stands.
func (w *RecordedMotion) glance(k int) glance {
	if g, ok := w.glances[k]; ok {
		return g
	}
	var g glance
	last := w.last() / w.fps * flockRate
	if end := min(max(k, 0), int(math.Ceil(last))); k != end {
		g = w.flownOn(w.glance(end), float64(k-end)/flockRate)
	} else if at, ok := w.occupied(k); ok {
		g = w.flownOn(w.take(at), (float64(k)-min(float64(k), last))/flockRate)
	} else if k > 0 {
		g = w.glance(k - 1)
	}
	w.glances[k] = g
	return g
}

// patience is how far back, in glances, a flock is sought that is not there.
const patience = 600

// occupied poses the boids of a glance, or, of a flock that is not there then, those of the
// last one before that it is in. It is where they are posed; false if it cannot be read.
func (w *RecordedMotion) occupied(k int) (at float64, ok bool) {
	at = w.place(k, flockRate)
	if w.pose(at) != nil {
		return at, false
	}
	for before := k - 1; before >= max(0, k-patience) && w.nobody(); before-- {
		if at = w.place(before, flockRate); w.pose(at) != nil {
			return at, false
		}
	}
	if w.nobody() {
		at = w.place(k, flockRate)
		return at, w.pose(at) == nil
	}
	return at, true
}

// nobody reports whether no boid of the flock is posed.
func (w *RecordedMotion) nobody() bool {
	from, to := w.posed.Range(w.flock)
	return from == to
}

// flownOn returns a flock that has flown straight on for so many seconds.
func (w *RecordedMotion) flownOn(g glance, seconds float64) glance {
	by := g.drift.Mul(float32(seconds))
	g.centre = g.centre.Add(by)
	g.reach = g.reach.plus(w.lens.sides().at(by), 1)
	return g
}

// take returns a glance at the boids posed.
func (w *RecordedMotion) take(at float64) glance {
	p, err := w.params(int(at), w.flock)
	w.note(err)
	from, to := w.posed.Range(w.flock)
	boids := w.boids[from:to]
	c := companyOf(boids, p.Float("wingspan"))
	g := glance{centre: c.centre, drift: c.drift}
	if w.lens != (lens{}) {
		g.reach = c.reach(&w.lens, boids, p.Float("wingspan"))
	}
	return g
}

// sighting returns how a boid is turned at a look at it, zero where it does not exist.
func (w *RecordedMotion) sighting(s sighting) mgl32.Quat {
	if q, ok := w.headings[s]; ok {
		return q
	}
	var q mgl32.Quat
	if w.pose(w.place(s.number, boidRate)) == nil {
		if i, there := w.posed.Index(s.boid); there {
			q = w.boids[i].Attitude()
		}
	}
	w.headings[s] = q
	return q
}

// place returns where the k-th of the looks at some rate falls, in frames; beyond the
// flight's ends it is the end.
func (w *RecordedMotion) place(k, rate int) float64 {
	return min(max(float64(k)*w.fps/float64(rate), 0), w.last())
}

// last returns the flight's last frame.
func (w *RecordedMotion) last() float64 { return float64(w.reel.Frames() - 1) }

// pose finds the boids at a place in the flight.
func (w *RecordedMotion) pose(at float64) (err error) {
	w.boids, w.posed, err = w.strip.Boids(w.boids, at)
	w.note(err)
	return err
}

func (w *RecordedMotion) note(err error) {
	if w.Err == nil {
		w.Err = err
	}
}
