package engine

import (
	"math"
	"sort"

	"skein/flock"
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

// sight is what a camera needs of a frame: the flock as a whole, and two of its
// boids.
type sight struct {
	flock Subject
	ids   [2]int
	boids [2]flock.Boid
}

func sightOf(boids []flock.Boid, span float32, ids ...int) *sight {
	s := &sight{flock: subjectOf(boids, -1, span)}
	s.flock.Boids = nil
	for n, id := range ids {
		if s.ids[n] = -1; id >= 0 && id < len(boids) {
			s.ids[n], s.boids[n] = id, boids[id]
		}
	}
	return s
}

// subject is the flock with one of the two boids; with none if it lacks it.
func (s *sight) subject(id int) Subject {
	sub := s.flock
	for n := range s.ids {
		if id >= 0 && s.ids[n] == id {
			sub.Boid, sub.Index = &s.boids[n], id
		}
	}
	return sub
}

// windUp brings the sights from frame first on, of a boid that the camera is
// tied to, and the traces up to frame i.
func (f *Film) windUp(first, i, on int) error {
	if f.sights == nil || f.on != on {
		f.sights, f.on = map[int]*sight{}, on
	}
	for k := range f.sights {
		if k < first-2 || k > i+2 {
			delete(f.sights, k)
		}
	}
	from := first
	for from <= i && f.sights[from] != nil {
		from++
	}
	trace := i + 1
	if f.Show.Traces != TraceNone {
		var err error
		if trace, err = f.retrace(i); err != nil {
			return err
		}
	}
	for k := min(from, trace); k <= i; k++ {
		if k < trace && f.sights[k] != nil {
			continue
		}
		s, err := f.still(k)
		if err != nil {
			f.traces.Clear()
			return err
		}
		if k >= trace {
			f.traces.Add(&s.Snapshot, f.Show.TraceSeconds)
			f.traced = k
		}
		if k >= from && f.sights[k] == nil {
			params, err := f.Params(k)
			if err != nil {
				return err
			}
			f.boids = flock.Interpolate(f.boids[:0], &s.Snapshot, &s.Snapshot, 1)
			f.sights[k] = sightOf(f.boids, params.Float("wingspan"), on, f.Selected)
		}
	}
	return nil
}

// retrace is the frame from which on the traces have to be told of frames to
// show frame i: the one after the last, or, where that is no way, the first that
// matters. Traces take points every few ticks, so they may reach back by as much
// more than their length.
func (f *Film) retrace(i int) (from int, err error) {
	s, err := f.still(i)
	if err != nil {
		return 0, err
	}
	back := i - int(math.Ceil(float64(f.Show.TraceSeconds)*f.FPS)) - s.TickRate/traceRate - 1
	if len(f.traces.rows) > 0 && f.traced <= i && f.traced >= back {
		return f.traced + 1, nil
	}
	f.traces.Clear()
	return max(back, 0), nil
}
