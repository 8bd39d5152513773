package film

import (
	"math"
	"sort"

	"skein/engine/picture"
	"skein/flock"
	"skein/flock/look"
)

// Shot ties the camera to a boid from a time on.
type Shot struct {
	From float64 // s of simulated time
	Boid int
}

// shotTime is how long the camera stays with a leader at least, s.
const shotTime = 2.5

// LeaderShots follow one leader after the other: the first that broke away, and
// from each of them, some seconds later at the earliest, the next to do so.
func LeaderShots(events []flock.Event, tickRate int) (shots []Shot) {
	for _, e := range events {
		if e.Kind != flock.EscapeBegan {
			continue
		}
		at, n := float64(e.Tick)/float64(tickRate), len(shots)
		if n == 0 || at >= shots[n-1].From+shotTime && e.Boid != shots[n-1].Boid {
			shots = append(shots, Shot{at, e.Boid})
		}
	}
	if len(shots) > 0 {
		shots[0].From = math.Inf(-1)
	}
	return shots
}

// shot is whom the camera is tied to at a time.
func (f *Film) shot(now float64) Shot {
	n := sort.Search(len(f.Shots), func(k int) bool { return f.Shots[k].From > now })
	if n == 0 {
		return Shot{math.Inf(-1), f.Selected}
	}
	return f.Shots[n-1]
}

// windUp brings the traces up to frame i.
func (f *Film) windUp(i int) error {
	if f.Show.Traces == look.TraceNone {
		return nil
	}
	from, err := f.retrace(i)
	if err != nil {
		return err
	}
	for k := from; k <= i; k++ {
		s, err := f.strip.Frame(k)
		if err != nil {
			f.traces.Clear()
			return err
		}
		f.traces.Add(&s.Snapshot, f.Show.TraceSeconds)
		f.traced = k
	}
	return nil
}

// retrace returns the frame from which on the traces have to be told of frames to
// show frame i: the one after the last, or, where that is no way, the first that
// matters. Traces take points every few ticks, so they may reach back by as much
// more than their length.
func (f *Film) retrace(i int) (from int, err error) {
	s, err := f.strip.Frame(i)
	if err != nil {
		return 0, err
	}
	back := i - int(math.Ceil(float64(f.Show.TraceSeconds)*f.FPS)) - s.TickRate/picture.TraceRate - 1
	if !f.traces.Empty() && f.traced <= i && f.traced >= back {
		return f.traced + 1, nil
	}
	f.traces.Clear()
	return max(back, 0), nil
}
