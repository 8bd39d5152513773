package pattern

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/metrics/field"
	choose "skein/flock/sample"
	"skein/flock/vec"
)

// artificialFlock is a flock whose middle flies straight on. plan holds places relative to the middle in m,
// and motion returns the place at time t of the bird with plan p.
type artificialFlock struct {
	plan   []vec.Vec64
	motion func(p vec.Vec64, t float64) vec.Vec64
}

// watchFlock returns a Watch that has seen 12 s of a flock, at 30 snapshots per second.
func watchFlock(m artificialFlock) *Watch {
	w := NewWatch(0)
	const rate, seconds = 30, 12
	for tick := range rate*seconds + 1 {
		s := &flock.Snapshot{Tick: int64(tick), TickRate: rate}
		t := float64(tick) / rate
		for _, p := range m.plan {
			const dt = 1e-4
			here, soon := m.motion(p, t), m.motion(p, t+dt)
			v := soon.Sub(here).Scale(1 / dt).Add(vec.Vec64{0, 0, 10})
			s.Pos, s.Vel = append(s.Pos, toVec32(here.Add(vec.Vec64{0, 0, 10 * t}))), append(s.Vel, toVec32(v))
		}
		s.Up, s.Phase, s.Flags = make([]mgl32.Vec3, len(s.Pos)), make([]float32, len(s.Pos)), make([]flock.Flags, len(s.Pos))
		w.Snapshot(s)
	}
	return w
}

func toVec32(v vec.Vec64) mgl32.Vec3 { return mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])} }

// layer returns n random places in a layer 4 m thick, uniform where inside(x, z) is true.
func layer(n int, wide, long float64, inside func(x, z float64) bool) (plan []vec.Vec64) {
	r := rand.New(rand.NewPCG(5, 6))
	for len(plan) < n {
		x, y, z := wide*(2*r.Float64()-1), 4*r.Float64()-2, long*(2*r.Float64()-1)
		if inside(x, z) {
			plan = append(plan, vec.Vec64{x, y, z})
		}
	}
	return plan
}

func ellipse(x, z float64) bool { return x*x/400+z*z/144 < 1 }

func ramp(t, from, to float64) float64 {
	s := min(max((t-from)/(to-from), 0), 1)
	return s * s * (3 - 2*s)
}

func expandingFlock(factor, from, to float64) artificialFlock {
	return artificialFlock{layer(800, 20, 12, ellipse), func(p vec.Vec64, t float64) vec.Vec64 { return p.Scale(1 + (factor-1)*ramp(t, from, to)) }}
}

// flockWithOpeningHole returns a flock in which a round hole opens from 6 to 7 s and closes from 9 to 10 s.
func flockWithOpeningHole(radius float64) artificialFlock {
	return artificialFlock{layer(800, 20, 12, ellipse), func(p vec.Vec64, t float64) vec.Vec64 {
		h := radius * (ramp(t, 6, 7) - ramp(t, 9, 10))
		offset := math.Hypot(p[0], p[2])
		grow := math.Sqrt(offset*offset+h*h) / offset
		return vec.Vec64{p[0] * grow, p[1], p[2] * grow}
	}}
}

// splittingFlock returns a flock whose birds with x above a limit fly away to the side from 6 to 9 s.
func splittingFlock(limit float64) artificialFlock {
	return artificialFlock{layer(800, 20, 12, ellipse), func(p vec.Vec64, t float64) vec.Vec64 {
		if p[0] > limit {
			p[0] += 20 * ramp(t, 6, 9)
		}
		return p
	}}
}

// dumbbell returns two discs, joined by a strip of half width half.
func dumbbell(half float64) artificialFlock {
	return artificialFlock{layer(1000, 26, 10, func(x, z float64) bool {
		return math.Hypot(math.Abs(x)-16, z) < 10 || math.Abs(x) < 16 && math.Abs(z) < half
	}), func(p vec.Vec64, _ float64) vec.Vec64 { return p }}
}

// rollingFlock returns a flock in which each bird swerves to one side and back, at its own time.
func rollingFlock(when func(p vec.Vec64) float64) artificialFlock {
	return artificialFlock{layer(800, 20, 12, ellipse), func(p vec.Vec64, t float64) vec.Vec64 {
		since := t - when(p)
		p[0] -= 12 * 0.15 * 0.15 * math.Exp(-since*since/(2*0.15*0.15)) // the slope of this velocity is 12 m/s²
		return p
	}}
}

// waveDuration returns how long a wave of 20 m/s from the flock's tip takes from the first tenth of the birds
// to the last.
func waveDuration(plan []vec.Vec64) float64 {
	var when []float64
	for _, p := range plan {
		when = append(when, math.Hypot(p[0]-20, p[2])/20)
	}
	slices.Sort(when)
	return when[len(when)*9/10] - when[len(when)/10]
}

// Each pattern is found at the right time in a flock that shows it, and not in a similar flock that hardly
// shows it.
func TestPatterns(t *testing.T) {
	beyond4 := 0.0
	for _, p := range splittingFlock(4).plan {
		if p[0] > 4 {
			beyond4++
		}
	}
	beyond4 /= float64(len(splittingFlock(4).plan))
	type watched struct {
		flock    artificialFlock
		kinds    []Kind
		from, to float64 // range of the first event's beginning, s
		few, all float64 // range of the fraction of birds that take part
	}
	cases := map[string]watched{
		"rigid":            {expandingFlock(1, 0, 1), nil, 0, 0, 0, 0},
		"contracts":        {expandingFlock(0.8, 6, 7), []Kind{Blackening}, 6, 7, 0.2, 0.7},
		"contracts little": {expandingFlock(0.95, 6, 7), nil, 0, 0, 0, 0},
		"contracts slowly": {expandingFlock(0.8, 0, 12), nil, 0, 0, 0, 0},
		"bursts":           {expandingFlock(1.8, 6, 6.5), []Kind{Flash}, 6, 6.3, 0.95, 1},
		"grows":            {expandingFlock(1.8, 5, 10), nil, 0, 0, 0, 0},
		"opens":            {flockWithOpeningHole(5), []Kind{Vacuole}, 6.2, 7.2, 1, 1},
		"opens little":     {flockWithOpeningHole(1), nil, 0, 0, 0, 0},
		"string":           {dumbbell(1.5), []Kind{Cordon}, 0, 0.1, 1, 1},
		"broad string":     {dumbbell(6), nil, 0, 0, 0, 0},
		"a third leaves":   {splittingFlock(4), []Kind{Split}, 6, 9, beyond4, beyond4},
		"a few leave":      {splittingFlock(17.5), nil, 0, 0, 0, 0},
		"a wave":           {rollingFlock(func(p vec.Vec64) float64 { return 6 + math.Hypot(p[0]-20, p[2])/20 }), []Kind{WaveEvent}, 6, 8, 0.8, 1},
		"rolls at once":    {rollingFlock(func(vec.Vec64) float64 { return 6 }), nil, 0, 0, 0, 0},
		"rolls at random":  {rollingFlock(func(p vec.Vec64) float64 { return 6 + math.Mod(1e4*(p[1]+2), 1) }), nil, 0, 0, 0, 0},
	}
	for _, what := range choose.Keys(t, 6, cases) {
		c := cases[what]
		t.Run(what, func(t *testing.T) {
			events := watchFlock(c.flock).Events()
			var kinds []Kind
			for _, e := range events {
				kinds = append(kinds, e.Kind)
			}
			if !slices.Equal(kinds, c.kinds) {
				t.Fatalf("%+v, want %v", events, c.kinds)
			}
			if len(events) == 0 {
				return
			}
			if !(events[0].From >= c.from && events[0].From <= c.to) {
				t.Errorf("the event begins at %.2f s, want %g to %g", events[0].From, c.from, c.to)
			}
			if share := float64(events[0].Birds) / float64(len(c.flock.plan)); share < c.few || share > c.all {
				t.Errorf("%.3f of the birds take part, want %.3f to %.3f", share, c.few, c.all)
			}
			if c.kinds[0] == WaveEvent && (math.Abs(events[0].Speed-20) > 3 || math.Abs(events[0].Seconds()-waveDuration(c.flock.plan)) > 0.2) {
				t.Errorf("the wave runs at %.1f m/s for %.2f s, want 20 m/s for %.2f s", events[0].Speed, events[0].Seconds(), waveDuration(c.flock.plan))
			}
		})
	}
}

// Waves that soon follow one another are one event with their mean speed.
func TestWavesOfOneEvent(t *testing.T) {
	w := NewWatch(0)
	for _, at := range []float64{3, 4, 5.5, 9} {
		w.wave(&field.Wave{Seconds: at, First: at - 0.5, Last: at + 0.5, Speed: 10 + at, Fit: 0.8, Reached: int(10 * at)})
	}
	events := w.Events()
	if len(events) != 2 || events[0].Waves != 3 || events[0].From != 2.5 || events[0].To != 6 || events[0].Birds != 55 || math.Abs(events[0].Speed-(10+12.5/3)) > 1e-9 || events[1].Waves != 1 {
		t.Errorf("%+v", events)
	}
}

// An event that lasts exactly the minimum duration is listed.
func TestLeastDuration(t *testing.T) {
	w := NewWatch(0)
	d := Definition{Kind: Split, Begins: 0.1, Ends: 0.05, Lasts: 0.5}
	for _, at := range []float64{0.2, 0.4, 0.7} { // 0.7 - 0.2 is below 0.5 in floating point
		w.step(&d, at, reading{0.2, 20})
	}
	if open := w.Events(); len(open) != 1 || !open[0].Open {
		t.Errorf("while the pattern lasts, the events are %+v, want one open", open)
	}
	w.step(&d, 0.8, reading{})
	if closed := w.Events(); len(closed) != 1 || closed[0].Open {
		t.Errorf("after the end, the events are %+v, want one closed", closed)
	}
}

// Events end when a flock has too few birds or no outline.
func TestUnmeasuredFlockEndsEvents(t *testing.T) {
	plan := dumbbell(1.5).plan
	for what, other := range map[string][]vec.Vec64{"too few": plan[:minBirds-1], "in one place": make([]vec.Vec64, len(plan))} {
		w := NewWatch(0)
		for tick := range 30 * 6 {
			current := plan
			if tick >= 60 && tick < 120 {
				current = other
			}
			w.Snapshot(straightFlight(tick, current))
		}
		var cordons []Event
		for _, e := range w.Events() {
			if e.Kind == Cordon {
				cordons = append(cordons, e)
			}
		}
		if len(cordons) != 2 || cordons[0].Open || cordons[0].To >= 2 || !cordons[1].Open || cordons[1].From < 4 {
			t.Errorf("%s: %+v", what, cordons)
		}
	}
}

func TestTooFewBirdsAreNotMeasured(t *testing.T) {
	m := rollingFlock(func(p vec.Vec64) float64 { return 6 + math.Hypot(p[0]-20, p[2])/20 })
	m.plan = m.plan[:minBirds-1]
	if w := watchFlock(m); w.Measured() || len(w.Events()) > 0 {
		t.Errorf("measured is %v and the events are %+v, want false and none", w.Measured(), w.Events())
	}
}

func straightFlight(tick int, plan []vec.Vec64) *flock.Snapshot {
	n := len(plan)
	s := &flock.Snapshot{Tick: int64(tick), TickRate: 30, Up: make([]mgl32.Vec3, n), Phase: make([]float32, n), Flags: make([]flock.Flags, n)}
	for _, p := range plan {
		s.Pos, s.Vel = append(s.Pos, toVec32(p)), append(s.Vel, mgl32.Vec3{0, 0, 10})
	}
	return s
}
