package pattern

import (
	"math"
	"slices"

	"skein/flock"
	"skein/flock/metrics/field"
	"skein/flock/vec"
)

// Rates and times, in simulated time.
const (
	every   = 0.1 // s between two measurements
	before  = 5   // s over which the density is compared
	joined  = 2   // s between waves of one event
	fastest = 40  // m/s; faster bands do not run, but appear everywhere at once
	fewest  = 100 // birds that are measured
	settled = 1   // s that a comparison needs
)

// Event is one occurrence of a pattern, from its beginning to its end.
type Event struct {
	Kind    Kind    `json:"kind"`
	From    float64 `json:"from"`            // s
	To      float64 `json:"to"`              // end, s
	Extreme float64 `json:"extreme"`         // most extreme value of the measure
	Speed   float64 `json:"speed,omitempty"` // mean speed of the waves of a wave event, m/s
	Waves   int     `json:"waves,omitempty"` // number of waves of a wave event
	Open    bool    `json:"open,omitempty"`  // the pattern goes on at the end
}

// Seconds returns how long the pattern lasted.
func (e *Event) Seconds() float64 { return e.To - e.From }

// Watch finds the patterns of a flock. Pass it the snapshots in order, then call Events.
type Watch struct {
	number  int // number of the flock, from 0
	waves   field.Waves
	open    map[Kind]*Event
	closed  []Event
	dense   []sample // local density of the last seconds
	next    float64
	frames  int
	seconds float64
	first   float64
}

// sample is a value at a time.
type sample struct{ at, x float64 }

// NewWatch returns a Watch of a flock, given by its number from 0.
func NewWatch(number int) *Watch {
	return &Watch{number: number, open: map[Kind]*Event{}}
}

// Snapshot adds the flock in a snapshot of all flocks.
func (w *Watch) Snapshot(s *flock.Snapshot) {
	own := *s
	if s.FlockCount() > 1 {
		own = s.OneFlock(w.number)
	}
	now := own.Seconds()
	if w.frames++; w.frames == 1 {
		w.next, w.first = now, now
	}
	w.seconds = now - w.first
	f := field.FrameOf(&own)
	if wave, ok := w.waves.Frame(&f); ok && wave.Speed <= fastest {
		w.wave(&wave)
	}
	const hair = 1e-6
	if now < w.next-hair {
		return
	}
	w.next = max(w.next+every, now)
	if pos, vel := flying(&own); len(pos) >= fewest {
		w.measure(now, pos, vel)
	} else {
		w.closeAll()
	}
}

// closeAll ends the open events, because too few birds are left, and forgets the density.
func (w *Watch) closeAll() {
	for _, d := range Definitions() {
		if w.open[d.Kind] != nil {
			w.close(&d)
		}
	}
	w.dense = nil
}

// flying returns the birds that fly.
func flying(s *flock.Snapshot) (pos, vel []vec.Vec64) {
	for i := range s.Pos {
		if len(s.Flags) > 0 && !s.Flies(i) {
			continue
		}
		pos, vel = append(pos, vec.Vec64Of(s.Pos[i])), append(vel, vec.Vec64Of(s.Vel[i]))
	}
	return pos, vel
}

// measure compares the measures of an instant with the definitions.
func (w *Watch) measure(now float64, pos, vel []vec.Vec64) {
	n := nearby(pos)
	values := map[Kind]float64{Blackening: w.denser(now, n.crowding()), Flash: n.expansion(pos, vel)}
	if plan, ok := field.PlanOf(pos); ok {
		values[Vacuole], values[Cordon], values[Split] = plan.Hole, plan.Neck, plan.Second
	}
	for _, d := range Definitions() {
		if x, ok := values[d.Kind]; ok && !math.IsNaN(x) {
			w.step(&d, now, x)
		}
	}
}

// step begins, continues or ends the event of a pattern.
func (w *Watch) step(d *Definition, now, x float64) {
	e := w.open[d.Kind]
	switch {
	case e == nil && d.passes(x, d.Begins):
		w.open[d.Kind] = &Event{Kind: d.Kind, From: now, To: now, Extreme: x}
	case e != nil && d.passes(x, d.Ends):
		e.To = now
		if d.passes(x, e.Extreme) {
			e.Extreme = x
		}
	case e != nil:
		w.close(d)
	}
}

// close ends the event of a pattern. It keeps it if it lasted long enough.
func (w *Watch) close(d *Definition) {
	e := w.open[d.Kind]
	delete(w.open, d.Kind)
	if d.isLongEnough(e) {
		w.closed = append(w.closed, *e)
	}
}

// wave adds a wave to the last wave event, or begins one.
func (w *Watch) wave(wave *field.Wave) {
	for k := len(w.closed) - 1; k >= 0; k-- {
		e := &w.closed[k]
		if e.Kind != WaveEvent {
			continue
		}
		if wave.Seconds-e.To > joined {
			break
		}
		n := float64(e.Waves)
		e.Speed, e.Waves = (n*e.Speed+wave.Speed)/(n+1), e.Waves+1
		e.To, e.Extreme = wave.Seconds, max(e.Extreme, wave.Fit)
		return
	}
	w.closed = append(w.closed, Event{Kind: WaveEvent, From: wave.Seconds, To: wave.Seconds, Extreme: wave.Fit, Speed: wave.Speed, Waves: 1})
}

// denser returns the local density now over its median of the last seconds, NaN if they are too few.
func (w *Watch) denser(now, x float64) float64 {
	for len(w.dense) > 0 && w.dense[0].at < now-before {
		w.dense = w.dense[1:]
	}
	ratio := math.NaN()
	if len(w.dense) > 0 && now-w.dense[0].at >= settled {
		var all []float64
		for _, s := range w.dense {
			all = append(all, s.x)
		}
		slices.Sort(all)
		ratio = x / all[len(all)/2]
	}
	w.dense = append(w.dense, sample{now, x})
	return ratio
}

// Events returns the events so far, in the order in which they began. Events that have not ended
// are marked as open.
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

// Seconds returns the time from the first to the last snapshot, s.
func (w *Watch) Seconds() float64 { return w.seconds }
