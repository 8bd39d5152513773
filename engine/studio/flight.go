package studio

import (
	"errors"
	"math"
	"sort"

	"skein/engine/camera"
	"skein/engine/picture"
	"skein/engine/reel"
	"skein/flock"
)

// Flight is a recording, to be played and branched from.
type Flight struct {
	reel.Reel
	FPS    float64                                       // frames a second
	Start  float64                                       // simulated seconds at the first
	Params func(frame, number int) (flock.Params, error) // in force at a frame, of a flock, both from 0
	Around func(frame int) (flock.Surroundings, error)   // likewise; nil: nothing
	Events []flock.Event                                 // in order of their ticks
	World  func(frame int) (*flock.World, error)         // as it was at a frame, to go on from; nil: it was not simulated

	Explain func(tick int64, boid int) (*flock.Explanation, error) // the step from a tick, called from a goroutine; nil: nobody can
	Shares  func(tick int64) (*flock.Shares, error)                // likewise, of all boids

	Followers func(tick int64, boid int) ([]int, error) // ids of who followed a boid whose escape began at a tick, likewise

	Tracks bool // its birds come and go: one that is selected may come back
}

// Playback is where a flight is and how it is played.
type Playback struct {
	Frame    float64 // shown, from 0; between two frames a fraction
	Backward bool
	Loop     bool
	In, Out  int  // first and last frame of the loop
	Held     bool // a hand holds the bar: traces wait until it lets go
}

// ErrPlayed is that of an edit of what was recorded.
var ErrPlayed = errors.New("a recording plays as it was flown; branch off (Enter) to change what follows")

// tape is a flight and the two frames of it around an instant.
type tape struct {
	flight   *Flight
	schedule []flock.Change // that it was flown with
	a, b     flock.Snapshot
	first    int     // the frame in a, -1: none
	share    float64 // of the way from a to b
	watch    *camera.RecordedMotion
	last     float64 // when it was last wound, s
	wound    bool
	counts   [flock.MaxFlocks]counts
	come     picture.Fades
	entered  entry     // since when the selected boid is there
	sizes    []float32 // of the boids shown
	escapes  picture.Escapes
}

// counts are the escapes of a flock.
type counts struct {
	ticks []int64  // of its events
	after []Ledger // so many of them
}

func newTape(f *Flight) *tape {
	t := &tape{flight: f, first: -1, watch: camera.NewRecordedMotion(f.Reel, f.FPS, f.Params), come: picture.NewFades(f.Reel, f.Params)}
	for _, e := range f.Events {
		c := &t.counts[e.Flock]
		var l Ledger
		if n := len(c.after); n > 0 {
			l = c.after[n-1]
		}
		l.count(e)
		c.ticks, c.after = append(c.ticks, e.Tick), append(c.after, l)
	}
	return t
}

// passed returns the time since the last call, now being any monotonic time, s.
func (t *tape) passed(now float64) float64 {
	dt := now - t.last
	if !t.wound || dt < 0 {
		dt = 0
	}
	t.last, t.wound = now, true
	return min(dt, catchUp*4)
}

// wind moves a playback on by dt seconds of a person's time, around its loop. It
// says whether it has come to an end.
func (t *tape) wind(p *Playback, dt, speed float64) (ended bool) {
	low, high := 0.0, float64(t.flight.Frames()-1)
	if p.Loop && p.In < p.Out {
		low, high = max(low, float64(p.In)), min(high, float64(p.Out))
	}
	by := dt * speed * t.flight.FPS
	if p.Backward {
		by = -by
	}
	p.Frame += by
	length := high - low
	switch {
	case p.Frame >= low && p.Frame <= high:
	case p.Loop && length > 0:
		p.Frame = low + math.Mod(math.Mod(p.Frame-low, length)+length, length)
	default:
		ended = p.Frame > high && by > 0 || p.Frame < low && by < 0
		p.Frame = min(max(p.Frame, low), high)
	}
	return ended
}

// load reads the frames around a place; next says that the one before was the
// last one's neighbour.
func (t *tape) load(at float64) (next bool, err error) {
	at = reel.Round(at)
	i := min(int(at), t.flight.Frames()-1)
	t.share = at - float64(i)
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

// at returns the place shown, in frames from the first.
func (t *tape) at() float64 { return float64(t.first) + t.share }

// ledger counts the events of a flock up to a tick.
func (c *counts) ledger(tick int64) Ledger {
	n := sort.Search(len(c.ticks), func(i int) bool { return c.ticks[i] > tick })
	if n == 0 {
		return Ledger{}
	}
	return c.after[n-1]
}

// frameAt returns the place of a time in simulated seconds, false after the end.
func (t *tape) frameAt(seconds float64) (float64, bool) {
	at := (seconds - t.flight.Start) * t.flight.FPS
	return at, at >= 0 && at <= float64(t.flight.Frames()-1)
}
