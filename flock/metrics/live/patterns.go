package live

import (
	"slices"

	"skein/flock"
	"skein/flock/metrics/pattern"
)

// PatternBirds is the largest number of boids in a live flight for which patterns are found. With more boids,
// the search could not keep up.
const PatternBirds = 12_000

// LivePatternInterval is the time between two measurements of a live flight, in s. A recording is measured as
// often as in a report.
const LivePatternInterval = 0.2

// PatternEvent is an occurrence of a pattern of escape in a flock.
type PatternEvent struct {
	Flock int // index of the flock, from 0
	pattern.Event
}

type patternLog struct {
	interval float64
	frame    float64 // usual time between frames, s; 0 for a live flight
	watches  []*pattern.Watch
	ended    []PatternEvent // patterns that earlier watches found
	last     float64
	started  bool
}

// add adds a frame. It restarts after a gap, and when time goes back.
func (l *patternLog) add(s *flock.Snapshot) {
	gap := max(0.25, 1.5*l.frame) // s
	now := s.Seconds()
	switch {
	case l.started && now <= l.last:
		l.restart(now)
	case l.started && now > l.last+gap:
		l.restart(l.last)
	}
	l.last, l.started = now, true
	for k := range s.FlockCount() {
		if k == len(l.watches) {
			w := pattern.NewWatch(k)
			w.Interval = l.interval
			l.watches = append(l.watches, w)
		}
		l.watches[k].Snapshot(s)
	}
}

// restart ends open patterns at the given time, and removes those that began later.
func (l *patternLog) restart(until float64) {
	remaining := slices.DeleteFunc(l.all(), func(e PatternEvent) bool { return e.From >= until })
	for i := range remaining {
		remaining[i].To, remaining[i].Open = min(remaining[i].To, until), false
	}
	l.ended, l.watches = remaining, nil
}

func (l *patternLog) all() []PatternEvent {
	all := slices.Clone(l.ended)
	for k, w := range l.watches {
		for _, e := range w.Events() {
			all = append(all, PatternEvent{k, e})
		}
	}
	return all
}

// livePatterns stores the patterns of each flight. When the user undoes a restart, the patterns of the
// earlier flight are needed again.
type livePatterns struct {
	frameQueue
	reached map[int]int64
	logs    map[int]*patternLog
	recent  []int // ids of the flights in logs, the most recent last
}

// storedFlights exceeds the number of flights that Undo and Redo can bring back.
const storedFlights = 64

// NewLivingPatterns returns a Watch that finds the patterns of all flocks of live flights, while patterns are
// requested. Call AddOf for each tick, even while they are not requested.
func NewLivingPatterns() *Watch {
	l := newLivePatterns()
	w := watch(l)
	w.live = l
	return w
}

func newLivePatterns() *livePatterns {
	return &livePatterns{reached: map[int]int64{}, logs: map[int]*patternLog{}}
}

// add queues a tick if it is due. If measuring falls a second behind, add skips frames until the queue is
// empty. It never skips the first frame after the flight went back in time.
func (l *livePatterns) add(s *flock.Snapshot, n *Request) bool {
	const longest = Frames // frames per second
	l.mu.Lock()
	defer l.mu.Unlock()
	reached, known := l.reached[n.Flight]
	back := known && s.Tick < reached
	l.reached[n.Flight] = s.Tick
	if back {
		l.push(queuedFrame{s: &flock.Snapshot{Tick: s.Tick, TickRate: s.TickRate}, flight: n.Flight, cut: true})
	}
	stride := int64(max(1, s.TickRate/Frames))
	if !n.Patterns || s.Len() > PatternBirds || s.Tick%stride != 0 || !l.accepts(len(l.queue) >= longest) {
		return back
	}
	own := l.copyOf(s)
	own.Up, own.Phase = append(own.Up[:0], s.Up...), append(own.Phase[:0], s.Phase...)
	own.Counts = append(own.Counts[:0], s.Counts...)
	l.push(queuedFrame{s: own, flight: n.Flight})
	return true
}

func (l *livePatterns) step(*Request) bool {
	t, ok := l.dequeue()
	if !ok {
		return false
	}
	log := l.logOf(t.flight)
	if t.cut {
		log.restart(t.s.Seconds())
		return true
	}
	log.add(t.s)
	l.recycle(t.s)
	return true
}

// logOf returns the log of a flight. To make room, it may remove the least recently used log.
func (l *livePatterns) logOf(flight int) *patternLog {
	log := l.logs[flight]
	if log == nil {
		log = &patternLog{interval: LivePatternInterval}
		l.logs[flight] = log
	}
	if n := len(l.recent); n > 0 && l.recent[n-1] == flight {
		return log
	}
	l.recent = append(slices.DeleteFunc(l.recent, func(other int) bool { return other == flight }), flight)
	if len(l.recent) > storedFlights {
		delete(l.logs, l.recent[0])
		l.recent = slices.Delete(l.recent, 0, 1)
	}
	return log
}

func (l *livePatterns) news(n *Request) *News {
	out := &News{Share: 1, Flight: n.Flight}
	if log := l.logs[n.Flight]; log != nil {
		out.Patterns = log.all()
	}
	return out
}

type recordedPatterns struct {
	recording Recording
	snap      flock.Snapshot
	next      int
	log       patternLog
	err       error
}

// NewRecordedPatterns returns a Watch that finds the patterns of all flocks of a recording, while patterns
// are requested.
func NewRecordedPatterns(r Recording) *Watch {
	return watch(&recordedPatterns{recording: r, log: patternLog{interval: pattern.Interval, frame: 1 / r.FPS}})
}

func (r *recordedPatterns) step(n *Request) bool {
	if !n.Patterns || r.err != nil || r.next >= r.recording.Frames {
		return false
	}
	if r.err = r.recording.Frame(r.next, &r.snap); r.err == nil {
		r.log.add(&r.snap)
	}
	r.next++
	return true
}

func (r *recordedPatterns) news(*Request) *News {
	return &News{Err: r.err, Patterns: r.log.all(), Share: float64(r.next) / float64(max(1, r.recording.Frames))}
}
