package live

import (
	"slices"
	"sync"

	"skein/flock"
	"skein/flock/metrics"
	"skein/flock/metrics/field"
)

// maxQueued is the greatest number of boids in the frames that wait to be measured. It limits
// their memory.
const queued = 2_000_000

// liveSource measures a live flock.
type living struct {
	mu    sync.Mutex
	queue []told            // oldest first
	boids int               // number of boids in the queue
	free  []*flock.Snapshot // snapshots for reuse
	last  int64             // last tick that was added
	had   Need              // results for which the last tick was queued
	begun bool              // whether a tick was added
	jumps map[int]bool      // ids of the boids that jumped since the last queued frame
	next  float64           // time of the next sample of the series, s
	over  bool              // whether the queue overflowed; no frame is added until it is empty

	flock  int
	cards  []*field.Card // one per span without skipped frames; the last one grows
	series []metrics.Sample
	now    *flock.Snapshot // last measured frame
	seen   float64         // time of that frame, s
	ones   *metrics.Singles
	onesOf int64 // tick of ones
}

// queuedFrame is a frame that waits to be measured.
type told struct {
	s              *flock.Snapshot
	flock          int
	field, sampled bool // whether to measure it for the scorecard, and for the series

	anew          bool // whether a new flight begins with it
	vision, wings float32
}

// add queues a tick if it is due, and reports whether it did. The same tick comes again while
// the simulation is paused; it is queued again only if more results are requested.
func (l *living) tell(s *flock.Snapshot, n *Need) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	again := l.begun && s.Tick == l.last
	if more := n.Field && !l.had.Field || n.Singles && !l.had.Singles; again && !more || n.Flock >= s.FlockCount() {
		return false
	}
	anew := !l.begun || s.Tick < l.last
	if anew {
		l.begun, l.next, l.jumps, l.over = true, s.Seconds(), map[int]bool{}, false
	}
	l.last = s.Tick
	first, end := s.Range(n.Flock)
	for i := first; i < end; i++ {
		if s.Flags[i]&flock.Jumped != 0 {
			l.jumps[s.ID(i)] = true
		}
	}
	if len(l.queue) == 0 {
		l.over = false
	}
	const hair = 1e-9
	stride := int64(max(1, s.TickRate/Frames))
	due := s.Tick%stride == 0 || again
	t := told{flock: n.Flock, field: n.Field && due && !(again && l.had.Field), sampled: n.Series && s.Seconds() >= l.next-hair, anew: anew, vision: n.Vision, wings: n.Wingspan}
	l.had = Need{Field: t.field, Singles: n.Singles && due}
	if !t.field && !t.sampled && !l.had.Singles {
		return false
	}
	if !anew && (l.over || l.boids > queued) {
		l.over = true
		return false
	}
	if t.sampled {
		l.next = max(l.next+Every, s.Seconds())
	}
	own := s.Only(n.Flock)
	t.s = l.copied(&own, first)
	l.queue, l.boids = append(l.queue, t), l.boids+own.Len()
	return true
}

// copyFlock copies the parts of a flock that are measured. first is the index of the flock's
// first boid among all boids. It also sets the flag Jumped of each boid that jumped since the
// last queued frame.
func (l *living) copied(own *flock.Snapshot, first int) *flock.Snapshot {
	s := &flock.Snapshot{}
	if n := len(l.free); n > 0 {
		s, l.free = l.free[n-1], l.free[:n-1]
	}
	s.Tick, s.TickRate = own.Tick, own.TickRate
	s.Pos, s.Vel, s.Air = append(s.Pos[:0], own.Pos...), append(s.Vel[:0], own.Vel...), append(s.Air[:0], own.Air...)
	s.Flags, s.IDs = append(s.Flags[:0], own.Flags...), append(s.IDs[:0], own.IDs...)
	for i := range s.Flags {
		id := i + first
		if len(own.IDs) > 0 {
			id = own.ID(i)
		}
		if l.jumps[id] {
			s.Flags[i] |= flock.Jumped
		}
	}
	clear(l.jumps)
	return s
}

// dequeue removes and returns the oldest frame of the queue.
func (l *living) take() (t told, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue) == 0 {
		return told{}, false
	}
	t = l.queue[0]
	l.queue, l.boids = slices.Delete(l.queue, 0, 1), l.boids-t.s.Len()
	return t, true
}

func (l *living) step(n *Need) bool {
	t, ok := l.take()
	if !ok {
		return false
	}
	if t.anew || t.flock != l.flock {
		l.flock, l.cards, l.series, l.ones = t.flock, nil, nil, nil
	}
	if t.field {
		l.card(&t).Snapshot(t.s, 0)
	}
	if t.sampled {
		l.series = append(l.series, metrics.Measure(t.s, t.vision))
		if first := l.series[0].Seconds; t.s.Seconds()-first > Kept*1.1 {
			k := slices.IndexFunc(l.series, func(s metrics.Sample) bool { return s.Seconds >= t.s.Seconds()-Kept })
			l.series = slices.Clone(l.series[k:])
		}
	}
	l.mu.Lock()
	if l.now != nil {
		l.free = append(l.free, l.now)
	}
	l.mu.Unlock()
	l.now, l.seen = t.s, t.s.Seconds()
	return true
}

// card returns the card for a frame. It starts a new card if frames were skipped, and drops
// old cards and samples.
func (l *living) card(t *told) *field.Card {
	const apart = 1.5 / Frames // s
	k := len(l.cards) - 1
	if k < 0 || t.s.Seconds()-l.cards[k].Last() > apart {
		l.cards = append(l.cards, field.NewCard(float64(t.wings)))
		k++
	}
	old := t.s.Seconds() - Longest
	for ; k > 0 && l.cards[0].Last() < old; k-- {
		l.cards = l.cards[1:]
	}
	if c := l.cards[0]; c.Seconds() > 2*Longest {
		c.Forget(old)
	}
	return l.cards[k]
}

func (l *living) news(n *Need) *News {
	out := &News{Share: 1}
	if n.Flock != l.flock || l.now == nil {
		return out
	}
	if len(l.cards) > 0 {
		out.scorecard(n, l.seen, l.cards...)
		l.mu.Lock()
		if k := len(l.queue); k > 0 {
			out.Behind = l.queue[k-1].s.Seconds() - l.seen
		}
		l.mu.Unlock()
	}
	out.Series = l.series[:len(l.series):len(l.series)]
	if n.Singles {
		if l.ones == nil || l.onesOf != l.now.Tick {
			ones := metrics.SinglesOf(l.now)
			l.ones, l.onesOf = &ones, l.now.Tick
		}
		out.Singles = l.ones
	}
	return out
}

// scorecard fills in the scorecard of the window that ends at a time.
func (out *News) scorecard(n *Need, to float64, cards ...*field.Card) {
	const hair = 1e-6
	span := field.Span(to-n.Window-hair, to+hair, cards...)
	out.Lines, out.Measured = span.Lines(), span.Seconds()
	out.From, out.To = max(to-n.Window, cards[0].First()), to
}
