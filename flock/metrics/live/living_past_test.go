package live

import (
	"reflect"
	"testing"

	"skein/flock"
)

// A paused live flock's scorecard measures stored frames once, and ignores frames of earlier flights.
func TestStoredPastIsMeasured(t *testing.T) {
	ticks, params := flight(t)
	frames := recordedTicks(ticks)
	last := ticks[len(ticks)-1]
	n := Request{Field: true, Series: true, Window: 300, Vision: params.Float("vision"), Wingspan: params.Float("wingspan")}
	for _, asked := range []int{0, 200, 400} { // ticks at which the scorecard was first asked for
		w := NewLiving()
		defer w.Close()
		w.Ask(n)
		for _, s := range ticks[:100] {
			w.Add(s) // an earlier flight
		}
		for k, s := range ticks {
			if need := n; k >= asked {
				need.Field = false
				w.Ask(need)
			}
			w.Add(s)
		}
		w.AddPast(frames, n)
		w.AddPast(frames, n)
		w.Ask(n)
		w.Add(last)
		got := askUntil(t, w, n, func(n *News) bool { return n.Lines != nil && n.To == frames[len(frames)-1].Seconds() && n.Behind == 0 })
		same(t, "the stored past", got.Lines, cardOf(frames, &params))
		if !reflect.DeepEqual(got.Series, samplesOf(frames, &params)) {
			t.Errorf("the %d samples differ from the %d samples of a report", len(got.Series), len(samplesOf(frames, &params)))
		}
	}
}

// A new Watch measures the stored past and the following ticks.
func TestStoredPastOfANewWatch(t *testing.T) {
	ticks, params := flight(t)
	frames := recordedTicks(ticks)
	n := Request{Field: true, Series: true, Window: 300, Vision: params.Float("vision"), Wingspan: params.Float("wingspan")}
	w := NewLiving()
	defer w.Close()
	w.AddPast(frames[:250], n)
	w.Ask(n)
	for _, s := range ticks[2*249+1:] {
		w.Add(s)
	}
	got := askUntil(t, w, n, func(n *News) bool { return n.Lines != nil && n.To == frames[len(frames)-1].Seconds() && n.Behind == 0 })
	same(t, "the past and the present", got.Lines, cardOf(frames, &params))
	if !reflect.DeepEqual(got.Series, samplesOf(frames, &params)) {
		t.Errorf("the %d samples differ from the %d samples of a report", len(got.Series), len(samplesOf(frames, &params)))
	}
}

// If the scorecard's window grows, earlier stored frames are measured.
func TestStoredPastOfALongerWindow(t *testing.T) {
	ticks, params := flight(t)
	frames := recordedTicks(ticks)
	last := frames[len(frames)-1]
	n := Request{Field: true, Window: 3, Wingspan: params.Float("wingspan")}
	w := NewLiving()
	defer w.Close()
	for _, s := range ticks {
		w.Add(s)
	}
	for _, window := range []float64{3, 300} {
		n.Window = window
		w.AddPast(frames, n)
		w.Ask(n)
		w.Add(ticks[len(ticks)-1])
		got := askUntil(t, w, n, func(n *News) bool {
			return n.Lines != nil && n.To == last.Seconds() && n.Behind == 0 && n.Measured > min(window, flown)-0.1
		})
		same(t, "a longer window", got.Lines, cardOf(frames[max(0, len(frames)-1-int(window)*30):], &params))
	}
}

// Stored frames of another flight are not measured.
func TestStoredPastOfAnotherFlight(t *testing.T) {
	l, n := &liveSource{}, &Request{Field: true, Window: 10}
	at := func(tick int64) *flock.Snapshot { return &flock.Snapshot{Tick: tick, TickRate: 60} }
	for tick := range int64(600) {
		l.add(at(tick), &Request{})
	}
	if l.addPast([]*flock.Snapshot{at(0), at(2)}, n) || l.addPast([]*flock.Snapshot{at(700)}, n) || l.addPast(nil, n) {
		t.Error("frames of another flight were queued")
	}
	if !l.addPast([]*flock.Snapshot{at(596), at(598)}, n) || len(l.queue) != 2 {
		t.Errorf("%d stored frames of the flight are queued, want 2", len(l.queue))
	}
}
