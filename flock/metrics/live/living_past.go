package live

import (
	"math"

	"skein/flock"
)

// AddPast adds stored frames of a live flight, in order, for the next request n. It skips frames that were
// already measured, and copies the data that it needs.
func (w *Watch) AddPast(frames []*flock.Snapshot, n Request) {
	l, ok := w.live.(*liveSource)
	if ok && l.addPast(frames, &n) {
		w.wakeUp()
	}
}

const noFrame = math.MinInt64

// addPast queues stored frames for the scorecard and, in a new Watch, for the series. If the frames have too
// many boids, it queues only the latest ones. It returns false if it queued none.
func (l *liveSource) addPast(frames []*flock.Snapshot, n *Request) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(frames) == 0 || l.started && !l.hasReached(frames[len(frames)-1]) {
		return false
	}
	if !l.started {
		l.begin(frames[0])
	}
	whole := l.newFlight
	from, newCard := l.cardTick+1, false
	if n.Field {
		last := frames[len(frames)-1]
		earliest := last.Tick - int64(n.Window*float64(last.TickRate))
		if newCard = l.lacks(max(earliest, frames[0].Tick), n); newCard {
			from = earliest
		}
		from = max(from, earliest)
	}
	first, boids := len(frames), l.boids
	for first > 0 && boids <= maxQueued/2 && (whole || n.Field && frames[first-1].Tick >= from) {
		first--
		boids += frames[first].Len()
	}
	for _, s := range frames[first:] {
		// earlier frames do not contain a flock that joined later
		if n.Flock < s.FlockCount() && l.pushStored(s, n, from, newCard, whole) {
			newCard = false
		}
	}
	return first < len(frames)
}

// lacks reports whether the scorecard's frames begin more than fewTicks after the given tick.
func (l *liveSource) lacks(tick int64, n *Request) bool {
	return l.cardFlock != n.Flock || l.cardTick == noFrame || l.cardFrom > tick+fewTicks
}

// fewTicks is a number of ticks that is too small to matter for the scorecard.
const fewTicks = 8

func (l *liveSource) noteCard(s *flock.Snapshot, n *Request) {
	stride := int64(max(1, s.TickRate/Frames))
	if l.cardTick == noFrame || l.cardFlock != n.Flock || s.Tick > l.cardTick+stride {
		l.cardFrom = s.Tick
	}
	l.cardTick, l.cardFlock = s.Tick, n.Flock
}

// hasReached reports whether the Watch has received the flight up to a stored frame. If not, the frame
// belongs to another flight.
func (l *liveSource) hasReached(s *flock.Snapshot) bool {
	return s.Tick <= l.last && s.Tick >= l.last-fewTicks
}

// pushStored queues a stored frame for the scorecard unless the frame is before the tick from. It reports
// whether it queued the frame. newCard restarts the scorecard, and series allows a sample.
func (l *liveSource) pushStored(s *flock.Snapshot, n *Request, from int64, newCard, series bool) bool {
	t := queuedFrame{flock: n.Flock, newFlight: l.newFlight, vision: n.Vision, wingspan: n.Wingspan}
	t.forCard = n.Field && s.Tick >= from
	t.newCard = t.forCard && newCard
	if l.newFlight {
		l.next = s.Seconds()
	}
	if series && n.Series && l.isDue(s) {
		t.forSeries, l.next = true, l.next+max(n.Every, SampleInterval)
	}
	if !t.forCard && !t.forSeries {
		return false
	}
	l.newFlight, l.last = false, max(l.last, s.Tick)
	if t.newCard {
		l.cardTick = noFrame
	}
	if t.forCard {
		l.noteCard(s, n)
		l.queuedFor.Field = l.queuedFor.Field || s.Tick == l.last
	}
	own := s.OneFlock(n.Flock)
	first, _ := s.Range(n.Flock)
	jumps := l.jumps
	l.jumps = map[int]bool{} // these jumps happened after the stored frames
	t.s = l.copyFlock(&own, first)
	l.jumps = jumps
	l.push(t)
	return t.forCard
}
