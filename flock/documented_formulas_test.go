package flock_test

import (
	"math"
	"testing"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/lead"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/vec"
)

// This file implements formulas of the documentation a second time, in float64, and compares a flock's
// exported data with them.

type v3 [3]float64

func plus(a, b v3) v3          { return v3{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func minus(a, b v3) v3         { return v3{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func times(a v3, s float64) v3 { return v3{a[0] * s, a[1] * s, a[2] * s} }
func dot(a, b v3) float64      { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func norm(a v3) float64        { return math.Sqrt(dot(a, a)) }
func toV3(a [3]float32) v3     { return v3{float64(a[0]), float64(a[1]), float64(a[2])} }
func unitAcross(a, heading v3) v3 {
	p := minus(a, times(heading, dot(a, heading)))
	return times(p, 1/norm(p))
}

func newWorld(t *testing.T, d flock.Def) *flock.World {
	t.Helper()
	if d.Workers == 0 {
		d.Workers = 1 // one worker, because this flock is small
	}
	w, err := flock.NewWorld(d)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Two filters in series, applied to the velocities of a flight, give its up-vectors. A single filter gives
// other vectors.
func TestUpVectorIsTheDocumentedFilter(t *testing.T) {
	for _, c := range []struct {
		rate int
		time float32
	}{{30, 0.8}, {60, 0.8}, {120, 0.35}, {60, 0}, {60, 5}} {
		d := testscene.Def("murmuration")
		d.TickRate, d.WarmUp = c.rate, 0
		d.Params = model.With(d.Params, "count", 40, "bank_time", c.time, "leadership", 0.5, "meander", 0.6)
		w := newWorld(t, d)
		dt := 1 / float64(c.rate)
		f := dt / (float64(c.time) + dt)
		worst, banked, single := 0.0, 0.0, 0.0
		var was, now flock.Snapshot
		w.Snapshot(&was)
		g := v3{0, 9.81, 0}
		pull, up, alone := make([]v3, was.Len()), make([]v3, was.Len()), make([]v3, was.Len())
		for i := range up {
			v := toV3(was.Vel[i])
			up[i] = unitAcross(g, times(v, 1/norm(v)))
			alone[i] = up[i]
		}
		for range 8 * c.rate {
			w.Step()
			w.Snapshot(&now)
			for i := range up {
				v := toV3(now.Vel[i])
				heading := times(v, 1/norm(v))
				a := times(minus(v, toV3(was.Vel[i])), 1/dt)
				pull[i] = plus(pull[i], times(minus(a, pull[i]), f))
				lift := unitAcross(plus(pull[i], g), heading)
				up[i] = unitAcross(plus(up[i], times(minus(lift, up[i]), f)), heading)
				lift = unitAcross(plus(a, g), heading)
				alone[i] = unitAcross(plus(alone[i], times(minus(lift, alone[i]), f)), heading)
				worst = max(worst, norm(minus(toV3(now.Up[i]), up[i])))
				single = max(single, norm(minus(toV3(now.Up[i]), alone[i])))
				banked = max(banked, norm(minus(up[i], unitAcross(g, heading))))
			}
			was, now = now, was
		}
		t.Logf("%d ticks/s, bank_time %v s: the largest difference is %.1e, the largest bank %.2f; one filter alone differs by %.2f", c.rate, c.time, worst, banked, single)
		if worst > 2e-6 {
			t.Errorf("%d ticks/s, bank_time %v: the up-vectors are off by %v, want at most 2e-6", c.rate, c.time, worst)
		}
		if banked < 0.1 || c.time > 0 && single < 0.05 {
			t.Errorf("%d ticks/s, bank_time %v: the largest bank is %v, and one filter alone differs by %v; the test needs more of both", c.rate, c.time, banked, single)
		}
	}
}

func ease(x float64) float64 { x = max(0, min(1, x)); return 3*x*x - 2*x*x*x }

// curves returns the documented formula of each preset escape curve.
func curves() map[lead.Shape]func(t float64) float64 {
	return map[lead.Shape]func(t float64) float64{
		lead.Smooth:   func(t float64) float64 { return min(ease(5*t), ease((1-t)/0.8)) },
		lead.Triangle: func(t float64) float64 { return min(4*t, (1-t)/0.75) },
		lead.Parabola: func(t float64) float64 { return 4 * t * (1 - t) },
	}
}

// H13: the presets have the documented formulas and mean values.
func TestH13PresetsAreTheDocumentedCurves(t *testing.T) {
	means := map[lead.Shape]float64{lead.Smooth: 0.5, lead.Triangle: 0.5, lead.Parabola: 2. / 3}
	for shape, curve := range curves() {
		mean := 0.0
		const steps = 3000
		for k := range steps {
			x := (float32(k) + 0.5) / steps
			got := float64(shape.Gain(x))
			if want := curve(float64(x)); math.Abs(got-want) > 1e-6 {
				t.Fatalf("shape %d at %v is %v, want %v", shape, x, got, want)
			}
			mean += got / steps
		}
		if math.Abs(mean-means[shape]) > 1e-5 {
			t.Errorf("shape %d has the mean %v, want %v", shape, mean, means[shape])
		}
	}
}

// H13: without other steering, a leader's gain in tick k of its escape is the curve's value at the middle of
// that tick, within the rounding of velocities.
func TestH13CurveIsTakenAtTheMiddleOfATick(t *testing.T) {
	const seconds, strength, cruise = 1, 0.02, 12
	for shape, curve := range curves() {
		for _, rate := range []int{30, 120} {
			p := model.With(testscene.Def("paper").Params, "count", 12, "vision", 5, "max_speed", 50, "cruise_speed", cruise,
				"separation", 0, "cohesion", 0, "alignment", 0, "ground_margin", 0, "front_test", false, "slow_speed", 0,
				"leadership", 1, "escape_seconds", seconds, "escape_strength", strength, "escape_shape", shape)
			w := newWorld(t, flock.Def{Seed: 3, TickRate: rate, Flock: flock.Flock{Start: cloud.Start{Radius: 4, Altitude: 100, Speed: 9}, Params: p}})
			began := map[int]int64{}
			var was, now flock.Snapshot
			w.Snapshot(&was)
			ticks, early := 0, 0.0
			for range seconds * rate {
				w.Step()
				w.Snapshot(&now)
				for _, e := range w.TakeEvents(nil) {
					if e.Kind == flock.EscapeBegan {
						began[e.Boid] = w.Tick() - 1
					}
				}
				for i, from := range began {
					k := float64(w.Tick() - 1 - from)
					gain := func(t float64) float64 {
						return 30 / float64(rate) * strength * cruise * curve((k+t)/float64(seconds*rate))
					}
					got := norm(toV3(now.Vel[i])) - norm(toV3(was.Vel[i]))
					if off := math.Abs(got - gain(0.5)); off > vec.Quantum {
						t.Fatalf("shape %d, %d ticks/s: boid %d gains %.5f m/s in tick %v, want %.5f", shape, rate, i, got, k, gain(0.5))
					}
					early = max(early, math.Abs(gain(0)-gain(0.5)))
					ticks++
				}
				was, now = now, was
			}
			if ticks < rate || early < 3*vec.Quantum {
				t.Errorf("shape %d, %d ticks/s: %d ticks were seen, whose beginning is off by %v; the test needs more of both", shape, rate, ticks, early)
			}
		}
	}
}
