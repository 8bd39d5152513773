package flock

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"skein/flock/cloud"
	"skein/flock/internal/columns"
	"skein/flock/lead"
	"skein/flock/param"
	"skein/flock/vec"
	"skein/flock/view"
)

// This file tests requirements on the model that cannot be tested by a single step that was computed by
// hand.

// H8: in flight, x is the distance to the centre of all boids in the vision sphere over e, for every
// neighbourhood, field of view, bound and index.
func TestH8ForEveryNeighbourhood(t *testing.T) {
	t.Parallel()
	for name, change := range variants() {
		for _, index := range []Index{Matrix, Grid, Brute} {
			d := small(0)
			change(&d.Params)
			put(&d.Params, "count", 60, "leadership", max(0.5, d.Params.Float("leadership")))
			d.TickRate, d.WarmUp, d.Index, d.Workers = 30, 0.5, index, 1
			w := world(t, d)
			m := modelOf(w)
			for i, s := range sights(w) {
				k, n := m.sphereCentre(i)
				got := toV3(s.edge).times(vec.Quantum / f(max(s.visible, 1)))
				if int(s.visible) != n || got.minus(k).norm() > 1e-5 || k.norm() > f(d.Params.Float("vision")) {
					t.Fatalf("%s, %v, boid %d: the centre is %v of %v boids, want %v of %v", name, index, i, got, s.visible, k, n)
				}
			}
		}
	}
}

// H8: if a whole flock is moved, its boids perceive the same bits.
func TestH8Translation(t *testing.T) {
	p := bare()
	put(&p, "field_of_view", 250, "lonely_count", 7, "lonely_range", 9)
	places, vel := boidCloud(80, 7), make([]vec.Vec, 80)
	for i := range places {
		places[i] = places[i].Quantized()
		vel[i] = vec.InBall(1, i, 2, 0).Scale(9)
	}
	moved := slices.Clone(places)
	for i := range moved {
		moved[i] = moved[i].Add(vec.Vec{X: -900, Y: 800.5, Z: 700.25})
	}
	for _, index := range []Index{Matrix, Grid, Brute} {
		here, there := sights(worldWithBoids(t, p, index, places, vel)), sights(worldWithBoids(t, p, index, moved, vel))
		if !slices.Equal(here, there) {
			t.Errorf("%v: the flock perceives something else after it was moved as a whole", index)
		}
	}
}

// decide returns the escapes that begin in some decisions, before each of which the boids are moved back.
func decide(t *testing.T, p Params, rate int, pos, vel []vec.Vec, decisions int) (began []Event) {
	t.Helper()
	put(&p, "count", len(pos))
	w := world(t, Def{Seed: 9, TickRate: rate, Workers: 1, Index: Matrix, Flock: Flock{Params: p}})
	for range decisions * rate / 30 {
		for i := range pos {
			w.flocks[0].storePlace(i, pos[i], vel[i])
			w.flocks[0].Boids.Age[i] = columns.NotLeading
		}
		w.flocks[0].Leaders, w.flocks[0].ledger.Open = w.flocks[0].Leaders[:0], w.flocks[0].ledger.Open[:0]
		w.Step()
		began = w.TakeEvents(began)
	}
	return slices.DeleteFunc(began, func(e Event) bool { return e.Kind != EscapeBegan })
}

// allPairs returns n isolated pairs of boids, one 4.5 m behind the other. Odd ids are in front.
func allPairs(n int, speed float32) (pos, vel []vec.Vec) {
	for k := range n {
		at := vec.Vec{X: float32(20 * (k % 20)), Y: 50, Z: float32(20 * (k / 20))}
		pos = append(pos, at, at.Add(vec.Vec{X: 0, Y: 0, Z: 4.5}))
		vel = append(vel, vec.Vec{X: 0, Y: 0, Z: speed}, vec.Vec{X: 0, Y: 0, Z: speed})
	}
	return pos, vel
}

// truncated returns the probability that a draw with spread sigma is below y, by the error function (H11).
func truncated(y, sigma float64) float64 {
	phi := func(z float64) float64 { return 0.5 * math.Erfc(-z/sigma/math.Sqrt2) }
	return (phi(min(1, max(0, y))-0.5) - phi(-0.5)) / (phi(0.5) - phi(-0.5))
}

// H10: with IntendedTrigger, a boid with eccentricity x leaves with the probability that a draw is below X·x.
// With PrintedTrigger, it leaves unless x is below X times the draw. At X = 0, it never leaves with
// IntendedTrigger, and always leaves with PrintedTrigger.
func TestH10Chances(t *testing.T) {
	t.Parallel()
	pos, vel := allPairs(100, 6)
	for trigger, chance := range map[lead.Trigger]func(x, X, sigma float64) float64{
		lead.IntendedTrigger: func(x, X, sigma float64) float64 { return truncated(X*x, sigma) },
		lead.PrintedTrigger:  func(x, X, sigma float64) float64 { return truncated(x/max(X, 1e-9), sigma) },
	} {
		last := -1
		for _, X := range []float32{0, 0.01, 0.3, 0.4, 0.5, 0.55, 0.6, 0.8, 1} {
			p := bare()
			put(&p, "trigger", trigger, "leadership", X, "draw_sigma", 0.2, "vision", 5)
			if trigger == lead.PrintedTrigger { // the larger radius reduces x to about the mean of the draws
				put(&p, "vision", 8)
			}
			const decisions = 40
			n := len(decide(t, p, 30, pos, vel, decisions))
			tries := float64(decisions * len(pos))
			want := tries * chance(4.5/f(p.Float("vision")), f(X), 0.2)
			if math.Abs(float64(n)-want) > 1+5*math.Sqrt(want*max(0, 1-want/tries)) {
				t.Errorf("form %d, X = %v: there are %d escapes, want about %.0f in %v decisions", trigger, X, n, want, tries)
			}
			if falls := trigger == lead.PrintedTrigger; last >= 0 && (falls && n > last || !falls && n < last) {
				t.Errorf("form %d, X = %v: there are %d escapes, and %d at a lower X; want the opposite order", trigger, X, n, last)
			}
			last = n
		}
	}
}

// H10: at X = 0, no parameter of leadership changes a bit, with any index, and no boid leads.
func TestH10ZeroForAnyParams(t *testing.T) {
	for _, index := range []Index{Matrix, Grid, Brute} {
		d := small(150)
		d.TickRate, d.Index, d.Workers = 30, index, 2
		put(&d.Params, "leadership", 0)
		plain := world(t, d)
		p := &d.Params
		put(p, "front_test", false, "front_floor", -1, "slow_speed", 20, "eccentricity_floor", 0, "draw_sigma", 0.5)
		put(p, "escape_seconds", 20, "escape_strength", 1, "escape_shape", lead.Parabola, "escape_scaling", lead.Current, "escape_speed", 3)
		put(p, "salience", 100, "salience_range", 90)
		other := world(t, d)
		for range 60 {
			plain.Step()
			other.Step()
			if plain.Hash() != other.Hash() || len(other.flocks[0].Leaders) > 0 {
				t.Fatalf("%v: the states differ at tick %d", index, plain.Tick())
			}
		}
	}
}

// H9: a boid is slow below slow_speed. front_floor bounds the cosine between the velocity and the direction
// out of the flock.
func TestH9Thresholds(t *testing.T) {
	leaves := func(change func(*Params), vel vec.Vec) bool {
		p := bare()
		put(&p, "leadership", 1, "front_test", true, "draw_sigma", 0.01)
		change(&p)
		return len(decide(t, p, 30, []vec.Vec{{X: 0, Y: 50, Z: 0}, {X: 0, Y: 50, Z: -4.5}}, []vec.Vec{vel, {X: 0, Y: 0, Z: 9}}, 3)) > 0
	}
	degrees := func(a float64) vec.Vec {
		return vec.Vec{X: float32(9 * math.Sin(a*math.Pi/180)), Y: 0, Z: float32(9 * math.Cos(a*math.Pi/180))}
	}
	for _, c := range []struct {
		name   string
		change func(*Params)
		vel    vec.Vec
		want   bool
	}{
		{"89° from the direction outwards", func(*Params) {}, degrees(89), true},
		{"91°", func(*Params) {}, degrees(91), false},
		{"59°, floor a half", func(p *Params) { put(p, "front_floor", 0.5) }, degrees(59), true},
		{"61°, floor a half", func(p *Params) { put(p, "front_floor", 0.5) }, degrees(-61), false},
		{"backwards, floor -1", func(p *Params) { put(p, "front_floor", -0.999) }, degrees(170), true},
		{"backwards at 1.9, slow below 2", func(p *Params) { put(p, "slow_speed", 2) }, vec.Vec{X: 0, Y: 0, Z: -1.9}, true},
		{"backwards at 2.1, slow below 2", func(p *Params) { put(p, "slow_speed", 2) }, vec.Vec{X: 0, Y: 0, Z: -2.1}, false},
		{"at rest", func(p *Params) { put(p, "slow_speed", 0.1) }, vec.Vec{}, true},
		{"backwards, test off", func(p *Params) { put(p, "front_test", false) }, degrees(180), true},
		{"x below the floor", func(p *Params) { put(p, "eccentricity_floor", 0.91) }, degrees(0), false},
		{"x above the floor", func(p *Params) { put(p, "eccentricity_floor", 0.89) }, degrees(0), true},
	} {
		if got := leaves(c.change, c.vel); got != c.want {
			t.Errorf("%s: leaves: %v", c.name, got)
		}
	}
}

// H11: at any tick rate, a boid in one place makes the same decisions with the same draws.
func TestH11SameDecisionsAtAnyRate(t *testing.T) {
	p := bare()
	put(&p, "leadership", 0.5)
	pos, vel := allPairs(20, 6)
	var want []string
	for _, rate := range []int{30, 60, 90, 120, 960} {
		var got []string
		for _, e := range decide(t, p, rate, pos, vel, 60) {
			at := (e.Tick - 1) * 30
			if at%int64(rate) != 0 {
				t.Fatalf("%d ticks/s: a boid decided at tick %d, want every 1/30 s", rate, e.Tick)
			}
			got = append(got, fmt.Sprint(at/int64(rate), e.Boid, e.Draw))
		}
		if want == nil {
			want = got
		}
		if len(got) < 50 || !slices.Equal(got, want) {
			t.Errorf("%d ticks/s: the %d escapes differ from the %d at 30 ticks/s", rate, len(got), len(want))
		}
	}
}

func gains() map[lead.Shape]func(t float64) float64 {
	smooth := func(t float64) float64 { return t * t * (3 - 2*t) }
	return map[lead.Shape]func(t float64) float64{
		lead.Smooth: func(t float64) float64 {
			if t < 0.2 {
				return smooth(t / 0.2)
			}
			return smooth((1 - t) / 0.8)
		},
		lead.Triangle: func(t float64) float64 { return min(t/0.25, (1-t)/0.75) },
		lead.Parabola: func(t float64) float64 { return 4 * t * (1 - t) },
		lead.Custom:   func(t float64) float64 { return 0.25 }, // two points with a gain of 1/4
	}
}

// H13: a lone leader's speed grows by the integral of its curve, times its speed on leaving or its present
// one.
func TestH13EveryShapeInFlight(t *testing.T) {
	for shape, gain := range gains() {
		for _, scaling := range []lead.Scaling{lead.Departure, lead.Current} {
			for _, rate := range []int{30, 120} {
				const seconds, strength, left = 1.5, 0.02, 6.0
				want, mean := left, 0.0
				const steps = 20000
				for k := range steps {
					g := gain((float64(k) + 0.5) / steps)
					mean += g / steps
					want += want * 30 * strength * g * seconds / steps
				}
				if scaling == lead.Departure {
					want = left * (1 + 30*strength*seconds*mean)
				}
				p := bare()
				put(&p, "escape_seconds", seconds, "escape_strength", strength, "escape_shape", shape, "escape_scaling", scaling)
				put(&p, "escape_points", param.CurveThrough([][2]float32{{0, 0.25}, {1, 0.25}}))
				put(&p, "count", 1)
				w := world(t, Def{TickRate: rate, Flock: Flock{Params: p}})
				heading := vec.Vec{X: 2, Y: -3, Z: 6}.Unit()
				w.flocks[0].storePlace(0, vec.Vec{X: 0, Y: 100, Z: 0}, heading.Scale(left))
				w.flocks[0].Boids.Age[0], w.flocks[0].Boids.Left[0] = 0, left
				for range int(seconds*float64(rate)) + 1 {
					w.Step()
				}
				if w.flocks[0].Boids.Age[0] != columns.NotLeading {
					t.Errorf("shape %d: the boid leads too long", shape)
				}
				wantWithin(t, fmt.Sprintf("shape %d, scaling %d, %d ticks/s", shape, scaling, rate),
					toV3(w.flocks[0].Vel(0)), toV3(heading).times(want), 0.015*want)
			}
		}
	}
}

// In any flight, the up-vector is a unit vector orthogonal to the heading. At rest, it does not change.
func TestUpVectorInAnyFlight(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := bare()
		put(&p, "bank_time", rapid.SampledFrom([]float32{0, 0.3, 5}).Draw(rt, "bank time"))
		put(&p, "count", 1)
		w := world(t, Def{TickRate: 60, Flock: Flock{Params: p}})
		part := rapid.SampledFrom([]float32{0, 0, 9, -9, 150, -150, vec.Quantum, -vec.Quantum, 1e-3})
		last := w.flocks[0].Vel(0)
		for range 30 {
			vel := vec.Vec{X: part.Draw(rt, "x"), Y: part.Draw(rt, "y"), Z: part.Draw(rt, "z")}
			before := w.flocks[0].Boids.Up.At(0)
			turn(w, last, vel)
			up := w.flocks[0].Boids.Up.At(0)
			if vel == (vec.Vec{}) && up != before {
				rt.Fatalf("at rest, up changed from %v to %v", before, up)
			}
			checkFrame(rt, 0, vel, up)
			last = vel
		}
	})
}

// In a loop, even straight up and upside down, the up-vector stays orthogonal to the heading, and turns by at
// most 0.2 rad per tick.
func TestUpVectorInALoop(t *testing.T) {
	w := glider(t, func(p *Params) { put(p, "bank_time", 0.1) })
	last, was := vec.Vec{X: 0, Y: 0, Z: 9}, w.flocks[0].Boids.Up.At(0)
	for k := range 121 {
		a := float64(k) / 120 * 2 * math.Pi
		vel := vec.Vec{X: 0, Y: float32(9 * math.Sin(a)), Z: float32(9 * math.Cos(a))}
		turn(w, last, vel)
		up := w.flocks[0].Boids.Up.At(0)
		checkFrame(t, 0, vel, up)
		if f(up.Dot(was)) < math.Cos(0.2) {
			t.Errorf("%.0f°: up turned from %v to %v in a tick, want at most 0.2 rad", a*180/math.Pi, was, up)
		}
		last, was = vel, up
	}
}

// P8: a field of view limits every neighbourhood, by neighbours computed by hand.
func TestP8FieldOfView(t *testing.T) {
	ahead, beside, behindBeside, behind := vec.Vec{X: 0, Y: 0, Z: 2}, vec.Vec{X: 2.25, Y: 0, Z: 0}, vec.Vec{X: 2, Y: 0, Z: -1}, vec.Vec{X: 0, Y: 0, Z: -1}
	far, farther := vec.Vec{X: 0, Y: 0, Z: 8}, vec.Vec{X: 3, Y: 0, Z: 30}
	for _, c := range []struct {
		hood view.Neighbourhood
		n    int
		seen []vec.Vec
	}{
		{view.Sphere, 1, []vec.Vec{ahead, beside}},
		{view.NearestN, 1, []vec.Vec{ahead}},
		{view.NearestN, 3, []vec.Vec{ahead, beside, far}},
		{view.NearestN, 7, []vec.Vec{ahead, beside, far, farther}},
		{view.RadiusAndNearest, 1, []vec.Vec{ahead, beside}},
		{view.RadiusAndNearest, 3, []vec.Vec{ahead, beside, far}},
		{view.RadiusPlusNearest, 1, []vec.Vec{ahead, beside, far}},
		{view.RadiusPlusNearest, 7, []vec.Vec{ahead, beside, far, farther}},
		{view.NearestInSight, 1, []vec.Vec{ahead}},
		{view.NearestInSight, 3, []vec.Vec{ahead, beside}},
	} {
		p := bare()
		put(&p, "cohesion", 0.5, "field_of_view", 200, "neighbourhood", c.hood, "nearest", c.n)
		var want v3
		for _, at := range c.seen {
			want = want.plus(toV3(at).times(0.5 / float64(len(c.seen))))
		}
		pos := []vec.Vec{{}, ahead, beside, behindBeside, behind, far, farther}
		for i := range pos {
			pos[i] = pos[i].Add(vec.Vec{X: 3, Y: 50, Z: 4})
		}
		for _, index := range []Index{Matrix, Grid, Brute} {
			w := worldWithBoids(t, p, index, pos, []vec.Vec{{X: 0, Y: 0, Z: 6}, {}, {}, {}, {}, {}, {}})
			w.Step()
			i := int32(slices.Index(w.flocks[0].Boids.ID, 0))
			wantVec(t, fmt.Sprintf("neighbourhood %d, %d, %v", c.hood, c.n, index), toV3(w.flocks[0].Vel(int(i))).minus(v3{0, 0, 6}), want)
		}
	}
}

// P9: without gusts, the courses of the default scene's boids become almost equal. With gusts, they continue
// to vary.
func TestP9Gusts(t *testing.T) {
	stray := func(strength float32) float64 { // mean of 1 - polarization
		d := small(120)
		d.TickRate, d.WarmUp = 30, 20
		put(&d.Params, "leadership", 0, "gust_strength", strength)
		w := world(t, d)
		sum := 0.0
		for range 300 {
			w.Step()
			sum += (1 - polarization(w)) / 300
		}
		return sum
	}
	p := DefaultParams()
	with, without := stray(p.Float("gust_strength")), stray(0)
	t.Logf("1 - polarization: %.5f with gusts, %.5f without", with, without)
	if without > 2e-3 || with < 4*without {
		t.Errorf("1 - polarization is %.5f with gusts and %.5f without, want at least 4 times as much with gusts", with, without)
	}
}

// P9: a flock stays at a roost that pulls, and leaves without the pull. Birds return to the cruise speed only
// if the cruise rate is above 0.
func TestP9RoostAndSpeed(t *testing.T) {
	fly := func(change func(*Params)) (from, speed float64) {
		d := small(60)
		d.TickRate = 30
		put(&d.Params, "leadership", 0, "meander", 0, "roost_wander", 0)
		d.Start.Speed = 6
		change(&d.Params)
		w := world(t, d)
		for range 60 * 30 {
			w.Step()
		}
		for i := range w.flocks[0].N {
			from += math.Hypot(f(w.flocks[0].Pos(i).X), f(w.flocks[0].Pos(i).Z)) / float64(w.flocks[0].N)
			speed += f(w.flocks[0].Vel(i).Length()) / float64(w.flocks[0].N)
		}
		return from, speed
	}
	from, speed := fly(func(*Params) {})
	if from > 60 || math.Abs(speed-9) > 1 {
		t.Errorf("the flock is %.0f m from the roost at %.1f m/s, want it at most 60 m away at 9 m/s", from, speed)
	}
	if from, _ := fly(func(p *Params) { put(p, "roost_pull", 0) }); from < 300 {
		t.Errorf("without a pull, the flock is only %.0f m from the roost, want at least 300 m", from)
	}
	if _, speed := fly(func(p *Params) { put(p, "cruise_rate", 0, "gust_strength", 0, "min_speed", 0, "lonely_count", 0) }); speed > 8 {
		t.Errorf("the speed changes from 6 m/s to %.1f m/s without a rate", speed)
	}
}

// H18: a tick of 250 boids takes less than a fifth of 1/30 s, the time that it took in 2006.
func TestH18Speed(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	d := PaperDef()
	d.WarmUp = 1
	w := world(t, d)
	var took []time.Duration
	for range 99 {
		start := time.Now()
		w.Step()
		took = append(took, time.Since(start))
	}
	if least := slices.Min(took); least > time.Second/30/5 { // other programs make some ticks longer
		t.Errorf("a tick of %d boids takes %v, want at most a fifth of 1/30 s", w.flocks[0].N, least)
	}
}

func TestCrowdsKeepTheirNeighbours(t *testing.T) {
	for _, shape := range []cloud.Shape{cloud.Ball, cloud.Box} {
		w := world(t, CrowdDef(400, shape))
		for range 1200 {
			w.Step()
		}
		seen := 0.0
		for _, s := range sights(w) {
			seen += f(s.visible) / float64(w.flocks[0].N)
		}
		if seen < 14 || seen > 28 {
			t.Errorf("a %s that starts with 20 neighbours per boid has %.1f after a while, want 14 to 28", cloud.Shapes()[shape], seen)
		}
	}
}

// Each rule that skein adds to the paper can be switched off. It is off in the paper's scene and on in the
// default scene.
func TestPaperHasNoAdditions(t *testing.T) {
	off := map[string]float32{
		"separation_radius": 0, "steer_limit": 0, "cruise_rate": 0, "min_speed": 0,
		"gust_strength": 0, "roost_pull": 0, "roost_wander": 0, "height_pull": 0, "height_damp": 0, "meander": 0,
		"eccentricity_floor": 0, "front_floor": 0, "escape_speed": 1, "salience": 1, "salience_range": 0,
	}
	paper, murmuration := PaperParams(), DefaultParams()
	for _, s := range Specs() {
		want, ok := off[s.Key]
		if !ok {
			continue
		}
		delete(off, s.Key)
		if a, b := *s.Float(&paper.Values), *s.Float(&murmuration.Values); a != want || b == want {
			t.Errorf("%s is %v in paper and %v in murmuration, want %v only in paper", s.Key, a, b, want)
		}
	}
	if len(off) > 0 {
		t.Errorf("these keys are not parameters: %v", off)
	}
	if paper.Int("lonely_count") != 0 || murmuration.Int("lonely_count") == 0 || Falloff(paper.Choice("falloff")) != Sum || Falloff(murmuration.Choice("falloff")) == Sum {
		t.Error("the lonely rule or the falloff is on in paper, or off in murmuration")
	}
	for _, p := range []*Params{&paper, &murmuration} {
		if p.Value("separation_form") != "meant" || p.Value("alignment_form") != "match" || p.Value("trigger") != "meant" || !p.Bool("front_test") || Bounds(p.Choice("bounds")) != Unbounded {
			t.Errorf("the parameters of paper are not as the text of S3 means it: %+v", p)
		}
	}
}
