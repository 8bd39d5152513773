package model_test

import (
	"math"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

type pseudo struct{ location, velocity v3 }

// pseudoBirds has the procedures of S0's pseudocode, with this test's numbers where S0 gives none.
type pseudoBirds struct {
	birds      []pseudo
	m1, m2, m3 float64
	wind       v3
	m          float64 // factor of tend_to_place
	place      v3
	most       float64 // limit of tend_to_place
	vlim       float64
	low, high  v3
}

func (s *pseudoBirds) conduct1(j int) v3 {
	var pc v3
	n := float64(len(s.birds))
	for k, b := range s.birds {
		if k != j {
			pc = plus(pc, b.location)
		}
	}
	pc = scale(pc, 1/(n-1))
	return scale(minus(pc, s.birds[j].location), 1./100)
}

func (s *pseudoBirds) conduct2(j int) (c v3) {
	for k, b := range s.birds {
		if k != j && norm(minus(b.location, s.birds[j].location)) < 100 {
			c = minus(c, minus(b.location, s.birds[j].location))
		}
	}
	return c
}

func (s *pseudoBirds) conduct3(j int) v3 {
	var pv v3
	n := float64(len(s.birds))
	for k, b := range s.birds {
		if k != j {
			pv = plus(pv, b.velocity)
		}
	}
	pv = scale(pv, 1/(n-1))
	return scale(minus(pv, s.birds[j].velocity), 1./4)
}

func (s *pseudoBirds) tendToPlace(j int) v3 {
	v := scale(minus(s.place, s.birds[j].location), 1./100)
	if l := norm(v); l > s.most {
		v = scale(v, s.most/l)
	}
	return v
}

func (s *pseudoBirds) boundLocation(j int) (v v3) {
	for k, x := range s.birds[j].location {
		if x < s.low[k] {
			v[k] = 10
		} else if x > s.high[k] {
			v[k] = -10
		}
	}
	return v
}

// moved returns bird j after one pass of mov_birds_to_new_loc.
func (s *pseudoBirds) moved(j int) pseudo {
	b := s.birds[j]
	v1, v2, v3 := scale(s.conduct1(j), s.m1), scale(s.conduct2(j), s.m2), scale(s.conduct3(j), s.m3)
	v4, v5, v6 := s.wind, scale(s.tendToPlace(j), s.m), s.boundLocation(j)
	b.velocity = plus(plus(plus(b.velocity, v1), plus(v2, v3)), plus(v4, plus(v5, v6)))
	if l := norm(b.velocity); l > s.vlim {
		b.velocity = scale(b.velocity, s.vlim/l)
	}
	b.location = plus(b.location, b.velocity)
	return b
}

// P1 to P5, P7: 1,000 steps agree with the pseudocode within half a quantum of the velocity, if each step
// starts from skein's state.
func TestP1ToP7EachStepIsThePseudocode(t *testing.T) {
	for name, change := range map[string]func(s *pseudoBirds){
		"as it is":  func(*pseudoBirds) {},
		"wind":      func(s *pseudoBirds) { s.wind = v3{0.5, 0.25, -1} },
		"place":     func(s *pseudoBirds) { s.m = 1 },
		"scattered": func(s *pseudoBirds) { s.m1, s.m2 = -0.5, 0.0625 },
		"fleeing":   func(s *pseudoBirds) { s.m, s.m2 = -2, 0 },
		"P1 alone":  func(s *pseudoBirds) { s.m2, s.m3 = 0, 0 },
		"P2 alone":  func(s *pseudoBirds) { s.m1, s.m3 = 0, 0 },
		"P3 alone":  func(s *pseudoBirds) { s.m1, s.m2 = 0, 0 },
		"all of it": func(s *pseudoBirds) { s.m1, s.m2, s.m3, s.m, s.wind = 2, 0.0625, 0.5, 3, v3{0.5, 0.125, -0.25} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seed := pseudoBirds{m1: 1, m2: 1, m3: 1, place: v3{0, 150, 0}, most: 5, vlim: 12, low: v3{-300, 0, -300}, high: v3{300, 300, 300}}
			change(&seed)
			def := testscene.Def("parker")
			def.Params = model.With(def.Params, "perch_longest", 0, "m1", seed.m1, "m2", seed.m2, "m3", seed.m3,
				"wind_x", seed.wind[0], "wind_y", seed.wind[1], "wind_z", seed.wind[2], "place_multiplier", seed.m)
			w := newWorld(t, def)
			var s flock.Snapshot
			w.Snapshot(&s)
			seed.birds = make([]pseudo, s.Len())
			worst, bounded := 0.0, 0
			for range 1000 {
				for i := range seed.birds {
					seed.birds[i] = pseudo{toV3(s.Pos[i]), scale(toV3(s.Vel[i]), 1./30)}
				}
				w.Step()
				w.Snapshot(&s)
				for i := range seed.birds {
					want := seed.moved(i)
					off := max(largestDifference(want.velocity, scale(toV3(s.Vel[i]), 1./30)), largestDifference(want.location, toV3(s.Pos[i])))
					if worst = max(worst, off); off > roundingOff {
						t.Fatalf("tick %d: bird %d at %v is off by %v, want at most %v", w.Tick(), i, s.Pos[i], off, roundingOff)
					}
					if seed.boundLocation(i) != (v3{}) {
						bounded++
					}
				}
			}
			t.Logf("the largest difference from the pseudocode is %.3g; birds were out of bounds %d times", worst, bounded)
		})
	}
}

func largestDifference(a, b v3) (most float64) {
	for k := range a {
		most = max(most, math.Abs(a[k]-b[k]))
	}
	return most
}

// S0: for a single bird the pseudocode divides by N - 1 = 0. In skein, a single bird flies straight on.
func TestP1OneBirdIsSafe(t *testing.T) {
	def := testscene.Def("parker")
	def.Start.Altitude, def.Start.Radius = 150, 0
	def.Params = model.With(def.Params, "count", 1)
	w := newWorld(t, def)
	var was, now flock.Snapshot
	w.Snapshot(&was)
	w.Step()
	w.Snapshot(&now)
	if now.Vel[0] != was.Vel[0] {
		t.Errorf("a lone bird's velocity is %v, want %v as before", now.Vel[0], was.Vel[0])
	}
}

// P8: birds start outside the box and fly into it.
func TestP8BirdsFlyIn(t *testing.T) {
	w := newWorld(t, testscene.Def("parker"))
	inside := func() (n int) {
		var s flock.Snapshot
		w.Snapshot(&s)
		for _, p := range s.Pos {
			if p[1] <= 300 && math.Abs(float64(p[0])) <= 300 && math.Abs(float64(p[2])) <= 300 {
				n++
			}
		}
		return n
	}
	if n := inside(); n != 0 {
		t.Errorf("%d birds start in the box, want none", n)
	}
	for range 300 {
		w.Step()
	}
	if n := inside(); n < 30 {
		t.Errorf("%d of 60 birds are in the box after 10 s, want at least 30", n)
	}
}

// P6: birds land on the ground, rest there for a random time and take off. No bird rests longer than the
// longest time, or lands again in the tick of its take-off.
func TestP6Perching(t *testing.T) {
	def := testscene.Def("parker")
	def.Params = model.With(def.Params, "perch_longest", 2)
	w := newWorld(t, def)
	var was, now flock.Snapshot
	w.Snapshot(&was)
	stood, level := make([]int, was.Len()), def.Params.Float("perch_ground")
	times, landings := map[int]int{}, 0
	for range 3000 {
		w.Step()
		w.Snapshot(&now)
		reported := map[int]flock.EventKind{}
		for _, e := range w.TakeEvents(nil) {
			if reported[e.Boid] = e.Kind; e.Tick != now.Tick || e.Perch != "ground" {
				t.Fatalf("tick %d: %+v", now.Tick, e)
			}
		}
		for i := range now.Pos {
			wantPerching(t, i, &was, &now, level, reported[i])
			y, still := now.Pos[i][1], now.Vel[i] == [3]float32{}
			switch {
			case y < level:
				t.Fatalf("bird %d is %v m below its lowest level", i, level-y)
			case y == level && still:
				if stood[i] == 0 {
					landings++
				}
				if stood[i] > 0 && now.Pos[i] != was.Pos[i] {
					t.Fatalf("bird %d moved from %v to %v while it stood", i, was.Pos[i], now.Pos[i])
				}
				stood[i]++
			case stood[i] > 0:
				times[stood[i]]++
				stood[i] = 0
			}
		}
		was, now = now, was
	}
	longest := 0
	for n := range times {
		longest = max(longest, n)
	}
	t.Logf("there were %d landings with %d different lengths, up to %d ticks", landings, len(times), longest)
	if landings < 50 || len(times) < 20 || longest > 60 {
		t.Errorf("there were %d landings with %d different lengths, up to %d ticks; want 50, 20, and at most 60", landings, len(times), longest)
	}
}

// wantPerching checks that a bird is flagged as perched exactly while it rests on the ground, and that each
// change has an event.
func wantPerching(t *testing.T, i int, was, now *flock.Snapshot, level float32, event flock.EventKind) {
	t.Helper()
	stands := func(s *flock.Snapshot) bool { return s.Pos[i][1] == level && s.Vel[i] == [3]float32{} }
	if flagged := now.Flags[i]&flock.Perched != 0; flagged != stands(now) {
		t.Fatalf("tick %d: bird %d has the flag Perched: %v, want the opposite", now.Tick, i, flagged)
	}
	want := map[[2]bool]flock.EventKind{{false, true}: flock.Settled, {true, false}: flock.TookOff}[[2]bool{stands(was), stands(now)}]
	if event != want {
		t.Fatalf("tick %d: bird %d is reported as %q, want %q", now.Tick, i, event, want)
	}
}

// P7: a negative m1 scatters the flock, and a positive one forms it again.
func TestP7ScatterAndReform(t *testing.T) {
	def := testscene.Def("parker")
	def.Params = model.With(def.Params, "perch_longest", 0, "turn_factor", 0, "m2", 0.01, "near_distance", 20)
	def.Start.Altitude, def.Start.Radius = 150, 50
	w := newWorld(t, def)
	spread := func(ticks int, m1 float64) (sum float64) {
		if err := w.SetParams(model.With(w.Params(), "m1", m1)); err != nil {
			t.Fatal(err)
		}
		for range ticks {
			w.Step()
		}
		var s flock.Snapshot
		w.Snapshot(&s)
		var mean v3
		for _, p := range s.Pos {
			mean = plus(mean, scale(toV3(p), 1/float64(s.Len())))
		}
		for _, p := range s.Pos {
			sum += norm(minus(toV3(p), mean)) / float64(s.Len())
		}
		return sum
	}
	before, scattered := spread(200, 1), spread(50, -1)
	after := spread(400, 1)
	t.Logf("the mean distance from the middle is %.0f m, scattered %.0f m, and re-formed %.0f m", before, scattered, after)
	if scattered < 3*before || after > 1.5*before {
		t.Errorf("the mean distance from the middle is %v m, scattered %v m, and re-formed %v m; want 3 times as much, and then 1.5 times at most", before, scattered, after)
	}
}

// P6: a perching bird becomes upright within seconds, folds its wings within a beat, and holds them still
// until it takes off.
func TestP6PerchedBirdsStand(t *testing.T) {
	// folded is the phase of folded wings, and beat is the length of a wingbeat in ticks, for almost 4
	// beats per second
	const folded, beat = 0.5, 9
	def := testscene.Def("parker")
	def.Params = model.With(def.Params, "perch_longest", 6)
	w := newWorld(t, def)
	var was, now flock.Snapshot
	w.Snapshot(&was)
	stood := make([]int, was.Len())
	still, taken := 0, 0
	for range 2000 {
		w.Step()
		w.Snapshot(&now)
		for i := range now.Pos {
			if now.Vel[i] != [3]float32{} {
				if stood[i] > beat {
					taken++
					if now.Phase[i] == folded {
						t.Fatalf("boid %d takes off with folded wings", i)
					}
				}
				stood[i] = 0
				continue
			}
			stood[i]++
			if stood[i] > beat && (now.Phase[i] != folded || now.Flags[i]&flock.Gliding == 0) {
				t.Fatalf("boid %d has been standing for %d ticks with the phase %v and flags %v, want folded wings", i, stood[i], now.Phase[i], now.Flags[i])
			}
			if stood[i] > 60 {
				still++
				if now.Up[i][1] < 0.999 {
					t.Fatalf("boid %d has been standing for %d ticks, but up is %v", i, stood[i], now.Up[i])
				}
			}
		}
		was, now = now, was
	}
	if still < 100 || taken < 20 {
		t.Errorf("%d boids stood for long and %d took off; the test needs 100 and 20", still, taken)
	}
}

// Sums over the whole flock have the same bits whether they are computed once for all boids or for each
// boid alone.
func TestWholeFlockAtOnce(t *testing.T) {
	for _, m2 := range []float32{1, -0.2} {
		def := testscene.Def("parker")
		def.Start.Radius, def.Start.Altitude, def.Workers = 60, 200, 2
		def.Params = model.With(def.Params, "m2", m2)
		once := newWorld(t, def)
		def.Params = model.With(def.Params, "lonely_count", 1, "lonely_range", 50)
		each := newWorld(t, def)
		var a, b flock.Snapshot
		for range short(60, 300) {
			once.Step()
			each.Step()
			once.Snapshot(&a)
			each.Snapshot(&b)
			for i := range a.Pos {
				if a.Pos[i] != b.Pos[i] || a.Vel[i] != b.Vel[i] {
					t.Fatalf("tick %d, bird %d: at %v with %v, but computed alone at %v with %v", a.Tick, i, a.Pos[i], a.Vel[i], b.Pos[i], b.Vel[i])
				}
			}
		}
	}
}
