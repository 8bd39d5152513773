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

// LeaderShots returns a shot of each boid that breaks away, in order of time. It skips a boid that breaks
// away within shotTime of the last shot. The first shot begins before all events.
func LeaderShots(events []flock.Event, tickRate int) (shots []Shot) {
	for _, e := range events {
		if e.Kind != flock.EscapeBegan {
			continue
		}
		seconds, n := float64(e.Tick)/float64(tickRate), len(shots)
		if n == 0 || seconds >= shots[n-1].From+shotTime && e.Boid != shots[n-1].Boid {
			shots = append(shots, Shot{seconds, e.Boid})
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

// retrace returns the first frame that must be added to the traces to show frame i. This is the frame after
// the last one added. After a rebuild, it is the first frame that the traces show. Points are a few ticks
// apart, so a trace may reach back slightly more than its length.
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
