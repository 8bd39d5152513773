package flock

import (
	"math"
	"slices"
	"testing"

	"skein/flock/vec"
)

// H13: the speed of a lone leader grows by the integral of the curve times its speed on leaving, and stays
// below EscapeSpeed times the limit.
func TestH13Escape(t *testing.T) {
	for _, c := range []struct {
		name           string
		speed, top     float32
		cruise, escape float32
		want           float64
	}{
		// The mean of the smooth bump is 1/2, so the gain is 3 s × 30 × 0.01 × 1/2 = 0.45 of
		// the speed on leaving.
		{"a share of its speed", 4, 50, 0, 1, 4 * 1.45},
		{"of the cruise speed at least", 4, 50, 10, 1, 4 + 10*0.45},
		{"within the limit", 4, 4, 0, 1.25, 5},
	} {
		p := bare()
		put(&p, "escape_strength", 0.01, "cruise_speed", c.cruise, "max_speed", c.top, "escape_speed", c.escape)
		w := stage(t, p, []vec.Vec{{X: 0, Y: 50, Z: 0}}, []vec.Vec{{X: 0, Y: 0, Z: c.speed}})
		w.flocks[0].Boids.Age[0], w.flocks[0].Boids.Left[0] = 0, c.speed
		fastest := vec.Vec{}
		for range 90 {
			w.Step()
			fastest.Z = max(fastest.Z, w.flocks[0].Vel(0).Z)
		}
		wantWithin(t, c.name, toV3(fastest), v3{0, 0, c.want}, 0.03)
	}
	p := bare()
	put(&p, "escape_strength", 0.1, "cruise_speed", 5, "leadership", 1, "slow_speed", 1, "front_test", true)
	w := stage(t, p, []vec.Vec{{X: 0, Y: 50, Z: 0}, {X: 0, Y: 50, Z: -4}}, zeroVelocities(2))
	for range 60 {
		w.Step()
	}
	if w.flocks[0].Vel(0).Z < 1 || w.flocks[0].Vel(1).Z > -1 {
		t.Errorf("two boids at rest leave with %v and %v, want away from each other", w.flocks[0].Vel(0), w.flocks[0].Vel(1))
	}
}

// H13: in the last third of an escape, a leader at EscapeSpeed times MaxSpeed loses the excess over MaxSpeed.
// The limit follows 3x² - 2x³, with a slope of at most 3/2. So in a tick it falls by at most 4.5 times the
// excess, times the tick over the length of the escape.
func TestH13LimitEasesBack(t *testing.T) {
	for _, c := range []struct {
		rate               int
		seconds, top, more float32
	}{
		{60, 3, 8, 1.6}, {30, 3, 13, 1.6}, {120, 3, 50, 3}, {60, 0.5, 8, 1.6}, {30, 0.1, 8, 3}, {60, 3, 8, 1},
	} {
		p := bare()
		put(&p, "escape_seconds", c.seconds, "escape_strength", 1, "escape_speed", c.more)
		put(&p, "max_speed", c.top, "cruise_speed", c.top, "count", 1)
		w := world(t, Def{TickRate: c.rate, Flock: Flock{Params: p}})
		w.flocks[0].storePlace(0, vec.Vec{X: 0, Y: 50, Z: -500}, vec.Vec{X: 0, Y: 0, Z: c.top * c.more})
		w.flocks[0].Boids.Age[0], w.flocks[0].Boids.Left[0] = 0, c.top
		ticks := int(f(c.seconds)*float64(c.rate) + 0.5)
		most := min(1, 4.5/float64(ticks)) * f(c.top) * (f(c.more) - 1)
		fastest, before := 0.0, 0.0
		for k := range ticks + 5 {
			w.Step()
			speed := f(w.flocks[0].Vel(0).Length())
			if loss := before - speed; loss > most+vec.Quantum {
				t.Errorf("%+v, tick %d of %d: the speed fell from %.2f to %.2f m/s, want at most %.3f less", c, k+1, ticks, before, speed, most)
			}
			fastest, before = max(fastest, speed), speed
		}
		if math.Abs(fastest-f(c.top)*f(c.more)) > vec.Quantum || math.Abs(before-f(c.top)) > vec.Quantum {
			t.Errorf("%+v: the highest speed is %.3f m/s and the last %.3f m/s, want max_speed times escape_speed, then max_speed", c, fastest, before)
		}
	}
}

// H13: at the end of an escape, a leader loses no more speed than the limit and its own steering cause.
func TestH13EscapeEndsGently(t *testing.T) {
	for name, d := range map[string]Def{"murmuration": DefaultDef(), "paper": PaperDef()} {
		t.Run(name, func(t *testing.T) {
			d.WarmUp, d.TickRate, d.Index = 2, 30, Matrix
			p := &d.Params
			put(p, "count", 60, "leadership", 0.6, "cruise_rate", 0)
			put(p, "max_speed", p.Float("cruise_speed"), "escape_speed", 1.6, "escape_seconds", 1, "escape_strength", 0.3)
			w := world(t, d)
			most := 4.5 / 30 * f(p.Float("max_speed")) * (f(p.Float("escape_speed")) - 1)
			ended, lost := 0, 0.0
			for range 150 {
				m, was := modelOf(w), slices.Clone(w.flocks[0].Boids.Age[:w.flocks[0].N])
				w.Step()
				for i, age := range was {
					if age < 20 {
						continue
					}
					if w.flocks[0].Boids.Age[i] < 0 {
						ended++
					}
					steer := m.social(i, -1).plus(m.others(i)).plus(toV3(gustOf(w, i))).norm() * 30 * m.dt
					loss := m.vel[i].norm() - toV3(w.flocks[0].Vel(i)).norm()
					lost = max(lost, loss)
					if loss > most+steer+2*vec.Quantum {
						t.Fatalf("tick %d, boid %d, %d ticks after it left: the speed fell by %.2f m/s, want at most %.2f, and %.2f by its steers", w.tick, i, age, loss, most, steer)
					}
				}
			}
			if ended < 10 || lost < most/2 {
				t.Errorf("%d escapes ended, and no boid lost more than %.2f m/s; the test needs more", ended, lost)
			}
		})
	}
}
