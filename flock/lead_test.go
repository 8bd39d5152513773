package flock

import (
	"maps"
	"math"
	"testing"

	"skein/flock/internal/columns"
	"skein/flock/internal/gauss"
	"skein/flock/internal/stages"
	"skein/flock/lead"
	"skein/flock/vec"
	"skein/flock/view"
)

// H8: x is the distance to the centre of all boids in the vision sphere over e, in [0,1], for any
// neighbourhood.
func TestH8Eccentricity(t *testing.T) {
	p := bare()
	at := []vec.Vec{{X: 0, Y: 50, Z: 0}, {X: 3, Y: 50, Z: 0}, {X: 0, Y: 54, Z: 0}, {X: 0, Y: 50, Z: -6}}
	for name, change := range map[string]func(*Params){
		"sphere":  func(*Params) {},
		"nearest": func(p *Params) { put(p, "neighbourhood", view.NearestN, "nearest", 1) },
		"view":    func(p *Params) { put(p, "field_of_view", 10) },
	} {
		q := p
		change(&q)
		w := stage(t, q, at, zeroVelocities(4))
		if x := eccentricity(w, 0); math.Abs(x-2.5/5) > 1e-5 {
			t.Errorf("%s: x = %v, want 0.5", name, x)
		}
		if x := eccentricity(w, 3); x != 0 {
			t.Errorf("%s: a lone boid has x = %v, want 0", name, x)
		}
	}
	places := boidCloud(60, 6)
	here := stage(t, p, places, zeroVelocities(60))
	for i := range places {
		places[i] = places[i].Add(vec.Vec{X: 100, Y: 30, Z: -200})
	}
	there := stage(t, p, places, zeroVelocities(60))
	for i := range places {
		a, b := eccentricity(here, i), eccentricity(there, i)
		m := modelOf(here)
		k, _ := m.sphereCentre(i)
		if a < 0 || a > 1 || math.Abs(a-b) > 1e-3 || math.Abs(a-k.norm()/5) > 1e-5 {
			t.Errorf("boid %d: x is %v with one index and %v with the other, want %v", i, a, b, k.norm()/5)
		}
	}
}

func look(w *World) *block {
	indexAlone(w)
	b := w.flocks[0].openBlock(&w.flocks[0].scratch[0], 0, w.flocks[0].N)
	w.flocks[0].Perceive(b, w.flocks[0].Memory(0), 0)
	stages.Derive(b, nil)
	return b
}

func eccentricity(w *World, i int) float64 {
	return f(look(w).Edge.At(i).Length()) / f(w.flocks[0].Settings().Vision)
}

// H9: of two boids that see each other, only the one in front may leave, or a slow one behind. Without the
// front test, both may.
func TestH9FrontTest(t *testing.T) {
	for _, c := range []struct {
		name         string
		speed        float32
		test         bool
		front, after bool // whether the boid in front and the boid behind leave
	}{
		{"moving", 3, true, true, false},
		{"slow", 0.2, true, true, true},
		{"off", 3, false, true, true},
	} {
		p := bare()
		put(&p, "leadership", 1, "front_test", c.test, "slow_speed", 0.5)
		v := vec.Vec{X: 0, Y: 0, Z: c.speed}
		w := stage(t, p, []vec.Vec{{X: 0, Y: 50, Z: 4.5}, {X: 0, Y: 50, Z: 0}}, []vec.Vec{v, v})
		var left [2]bool
		for range 300 {
			w.Step()
			left[0] = left[0] || w.flocks[0].Boids.Age[0] >= 0
			left[1] = left[1] || w.flocks[0].Boids.Age[1] >= 0
			w.flocks[0].storePlace(0, vec.Vec{X: 0, Y: 50, Z: 4.5}, v)
			w.flocks[0].storePlace(1, vec.Vec{X: 0, Y: 50, Z: 0}, v)
		}
		if left != [2]bool{c.front, c.after} {
			t.Errorf("%s: the front and the rear boid left: %v, want %v", c.name, left, [2]bool{c.front, c.after})
		}
	}
}

// H9: moving boids lead only if their eccentricity and front value reach the floors. The values in events
// agree with a computation by hand.
func TestH9EventsComeFromTheFront(t *testing.T) {
	d := small(150)
	put(&d.Params, "leadership", 0.45)
	w := world(t, d)
	n := 0
	for range 600 {
		m := modelOf(w)
		w.Step()
		for _, e := range w.TakeEvents(nil) {
			if e.Kind != EscapeBegan {
				continue
			}
			n++
			k, _ := m.sphereCentre(e.Boid)
			x, front := k.norm()/f(d.Params.Float("vision")), -k.towards().dot(m.vel[e.Boid].towards())
			if math.Abs(f(e.X)-x) > 1e-4 || math.Abs(f(e.Front)-front) > 1e-4 || math.Abs(f(e.Speed)-m.vel[e.Boid].norm()) > 1e-3 {
				t.Errorf("the event is %+v, but by hand x is %v and front %v", e, x, front)
			}
			if e.X < d.Params.Float("eccentricity_floor") || e.Front <= d.Params.Float("front_floor") || e.Draw >= d.Params.Float("leadership")*e.X {
				t.Errorf("the escape %+v began against the rules", e)
			}
		}
	}
	if n < 10 {
		t.Errorf("%d escapes", n)
	}
}

// H10: with X = 0, the bits are those without the code for leadership, so the model is exactly Reynolds'.
func TestH10ZeroIsReynolds(t *testing.T) {
	d := small(80)
	put(&d.Params, "leadership", 0)
	with, without := world(t, d), world(t, d)
	p := d.Params
	put(&p, "front_test", false, "eccentricity_floor", 0, "draw_sigma", 0.5, "escape_strength", 1)
	if err := with.SetParams(p); err != nil {
		t.Fatal(err)
	}
	without.pool.Work = func(int) {
		without.beforeTick(0)
		without.flocks[0].index(0)
		s := &without.flocks[0].scratch[0]
		b := without.flocks[0].openBlock(s, 0, without.flocks[0].N)
		without.flocks[0].Perceive(b, s.Memory, 0)
		without.flocks[0].steer(s, b, without.flocks[0].rules)
		stages.Move(b, termsOf(without))
		stages.Fly(b, termsOf(without))
	}
	for range 300 {
		with.Step()
		without.Step()
		if with.Hash() != without.Hash() {
			t.Fatalf("the states differ at tick %d", with.Tick())
		}
	}
}

func watch(t *testing.T, d Def, seconds int) (escapes int, clusters float64) {
	t.Helper()
	w := world(t, d)
	var s Snapshot
	for k := range seconds * d.TickRate {
		w.Step()
		for _, e := range w.TakeEvents(nil) {
			if e.Kind == EscapeBegan {
				escapes++
			}
		}
		if k%d.TickRate == 0 {
			w.Snapshot(&s)
			_, n := view.Clusters(&s, d.Params.Float("vision"))
			clusters += float64(n) / float64(seconds)
		}
	}
	return escapes, clusters
}

// H10: the number of escapes grows with X from 0. With a high X, a flock breaks up if its lonely boids do not
// search farther. In the printed form, every boid leads at X = 0.
func TestH10Trigger(t *testing.T) {
	if testing.Short() {
		t.Skip("long, on one goroutine")
	}
	d := DefaultDef()
	d.WarmUp, d.TickRate = 15, 30
	put(&d.Params, "lonely_count", 0)
	last, calm := -1, 0.0
	for _, x := range []float32{0, 0.1, 0.3, 0.4, 0.5, 0.7} {
		put(&d.Params, "leadership", x)
		n, clusters := 0, 0.0
		for _, seed := range []uint64{4, 1001, 1003} {
			d.Seed = seed
			escapes, parts := watch(t, d, 20)
			n, clusters = n+escapes, clusters+parts/3
		}
		t.Logf("X = %v: %d escapes in 60 s, %.1f clusters", x, n, clusters)
		if x < 0.2 && n > 0 || x > 0.2 && n <= last {
			t.Errorf("X = %v: %d escapes, and %d with a lower X; want none up to 0.2, then more and more", x, n, last)
		}
		if x == 0.3 {
			calm = clusters
		}
		if x == 0.5 && clusters < 3*calm {
			t.Errorf("X = 0.5 gives %.1f clusters and a lower X %.1f; want three times as many", clusters, calm)
		}
		last = n
	}
	d.Params = PaperParams()
	put(&d.Params, "count", 30, "leadership", 0, "trigger", lead.PrintedTrigger, "front_test", false)
	d.WarmUp = 0
	w := world(t, d)
	w.Step()
	if len(w.flocks[0].Leaders) != 30 {
		t.Errorf("in the printed form with X = 0, %d boids lead, want all 30", len(w.flocks[0].Leaders))
	}
}

// H11: draws follow the table's distribution, and depend only on seed, boid and decision.
func TestH11Draws(t *testing.T) {
	g := gauss.New(0.1)
	var sum, squares float64
	seen := map[uint64]bool{}
	for boid := range 100 {
		for decision := range int64(200) {
			bits := vec.Random(5, boid, forDecision, decision)
			seen[bits] = true
			x := f(g.Draw(bits))
			sum += x
			squares += x * x
		}
	}
	mean := sum / 20000
	sigma := math.Sqrt(squares/20000 - mean*mean)
	if math.Abs(mean-0.5) > 0.003 || math.Abs(sigma-0.1) > 0.002 || len(seen) != 20000 {
		t.Errorf("the mean is %v, the spread %v, with %d different draws; want 0.5, 0.1 and 20000", mean, sigma, len(seen))
	}
}

// Random numbers for different boids, purposes, counters and seeds are independent: a change of any argument
// flips about half of the bits.
func TestRandomIsMixed(t *testing.T) {
	var set [64]int
	flips := [4]int{}
	const n = 4000
	for k := range n {
		h := vec.Random(9, k, forDecision, int64(k))
		for b := range set {
			set[b] += int(h >> b & 1)
		}
		for c, other := range []uint64{vec.Random(10, k, forDecision, int64(k)), vec.Random(9, k+1, forDecision, int64(k)), vec.Random(9, k, columns.ForFlap, int64(k)), vec.Random(9, k, forDecision, int64(k)+1)} {
			flips[c] += onesCount(h ^ other)
		}
	}
	for b, s := range set {
		if s < n/2-150 || s > n/2+150 {
			t.Errorf("bit %d is set in %d of %d numbers, want about half", b, s, n)
		}
	}
	for c, s := range flips {
		if s < n*32-700 || s > n*32+700 {
			t.Errorf("argument %d: %d bits flip, want about %d", c, s, n*32)
		}
	}
}

func onesCount(x uint64) (n int) {
	for ; x != 0; x &= x - 1 {
		n++
	}
	return n
}

// H11: the rate of escapes does not depend on the tick rate.
func TestH11DecisionsKeepTheirRate(t *testing.T) {
	for _, rate := range []int{30, 60, 120} {
		d := small(0)
		d.TickRate = rate
		w := world(t, d)
		n := 0
		for range 2 * rate {
			if w.flocks[0].isDeciding() {
				n++
			}
			w.Step()
		}
		if n != 60 {
			t.Errorf("%d ticks/s: a boid has %d decisions in 2 s, want 60", rate, n)
		}
	}
}

// H12: the escapes of a boid do not overlap, and each lasts escape_seconds.
func TestH12EscapesDoNotOverlap(t *testing.T) {
	t.Parallel()
	d := small(120)
	d.TickRate = 30
	put(&d.Params, "leadership", 0.8)
	w := world(t, d)
	since := map[int]int64{}
	ended := 0
	for range 600 {
		w.Step()
		for _, e := range w.TakeEvents(nil) {
			began, away := since[e.Boid]
			switch e.Kind {
			case EscapeBegan:
				if away {
					t.Fatalf("boid %d leaves at tick %d, but is already away since tick %d", e.Boid, e.Tick, began)
				}
				since[e.Boid] = e.Tick
			case EscapeEnded:
				if !away || e.Tick-began != 90 {
					t.Fatalf("boid %d returns at tick %d after it left at %d (away: %v), want 90 ticks later", e.Boid, e.Tick, began, away)
				}
				delete(since, e.Boid)
				ended++
			}
		}
		var s Snapshot
		w.Snapshot(&s)
		for i, f := range s.Flags {
			if _, away := since[i]; away != (f&Leading != 0) {
				t.Fatalf("tick %d: boid %d leads: %v, but according to the events %v", w.Tick(), i, f&Leading != 0, away)
			}
		}
	}
	if ended < 50 {
		t.Errorf("only %d escapes ended, want at least 50", ended)
	}
}

// H14: in the scene "murmuration", birds follow a leaving bird. With the printed formulas, hardly any does.
func TestH14Followers(t *testing.T) {
	if testing.Short() {
		t.Skip("long, on one goroutine")
	}
	followers := map[string]float64{}
	for name, change := range map[string]func(*Params){
		"murmuration":      func(*Params) {},
		"without salience": func(p *Params) { put(p, "salience", 1, "salience_range", 0) },
	} {
		d := DefaultDef()
		d.TickRate, d.WarmUp, d.Seed = 30, 10, 3
		put(&d.Params, "count", 100)
		put(&d.Params, "leadership", 0.32)
		change(&d.Params)
		followers[name] = meanFollowers(t, d, 1)
	}
	t.Logf("followers per escape: %v", followers)
	if followers["murmuration"] < 5 || followers["without salience"] > followers["murmuration"]/4 {
		t.Errorf("the followers per escape are %v; want at least 5, and a quarter without salience", followers)
	}
}

// meanFollowers returns the mean number of followers over some escapes. It also compares the ledger's
// numbers, with a tolerance of one, with the definition of a follower.
func meanFollowers(t *testing.T, d Def, escapes int) float64 {
	w := world(t, d)
	drawn, counted := map[int][]float64{}, map[int]int{}
	followed := 0
	for tick := 0; len(counted) < escapes && tick < 90*30; tick++ {
		m := modelOf(w) // the state before the step
		w.Step()
		for l, sums := range drawn {
			for i := range sums {
				if i != l && m.leading[l] && w.flocks[0].Boids.Age[i] < 0 && m.dist(i, l) < 12 {
					owing := m.social(i, -1).minus(m.social(i, l))
					sums[i] += owing.dot(m.offset(i, l).towards())
				}
			}
		}
		for _, e := range w.TakeEvents(nil) {
			sums, watched := drawn[e.Boid]
			switch {
			case e.Kind == EscapeBegan && len(drawn) == 0:
				drawn[e.Boid] = make([]float64, w.flocks[0].N)
			case (e.Kind == Reabsorbed || e.Kind == Abandoned) && watched:
				n := 0
				for _, s := range sums {
					if s >= 0.5 {
						n++
					}
				}
				if off := e.Followers - n; off*off > 1 {
					t.Errorf("boid %d, tick %d: %d followers in the ledger, want %d", e.Boid, e.Tick, e.Followers, n)
				}
				delete(drawn, e.Boid)
				counted[e.Boid] = n
				followed += n
			}
		}
	}
	if len(counted) == 0 {
		t.Fatal("no boid left")
	}
	return float64(followed) / float64(len(counted))
}

// If a flock is n times as large as leadership_crowd, one in n^1.5 escapes begins, and each would also begin
// without this parameter. In a smaller flock, it has no effect.
func TestCrowd(t *testing.T) {
	t.Parallel()
	began := func(seed uint64, crowd int) map[int]bool {
		d := DefaultDef()
		d.Seed, d.TickRate, d.WarmUp = seed, 30, 0
		put(&d.Params, "count", 400, "leadership", 1, "draw_sigma", 0.3, "leadership_crowd", crowd)
		w := world(t, d)
		w.Step()
		boids := map[int]bool{}
		for _, e := range w.TakeEvents(nil) {
			if e.Kind == EscapeBegan {
				boids[e.Boid] = true
			}
		}
		return boids
	}
	all, quarter := 0, 0
	for seed := range uint64(20) {
		without := began(seed, 0)
		if same := began(seed, 400); !maps.Equal(same, without) {
			t.Fatalf("seed %d: escapes of %v begin in a flock as large as the crowd, and of %v without a crowd; want the same", seed, same, without)
		}
		for boid := range began(seed, 100) {
			if quarter++; !without[boid] {
				t.Errorf("seed %d: an escape of boid %d begins only with a crowd", seed, boid)
			}
		}
		all += len(without)
	}
	const share = 1. / 8 // 4^-1.5
	want := share * float64(all)
	if off := math.Abs(float64(quarter) - want); all < 400 || off > 4*math.Sqrt(want*(1-share)) {
		t.Errorf("%d of %d escapes begin in a flock four times as large as the crowd, want about %.0f", quarter, all, want)
	}
}
