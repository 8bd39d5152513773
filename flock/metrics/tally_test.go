package metrics

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

func TestStat(t *testing.T) {
	var a, b, none Stat
	for _, x := range []float64{2, 4, 4} {
		a.Add(x)
	}
	for _, x := range []float64{4, 5, 5, 7, 9} {
		b.Add(x)
	}
	a.Merge(none)
	a.Merge(b)
	none.Merge(a)
	for name, s := range map[string]Stat{"merged": a, "merged into an empty one": none} {
		if s.N != 8 || math.Abs(s.Mean-5) > 1e-12 || math.Abs(s.SD()-2) > 1e-12 || s.Min != 2 || s.Max != 9 {
			t.Errorf("%s: %+v with sd %v, want 5 ± 2 from 2 to 9", name, s, s.SD())
		}
	}
	if m := median([]float64{9, 1, 4}); m != 4 {
		t.Errorf("median %v", m)
	}
	if m := median([]float64{9, 1, 4, 3}); m != 3.5 {
		t.Errorf("median %v", m)
	}
}

func frame(tick int64, d float32) *flock.Snapshot {
	return &flock.Snapshot{
		Tick: tick, TickRate: 60,
		Pos:   []mgl32.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, d}},
		Vel:   []mgl32.Vec3{{2, 0, 0}, {2, 0, 0}, {2, 0, 0}, {0, 4, 0}},
		Flags: []flock.Flags{0, 0, 0, flock.Leading},
	}
}

// escapes returns the events of four escapes. The expected ledgers were computed by hand.
func escapes() []flock.Event {
	return []flock.Event{
		{Tick: 10, Kind: flock.EscapeBegan, Boid: 3, Front: 0.5},
		{Tick: 20, Kind: flock.EscapeBegan, Boid: 1, Front: 0.9},
		{Tick: 30, Kind: flock.EscapeEnded, Boid: 3},
		{Tick: 40, Kind: flock.Reabsorbed, Boid: 3, Peak: 4, Seconds: 5, Followers: 2},
		{Tick: 50, Kind: flock.EscapeBegan, Boid: 2, Front: -0.25},
		{Tick: 60, Kind: flock.Abandoned, Boid: 1, Peak: 30, Seconds: 20},
		{Tick: 70, Kind: flock.EscapeBegan, Boid: 0, Front: 1},
		{Tick: 80, Kind: flock.Reabsorbed, Boid: 2, Peak: 5, Seconds: 8, Followers: 1},
	}
}

func TestTally(t *testing.T) {
	tally := NewTally(1.5, 0.5)
	all := escapes()
	for tick := int64(0); tick <= 90; tick += 15 {
		n, _ := slices.BinarySearchFunc(all, tick+1, func(e flock.Event, tick int64) int { return int(e.Tick - tick) })
		d := float32(1)
		if tick >= 60 {
			d = 2
		}
		tally.Frame(frame(tick, d), all[:n])
		all = all[n:]
	}
	r := tally.Report()
	if r.Frames != 7 || r.Seconds != 1.5 || r.Boids != 4 {
		t.Errorf("the report has %d frames, %v s and %d boids; want 7, 1.5 and 4", r.Frames, r.Seconds, r.Boids)
	}
	want := Ledger{
		Escapes: 4, PerMinute: 160, FrontShare: 0.75, Closed: 3, MeanPeak: 13, MedianPeak: 5,
		Followers: 1, FollowersShare: 0.25, Reabsorbed: 2, MeanSeconds: 6.5, MedianSeconds: 6.5,
		Abandoned: 1, AbandonedShare: 1. / 3, Open: 1,
	}
	if r.Ledger != want {
		t.Errorf("ledger\n%+v, want\n%+v", r.Ledger, want)
	}
	clusters := r.Measures["clusters"]
	if wantNear(t, "clusters", clusters.Mean, 10./7); clusters.Min != 1 || clusters.Max != 2 {
		t.Errorf("clusters %+v", clusters)
	}
	wantNear(t, "largest", r.Measures["largest_share"].Mean, (4*1+3*0.75)/7)
	wantNear(t, "neighbours", r.Measures["neighbours"].Mean, (4*3+3*1.5)/7)
	wantNear(t, "speed", r.Measures["speed"].Mean, 2.5)
	wantNear(t, "speed's spread", r.Measures["speed_spread"].Mean, math.Sqrt(0.75))
	wantNear(t, "polarization", r.Measures["polarization"].Mean, math.Sqrt(10)/4)
	wantNear(t, "leaders", r.Measures["leaders"].Mean, 1)
	wantNear(t, "least", r.Measures["nearest_least"].Max, 1)
	var times []float64
	for _, s := range r.Series {
		times = append(times, s.Seconds)
	}
	if !slices.Equal(times, []float64{0, 0.5, 1, 1.5}) {
		t.Errorf("series at %v", times)
	}
}

// A Tally uses the vision radius at the time of each frame.
func TestTallyFollowsVision(t *testing.T) {
	tally := NewTally(1.5, 0)
	tally.Frame(frame(0, 2), nil)
	p := testscene.Def("murmuration").Params
	p = model.With(p, "vision", 2.5)
	tally.Frame(frame(1, 2), []flock.Event{{Tick: 1, Kind: flock.ParamsChanged, Params: &p}})
	if c := tally.Report().Measures["clusters"]; c.Max != 2 || c.Min != 1 {
		t.Errorf("clusters %+v", c)
	}
	if tally.Report().Series != nil {
		t.Error("there is a series, although it was not requested")
	}
}

// Each of several flocks has the same report as if it were alone.
func TestTallyOfEachFlock(t *testing.T) {
	alone, first, second := NewTally(1.5, 0), NewTallyOf(0, 1.5, 0), NewTallyOf(1, 0.5, 0)
	p := model.With(testscene.Def("murmuration").Params, "vision", 9)
	for tick := int64(0); tick <= 60; tick += 30 {
		own := frame(tick, 2)
		alone.Frame(own, escapes()[:3])
		all := frame(tick, 2)
		all.Pos = append(all.Pos, mgl32.Vec3{0, 0, 0.5}, mgl32.Vec3{0, 0, 1.5}) // 1 m apart, between the boids of the first flock
		all.Vel = append(all.Vel, mgl32.Vec3{0, 7, 0}, mgl32.Vec3{0, 7, 0})
		all.Up, all.Phase = make([]mgl32.Vec3, 6), make([]float32, 6)
		all.Flags, all.Counts = append(all.Flags, 0, 0), []int{4, 2}
		events := append(escapes()[:3:3], flock.Event{Kind: flock.EscapeBegan, Boid: 5, Flock: 1})
		if tick == 30 {
			events = append(events, flock.Event{Kind: flock.ParamsChanged, Flock: 1, Params: &p})
		}
		first.Frame(all, events)
		second.Frame(all, events)
	}
	if got, want := first.Report(), alone.Report(); !reflect.DeepEqual(got, want) {
		t.Errorf("with other flocks the report is\n%+v\nbut alone\n%+v", got, want)
	}
	r := second.Report()
	if r.Boids != 2 || r.Ledger.Escapes != 3 || r.Ledger.FrontShare != 0 {
		t.Errorf("the second flock's report is %+v, want 2 boids and 3 escapes", r)
	}
	wantNear(t, "its speed", r.Measures["speed"].Mean, 7)
	wantNear(t, "its nearest", r.Measures["nearest"].Mean, 1)
	wantNear(t, "its clusters", r.Measures["clusters"].Mean, (2+1+1)/3.) // the vision is 0.5 m at first, then 9 m
}

func TestPool(t *testing.T) {
	a, b := NewTally(1.5, 1), NewTally(1.5, 1)
	a.Frame(frame(0, 1), nil)
	a.Frame(frame(60, 1), escapes()[:6])
	b.Frame(frame(0, 2), nil)
	b.Frame(frame(60, 2), escapes()[:1])
	b.Frame(frame(120, 2), escapes()[3:4])
	r := Pool(a, b)
	want := Ledger{
		Escapes: 4, PerMinute: 80, FrontShare: 0.75, Closed: 3, MeanPeak: 38. / 3, MedianPeak: 4,
		Followers: 4. / 3, FollowersShare: 1. / 3, Reabsorbed: 2, MeanSeconds: 5, MedianSeconds: 5,
		Abandoned: 1, AbandonedShare: 1. / 3, Open: 1,
	}
	wantNear(t, "mean peak", r.Ledger.MeanPeak, want.MeanPeak)
	wantNear(t, "followers", r.Ledger.Followers, want.Followers)
	wantNear(t, "their share", r.Ledger.FollowersShare, want.FollowersShare)
	r.Ledger.MeanPeak, r.Ledger.Followers, r.Ledger.FollowersShare = want.MeanPeak, want.Followers, want.FollowersShare
	if r.Ledger != want {
		t.Errorf("ledger\n%+v, want\n%+v", r.Ledger, want)
	}
	if r.Frames != 5 || r.Seconds != 3 {
		t.Errorf("the report has %d frames and %v s, want 5 and 3", r.Frames, r.Seconds)
	}
	wantNear(t, "clusters", r.Measures["clusters"].Mean, 8./5)
}

func TestReportOfLittle(t *testing.T) {
	nobody, one := &flock.Snapshot{}, &flock.Snapshot{
		TickRate: 60, Pos: make([]mgl32.Vec3, 1), Vel: make([]mgl32.Vec3, 1), Flags: make([]flock.Flags, 1),
	}
	unseen, seen := NewTally(3, 1), NewTally(3, 1)
	seen.Frame(nobody, nil)
	seen.Frame(one, []flock.Event{{Kind: flock.Abandoned}})
	for name, r := range map[string]Report{"nothing": unseen.Report(), "nobody and one": seen.Report(), "a pool of none": Pool()} {
		text, err := json.Marshal(r)
		if err != nil || !strings.Contains(string(text), `"polarization":{"max":null,"mean":null,"min":null,"sd":null}`) {
			t.Errorf("%s: %v, %s", name, err, text)
		}
	}
}

// Every measure has a name, a definition and its own field in JSON, and every published figure belongs to a
// measure.
func TestMeasures(t *testing.T) {
	s := Measure(frame(30, 5), 1.5)
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]float64
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, q := range Measures() {
		if got, ok := fields[q.Key]; !ok || got != s.Value(q.Key) || q.Definition == "" || q.Label == "" || seen[q.Key] {
			t.Errorf("%+v: %v in %s", q, got, text)
		}
		seen[q.Key] = true
	}
	if len(seen) != len(fields)-2 { // the time and the number of boids are not measures
		t.Errorf("there are %d measures for %d numbers of a sample, want all but two", len(seen), len(fields))
	}
	for key, f := range PublishedFigures() {
		if !seen[key] || f.Text == "" || f.Low <= 0 || f.High != 0 && f.High <= f.Low {
			t.Errorf("the published figure of %s is incomplete, or of an unknown measure: %+v", key, f)
		}
	}
}
