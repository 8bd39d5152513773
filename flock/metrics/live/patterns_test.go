package live

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/metrics/pattern"
)

// splittingFlock returns 60 ticks per second of two flocks: a hunter, and 300 birds in a disc, half of which
// fly 40 m to the side in seconds 3 to 5, and come back in 7 to 9.
func splittingFlock(seconds int) (all []*flock.Snapshot) {
	r := rand.New(rand.NewPCG(1, 2))
	var places []mgl32.Vec3
	for len(places) < 300 {
		if p := (mgl32.Vec3{20*r.Float32() - 10, 3 * r.Float32(), 20*r.Float32() - 10}); math.Hypot(float64(p[0]), float64(p[2])) < 10 {
			places = append(places, p)
		}
	}
	for tick := range 60 * seconds {
		now := float32(tick) / 60
		offset := 40 * (min(max((now-3)/2, 0), 1) - min(max((now-7)/2, 0), 1))
		s := &flock.Snapshot{Tick: int64(tick), TickRate: 60, Counts: []int{1, 300}, Pos: []mgl32.Vec3{{0, 50, 0}}}
		for _, p := range places {
			if p[0] > 0 {
				p[0] += offset
			}
			s.Pos = append(s.Pos, p)
		}
		s.Vel, s.Up = slices.Repeat([]mgl32.Vec3{{0, 0, 10}}, 301), make([]mgl32.Vec3, 301)
		s.Phase, s.Flags = make([]float32, 301), make([]flock.Flags, 301)
		all = append(all, s)
	}
	return all
}

func reportedEvents(frames []*flock.Snapshot, interval float64) (all []PatternEvent) {
	for k := range 2 {
		w := pattern.NewWatch(k)
		w.Interval = interval
		for _, s := range frames {
			w.Snapshot(s)
		}
		for _, e := range w.Events() {
			all = append(all, PatternEvent{k, e})
		}
	}
	return all
}

func splitEvents(all []PatternEvent) (some []PatternEvent) {
	for _, e := range all {
		if e.Kind == pattern.Split {
			some = append(some, e)
		}
	}
	return some
}

// The patterns of a live flight and of a recording equal those of a report, for all flocks.
func TestPatternsEqualReport(t *testing.T) {
	ticks := splittingFlock(10)
	want := reportedEvents(recordedTicks(ticks), pattern.Interval)
	if s := splitEvents(want); len(s) != 1 || s[0].Flock != 1 || s[0].From < 3 || s[0].From > 5 || s[0].To < 7 || s[0].To > 9 || s[0].Birds < 120 || s[0].Birds > 150 {
		t.Fatalf("the report has %+v, want one split of the second flock from about 4 to 8 s", want)
	}
	arrived := func(n *News) bool { return reflect.DeepEqual(n.Patterns, want) }
	w := NewRecordedPatterns(recordingOf(recordedTicks(ticks), flock.Params{}))
	defer w.Close()
	askUntil(t, w, Request{Patterns: true}, arrived)

	l := NewLivingPatterns()
	defer l.Close()
	l.Ask(Request{Patterns: true})
	for k, s := range ticks {
		l.Add(s)
		if k%30 == 29 { // wait, so that no frame is skipped
			askUntil(t, l, Request{Patterns: true}, func(*News) bool {
				from := l.live.(*livePatterns)
				from.mu.Lock()
				defer from.mu.Unlock()
				return len(from.queue) == 0
			})
		}
	}
	want = reportedEvents(recordedTicks(ticks), LivePatternInterval)
	askUntil(t, l, Request{Patterns: true}, arrived)
}

// In a recording with few frames per second, the time between frames is not a gap.
func TestPatternsOfFewFrames(t *testing.T) {
	for _, every := range []int{20, 30, 60} { // keep 3, 2 and 1 of 60 frames per second
		var frames []*flock.Snapshot
		for k, s := range splittingFlock(12) {
			if k%every == 0 {
				frames = append(frames, s)
			}
		}
		want := reportedEvents(frames, pattern.Interval)
		if s := splitEvents(want); len(s) != 1 || s[0].From < 3 || s[0].From > 5 || s[0].To < 7 || s[0].To > 9+float64(every)/60 {
			t.Fatalf("measured every %d ticks, the report has %+v, want one split from about 4 to 8 s", every, want)
		}
		r := recordingOf(frames, flock.Params{})
		r.FPS = 60 / float64(every)
		w := NewRecordedPatterns(r)
		askUntil(t, w, Request{Patterns: true}, func(n *News) bool { return n.Share == 1 && reflect.DeepEqual(n.Patterns, want) })
		w.Close()
	}
}

// A pattern ends where frames are missing. If time goes back, later patterns are removed, and an open one
// ends at the new time.
func TestPatternsOfGapsAndBranches(t *testing.T) {
	frames := recordedTicks(splittingFlock(10))
	l := patternLog{interval: pattern.Interval}
	for k, s := range frames[:300] {
		if k < 160 || k >= 180 {
			l.add(s)
		}
	}
	if got := splitEvents(l.all()); len(got) != 2 || got[0].Open || got[0].To > 160./30 || got[1].From < 6 {
		t.Errorf("with a gap from 5.3 to 6 s, the splits are %+v, want two, the first one closed before the gap", got)
	}
	l = patternLog{interval: pattern.Interval}
	for _, s := range frames[:210] {
		l.add(s)
	}
	l.add(frames[150])
	if got := splitEvents(l.all()); len(got) != 1 || got[0].Open || got[0].To != 5 {
		t.Errorf("after a step back to 5 s, the splits are %+v, want one that ends there", got)
	}
	l.add(frames[0])
	if got := l.all(); len(got) != 0 {
		t.Errorf("after a restart, the patterns are %+v, want none", got)
	}
}

// The search for patterns runs only on request, and not for flocks that are too large.
func TestPatternsOnRequest(t *testing.T) {
	l := newLivePatterns()
	s := splittingFlock(1)[0]
	large := &flock.Snapshot{Pos: make([]mgl32.Vec3, PatternBirds+1), TickRate: 60}
	if l.add(s, &Request{}) || l.add(large, &Request{Patterns: true}) || !l.add(s, &Request{Patterns: true}) {
		t.Error("a frame is measured without a request, or not measured although requested")
	}
}

// A restart hides the patterns of a flight, and Undo shows them again. If a flight goes back in time, its
// later patterns are removed, even without a request.
func TestPatternsOfFlights(t *testing.T) {
	ticks := splittingFlock(6)
	l, wanted := newLivePatterns(), Request{Patterns: true, Flight: 0}
	measure := func(n Request, some []*flock.Snapshot) []PatternEvent {
		for _, s := range some {
			l.add(s, &n)
			for l.step(&n) {
			}
		}
		return l.news(&n).Patterns
	}
	want := reportedEvents(recordedTicks(ticks), LivePatternInterval)
	if got := measure(wanted, ticks); len(splitEvents(want)) != 1 || !reflect.DeepEqual(got, want) {
		t.Fatalf("the first flight has the patterns %+v, want %+v, with one split", got, want)
	}
	if got := measure(Request{Flight: 1}, ticks[:60]); len(got) != 0 {
		t.Errorf("after a restart, the patterns are %+v, want none", got)
	}
	if got := measure(wanted, nil); !reflect.DeepEqual(got, want) {
		t.Errorf("after the undo of the restart, the patterns are %+v, want %+v", got, want)
	}
	if got := measure(Request{Flight: 0}, ticks[120:140]); len(splitEvents(got)) != 0 {
		t.Errorf("after the flight went back to 2 s, the patterns are %+v, want no split", got)
	}
	for flight := range 2 * storedFlights {
		measure(Request{Patterns: true, Flight: flight}, ticks[:1])
	}
	if len(l.logs) != storedFlights || l.logs[2*storedFlights-1] == nil {
		t.Errorf("%d logs are stored, want the last %d", len(l.logs), storedFlights)
	}
}
