package studio

import (
	"errors"
	"math"
	"sort"

	"skein/engine/camera"
	"skein/engine/picture"
	"skein/engine/reel"
	"skein/flock"
	"skein/flock/around"
	"skein/flock/explanation"
	"skein/flock/schedule"
)

// Flight is a recording that can be played and branched from.
type Flight struct {
	reel.Reel
	FPS    float64                                           // frames per simulated second
	Pace   float64                                           // simulated seconds per second of playback at speed 1; 0 means 1
	Start  float64                                           // simulated seconds at the first frame
	Params func(frame, flockIndex int) (flock.Params, error) // parameters of a flock in a frame
	Around func(frame int) (around.Surroundings, error)      // surroundings at a frame; nil if none
	Events []flock.Event                                     // events in order of their ticks
	World  func(frame int) (*flock.World, error)             // returns the world in a frame, to continue from it; nil if not a simulation

	Explain func(tick int64, boid int) (*explanation.Step, error) // explains the step from a tick, on any goroutine; nil if not possible
	Shares  func(tick int64) (*explanation.Shares, error)         // returns the contributions of the rules at a tick, for all boids; nil if not possible

	Followers func(tick int64, boid int) ([]int, error) // returns the ids of the boids that followed a boid that began to escape at a tick; nil if not possible

	Tracks bool // whether the recording contains imported tracks, in which a selected bird may leave and come back
}

// Playback contains the position in a recording and the settings of its playback.
type Playback struct {
	Frame    float64 // shown frame, from 0; a fraction is a time between two frames
	Backward bool
	Loop     bool
	In, Out  int  // first and last frame of the loop
	Held     bool // whether the user is dragging the timeline; traces are updated only at the end of the drag
}

// ErrPlayed is returned for edits of recorded frames.
var ErrPlayed = errors.New("a recording cannot be changed; branch from this frame (Enter) to edit what follows")

type tape struct {
	flight   *Flight
	schedule []schedule.Change
	a, b     flock.Snapshot
	first    int     // index of the frame in a; -1 if none
	share    float64 // position between a (0) and b (1)
	motion   *camera.RecordedMotion
	last     float64
	started  bool
	counts   [flock.MaxFlocks]counts
	fades    picture.Fades
	presence presence
	sizes    []float32
	escapes  picture.Escapes
}

func (f *Flight) pace() float64 { return max(f.Pace, 1) }

func (f *Flight) playRate() float64 { return f.FPS * f.pace() }

type counts struct {
	ticks   []int64
	ledgers []Ledger
}

func newTape(f *Flight) *tape {
	t := &tape{flight: f, first: -1, motion: camera.NewRecordedMotion(f.Reel, f.playRate(), f.Params), fades: picture.NewFades(f.Reel, f.Params)}
	for _, e := range f.Events {
		c := &t.counts[e.Flock]
		var l Ledger
		if n := len(c.ledgers); n > 0 {
			l = c.ledgers[n-1]
		}
		l.count(e)
		c.ticks, c.ledgers = append(c.ticks, e.Tick), append(c.ledgers, l)
	}
	return t
}

func (t *tape) elapsed(now float64) float64 {
	dt := now - t.last
	if !t.started || dt < 0 {
		dt = 0
	}
	t.last, t.started = now, true
	return min(dt, catchUp*4)
}

// advance advances the playback by dt seconds of real time, within its loop. It returns true at an end of the
// recording.
func (t *tape) advance(p *Playback, dt, speed float64) (ended bool) {
	low, high := 0.0, float64(t.flight.Frames()-1)
	if p.Loop && p.In < p.Out {
		low, high = max(low, float64(p.In)), min(high, float64(p.Out))
	}
	step := dt * speed * t.flight.playRate()
	if p.Backward {
		step = -step
	}
	p.Frame += step
	length := high - low
	switch {
	case p.Frame >= low && p.Frame <= high:
	case p.Loop && length > 0:
		p.Frame = low + math.Mod(math.Mod(p.Frame-low, length)+length, length)
	default:
		ended = p.Frame > high && step > 0 || p.Frame < low && step < 0
		p.Frame = min(max(p.Frame, low), high)
	}
	return ended
}

// load reads the frames around a position. next is true if the first of them was already loaded or follows
// the loaded one.
func (t *tape) load(moment float64) (next bool, err error) {
	moment = reel.Round(moment)
	i := min(int(moment), t.flight.Frames()-1)
	t.share = moment - float64(i)
	if i == t.first {
		return true, nil
	}
	next = t.first >= 0 && i == t.first+1
	if next {
		t.a, t.b = t.b, t.a
	} else if err := t.flight.Frame(i, &t.a); err != nil {
		t.first = -1
		return false, err
	}
	t.first = i
	if err := t.flight.Frame(min(i+1, t.flight.Frames()-1), &t.b); err != nil {
		t.first = -1
		return false, err
	}
	return next, nil
}

func (t *tape) position() float64 { return float64(t.first) + t.share }

func (c *counts) ledger(tick int64) Ledger {
	n := sort.Search(len(c.ticks), func(i int) bool { return c.ticks[i] > tick })
	if n == 0 {
		return Ledger{}
	}
	return c.ledgers[n-1]
}

func (t *tape) frameAt(seconds float64) (float64, bool) {
	moment := (seconds - t.flight.Start) * t.flight.FPS
	return moment, moment >= 0 && moment <= float64(t.flight.Frames()-1)
}
