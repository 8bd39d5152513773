package flock

import (
	"fmt"
	"math"
	"testing"

	"skein/flock/vec"
)

// bare returns parameters without active rules.
func bare() Params {
	p := PaperParams()
	put(&p, "vision", 5, "max_speed", 50, "roost_radius", 50, "leadership", 0, "front_test", false,
		"separation", 0, "cohesion", 0, "alignment", 0, "cruise_speed", 0, "ground_margin", 0)
	return p
}

// stage returns boids at given places and velocities, with ids as slots. At its 30 ticks per second, a step
// follows the paper's formulas without a factor.
func stage(t testing.TB, p Params, at, vel []vec.Vec) *World {
	t.Helper()
	put(&p, "count", len(at))
	w := world(t, Def{Seed: 1, TickRate: 30, Workers: 1, Index: Matrix, Flock: Flock{Params: p}})
	for i := range at {
		w.flocks[0].storePlace(i, at[i], vel[i])
	}
	return w
}

func zeroVelocities(n int) []vec.Vec { return make([]vec.Vec, n) }

func steerOf(w *World, i int) v3 {
	before := toV3(w.flocks[0].Vel(i))
	w.Step()
	return toV3(w.flocks[0].Vel(i)).minus(before)
}

func wantVec(t *testing.T, what string, got, want v3) {
	t.Helper()
	if got.minus(want).norm() > 1e-3 {
		t.Errorf("%s: the vector is %v, want %v", what, got, want)
	}
}

func boidCloud(n int, radius float32) []vec.Vec {
	at := make([]vec.Vec, n)
	for i := range at {
		at[i] = vec.InBall(7, i, 1, 0).Scale(radius)
	}
	return at
}

func spread(w *World) (mean float64) {
	m := modelOf(w)
	for i := range m.pos {
		for j := range i {
			mean += m.dist(i, j)
		}
	}
	return mean * 2 / float64(w.flocks[0].N*(w.flocks[0].N-1))
}

// H1: a boid sees the boids nearer than e, but not itself.
func TestH1Vision(t *testing.T) {
	p := bare()
	put(&p, "cohesion", 1)
	just := float32(5 - vec.Quantum)
	w := stage(t, p, []vec.Vec{{X: 0, Y: 50, Z: 0}, {X: just, Y: 50, Z: 0}, {X: 0, Y: 55, Z: 0}, {X: 0, Y: 50, Z: -6}}, zeroVelocities(4))
	wantVec(t, "one is inside, one on the rim, one outside", steerOf(w, 0), v3{float64(just), 0, 0})

	put(&p, "separation", 1, "alignment", 1)
	w = stage(t, p, []vec.Vec{{X: 0, Y: 50, Z: 0}}, []vec.Vec{{X: 3, Y: 0, Z: 4}})
	for range 30 {
		wantVec(t, "alone", steerOf(w, 0), v3{})
	}
}

// H2: the separation is the sum of the vectors from the visible boids, so a flock disperses. In the printed
// form, it collapses.
func TestH2Separation(t *testing.T) {
	p := bare()
	put(&p, "separation", 0.5)
	at := []vec.Vec{{X: 0, Y: 50, Z: 0}, {X: 1, Y: 50, Z: 0}, {X: 0, Y: 50, Z: 3}, {X: 0, Y: 48, Z: 0}}
	wantVec(t, "meant", steerOf(stage(t, p, at, zeroVelocities(4)), 0), v3{-0.5, 1, -1.5})
	put(&p, "separation_form", "printed")
	wantVec(t, "printed", steerOf(stage(t, p, at, zeroVelocities(4)), 0), v3{0.5, -1, 1.5})

	put(&p, "separation", 0.001, "max_speed", 2)
	for form, grows := range map[string]bool{"meant": true, "printed": false} {
		put(&p, "separation_form", form)
		w := stage(t, p, boidCloud(40, 3), zeroVelocities(40))
		before := spread(w)
		for range 60 {
			w.Step()
		}
		if after := spread(w); grows != (after > 1.2*before) || !grows != (after < 0.8*before) {
			t.Errorf("form %s: the mean distance changed from %.2f m to %.2f m, want growth only as meant", form, before, after)
		}
	}
}

// H2: each falloff agrees with a value computed by hand, for one neighbour at 2 m and a radius of 4 m.
func TestH2Falloffs(t *testing.T) {
	for fall, want := range map[Falloff]float64{Sum: 2, Linear: 0.5, Inverse: 0.5, InverseSquare: 0.25} {
		p := bare()
		put(&p, "separation", 1, "separation_radius", 4, "falloff", fall)
		at := []vec.Vec{{X: 0, Y: 50, Z: 0}, {X: 2, Y: 50, Z: 0}, {X: 0, Y: 50, Z: 4.5}}
		wantVec(t, "falloff", steerOf(stage(t, p, at, zeroVelocities(3)), 0), v3{-want, 0, 0})
	}
}

// H3: S·s + K·k is 0 at K/S neighbours, at any distances.
func TestH3Balance(t *testing.T) {
	p := bare()
	put(&p, "separation", 0.01, "cohesion", 0.1) // balanced at K/S = 10 neighbours
	for n := 1; n < 20; n++ {
		at := []vec.Vec{{X: 0, Y: 50, Z: 0}}
		for k := range n {
			at = append(at, vec.Vec{X: 1 + 0.1*float32(k), Y: 50, Z: 0})
		}
		radial := steerOf(stage(t, p, at, zeroVelocities(n+1)), 0)[0]
		switch {
		case n < 10 && radial <= 0, n > 10 && radial >= 0, n == 10 && math.Abs(radial) > 1e-3:
			t.Errorf("with %d neighbours, the steer towards them is %v m/s, want above 0 below 10, and below 0 above 10", n, radial)
		}
	}
}

// H4: boids that see each other merge.
func TestH4Cohesion(t *testing.T) {
	p := bare()
	put(&p, "cohesion", 0.1)
	at := []vec.Vec{{X: 0, Y: 50, Z: 0}, {X: 3, Y: 50, Z: 0}, {X: 0, Y: 50, Z: 1}, {X: 0, Y: 54, Z: 0}}
	wantVec(t, "to the centre", steerOf(stage(t, p, at, zeroVelocities(4)), 0), v3{0.1, 4. / 30, 0.1 / 3})

	put(&p, "cruise_rate", 0.3) // slows the boids, so that they settle
	w := stage(t, p, boidCloud(30, 2), zeroVelocities(30))
	for range 300 {
		w.Step()
	}
	if s := spread(w); s > 0.1 {
		t.Errorf("the mean distance is %.3f m after 10 s, want at most 0.1 m", s)
	}
}

// H5: the form "match" steers to the mean velocity, and the printed form adds it, both within the speed
// limit.
func TestH5Alignment(t *testing.T) {
	p := bare()
	put(&p, "alignment", 0.5, "max_speed", 10)
	at := []vec.Vec{{X: 0, Y: 50, Z: 0}, {X: 1, Y: 50, Z: 0}, {X: 0, Y: 50, Z: 1}}
	vel := []vec.Vec{{X: 0, Y: 0, Z: 4}, {X: 8, Y: 0, Z: 0}, {X: 0, Y: 2, Z: 0}}
	wantVec(t, "match", steerOf(stage(t, p, at, vel), 0), v3{2, 0.5, -2})
	put(&p, "alignment_form", "printed")
	wantVec(t, "printed", steerOf(stage(t, p, at, vel), 0), v3{2, 0.5, 0})
	w := stage(t, p, at, vel)
	for range 60 {
		w.Step()
		for i := range w.flocks[0].N {
			if s := w.flocks[0].Vel(i).Length(); s > 10+2*vec.Quantum {
				t.Fatalf("%v m/s", s)
			}
		}
	}
}

// H6: a step changes the velocity, then the position, by the paper's formulas within half a quantum.
func TestH6Step(t *testing.T) {
	p := bare()
	put(&p, "separation", 0.25, "cohesion", 0.125, "alignment", 0.5)
	at := []vec.Vec{{X: 0, Y: 50, Z: 0}, {X: 2, Y: 50, Z: 0}}
	vel := []vec.Vec{{X: 0, Y: 0, Z: 3}, {X: 1, Y: 0, Z: 0}}
	w := stage(t, p, at, vel)
	w.Step()
	// s = (-2,0,0), k = (2,0,0), m = (1,0,0) - (0,0,3)
	v := v3{0 - 0.5 + 0.25 + 0.5, 0, 3 - 1.5}
	wantWithin(t, "velocity", toV3(w.flocks[0].Vel(0)), v, vec.Quantum)
	wantWithin(t, "position", toV3(w.flocks[0].Pos(0)), v3{0, 50, 0}.plus(v.times(1./30)), vec.Quantum)
}

func wantWithin(t *testing.T, what string, got, want v3, tolerance float64) {
	t.Helper()
	if d := got.minus(want).norm(); d > tolerance {
		t.Errorf("%s: the vector is %v, want %v within %v", what, got, want, tolerance)
	}
}

// H6: without leadership and randomness, the centroid at 30, 60 and 120 ticks per second agrees within 0.25 m
// after 5 s and 45 m of flight.
func TestH6TickRates(t *testing.T) {
	var centre []v3
	for _, rate := range []int{30, 60, 120} {
		d := small(120)
		d.TickRate = rate
		put(&d.Params, "leadership", 0, "gust_strength", 0)
		w := world(t, d)
		for range 5 * rate {
			w.Step()
		}
		c := v3{}
		for i := range w.flocks[0].N {
			c = c.plus(toV3(w.flocks[0].Pos(i)).times(1 / float64(w.flocks[0].N)))
		}
		centre = append(centre, c)
	}
	t.Logf("centroids %.3f", centre)
	wantWithin(t, "60 against 30", centre[1], centre[0], 0.25)
	wantWithin(t, "120 against 60", centre[2], centre[1], 0.25)
}

// H7: a flock that starts at rest begins to fly within its speed limits, and with M = 0 becomes a swarm.
func TestH7Limits(t *testing.T) {
	d := small(100)
	d.Start.Speed, d.Start.Radius = 0, 4
	put(&d.Params, "min_speed", 0)
	w := world(t, d)
	for range 1200 {
		w.Step()
		checkFinite(t, w)
		for i := range w.flocks[0].N {
			top := w.flocks[0].set.MaxSpeed
			if w.flocks[0].Boids.Age[i] >= 0 {
				top *= w.flocks[0].set.EscapeSpeed
			}
			if s := w.flocks[0].Vel(i).Length(); s > top+2*vec.Quantum {
				t.Fatalf("boid %d flies at %v m/s, which is above the highest speed", i, s)
			}
		}
	}
	if p := polarization(w); p < 0.9 {
		t.Errorf("polarization %.2f", p)
	}

	put(&d.Params, "alignment", 0, "leadership", 0, "min_speed", 5)
	d.Start.Speed, d.Start.Disorder = 9, 1
	w = world(t, d)
	for range 600 {
		w.Step()
	}
	if p := polarization(w); p > 0.7 {
		t.Errorf("the polarization is %.2f without alignment, want at most 0.7", p)
	}
}

func polarization(w *World) float64 {
	sum := v3{}
	for i := range w.flocks[0].N {
		sum = sum.plus(toV3(w.flocks[0].Vel(i)).towards())
	}
	return sum.norm() / float64(w.flocks[0].N)
}

// H15: each distance in the matrix equals that computed directly, in both orders.
func TestH15DistanceMatrix(t *testing.T) {
	w := world(t, small(77))
	w.Step()
	m := modelOf(w)
	w.Step() // The step fills the matrix from the state that m copied.
	for i := range 77 {
		for j := range 77 {
			if i == j {
				continue
			}
			d := m.dist(i, j)
			if got := math.Sqrt(float64(w.flocks[0].SquaredDistance(i, j))); math.Abs(got-d) > 1e-5*d || w.flocks[0].SquaredDistance(i, j) != w.flocks[0].SquaredDistance(j, i) {
				t.Fatalf("the distance of boids %d and %d is %v, want %v in both directions", i, j, got, d)
			}
		}
	}
}

// No boid flies through the ground in a dive.
func TestBoidsPullUp(t *testing.T) {
	p := DefaultParams()
	put(&p, "height_pull", 0, "leadership", 0)
	w := stage(t, p, []vec.Vec{{X: 0, Y: 12, Z: 0}}, []vec.Vec{{X: 0, Y: -9, Z: 3}})
	lowest := float32(99)
	for range 300 {
		w.Step()
		lowest = min(lowest, w.flocks[0].Boids.Pos.Y[0])
	}
	if lowest < 0.35 {
		t.Errorf("dived to %v m", lowest)
	}
}

func TestBoidsPullUpFromBelow(t *testing.T) {
	for _, margin := range []float32{math.SmallestNonzeroFloat32, 1e-38, 0.5, 50} {
		for _, y := range []float32{0, -vec.Quantum, -30, -790} {
			w := stage(t, bare(), []vec.Vec{{X: 0, Y: y, Z: 0}}, []vec.Vec{{X: 0, Y: -0.25, Z: 3}})
			p := w.Params()
			put(&p, "ground_margin", margin)
			if err := w.SetParams(p); err != nil {
				t.Fatal(err)
			}
			w.Step()
			wantVec(t, fmt.Sprintf("from %v m, margin %g", y, margin), toV3(w.flocks[0].Vel(0)), v3{0, -0.25 + 0.3*(1+0.25), 3})
		}
	}
}

// A gust has the requested spread at any tick rate, and fades in the requested time.
func TestGusts(t *testing.T) {
	for _, rate := range []int{30, 120} {
		d := small(200)
		d.TickRate = rate
		put(&d.Params, "gust_strength", 0.1, "gust_seconds", 0.5, "gust_vertical", 0.5)
		w := world(t, d)
		for range 4 * rate {
			w.Step()
		}
		gusts := func() (all []vec.Vec) {
			for i := range w.flocks[0].N {
				all = append(all, vec.Vec{X: w.flocks[0].Boids.Own[0][i], Y: w.flocks[0].Boids.Own[1][i], Z: w.flocks[0].Boids.Own[2][i]})
			}
			return all
		}
		then := gusts()
		for range rate / 2 {
			w.Step()
		}
		var x, y, kept float64
		for i, g := range gusts() {
			x += (f(g.X)*f(g.X) + f(g.Z)*f(g.Z)) / 2
			y += f(g.Y) * f(g.Y)
			kept += f(g.X)*f(then[i].X) + f(g.Z)*f(then[i].Z)
		}
		kept /= 2 * x
		x, y = math.Sqrt(x/200), math.Sqrt(y/200)
		if math.Abs(x-0.1) > 0.012 || math.Abs(y-0.05) > 0.01 || math.Abs(kept-1/math.E) > 0.15 {
			t.Errorf("%d ticks/s: the spread is %.3f and %.3f, want 0.1 and 0.05; the correlation after the correlation time is %.2f, want %.2f", rate, x, y, kept, 1/math.E)
		}
	}
}
