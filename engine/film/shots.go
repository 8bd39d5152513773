package film

import (
	"math"
	"sort"

	"skein/engine/picture"
	"skein/flock"
	"skein/flock/look"
)

// Shot is the start of a shot in which the camera is tied to a boid.
type Shot struct {
	From float64 // start, s of simulated time
	Boid int
}

const shotTime = 2.5

// LeaderShots returns shots that follow one leader after another. The first shot shows the first boid that
// breaks away. After at least shotTime, the next boid that breaks away gets the next shot.
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

func (f *Film) shot(now float64) Shot {
	n := sort.Search(len(f.Shots), func(k int) bool { return f.Shots[k].From > now })
	if n == 0 {
		return Shot{math.Inf(-1), f.Selected}
	}
	return f.Shots[n-1]
}

func (f *Film) updateTraces(i int) error {
	if f.Show.Traces == look.TraceNone {
		return nil
	}
	from, err := f.retrace(i)
	if err != nil {
		return err
	}
	for k := from; k <= i; k++ {
		s, err := f.reader.Frame(k)
		if err != nil {
			f.traces.Clear()
			return err
		}
		f.traces.Add(&s.Snapshot, f.Show.TraceSeconds*float32(f.pace()))
		f.tracedTo = k
	}
	return nil
}

// retrace returns the first frame that must be added to the traces before they can show frame i.
// This is the frame after the last one that was added. If the traces must be rebuilt, it is the
// first frame that they still show. A trace has a point only every few ticks, so it may reach back
// a few ticks more than its length.
func (f *Film) retrace(i int) (from int, err error) {
	s, err := f.reader.Frame(i)
	if err != nil {
		return 0, err
	}
	back := i - int(math.Ceil(float64(f.Show.TraceSeconds)*f.rate())) - s.TickRate/picture.TraceRate - 1
	if !f.traces.Empty() && f.tracedTo <= i && f.tracedTo >= back {
		return f.tracedTo + 1, nil
	}
	f.traces.Clear()
	return max(back, 0), nil
}
