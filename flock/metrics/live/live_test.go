package live

import (
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"skein/flock"
	"skein/flock/metrics"
	"skein/flock/metrics/field"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

const boids, flown = 60, 13 // number of boids, and length of the flight in s

func flight(t *testing.T) (all []*flock.Snapshot, params flock.Params) {
	t.Helper()
	def := testscene.Def("murmuration")
	def.Seed, def.Params = 5, model.With(def.Params, "count", boids)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	for range flown*def.TickRate + 1 {
		s := &flock.Snapshot{}
		w.Snapshot(s)
		all = append(all, s)
		w.Step()
	}
	return all, w.Params()
}

// recordedTicks returns the ticks that a recording with 30 frames per second would contain.
func recordedTicks(ticks []*flock.Snapshot) (all []*flock.Snapshot) {
	for k := 0; k < len(ticks); k += 2 {
		all = append(all, ticks[k])
	}
	return all
}

func cardOf(frames []*flock.Snapshot, p *flock.Params) *field.Card {
	c := field.NewCard(float64(p.Float("wingspan")))
	for _, s := range frames {
		c.Snapshot(s, 0)
	}
	return c
}

func samplesOf(frames []*flock.Snapshot, p *flock.Params) []metrics.Sample {
	t := metrics.NewTally(p.Float("vision"), SampleInterval)
	for _, s := range frames {
		t.Frame(s, nil)
	}
	return t.Report().Series
}

func recordingOf(frames []*flock.Snapshot, p flock.Params) Recording {
	return Recording{
		Frames: len(frames), FPS: 30, Start: frames[0].Seconds(),
		Frame: func(i int, dst *flock.Snapshot) error {
			s := frames[i]
			*dst = *s
			dst.Pos, dst.Vel, dst.Up = slices.Clone(s.Pos), slices.Clone(s.Vel), slices.Clone(s.Up)
			return nil
		},
		Params: func(int, int) (flock.Params, error) { return p, nil },
	}
}

func askUntil(t *testing.T, w *Watch, n Request, wanted func(*News) bool) *News {
	t.Helper()
	const patience = 20 * time.Minute // much longer than needed, even on a busy machine
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if got := w.Ask(n); wanted(got) {
			return got
		}
	}
	t.Fatalf("the results never met the condition: %+v", w.Ask(n))
	return nil
}

func same(t *testing.T, what string, got []field.Line, want *field.Card) {
	t.Helper()
	for k, line := range want.Lines() {
		if k >= len(got) || !reflect.DeepEqual(got[k], line) {
			t.Errorf("%s: %s differs from the scorecard without a Watch", what, line.Name)
		}
	}
}

// The results for a recording equal those of a report on the same period, even if the time on screen goes
// back.
func TestRecordedEqualsReport(t *testing.T) {
	ticks, params := flight(t)
	frames := recordedTicks(ticks)
	w := NewRecorded(recordingOf(frames, params))
	defer w.Close()
	last := frames[len(frames)-1].Seconds()
	times := []float64{last, last - 4, last - 9.5, last}
	if testing.Short() {
		times = times[:1]
	}
	for _, now := range times {
		got := askUntil(t, w, Request{Now: now, Field: true, Series: true, Window: 300}, func(n *News) bool {
			return n.Lines != nil && n.Behind == 0 && math.Abs(n.To-now) < 0.01 && n.Share == 1
		})
		shown := int(math.Round((now - frames[0].Seconds()) * 30))
		same(t, "recorded", got.Lines, cardOf(frames[:shown+1], &params))
		if !reflect.DeepEqual(got.Series, samplesOf(frames, &params)) {
			t.Errorf("the %d samples differ from the %d samples of a report", len(got.Series), len(samplesOf(frames, &params)))
		}
	}
}

func TestWindow(t *testing.T) {
	ticks, params := flight(t)
	frames := recordedTicks(ticks)
	w := NewRecorded(recordingOf(frames, params))
	defer w.Close()
	last := frames[len(frames)-1].Seconds()
	got := askUntil(t, w, Request{Now: last, Field: true, Window: 5}, func(n *News) bool { return n.Lines != nil && n.Behind == 0 })
	if math.Abs(got.From-(last-5)) > 1e-6 || math.Abs(got.Measured-5) > 0.01 {
		t.Errorf("the window is %v to %v s, with %v s measured, want the last 5 s", got.From, got.To, got.Measured)
	}
	want := cardOf(frames[len(frames)-1-5*30:], &params).Lines()
	for k, key := range map[int]string{0: "polarization", 1: "nearest", 2: "density", 3: "length", 4: "width", 5: "gravity", 9: "core", 10: "orientation"} {
		if l := got.Lines[k]; l.Key != key || l.Value == nil || *l.Value != *want[k].Value || *l.Error != *want[k].Error {
			t.Errorf("the row %s is %s, want %s", key, l.Text(), want[k].Text())
		}
	}
	if remaining := got.Lines[11].All()[1]; remaining.Value == nil || remaining.After != 3.5 {
		t.Errorf("the part on neighbours kept after 3.5 s is %+v, want a value", remaining)
	}
	few := askUntil(t, w, Request{Now: frames[30].Seconds(), Field: true, Window: 5}, func(n *News) bool { return n.Lines != nil && n.To < frames[31].Seconds() })
	if remaining := few.Lines[11].All()[1]; remaining.Value != nil || remaining.After-few.Measured < 2.4 {
		t.Errorf("after 1 s, the share of neighbours kept after 3.5 s is %s and needs %v s more, want no value and 2.5 s", remaining.Text(), remaining.After-few.Measured)
	}
}

// The results for a live flock equal those for its recording, and a restart clears them.
func TestLiveEqualsReport(t *testing.T) {
	ticks, params := flight(t)
	frames := recordedTicks(ticks)
	w := NewLiving()
	defer w.Close()
	n := Request{Field: true, Series: true, Singles: true, Window: 300, Vision: params.Float("vision"), Wingspan: params.Float("wingspan")}
	w.Ask(n)
	add := func(all []*flock.Snapshot) {
		var s flock.Snapshot
		for _, tick := range all {
			s = *tick
			s.Pos, s.Vel, s.Flags = slices.Clone(tick.Pos), slices.Clone(tick.Vel), slices.Clone(tick.Flags)
			w.Add(&s)
			for i := range s.Pos { // like a caller that reuses the memory
				s.Pos[i][0], s.Vel[i][0] = 1e3, 1e3
			}
		}
	}
	add(ticks)
	last := frames[len(frames)-1]
	got := askUntil(t, w, n, func(n *News) bool { return n.To == last.Seconds() && n.Behind == 0 })
	same(t, "living", got.Lines, cardOf(frames, &params))
	if !reflect.DeepEqual(got.Series, samplesOf(frames, &params)) {
		t.Errorf("the %d samples differ from the %d samples of a report", len(got.Series), len(samplesOf(frames, &params)))
	}
	if ones := metrics.SinglesOf(last); !reflect.DeepEqual(got.Singles, &ones) {
		t.Error("the measures of single boids are not from the last tick")
	}
	add(ticks[:121])
	got = askUntil(t, w, n, func(n *News) bool { return n.To == ticks[120].Seconds() && n.Behind == 0 })
	same(t, "after a restart", got.Lines, cardOf(frames[:61], &params))
}

// A request can ask for fewer samples of a live flock.
func TestRareSamples(t *testing.T) {
	ticks, params := flight(t)
	w := NewLiving()
	defer w.Close()
	n := Request{Series: true, Every: 0.5, Vision: params.Float("vision")}
	w.Ask(n)
	for _, s := range ticks {
		w.Add(s)
	}
	first, last := ticks[0].Seconds(), ticks[len(ticks)-1].Seconds()
	want := int((last-first)/n.Every+1e-9) + 1
	got := askUntil(t, w, n, func(n *News) bool { return len(n.Series) >= want }).Series
	for k, sample := range got {
		tick := ticks[slices.IndexFunc(ticks, func(s *flock.Snapshot) bool { return s.Seconds() == sample.Seconds })]
		if wanted := first + float64(k)*n.Every; math.Abs(sample.Seconds-wanted) > 1e-6 || !reflect.DeepEqual(sample, metrics.Measure(tick, n.Vision)) {
			t.Errorf("sample %d is %+v, want the measures at %v s", k, sample, wanted)
		}
	}
	if len(got) != want {
		t.Errorf("there are %d samples, want %d", len(got), want)
	}
}

// A jump in a tick that is not measured appears in the next measured tick.
func TestJumpsBetweenSamples(t *testing.T) {
	l := &liveSource{}
	at := func(tick int64, flags ...flock.Flags) *flock.Snapshot {
		s := &flock.Snapshot{Tick: tick, TickRate: 60, Flags: flags}
		s.Pos = slices.Grow(s.Pos, len(flags))[:len(flags)]
		s.Vel, s.Up = s.Pos, s.Pos
		s.Phase = make([]float32, len(flags))
		return s
	}
	for tick, flags := range [][]flock.Flags{{0, 0}, {0, flock.Jumped}, {0, 0}, {0, 0}, {flock.Leading, 0}} {
		l.add(at(int64(tick), flags...), &Request{Field: true})
	}
	for _, want := range [][]flock.Flags{{0, 0}, {0, flock.Jumped}, {flock.Leading, 0}} {
		if got, ok := l.dequeue(); !ok || !slices.Equal(got.s.Flags, want) {
			t.Errorf("the queued snapshot has the flags %v, want %v", got.s.Flags, want)
		}
	}
}

// Skipped frames split the window into two runs, which the scorecard pools.
func TestGap(t *testing.T) {
	ticks, params := flight(t)
	frames := recordedTicks(ticks)
	l := &liveSource{}
	n := &Request{Field: true, Window: 300, Wingspan: params.Float("wingspan")}
	a, b := frames[:150], frames[200:]
	for _, s := range append(slices.Clone(a), b...) {
		l.add(s, n)
	}
	for l.step(n) {
	}
	same(t, "two runs", l.news(n).Lines, field.Pool(cardOf(a, &params), cardOf(b, &params)))
	if got, want := l.news(n).Measured, 149./30+float64(len(b)-1)/30; math.Abs(got-want) > 1e-6 {
		t.Errorf("%v s were measured, want %v", got, want)
	}
}

func TestPaused(t *testing.T) {
	ticks, params := flight(t)
	w := NewLiving()
	defer w.Close()
	still := ticks[301] // a tick between two recorded frames
	w.Add(still)
	n := Request{Field: true, Singles: true, Window: 30, Vision: params.Float("vision"), Wingspan: params.Float("wingspan")}
	got := askUntil(t, w, n, func(n *News) bool {
		w.Add(still)
		return n.Lines != nil && n.Singles != nil
	})
	same(t, "paused", got.Lines, cardOf([]*flock.Snapshot{still}, &params))
}
