package pattern

import (
	"math"
	"slices"

	"skein/flock"
	"skein/flock/metrics/field"
	"skein/flock/vec"
)

// Times are in simulated seconds.
const (
	densityPeriod    = 5   // period over which the median density is taken, s
	maxWaveGap       = 2   // longest time between two waves of the same event, s
	maxWaveSpeed     = 40  // highest speed of a wave, m/s; a faster band appears everywhere at about the same time
	minBirds         = 100 // smallest number of birds that is measured
	minDensityPeriod = 1   // shortest measured period for a comparison of densities, s
)

// Event is one occurrence of a pattern.
type Event struct {
	Kind    Kind    `json:"kind"`
	From    float64 `json:"from"`            // start, s
	To      float64 `json:"to"`              // end, s
	Extreme float64 `json:"extreme"`         // most extreme value of the measure
	Birds   int     `json:"birds"`           // number of birds that took part at that value
	Speed   float64 `json:"speed,omitempty"` // mean speed of the waves of a wave event, m/s
	Waves   int     `json:"waves,omitempty"` // number of waves of a wave event
	Open    bool    `json:"open,omitempty"`  // whether the event had not ended at the last measurement

	wave float64 // time of the last wave of a wave event, s
}

// Seconds returns the duration of the pattern.
func (e *Event) Seconds() float64 { return e.To - e.From }

// Interval is the usual time between two measurements, s.
const Interval = 0.1

// Watch finds the patterns of a flock. Pass snapshots to it in order, then call Events.
type Watch struct {
	Interval float64 // time between measurements, s; waves have their own interval

	index    int
	waves    field.Waves
	open     map[Kind]*Event
	closed   []Event
	dense    []sample
	next     float64
	frames   int
	seconds  float64
	first    float64
	measured bool
}

type sample struct{ seconds, x float64 }

type reading struct {
	x     float64
	birds int
}

// NewWatch returns a Watch of the flock with the given index.
func NewWatch(index int) *Watch {
	return &Watch{Interval: Interval, index: index, open: map[Kind]*Event{}}
}

// Snapshot measures the watched flock in a snapshot, which may contain other flocks.
func (w *Watch) Snapshot(s *flock.Snapshot) {
	own := *s
	if s.FlockCount() > 1 {
		own = s.OneFlock(w.index)
	}
	now := own.Seconds()
	if w.frames++; w.frames == 1 {
		w.next, w.first = now, now
	}
	w.seconds = now - w.first
	pos, vel := flying(&own)
	if len(pos) < minBirds {
		w.closeAll()
		return
	}
	w.measured = true
	f := field.FrameOf(&own)
	if wave, ok := w.waves.Frame(&f); ok && wave.Speed <= maxWaveSpeed {
		w.wave(&wave)
	}
	const tolerance = 1e-6
	if now < w.next-tolerance {
		return
	}
	w.next = max(w.next+w.Interval, now)
	w.measure(now, pos, vel)
}

func (w *Watch) closeAll() {
	for _, d := range Definitions() {
		if w.open[d.Kind] != nil {
			w.close(&d)
		}
	}
	w.dense = nil
}

func flying(s *flock.Snapshot) (pos, vel []vec.Vec64) {
	for i := range s.Pos {
		if len(s.Flags) > 0 && !s.Flies(i) {
			continue
		}
		pos, vel = append(pos, vec.Vec64Of(s.Pos[i])), append(vel, vec.Vec64Of(s.Vel[i]))
	}
	return pos, vel
}

// measure compares the measures with the definitions. A pattern ends when its measure is undefined. For
// example, a flock without an outline has no hole.
func (w *Watch) measure(now float64, pos, vel []vec.Vec64) {
	n := newNeighbourhoods(pos)
	crowding, expansion := n.crowding(), n.expansion(pos, vel)
	before := w.densityBefore(now, exceeded(crowding))
	values := map[Kind]reading{
		Blackening: {exceeded(crowding) / before, countFrom(crowding, definitionOf(Blackening).Begins*before)},
		Flash:      {exceeded(expansion), countFrom(expansion, definitionOf(Flash).Begins)},
	}
	if plan, ok := field.PlanOf(pos, n); ok {
		values[Vacuole], values[Cordon] = reading{plan.Hole, plan.Birds}, reading{plan.Neck, plan.Birds}
		values[Split] = reading{plan.Second, int(math.Round(plan.Second * float64(len(pos))))}
	}
	for _, d := range Definitions() {
		if r, ok := values[d.Kind]; ok && !math.IsNaN(r.x) {
			w.step(&d, now, r)
		} else if w.open[d.Kind] != nil {
			w.close(&d)
		}
	}
}

func (w *Watch) step(d *Definition, now float64, r reading) {
	e := w.open[d.Kind]
	switch {
	case e == nil && d.passes(r.x, d.Begins):
		w.open[d.Kind] = &Event{Kind: d.Kind, From: now, To: now, Extreme: r.x, Birds: r.birds}
	case e != nil && d.passes(r.x, d.Ends):
		e.To = now
		if d.passes(r.x, e.Extreme) {
			e.Extreme, e.Birds = r.x, r.birds
		}
	case e != nil:
		w.close(d)
	}
}

func (w *Watch) close(d *Definition) {
	e := w.open[d.Kind]
	delete(w.open, d.Kind)
	if d.isLongEnough(e) {
		w.closed = append(w.closed, *e)
	}
}

// wave adds a wave to the last event if it follows soon enough. Otherwise, it begins a new event.
func (w *Watch) wave(wave *field.Wave) {
	for k := len(w.closed) - 1; k >= 0; k-- {
		e := &w.closed[k]
		if e.Kind != WaveEvent {
			continue
		}
		if wave.Seconds-e.wave > maxWaveGap {
			break
		}
		n := float64(e.Waves)
		e.Speed, e.Waves = (n*e.Speed+wave.Speed)/(n+1), e.Waves+1
		e.To, e.wave = max(e.To, wave.Last), wave.Seconds
		e.Extreme, e.Birds = max(e.Extreme, wave.Fit), max(e.Birds, wave.Reached)
		return
	}
	w.closed = append(w.closed, Event{
		Kind: WaveEvent, From: wave.First, To: wave.Last, Extreme: wave.Fit, Birds: wave.Reached, Speed: wave.Speed, Waves: 1, wave: wave.Seconds,
	})
}

// densityBefore returns the median local density of the last densityPeriod seconds. It returns NaN if less
// than minDensityPeriod was measured. It also stores the current density x.
func (w *Watch) densityBefore(now, x float64) float64 {
	for len(w.dense) > 0 && w.dense[0].seconds < now-densityPeriod {
		w.dense = w.dense[1:]
	}
	median := math.NaN()
	if len(w.dense) > 0 && now-w.dense[0].seconds >= minDensityPeriod {
		var all []float64
		for _, s := range w.dense {
			all = append(all, s.x)
		}
		slices.Sort(all)
		median = all[len(all)/2]
	}
	w.dense = append(w.dense, sample{now, x})
	return median
}

// Events returns the events so far, in the order in which they began. Open is true for events that have not
// ended.
func (w *Watch) Events() []Event {
	all := slices.Clone(w.closed)
	for _, d := range Definitions() {
		if e := w.open[d.Kind]; e != nil && d.isLongEnough(e) {
			one := *e
			one.Open = true
			all = append(all, one)
		}
	}
	slices.SortStableFunc(all, func(a, b Event) int {
		switch {
		case a.From < b.From:
			return -1
		case a.From > b.From:
			return 1
		}
		return 0
	})
	return all
}

// Seconds returns the time from the first to the last snapshot.
func (w *Watch) Seconds() float64 { return w.seconds }

// Measured reports whether the flock ever had enough birds to be measured.
func (w *Watch) Measured() bool { return w.measured }
