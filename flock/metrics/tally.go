package metrics

import (
	"math"

	"skein/flock"
)

// Tally measures a flock over time. Pass each snapshot, and the events since the last one, to Frame. Then
// call Report. Snapshots may contain several flocks.
type Tally struct {
	flock       int
	vision      float32
	every, next float64 // interval between samples of the series, and time of its next sample, s
	frames      int
	boids       int
	least, most int
	first       float64
	stats       []Stat
	events      escapeEvents
	series      []Sample
	quantities  []Quantity
	curves      Curves
}

// NewTally returns a tally of the first flock; see [NewTallyOf].
func NewTally(vision float32, every float64) *Tally { return NewTallyOf(0, vision, every) }

// NewTallyOf returns a tally of the flock with the given index. vision is its initial vision radius in
// metres, which events may change. every is the time between samples of the series in seconds. If it is 0,
// there is no series.
func NewTallyOf(flock int, vision float32, every float64) *Tally {
	q := Measures()
	return &Tally{flock: flock, vision: vision, every: every, quantities: q, stats: make([]Stat, len(q))}
}

// Frame adds a snapshot and the events since the last snapshot. Both may contain several flocks.
func (t *Tally) Frame(s *flock.Snapshot, events []flock.Event) {
	own := *s
	if s.FlockCount() > 1 {
		own = s.OneFlock(t.flock)
	}
	for i := range events {
		if events[i].Flock != t.flock {
			continue
		}
		if p := events[i].Params; p != nil {
			t.vision = p.Float("vision")
		}
		t.events.add(&events[i], own.Len())
	}
	v := NewView(&own, t.vision)
	t.addSample(measure(t.quantities, v))
	t.curves.add(v)
}

func (t *Tally) addSample(m Sample) {
	if t.frames == 0 {
		t.first, t.next = m.Seconds, m.Seconds
	}
	if t.frames == 0 {
		t.least = m.Boids
	}
	t.frames++
	t.boids, t.least, t.most = m.Boids, min(t.least, m.Boids), max(t.most, m.Boids)
	for i, x := range m.Values {
		if !math.IsNaN(x) {
			t.stats[i].Add(x)
		}
	}
	t.events.watched = m.Seconds - t.first
	const tolerance = 1e-9 // allows for rounding errors in the times of frames
	if t.every > 0 && m.Seconds >= t.next-tolerance {
		t.series = append(t.series, m)
		t.next = t.first + t.every*(1+math.Floor((m.Seconds-t.first+tolerance)/t.every))
	}
}

// Report summarizes a flock over time.
type Report struct {
	Boids   int     `json:"boids"`       // number of boids in the last frame
	Least   int     `json:"boids_least"` // smallest and largest number of boids in a frame
	Most    int     `json:"boids_most"`
	Frames  int     `json:"frames"`
	Seconds float64 `json:"seconds"` // time from the first frame to the last, s
	// statistics of each measure by its key, over the frames in which the measure is defined
	Measures map[string]Stat `json:"measures"`
	Ledger   Ledger          `json:"ledger"`
	Hunts    *Hunts          `json:"hunts,omitempty"` // nil if there were no events of a hunt
	Curves   *Curves         `json:"curves"`
	Series   []Sample        `json:"series,omitempty"`
}

// Report returns the measurements of all frames so far.
func (t *Tally) Report() Report {
	r := Report{
		Boids: t.boids, Least: t.least, Most: t.most, Frames: t.frames, Seconds: t.events.watched,
		Measures: map[string]Stat{}, Ledger: t.events.ledger(), Hunts: t.events.hunts.summary(t.events.watched), Curves: &t.curves, Series: t.series,
	}
	for i, q := range t.quantities {
		r.Measures[q.Key] = t.stats[i]
	}
	return r
}

// Pool returns one report on several runs, without a series. Means are taken over all frames, and medians
// over all escapes.
func Pool(tallies ...*Tally) Report {
	all := NewTally(0, 0)
	for _, t := range tallies {
		for i := range t.stats {
			all.stats[i].Merge(t.stats[i])
		}
		all.events.merge(&t.events)
		all.curves.merge(&t.curves)
		all.least = min(all.least, t.least)
		if all.frames == 0 {
			all.least = t.least
		}
		all.most = max(all.most, t.most)
		all.frames += t.frames
		all.boids = t.boids
	}
	return all.Report()
}
