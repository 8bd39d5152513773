package model_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/model"
	"skein/flock/rules"
	"skein/flock/sample"
	"skein/flock/vec"
	"skein/flock/view"
)

// paramsOfRules returns the parameters of a model that has only the given rules.
func paramsOfRules(t *testing.T, name string, speeds flock.Speeds, own ...flock.Rule) flock.Params {
	t.Helper()
	m, err := flock.NewModel(flock.ModelDef{
		Name: name, Count: 1,
		Sight:  flock.Sight{Vision: 3.5, Nearest: 7, FieldOfView: 360, LonelyRange: 12},
		Speeds: speeds, Space: flock.Space{BoundsSize: 60},
		Flight: flock.Flight{Wingspan: 0.7, FlapRate: 5, BankTime: 0.35},
		Rules:  append(own, &rules.Cruise{Speed: 10}, &rules.Ground{}),
	})
	if err != nil {
		t.Fatal(err)
	}
	return m.Params()
}

// longFlock returns a long, thin flock along X with a threat at one end. The flock flies towards +Z at 8
// m/s, and "alarm" is its only rule. The threat does not move.
func longFlock(t *testing.T, alarm rules.Alarm) flock.Def {
	d := flock.Def{Seed: 5, TickRate: 120, Workers: 1}
	d.Flock = flock.Flock{Species: "starling", Flees: []string{"falcon"}, Params: paramsOfRules(t, "wary", flock.Speeds{MaxSpeed: 20}, &alarm)}
	d.Start = cloud.Start{Altitude: 100}
	const balls, each = 31, 40
	for k := range balls {
		d.Start.Groups = append(d.Start.Groups, cloud.Group{Count: each, Place: vec.Vec{X: float32(1.5 * float64(k))}, Radius: 2, Speed: 8})
	}
	d.Params = model.With(d.Params, "count", balls*each)
	falcon := flock.Flock{Species: "falcon", Start: cloud.Start{Altitude: 100}, Params: paramsOfRules(t, "still", flock.Speeds{MaxSpeed: 20}, &rules.Cohesion{})}
	falcon.Start.Groups = []cloud.Group{{Count: 1, Place: vec.Vec{X: -7}}}
	d.Others = []flock.Flock{falcon}
	return d
}

// Alarm passes through a flock as a wave at about 13 m/s, and then dies out. The mean speed of waves in
// flocks of starlings is 13.4 m/s, with a range of 3.7 to 25 m/s (Procaccini and others 2011, Hemelrijk and
// others 2015). A bird's alarm begins when its velocity changes, because no other rule changes the
// velocity.
func TestAlarmRunsThroughAFlock(t *testing.T) {
	def := longFlock(t, rules.Alarm{Gain: 0.01, Range: 7, Reach: 2.2, Delay: 0.16, Seconds: 3})
	w := newWorld(t, def)
	var first, s flock.Snapshot
	w.Snapshot(&first)
	prey := first.OneFlock(0)
	since := make([]float64, prey.Len())
	last := 0.0
	was := slices.Clone(prey.Vel)
	for w.Tick() < 30*120 {
		w.Step()
		w.Snapshot(&s)
		for i := range since {
			if s.Vel[i] == was[i] {
				continue
			}
			last = s.Seconds()
			if was[i] = s.Vel[i]; since[i] == 0 {
				since[i] = s.Seconds()
			}
		}
	}
	// The fit leaves out the birds at the origin of the wave, which the threat alarmed in the first 0.1 s.
	var x, when []float64
	calm := 0
	for i, t := range since {
		switch {
		case t == 0:
			calm++
		case t > 0.1:
			x, when = append(x, float64(prey.Pos[i][0])), append(when, t)
		}
	}
	speed, fit := slope(when, x)
	t.Logf("%d birds, of which %d stayed calm; the alarm runs at %.1f m/s with r² = %.3f; the last bird turns after %.1f s", len(since), calm, speed, fit, last)
	if speed < 3.7 || speed > 25 || math.Abs(speed-13.4) > 3 {
		t.Errorf("the alarm runs at %.1f m/s, want about 13.4", speed)
	}
	if fit < 0.95 {
		t.Errorf("the fit of times to places has r² = %.2f, want at least 0.95", fit)
	}
	if calm > len(since)/50 {
		t.Errorf("%d of %d birds took no alarm, want at most one in 50", calm, len(since))
	}
	if most := 1 + 3*math.Log(1/0.02) + 1; last > most {
		t.Errorf("the last bird turns after %.1f s, want none after %.1f s", last, most)
	}
}

func slope(x, y []float64) (slope, r2 float64) {
	n := float64(len(x))
	var sx, sy, sxx, sxy, syy float64
	for i := range x {
		sx, sy = sx+x[i]/n, sy+y[i]/n
	}
	for i := range x {
		sxx, sxy, syy = sxx+(x[i]-sx)*(x[i]-sx), sxy+(x[i]-sx)*(y[i]-sy), syy+(y[i]-sy)*(y[i]-sy)
	}
	return sxy / sxx, sxy * sxy / (sxx * syy)
}

// If Back is 1, birds that copy an alarm turn only half as far, and then return to their course. A second,
// weaker alarm may follow. By then, an alarm has fallen to 0.37, so the second turn is at most 0.37² = 0.14
// times the first.
func TestAlarmTurnsBack(t *testing.T) {
	turns := func(back float32) (most, last float64) {
		w := newWorld(t, longFlock(t, rules.Alarm{Gain: 0.02, Range: 7, Reach: 2.2, Delay: 0.16, Seconds: 3, Back: back}))
		var first, s flock.Snapshot
		w.Snapshot(&first)
		all := make([]float64, first.Len())
		for range 12 * 120 {
			w.Step()
			w.Snapshot(&s)
			var now []float64
			for i, p := range first.OneFlock(0).Pos {
				if p[0] < 3 || p[0] > 12 { // the falcon itself alarmed the bird, or the bird's alarm is weak
					continue
				}
				cosine := first.Vel[i].Normalize().Dot(s.Vel[i].Normalize())
				angle := math.Acos(float64(min(cosine, 1)))
				all[i] = max(all[i], angle)
				now = append(now, angle)
			}
			slices.Sort(now)
			last = now[len(now)/2]
		}
		all = slices.DeleteFunc(all, func(x float64) bool { return x == 0 })
		slices.Sort(all)
		return all[len(all)/2], last
	}
	whole, stays := turns(0)
	half, returns := turns(1)
	t.Logf("with Back 0, birds turn by %.3f rad and end at %.3f; with Back 1, by %.3f and end at %.3f", whole, stays, half, returns)
	if stays < 0.95*whole || math.Abs(half/whole-0.5) > 0.1 || returns > 0.25*whole {
		t.Errorf("with Back 0, birds turn by %.3f rad and end at %.3f; with Back 1, by %.3f and end at %.3f; want no return, then half the turn and a return", whole, stays, half, returns)
	}
}

// Birds out of range of each other do not copy alarm. Only the birds in range of the falcon turn.
func TestAlarmNeedsNeighbours(t *testing.T) {
	def := longFlock(t, rules.Alarm{Gain: 0.01, Range: 7, Reach: 0.05, Delay: 0.16, Seconds: 1})
	w := newWorld(t, def)
	var before, s flock.Snapshot
	w.Snapshot(&before)
	for range 360 {
		w.Step()
	}
	w.Snapshot(&s)
	turned, near := 0, 0
	from := before.Pos[s.Len()-1]
	for i := range s.OneFlock(0).Pos {
		if s.Vel[i] != before.Vel[i] {
			turned++
		}
		if before.Pos[i].Sub(from).Len() < 7 {
			near++
		}
	}
	if turned < near || turned > near+near/5 || near == 0 {
		t.Errorf("%d birds turned, but %d were in range", turned, near)
	}
}

// huntFromAbove returns a scene of a hunter above its prey. The prey flies straight on, in a dense group, a
// loose group and three single birds. One of the single birds is far away.
func huntFromAbove(t *testing.T, hunt rules.Hunt) flock.Def {
	d := flock.Def{Seed: 9, TickRate: 60, Workers: 1}
	d.Flock = flock.Flock{Species: "dove", Start: cloud.Start{Altitude: 60}, Params: paramsOfRules(t, "heedless", flock.Speeds{MaxSpeed: 20}, &rules.Cohesion{})}
	d.Start.Groups = []cloud.Group{
		{Count: 40, Place: vec.Vec{X: -12}, Radius: 3, Speed: 6},
		{Count: 40, Place: vec.Vec{X: 10}, Radius: 7, Speed: 6},
		{Count: 1, Place: vec.Vec{X: 40, Y: 5}, Speed: 6},
		{Count: 1, Place: vec.Vec{Z: -16}, Speed: 6},
		{Count: 1, Place: vec.Vec{X: 3, Z: -12}, Speed: 6},
	}
	d.Params = model.With(d.Params, "count", 83)
	hunter := flock.Flock{Species: "falcon", Follows: []string{"dove"}, Start: cloud.Start{Altitude: 62}, Params: paramsOfRules(t, "falcon", flock.Speeds{MaxSpeed: 40}, &hunt)}
	hunter.Start.Groups = []cloud.Group{{Count: 1, Place: vec.Vec{Z: -50}, Speed: 10}}
	d.Others = []flock.Flock{hunter}
	return d
}

func testHunt(way rules.HuntWay) rules.Hunt {
	return rules.Hunt{Speed: 25, Way: way, Range: 400, Turn: 4, Push: 0.6, StrikeRange: 0.5, MissRange: 3, Crowd: 2.5, StoopHeight: 20, Longest: 15, Rest: 8}
}

// Each way of hunting chooses the prey that its description defines. The hunter keeps to its limits of
// turning and speed, and rests after a strike.
func TestHunt(t *testing.T) {
	for way, name := range []string{"nearest", "densest", "isolated", "course", "stoop"} {
		t.Run(name, func(t *testing.T) {
			hunt := testHunt(rules.HuntWay(way))
			w := newWorld(t, huntFromAbove(t, hunt))
			var was, s flock.Snapshot
			w.Snapshot(&was)
			course, onCourse, kept := v3{}, 0, 0 // course is the hunter's course, onCourse counts the ticks until the hunter must fly on it, and kept counts the hunters that kept their course
			ended, attacks, strikes := -1e9, 0, 0
			for w.Tick() < 90*60 {
				w.Step()
				w.Snapshot(&s)
				h := s.Len() - 1
				before, now := toV3(was.Vel[h]), toV3(s.Vel[h])
				if turn := degrees(before, now); turn > float64(hunt.Turn)/2+0.05 {
					t.Fatalf("at %.2f s the falcon turns by %.2f° in a tick, which is too fast", s.Seconds(), turn)
				}
				if norm(now) > 25.01 {
					t.Fatalf("the falcon flies at %.2f m/s, want at most 25", norm(now))
				}
				if hasPassedAll(&s) {
					course, onCourse = v3{}, 0
				} else if onCourse > 0 && way == 3 {
					// The hunter has one second to turn onto its course.
					if onCourse--; onCourse == 0 {
						course, kept = now, kept+1
					}
				} else if course != (v3{}) && degrees(course, now) > 0.5 {
					t.Fatalf("at %.2f s the falcon leaves its course by %.1f°, want at most 0.5°", s.Seconds(), degrees(course, now))
				}
				for _, e := range w.TakeEvents(nil) {
					switch e.Kind {
					case flock.AttackBegan:
						attacks++
						onCourse = 60
						checkTarget(t, &was, &e, name, hunt)
						if way == 3 && hasPassedAll(&was) {
							t.Errorf("at %.2f s the falcon attacks although no bird is ahead", s.Seconds())
						}
						if s.Seconds()-ended < 0.37*float64(hunt.Rest) {
							t.Errorf("the falcon attacks again after %.1f s, which is too soon", s.Seconds()-ended)
						}
					case flock.Strike, flock.NearMiss:
						ended, course, onCourse = s.Seconds(), v3{}, 0
						checkDistance(t, &was, &s, &e, hunt)
						if e.Kind == flock.Strike {
							strikes++
						}
					}
				}
				was, s = s, was
			}
			if way == 3 && kept == 0 {
				t.Error("the falcon never keeps a course for more than a second")
			}
			t.Logf("the falcon made %d attacks and %d strikes", attacks, strikes)
			if least := map[bool]int{true: 1, false: 2}[way == 3]; attacks < 3 || strikes < least {
				t.Errorf("the falcon made %d attacks and %d strikes, want at least 3 and %d", attacks, strikes, least)
			}
		})
	}
}

func hasPassedAll(s *flock.Snapshot) bool {
	h := s.Len() - 1
	v := toV3(s.Vel[h])
	for i := range h {
		if d := minus(toV3(s.Pos[i]), toV3(s.Pos[h])); d[0]*v[0]+d[1]*v[1]+d[2]*v[2] > 0 {
			return false
		}
	}
	return true
}

func degrees(a, b v3) float64 {
	cosine := (a[0]*b[0] + a[1]*b[1] + a[2]*b[2]) / (norm(a) * norm(b))
	return math.Acos(min(1, cosine)) * 180 / math.Pi
}

// checkTarget checks the target of a new attack against the definition of the given way of hunting.
func checkTarget(t *testing.T, s *flock.Snapshot, e *flock.Event, way string, hunt rules.Hunt) {
	t.Helper()
	prey, h := s.OneFlock(0), toV3(s.Pos[s.Len()-1])
	worth := func(i int) float64 {
		crowd, alone := 0.0, 1e9
		for j := range prey.Pos {
			if d := norm(minus(toV3(prey.Pos[i]), toV3(prey.Pos[j]))); j != i {
				alone = min(alone, d)
				if d < float64(hunt.Crowd) {
					crowd++
				}
			}
		}
		switch way {
		case "densest", "stoop":
			return crowd
		case "isolated":
			return alone
		}
		return -norm(minus(toV3(prey.Pos[i]), h))
	}
	mean := 0.0
	for i := range prey.Pos {
		mean += float64(prey.Pos[i][1]) / float64(prey.Len())
		if way != "course" && worth(i) > worth(e.Prey) {
			t.Fatalf("the falcon attacks bird %d with the value %.3f, want bird %d with the value %.3f", e.Prey, worth(e.Prey), i, worth(i))
		}
	}
	if over := h[1] - mean; way == "stoop" && over < float64(hunt.StoopHeight)-0.5 {
		t.Errorf("the falcon stoops from only %.1f m above the flock", over)
	}
	if d := norm(minus(toV3(prey.Pos[e.Prey]), h)); math.Abs(d-float64(e.Distance)) > 0.01 {
		t.Errorf("the prey is %.2f m away, but the ledger says %.2f", d, e.Distance)
	}
}

// checkDistance compares the distance in an attack's event with the distance between the paths of the
// hunter and its prey.
func checkDistance(t *testing.T, was, s *flock.Snapshot, e *flock.Event, hunt rules.Hunt) {
	t.Helper()
	h := s.Len() - 1
	a, b := minus(toV3(was.Pos[e.Prey]), toV3(was.Pos[h])), minus(toV3(s.Pos[e.Prey]), toV3(s.Pos[h]))
	near := 1e9
	for k := range 101 {
		near = min(near, norm(plus(a, scale(minus(b, a), float64(k)/100))))
	}
	struck := e.Kind == flock.Strike
	if limit := map[bool]float32{true: hunt.StrikeRange, false: hunt.MissRange}[struck]; e.Distance > limit || !struck && e.Distance <= hunt.StrikeRange {
		t.Errorf("%s at %.2f m", e.Kind, e.Distance)
	}
	if struck && math.Abs(near-float64(e.Distance)) > 0.25 {
		t.Errorf("the falcon came within %.2f m, but the ledger says %.2f", near, e.Distance)
	}
}

// falconScene returns the scene "falcon" with few starlings, and a falcon that rests longer.
func falconScene(t *testing.T) flock.Def {
	t.Helper()
	def := builtin(t, "falcon")
	def.Params = model.With(def.Params, "count", 400)
	def.Others[0].Params = model.With(def.Others[0].Params, "rest_seconds", 7)
	return def
}

// A flock that is hunted for a minute stays together. When the falcon is gone, all birds fly in one
// direction again.
func TestHuntedFlockKeepsTogether(t *testing.T) {
	def := falconScene(t)
	w := newWorld(t, def)
	var s flock.Snapshot
	attacks := 0
	for range 60 * def.TickRate {
		w.Step()
		for _, e := range w.TakeEvents(nil) {
			if e.Kind == flock.AttackBegan {
				attacks++
			}
		}
	}
	if attacks < 2 {
		t.Fatalf("%d attacks", attacks)
	}
	w.Snapshot(&s)
	prey := s.OneFlock(0)
	if far := outliers(&prey, 120); far > 0 {
		t.Errorf("%d birds are 120 m from the middle, want none", far)
	}
	if err := w.SetParamsOf(1, model.With(w.ParamsOf(1), "count", 0)); err != nil {
		t.Fatal(err)
	}
	best, milling := 0.0, 1.0
	for range 40 * def.TickRate {
		w.Step()
		w.Snapshot(&s)
		if w.Tick()%int64(def.TickRate) == 0 {
			best = max(best, polarization(&s))
			milling = min(milling, rotation(&s))
		}
	}
	t.Logf("after %d attacks, polarization is at most %.3f and rotation at least %.2f", attacks, best, milling)
	if best < 0.95 || milling > 0.3 {
		t.Errorf("after the falcon left, polarization is at most %.2f and rotation at least %.2f; want 0.95 or more, and 0.3 or less", best, milling)
	}
	if far := outliers(&s, 100); far > 0 {
		t.Errorf("%d birds are left behind, want none", far)
	}
}

func middleOf(s *flock.Snapshot) (c v3) {
	for i := range s.Pos {
		c = plus(c, scale(toV3(s.Pos[i]), 1/float64(s.Len())))
	}
	return c
}

func outliers(s *flock.Snapshot, far float64) (n int) {
	c := middleOf(s)
	for i := range s.Pos {
		if norm(minus(toV3(s.Pos[i]), c)) > far {
			n++
		}
	}
	return n
}

func polarization(s *flock.Snapshot) float64 {
	sum := v3{}
	for i := range s.Vel {
		v := toV3(s.Vel[i])
		sum = plus(sum, scale(v, 1/(norm(v)*float64(s.Len()))))
	}
	return norm(sum)
}

// rotation returns 1 if all birds circle around their middle in the same direction, and 0 if they do not
// circle in any common direction.
func rotation(s *flock.Snapshot) float64 {
	c, sum := middleOf(s), v3{}
	for i := range s.Pos {
		r, v := minus(toV3(s.Pos[i]), c), toV3(s.Vel[i])
		round := v3{r[1]*v[2] - r[2]*v[1], r[2]*v[0] - r[0]*v[2], r[0]*v[1] - r[1]*v[0]}
		if n := norm(r) * norm(v); n > 0 {
			sum = plus(sum, scale(round, 1/(n*float64(s.Len()))))
		}
	}
	return norm(sum)
}

// The ledger of a hunt is the same with any number of workers and any index, and after a restart from a
// checkpoint. Its splits agree with the flock's clusters.
func TestHuntsLedger(t *testing.T) {
	def := falconScene(t)
	def.Params = model.With(def.Params, "leadership", 0)
	const ticks = 30 * 60
	run := func(w *flock.World, upto int64, see func(e *flock.Event, s *flock.Snapshot)) (all []string) {
		var s flock.Snapshot
		for w.Tick() < upto {
			w.Step()
			for _, e := range w.TakeEvents(nil) {
				all = append(all, fmt.Sprintf("%+v", e))
				if see != nil {
					w.Snapshot(&s)
					see(&e, &s)
				}
			}
		}
		return all
	}
	def.Workers, def.Index = 1, flock.Grid
	kinds := map[flock.EventKind]int{}
	want := run(newWorld(t, def), ticks, func(e *flock.Event, s *flock.Snapshot) {
		if kinds[e.Kind]++; e.Kind == flock.Split {
			checkSplit(t, e, s, def.Params.Float("vision"))
		}
	})
	if kinds[flock.AttackBegan] < 2 || kinds[flock.Split] == 0 || kinds[flock.Reunited] == 0 {
		t.Errorf("the ledger has only %v; the test needs two attacks, a split and a reunion", kinds)
	}
	for _, by := range sample.Some(t, 1, []way{{flock.Brute, 2}, {flock.Matrix, 3}}) {
		def.Workers, def.Index = by.workers, by.index
		w := newWorld(t, def)
		got := run(w, ticks/2, nil)
		again, err := flock.Resume(w.Checkpoint(), by.workers, flock.Grid, model.All()...)
		if err != nil {
			t.Fatal(err)
		}
		if got = append(got, run(again, ticks, nil)...); !slices.Equal(got, want) {
			t.Errorf("%v with %d workers: the %d events differ from the %d expected ones", by.index, by.workers, len(got), len(want))
		}
	}
}

// checkSplit compares the parts of the flock in a split's event with the flock's clusters. link is the
// distance, in metres, below which two birds belong to the same cluster.
func checkSplit(t *testing.T, e *flock.Event, s *flock.Snapshot, link float32) {
	t.Helper()
	prey := s.OneFlock(0)
	labels, count := view.Clusters(&prey, link)
	sizes := make([]int, count+1)
	for _, l := range labels {
		sizes[l]++
	}
	slices.Sort(sizes)
	n := float32(prey.Len())
	if first, second := float32(sizes[count])/n, float32(sizes[count-1])/n; math.Abs(float64(first-e.Largest)) > 0.02 || math.Abs(float64(second-e.Second)) > 0.02 {
		t.Errorf("the ledger says a split into %.3f and %.3f, but the clusters are %.3f and %.3f", e.Largest, e.Second, first, second)
	}
}

func TestHuntAllocatesNothing(t *testing.T) {
	def := falconScene(t)
	def.Workers = 1
	w := newWorld(t, def)
	var events []flock.Event
	step := func() {
		w.Step()
		events = w.TakeEvents(events[:0])
	}
	for range 30 * 60 {
		step()
	}
	if n := testing.AllocsPerRun(20*60, step); n != 0 {
		t.Errorf("%v allocations a step, want none", n)
	}
}

// The falcon of the scene "falcon" misses more often than it strikes, but it does strike. Real falcons that
// hunt flocks succeed in a tenth to two fifths of their attacks.
func TestFalconMostlyMisses(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	attacks, strikes := 0, 0
	var seeds []uint64
	for _, pair := range sample.Some(t, 1, [][]uint64{{1, 5}, {2, 4}}) {
		seeds = append(seeds, pair...)
	}
	for _, seed := range seeds {
		def := builtin(t, "falcon")
		def.Seed = seed
		w := newWorld(t, def)
		for range 80 * def.TickRate {
			w.Step()
			for _, e := range w.TakeEvents(nil) {
				switch e.Kind {
				case flock.AttackBegan:
					attacks++
				case flock.Strike:
					strikes++
				}
			}
		}
	}
	t.Logf("%d of %d attacks strike", strikes, attacks)
	if n := len(seeds); attacks < 5*n || 2*strikes < n || 2*strikes > attacks {
		t.Errorf("%d of %d attacks strike, want at least %d, and at most half of %d or more", strikes, attacks, (n+1)/2, 5*n)
	}
}
