package live

import (
	"math"

	"skein/flock"
	"skein/flock/metrics"
	"skein/flock/metrics/field"
)

// Recording gives access to a recorded flight. Its functions may be called concurrently.
type Recording struct {
	Frames int
	FPS    float64                                      // frames per second
	Start  float64                                      // time of the first frame, s
	Frame  func(i int, dst *flock.Snapshot) error       // reads frame i, counted from 0
	Params func(frame, index int) (flock.Params, error) // parameters of a flock at a frame
}

// NewRecorded returns a Watch of a recording.
func NewRecorded(r Recording) *Watch { return watch(&recordedSource{recording: r}) }

// maxSamples is the largest number of samples in a recording's series. A long recording has longer intervals.
const maxSamples = 6000

// recordedSource measures a recording. The scorecard covers the frames up to the one on screen, and the
// series begins with the first frame.
type recordedSource struct {
	recording Recording
	snap      flock.Snapshot
	err       error

	flock       int
	card        *field.Card
	first, next int

	series  []metrics.Sample
	sampled int // the series covers frames [0, sampled)

	singles      *metrics.Singles
	singlesFrame int
}

func (r *recordedSource) shownFrame(n *Request) int {
	return min(max(int(math.Floor((n.Now-r.recording.Start)*r.recording.FPS+1e-6)), 0), r.recording.Frames-1)
}

func (r *recordedSource) step(n *Request) bool {
	if r.err != nil || r.recording.Frames == 0 {
		return false
	}
	if n.Flock != r.flock {
		*r = recordedSource{recording: r.recording, flock: n.Flock}
	}
	worked := n.Field && r.extendCard(n)
	worked = n.Series && r.extendSeries() || worked
	return n.Singles && r.measureSingles(n) || worked
}

// extendCard adds the next frame to the scorecard, unless it is after the frame on screen. It returns false
// if there is no frame to add. A card begins at the start of the window, rounded down to a multiple of half a
// second from the first frame, so that the same window always gives the same card.
func (r *recordedSource) extendCard(n *Request) bool {
	index, length := r.shownFrame(n), int(math.Ceil(n.Window*r.recording.FPS))
	from := max(0, index-length)
	if r.card == nil || from < r.first || from > r.next {
		interval := max(1, int(r.recording.FPS/2))
		from -= from % interval
		params, err := r.recording.Params(from, n.Flock)
		if r.err = err; err != nil {
			return true
		}
		r.card, r.first, r.next = field.NewCard(float64(params.Float("wingspan"))), from, from
	}
	if r.next > index || !r.read(r.next, n) {
		return r.err != nil
	}
	r.card.Snapshot(&r.snap, n.Flock)
	r.next++
	return true
}

// read reads a frame, and reports whether the frame contains the requested flock.
func (r *recordedSource) read(frame int, n *Request) bool {
	r.err = r.recording.Frame(frame, &r.snap)
	return r.err == nil && n.Flock < r.snap.FlockCount()
}

func (r *recordedSource) sampleInterval() float64 {
	return SampleInterval * max(1, math.Ceil(float64(r.recording.Frames)/r.recording.FPS/SampleInterval/maxSamples))
}

// extendSeries adds the next sample, which is the first frame of a sample interval. It returns false after
// the last sample.
func (r *recordedSource) extendSeries() bool {
	if r.sampled >= r.recording.Frames {
		return false
	}
	frame := r.sampled
	n := Request{Flock: r.flock}
	params, err := r.recording.Params(frame, r.flock)
	if r.err = err; err != nil || !r.read(frame, &n) {
		r.sampled++
		return true
	}
	own := r.snap
	if own.FlockCount() > 1 {
		own = own.OneFlock(r.flock)
	}
	r.series = append(r.series, metrics.Measure(&own, params.Float("vision")))
	const tolerance = 1e-9
	every := r.sampleInterval()
	due := every * (1 + math.Floor((float64(frame)/r.recording.FPS+tolerance)/every))
	r.sampled = max(frame+1, int(math.Ceil(due*r.recording.FPS-tolerance*r.recording.FPS)))
	return true
}

func (r *recordedSource) measureSingles(n *Request) bool {
	index := r.shownFrame(n)
	if r.singles != nil && r.singlesFrame == index {
		return false
	}
	if !r.read(index, n) {
		return false
	}
	own := r.snap
	if own.FlockCount() > 1 {
		own = own.OneFlock(n.Flock)
	}
	ones := metrics.SinglesOf(&own)
	r.singles, r.singlesFrame = &ones, index
	return true
}

func (r *recordedSource) news(n *Request) *News {
	out := &News{Err: r.err, Singles: r.singles, Share: min(1, float64(r.sampled)/float64(max(1, r.recording.Frames)))}
	if n.Flock != r.flock {
		return &News{}
	}
	out.Series = r.series[:len(r.series):len(r.series)]
	if r.card != nil {
		index := r.shownFrame(n)
		out.Behind = max(0, float64(index-r.next+1)/r.recording.FPS)
		to := min(index, r.next-1)
		out.scorecard(n, r.recording.Start+float64(to)/r.recording.FPS, r.card)
	}
	return out
}
