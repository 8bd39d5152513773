package pattern

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/metrics/field"
	"skein/flock/vec"
)

// made is a flock whose birds' places, relative to a point that flies straight on, are known at any
// time. plan has level places in m; each bird gets a height in a layer of 4 m.
type made struct {
	plan []vec.Vec64
	at   func(p vec.Vec64, t float64) vec.Vec64
}

// watched returns a Watch after 12 s of a made flock, at 30 snapshots per second.
func watched(m made) *Watch {
	w := NewWatch(0)
	const rate, seconds = 30, 12
	for tick := range rate*seconds + 1 {
		s := &flock.Snapshot{Tick: int64(tick), TickRate: rate}
		t := float64(tick) / rate
		for _, p := range m.plan {
			const dt = 1e-4
			here, soon := m.at(p, t), m.at(p, t+dt)
			v := soon.Sub(here).Scale(1 / dt).Add(vec.Vec64{0, 0, 10})
			s.Pos, s.Vel = append(s.Pos, single(here.Add(vec.Vec64{0, 0, 10 * t}))), append(s.Vel, single(v))
		}
		s.Up, s.Phase, s.Flags = make([]mgl32.Vec3, len(s.Pos)), make([]float32, len(s.Pos)), make([]flock.Flags, len(s.Pos))
		w.Snapshot(s)
	}
	return w
}

func single(v vec.Vec64) mgl32.Vec3 { return mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])} }

// layer returns n uniform random places, level ones in a region and 4 m thick.
func layer(n int, wide, long float64, in func(x, z float64) bool) (plan []vec.Vec64) {
	r := rand.New(rand.NewPCG(5, 6))
	for len(plan) < n {
		x, y, z := wide*(2*r.Float64()-1), 4*r.Float64()-2, long*(2*r.Float64()-1)
		if in(x, z) {
			plan = append(plan, vec.Vec64{x, y, z})
		}
	}
	return plan
}

func ellipse(x, z float64) bool { return x*x/400+z*z/144 < 1 }

// ramp goes from 0 to 1 between two times, smoothly.
func ramp(t, from, to float64) float64 {
	s := min(max((t-from)/(to-from), 0), 1)
	return s * s * (3 - 2*s)
}

// swelling returns a flock that grows by a factor between two times.
func swelling(factor, from, to float64) made {
	return made{layer(800, 20, 12, ellipse), func(p vec.Vec64, t float64) vec.Vec64 { return p.Scale(1 + (factor-1)*ramp(t, from, to)) }}
}

// opening returns a flock in which a round hole opens at 6 s and closes at 9 s.
func opening(radius float64) made {
	return made{layer(800, 20, 12, ellipse), func(p vec.Vec64, t float64) vec.Vec64 {
		h := radius * (ramp(t, 6, 7) - ramp(t, 9, 10))
		off := math.Hypot(p[0], p[2])
		grow := math.Sqrt(off*off+h*h) / off
		return vec.Vec64{p[0] * grow, p[1], p[2] * grow}
	}}
}

// leaving returns a flock of which the birds beyond an x leave sideways from 6 s on.
func leaving(beyond float64) made {
	return made{layer(800, 20, 12, ellipse), func(p vec.Vec64, t float64) vec.Vec64 {
		if p[0] > beyond {
			p[0] += 20 * ramp(t, 6, 9)
		}
		return p
	}}
}

// dumbbell returns a flock of two discs with a string between them, of half a width.
func dumbbell(half float64) made {
	return made{layer(1000, 26, 10, func(x, z float64) bool {
		return math.Hypot(math.Abs(x)-16, z) < 10 || math.Abs(x) < 16 && math.Abs(z) < half
	}), func(p vec.Vec64, _ float64) vec.Vec64 { return p }}
}

// rolling returns a flock in which each bird swerves to one side and back, at its own time.
func rolling(when func(p vec.Vec64) float64) made {
	return made{layer(800, 20, 12, ellipse), func(p vec.Vec64, t float64) vec.Vec64 {
		since := t - when(p)
		p[0] -= 12 * 0.15 * 0.15 * math.Exp(-since*since/(2*0.15*0.15)) // the slope of this velocity is 12 m/s²
		return p
	}}
}

// Each pattern is found in a made flock that shows it, at its time, and not in one that shows less.
func TestPatterns(t *testing.T) {
	for what, c := range map[string]struct {
		flock    made
		kinds    []Kind
		from, to float64 // range in which the first event begins, s
	}{
		"rigid":            {swelling(1, 0, 1), nil, 0, 0},
		"contracts":        {swelling(0.8, 6, 7), []Kind{Blackening}, 6, 7},
		"contracts little": {swelling(0.95, 6, 7), nil, 0, 0},
		"contracts slowly": {swelling(0.8, 0, 12), nil, 0, 0},
		"bursts":           {swelling(1.8, 6, 6.5), []Kind{Flash}, 6, 6.3},
		"grows":            {swelling(1.8, 5, 10), nil, 0, 0},
		"opens":            {opening(5), []Kind{Vacuole}, 6.2, 7.2},
		"opens little":     {opening(1), nil, 0, 0},
		"string":           {dumbbell(1.5), []Kind{Cordon}, 0, 0.1},
		"broad string":     {dumbbell(6), nil, 0, 0},
		"a third leaves":   {leaving(4), []Kind{Split}, 6, 9},
		"a few leave":      {leaving(17.5), nil, 0, 0},
		"a wave":           {rolling(func(p vec.Vec64) float64 { return 6 + math.Hypot(p[0]-20, p[2])/20 }), []Kind{WaveEvent}, 6, 8},
		"rolls at once":    {rolling(func(vec.Vec64) float64 { return 6 }), nil, 0, 0},
		"rolls at random":  {rolling(func(p vec.Vec64) float64 { return 6 + math.Mod(1e4*(p[1]+2), 1) }), nil, 0, 0},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			events := watched(c.flock).Events()
			var kinds []Kind
			for _, e := range events {
				kinds = append(kinds, e.Kind)
			}
			if !slices.Equal(kinds, c.kinds) {
				t.Fatalf("%+v, want %v", events, c.kinds)
			}
			if len(events) > 0 && !(events[0].From >= c.from && events[0].From <= c.to) {
				t.Errorf("begins at %.2f s, want %g to %g", events[0].From, c.from, c.to)
			}
			if len(events) > 0 && c.kinds[0] == WaveEvent && math.Abs(events[0].Speed-20) > 3 {
				t.Errorf("the wave has %.1f m/s, want 20", events[0].Speed)
			}
		})
	}
}

// Waves that follow soon are one event, and their speed is the mean.
func TestWavesOfOneEvent(t *testing.T) {
	w := NewWatch(0)
	for _, at := range []float64{3, 4, 5.5, 9} {
		w.wave(&field.Wave{Seconds: at, Speed: 10 + at, Fit: 0.8})
	}
	events := w.Events()
	if len(events) != 2 || events[0].Waves != 3 || events[0].From != 3 || events[0].To != 5.5 || math.Abs(events[0].Speed-(10+12.5/3)) > 1e-9 || events[1].Waves != 1 {
		t.Errorf("%+v", events)
	}
}

// An event of exactly the least duration counts while it goes on and after its end.
func TestLeastDuration(t *testing.T) {
	w := NewWatch(0)
	d := Definition{Kind: Split, Begins: 0.1, Ends: 0.05, Lasts: 0.5}
	for _, at := range []float64{0.2, 0.4, 0.7} { // 0.7 - 0.2 is below 0.5 in floating point
		w.step(&d, at, 0.2)
	}
	if open := w.Events(); len(open) != 1 || !open[0].Open {
		t.Errorf("while it goes on: %+v", open)
	}
	w.step(&d, 0.8, 0)
	if closed := w.Events(); len(closed) != 1 || closed[0].Open {
		t.Errorf("after its end: %+v", closed)
	}
}

// Events end when a flock has too few birds to be measured, and a new one begins when it has enough.
func TestFewBirdsEndEvents(t *testing.T) {
	w := NewWatch(0)
	plan := dumbbell(1.5).plan
	for tick := range 30 * 6 {
		n := len(plan)
		if tick >= 60 && tick < 120 {
			n = fewest - 1
		}
		s := &flock.Snapshot{Tick: int64(tick), TickRate: 30}
		for _, p := range plan[:n] {
			s.Pos, s.Vel = append(s.Pos, single(p)), append(s.Vel, mgl32.Vec3{0, 0, 10})
		}
		s.Up, s.Phase, s.Flags = make([]mgl32.Vec3, n), make([]float32, n), make([]flock.Flags, n)
		w.Snapshot(s)
	}
	var cordons []Event
	for _, e := range w.Events() {
		if e.Kind == Cordon {
			cordons = append(cordons, e)
		}
	}
	if len(cordons) != 2 || cordons[0].Open || cordons[0].To >= 2 || !cordons[1].Open || cordons[1].From < 4 {
		t.Errorf("%+v", cordons)
	}
}
