package live

import (
	"slices"
	"strings"

	"skein/flock"
	"skein/flock/metrics"
	"skein/flock/metrics/field"
)

// maxQueued is the largest number of boids in queued frames. It limits the memory of the queue.
const maxQueued = 2_000_000

type liveSource struct {
	frameQueue
	last      int64
	queuedFor Request
	started   bool
	newFlight bool         // whether no frame of this flight has been queued yet
	jumps     map[int]bool // ids of the boids that jumped since the last queued frame
	next      float64
	cardTick  int64 // tick of the last frame queued for the scorecard
	cardFrom  int64 // tick of the first of these frames after the last gap
	cardFlock int

	flock       int
	cards       []*field.Card // one card for each period without skipped frames; the last one grows
	series      []metrics.Sample
	latest      *flock.Snapshot
	latestTime  float64
	singles     *metrics.Singles
	singlesTick int64
}

type queuedFrame struct {
	s                  *flock.Snapshot
	flock              int
	forCard, forSeries bool

	flight int
	cut    bool // whether the flight went back in time to this frame, which is then not measured

	newFlight        bool
	newCard          bool // whether the scorecard starts again here
	vision, wingspan float32
}

// add queues a tick if it is due. A paused simulation adds the same tick again. It is then queued only if
// additional results are requested.
func (l *liveSource) add(s *flock.Snapshot, n *Request) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	second := l.started && s.Tick == l.last
	if more := n.Field && !l.queuedFor.Field || n.Singles && !l.queuedFor.Singles; second && !more || n.Flock >= s.FlockCount() {
		return false
	}
	if !l.started || s.Tick < l.last {
		l.begin(s)
	}
	l.last = s.Tick
	first, end := s.Range(n.Flock)
	for i := first; i < end; i++ {
		if s.Flags[i]&flock.Jumped != 0 {
			l.jumps[s.ID(i)] = true
		}
	}
	stride := int64(max(1, s.TickRate/Frames))
	due := s.Tick%stride == 0 || second
	t := queuedFrame{flock: n.Flock, forCard: n.Field && due && !(second && l.queuedFor.Field), forSeries: n.Series && l.isDue(s), newFlight: l.newFlight, vision: n.Vision, wingspan: n.Wingspan}
	l.queuedFor = Request{Field: t.forCard, Singles: n.Singles && due}
	if !t.forCard && !t.forSeries && !l.queuedFor.Singles {
		return false
	}
	if !l.newFlight && !l.accepts(l.boids > maxQueued) {
		return false
	}
	l.newFlight = false
	if t.forSeries {
		l.next = max(l.next+max(n.Every, SampleInterval), s.Seconds())
	}
	if t.forCard {
		l.noteCard(s, n)
	}
	own := s.OneFlock(n.Flock)
	t.s = l.copyFlock(&own, first)
	l.push(t)
	return true
}

func (l *liveSource) begin(s *flock.Snapshot) {
	l.started, l.newFlight, l.overflowed = true, true, false
	l.last, l.next, l.jumps, l.cardTick = s.Tick, s.Seconds(), map[int]bool{}, noFrame
}

func (l *liveSource) isDue(s *flock.Snapshot) bool {
	const tolerance = 1e-9
	return s.Seconds() >= l.next-tolerance
}

// copyFlock copies the data of a flock that are measured. It flags boids that jumped since the last queued
// frame.
func (l *liveSource) copyFlock(own *flock.Snapshot, first int) *flock.Snapshot {
	s := l.copyOf(own)
	s.Air = append(s.Air[:0], own.Air...)
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

func (l *liveSource) step(n *Request) bool {
	t, ok := l.dequeue()
	if !ok {
		return false
	}
	if t.newFlight || t.flock != l.flock {
		l.flock, l.cards, l.series, l.singles = t.flock, nil, nil, nil
	}
	if t.newCard {
		l.cards = nil
	}
	if t.forCard {
		l.card(&t).Snapshot(t.s, 0)
	}
	if t.forSeries {
		l.series = append(l.series, metrics.Measure(t.s, t.vision))
		if first := l.series[0].Seconds; t.s.Seconds()-first > SeriesLength*1.1 {
			k := slices.IndexFunc(l.series, func(s metrics.Sample) bool { return s.Seconds >= t.s.Seconds()-SeriesLength })
			l.series = slices.Clone(l.series[k:])
		}
	}
	l.recycle(l.latest)
	l.latest, l.latestTime = t.s, t.s.Seconds()
	return true
}

// card returns the card for a frame. After skipped frames, it starts a new card. It also removes old cards
// and samples.
func (l *liveSource) card(t *queuedFrame) *field.Card {
	const apart = 1.5 / Frames // longest time between frames that does not count as a gap, s
	k := len(l.cards) - 1
	if k < 0 || t.s.Seconds()-l.cards[k].Last() > apart {
		l.cards = append(l.cards, field.NewCard(float64(t.wingspan)))
		k++
	}
	old := t.s.Seconds() - MaxWindow
	for ; k > 0 && l.cards[0].Last() < old; k-- {
		l.cards = l.cards[1:]
	}
	if c := l.cards[0]; c.Seconds() > 2*MaxWindow {
		c.Forget(old)
	}
	return l.cards[k]
}

func (l *liveSource) news(n *Request) *News {
	out := &News{Share: 1}
	if n.Flock != l.flock || l.latest == nil {
		return out
	}
	if len(l.cards) > 0 {
		out.scorecard(n, l.latestTime, l.cards...)
		l.mu.Lock()
		if k := len(l.queue); k > 0 {
			out.Behind = l.queue[k-1].s.Seconds() - l.latestTime
		}
		l.mu.Unlock()
	}
	out.Series = l.series[:len(l.series):len(l.series)]
	if n.Singles {
		if l.singles == nil || l.singlesTick != l.latest.Tick {
			ones := metrics.SinglesOf(l.latest)
			l.singles, l.singlesTick = &ones, l.latest.Tick
		}
		out.Singles = l.singles
	}
	return out
}

func (out *News) scorecard(n *Request, to float64, cards ...*field.Card) {
	const tolerance = 1e-6
	span := field.Span(to-n.Window-tolerance, to+tolerance, cards...)
	out.Lines, out.Measured = field.Impose(span.Lines(), strings.Fields(n.Imposed)), span.Seconds()
	out.From, out.To = max(to-n.Window, cards[0].First()), to
}
