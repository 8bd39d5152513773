package camera

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/reel"
	"skein/flock"
	"skein/flock/look"
)

// RecordedMotion smooths the motion of a recorded flight. The result depends only on the recording and on the
// time, so pictures may be taken in any order and at any rate.
//
// It samples the flock ten times a second and a boid thirty times, from the first frame on. Cubic B-splines
// weight the samples around a time. This makes the camera's acceleration continuous, and the camera does not
// lag behind steady motion.
//
// The reach of the flock, which is its extent in the picture, is smoothed in three steps. First, the smoothed
// middle is subtracted from the reach at each sample. Then each reach is replaced by the maximum over all
// samples within the width of the spline. Finally, the spline weights the maxima. The picture therefore
// contains the whole main body of the flock.
type RecordedMotion struct {
	reel   reel.Reel
	fps    float64
	params func(frame, flockIndex int) (flock.Params, error)

	instant  float64 // time in frames after the first one
	flock    int
	Err      error // first error since the last Seek
	reader   reel.Reader
	boids    []flock.Boid
	snapshot *flock.Snapshot
	lens     lens
	samples  map[int]flockSample
	headings map[boidSample]mgl32.Quat
}

type flockSample struct {
	centre, drift mgl32.Vec3
	reach         reach
}

type boidSample struct{ boid, index int }

// Rates of samples are in 1/s. A constant ending in Knot is the width of each of the four pieces of a spline,
// in samples.
const (
	flockRate = 10
	boidRate  = 30

	middleKnot = 5
	reachKnot  = 6
	followKnot = 9
	eyeKnot    = 6

	maximumRange = 2*reachKnot + 1 // number of samples on each side over which the maximum is taken
)

// Foresight is the time that a camera looks ahead, in s.
const Foresight = (2*middleKnot + 2*reachKnot + maximumRange) / float64(flockRate)

// NewRecordedMotion returns the motion of a recording with fps frames per second. params returns the
// parameters of a flock in a frame.
func NewRecordedMotion(r reel.Reel, fps float64, params func(frame, flockIndex int) (flock.Params, error)) *RecordedMotion {
	return &RecordedMotion{reel: r, fps: fps, params: params, reader: reel.Reader{Reel: r}, samples: map[int]flockSample{}, headings: map[boidSample]mgl32.Quat{}}
}

// Seek moves to a time, in frames after the first, and selects a flock.
func (w *RecordedMotion) Seek(moment float64, flockIndex int) {
	if flockIndex != w.flock {
		w.flock = flockIndex
		clear(w.samples)
	}
	w.instant, w.Err = moment, nil
	now := moment / w.fps
	for k := range w.samples {
		if math.Abs(float64(k)/flockRate-now) > 2*Foresight {
			delete(w.samples, k)
		}
	}
	for s := range w.headings {
		if math.Abs(float64(s.index)/boidRate-now) > 2 {
			delete(w.headings, s)
		}
	}
}

func (w *RecordedMotion) middle() mgl32.Vec3 { return w.middleAt(w.instant / w.fps * flockRate) }

func (w *RecordedMotion) middleAt(place float64) (sum mgl32.Vec3) {
	eachWeight(place, middleKnot, func(k int, weight float32) {
		sum = sum.Add(w.flockSample(k).centre.Mul(weight))
	})
	return sum
}

func (w *RecordedMotion) drift() mgl32.Vec3 {
	place := w.instant / w.fps * flockRate
	return w.middleAt(place + flockRate).Sub(w.middleAt(place - flockRate)).Mul(0.5)
}

func (w *RecordedMotion) reach(l *lens) (sum reach) {
	if *l != w.lens {
		w.lens = *l
		clear(w.samples)
	}
	place := w.instant / w.fps * flockRate
	sides := l.sides()
	first, last := int(math.Ceil(place))-2*reachKnot-maximumRange, int(math.Floor(place))+2*reachKnot+maximumRange
	off := make([]reach, 0, last-first+1)
	for k := first; k <= last; k++ {
		off = append(off, w.flockSample(k).reach.plus(sides.reachOf(w.middleAt(float64(k))), -1))
	}
	eachWeight(place, reachKnot, func(k int, weight float32) {
		most := off[k-first]
		for _, other := range off[k-first-maximumRange : k-first+maximumRange+1] {
			most.widen(other)
		}
		sum = sum.plus(most, weight)
	})
	return sum.plus(sides.reachOf(w.middleAt(place)), 1)
}

func (w *RecordedMotion) heading(boid int, from look.Stance) mgl32.Quat {
	knot := followKnot
	if from == look.StanceInside {
		knot = eyeKnot
	}
	var sum, last mgl32.Quat
	eachWeight(w.instant/w.fps*boidRate, knot, func(k int, weight float32) {
		q := w.attitude(boidSample{boid, k})
		if q.Dot(last) < 0 {
			q = q.Scale(-1)
		}
		sum, last = sum.Add(q.Scale(weight)), q
	})
	return sum.Normalize()
}

// eachWeight calls do for each sample k near place, with its weight in a cubic B-spline whose pieces have the
// width knot. The sum of the weights is 1.
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

// flockSample returns sample k of the flock. Before the first frame and after the last, the flock flies
// straight on. If a frame cannot be read, flockSample returns the previous sample.
func (w *RecordedMotion) flockSample(k int) flockSample {
	if g, ok := w.samples[k]; ok {
		return g
	}
	var g flockSample
	last := w.last() / w.fps * flockRate
	if end := min(max(k, 0), int(math.Ceil(last))); k != end {
		g = w.extrapolate(w.flockSample(end), float64(k-end)/flockRate)
	} else if moment, ok := w.loadFlock(k); ok {
		g = w.extrapolate(w.sample(moment), (float64(k)-min(float64(k), last))/flockRate)
	} else if k > 0 {
		g = w.flockSample(k - 1)
	}
	w.samples[k] = g
	return g
}

const maxSearch = 600

// loadFlock loads the boids of sample k, or of the last sample that contains the flock. It returns the time
// of the sample, in frames. ok is false if a frame cannot be read.
func (w *RecordedMotion) loadFlock(k int) (moment float64, ok bool) {
	moment = w.position(k, flockRate)
	if w.loadBoids(moment) != nil {
		return moment, false
	}
	for before := k - 1; before >= max(0, k-maxSearch) && w.flockAbsent(); before-- {
		if moment = w.position(before, flockRate); w.loadBoids(moment) != nil {
			return moment, false
		}
	}
	if w.flockAbsent() {
		moment = w.position(k, flockRate)
		return moment, w.loadBoids(moment) == nil
	}
	return moment, true
}

func (w *RecordedMotion) flockAbsent() bool {
	from, to := w.snapshot.Range(w.flock)
	return from == to
}

func (w *RecordedMotion) extrapolate(g flockSample, seconds float64) flockSample {
	offset := g.drift.Mul(float32(seconds))
	g.centre = g.centre.Add(offset)
	g.reach = g.reach.plus(w.lens.sides().reachOf(offset), 1)
	return g
}

func (w *RecordedMotion) sample(moment float64) flockSample {
	p, err := w.params(int(moment), w.flock)
	w.noteError(err)
	from, to := w.snapshot.Range(w.flock)
	boids := w.boids[from:to]
	c := mainBodyOf(boids, p.Float("wingspan"))
	g := flockSample{centre: c.centre, drift: c.drift}
	if w.lens != (lens{}) {
		g.reach = c.reach(&w.lens, boids, p.Float("wingspan"))
	}
	return g
}

// attitude returns a boid's attitude at a sample, or the zero quaternion if the boid is absent.
func (w *RecordedMotion) attitude(s boidSample) mgl32.Quat {
	if q, ok := w.headings[s]; ok {
		return q
	}
	var q mgl32.Quat
	if w.loadBoids(w.position(s.index, boidRate)) == nil {
		if i, ok := w.snapshot.Index(s.boid); ok {
			q = w.boids[i].Attitude()
		}
	}
	w.headings[s] = q
	return q
}

// position returns the time of sample k in frames, within the recording. rate is in samples per second.
func (w *RecordedMotion) position(k, rate int) float64 {
	return min(max(float64(k)*w.fps/float64(rate), 0), w.last())
}

func (w *RecordedMotion) last() float64 { return float64(w.reel.Frames() - 1) }

func (w *RecordedMotion) loadBoids(moment float64) (err error) {
	w.boids, w.snapshot, err = w.reader.Boids(w.boids, moment)
	w.noteError(err)
	return err
}

func (w *RecordedMotion) noteError(err error) {
	if w.Err == nil {
		w.Err = err
	}
}
