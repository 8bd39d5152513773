package model_test

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

func flockOf(count int) flock.Def {
	def := testscene.Def("starlings")
	def.WarmUp = 0
	def.Params = model.With(def.Params, "count", count)
	return def
}

// The flight of the starlings has the same bits with any number of workers, every index, and on every
// machine.
func TestGoldenStarlings(t *testing.T) {
	const want = 0x491efe54cd5988b1
	for _, by := range someWays(t) {
		t.Run(fmt.Sprintf("%d/%v", by.workers, by.index), func(t *testing.T) {
			def := flockOf(400)
			def.Workers, def.Index = by.workers, by.index
			w := newWorld(t, def)
			for range 450 {
				w.Step()
			}
			if got := w.Hash(); got != want {
				t.Errorf("the hash is %#016x, want %#016x", got, uint64(want))
			}
		})
	}
}

// The ledger has the same escapes, followers and delays with the indices Grid and Brute. With Grid, few
// birds sum over their vision spheres. With Brute, every bird does.
func TestStarlingsLedger(t *testing.T) {
	var all [2][]flock.Event
	for k, index := range []flock.Index{flock.Grid, flock.Brute} {
		def := flockOf(500)
		def.Index = index
		w := newWorld(t, def)
		for range 900 {
			w.Step()
			all[k] = w.TakeEvents(all[k])
		}
	}
	if !slices.EqualFunc(all[0], all[1], func(a, b flock.Event) bool { return reflect.DeepEqual(a, b) }) {
		t.Errorf("the ledger with the grid is\n%+v\nwant, as with all pairs,\n%+v", all[0], all[1])
	}
	if !slices.ContainsFunc(all[0], func(e flock.Event) bool { return e.Followers > 0 && e.Delay > 0 }) {
		t.Error("nobody followed a leader")
	}
}

type starling struct{ pos, vel, heading v3 }

func dot(a, b v3) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func unit(a v3) v3        { return scale(a, 1/max(norm(a), 1e-30)) }
func cross(a, b v3) v3 {
	return v3{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
func level(heading v3) v3 { return unit(v3{heading[2], 0, -heading[0]}) }
func starlingsOf(s *flock.Snapshot) (all []starling) {
	for i := range s.Pos {
		v := toV3(s.Vel[i])
		all = append(all, starling{toV3(s.Pos[i]), v, unit(v)})
	}
	return all
}

func nearest(all []starling, i int) (others []int) {
	for j := range all {
		if j != i {
			others = append(others, j)
		}
	}
	slices.SortStableFunc(others, func(a, b int) int {
		x, y := norm(minus(all[a].pos, all[i].pos)), norm(minus(all[b].pos, all[i].pos))
		return int(math.Copysign(1, x-y))
	})
	return others
}

// ruleSteers returns the sum of the rules' steering forces on a bird, in m/s², computed from the formulas
// in float64, independently of the rules' code.
func ruleSteers(p flock.Params, all []starling, i int) (a v3) {
	f := func(key string) float64 { return float64(p.Float(key)) }
	n, me, others := p.Int("interacting"), all[i], nearest(all, i)
	first := p.Int("space_first")
	to := func(j int) (u v3, d float64) {
		off := minus(all[j].pos, me.pos)
		return unit(off), norm(off)
	}
	// The rule "space".
	for k, j := range others[:n] {
		u, d := to(j)
		stretch, flat := f("space_stretch"), f("space_flat")
		if k >= first {
			stretch, flat = f("space_others"), 1
		}
		along := dot(u, me.heading)
		up := u[1] - along*me.heading[1]
		felt := d * math.Sqrt(max(0, 1-along*along-up*up)+along*along/stretch/stretch+up*up*flat*flat)
		strength := 1.0
		if x := (felt - f("space_core")) / f("space_width"); x > 0 {
			strength = math.Exp(-x * x)
		}
		a = minus(a, scale(u, f("space")*strength/float64(n)))
		if felt < f("space_reach") {
			a = minus(a, scale(u, f("space_push")*(1-felt/f("space_reach"))))
		}
	}
	// The rule "dodge".
	var dodge v3
	for _, j := range others[:min(len(others), p.Int("dodge_count"))] {
		off, rel := minus(all[j].pos, me.pos), minus(all[j].vel, me.vel)
		left := -dot(off, rel) / max(dot(rel, rel), 1e-12)
		miss, reach := plus(off, scale(rel, left)), f("dodge_range")
		if left <= 0 || left >= f("dodge_seconds") || norm(miss) >= reach {
			continue
		}
		up := minus(v3{0, 1, 0}, scale(rel, rel[1]/dot(rel, rel)))
		way := minus(scale(up, math.Copysign(1, -miss[1])), unit(miss))
		dodge = plus(dodge, scale(way, 2*(reach-norm(miss))/math.Pow(left+1./30, 2)))
		if d := norm(off); d < 2.5*reach {
			closing := dot(rel, unit(off))
			stop := closing * closing / 2 / max(reach/8, d-0.75*reach)
			dodge = minus(dodge, scale(unit(off), min(stop, f("dodge"))))
		}
	}
	a = plus(a, scale(dodge, min(1, f("dodge")/max(norm(dodge), 1e-9))))
	// The rule "gather".
	var in, centre, course v3
	apart := 0.0
	for _, j := range others[:24] {
		u, d := to(j)
		in, apart = plus(in, scale(u, 1./24)), apart+d/24
	}
	seen := 0
	half := f("field_of_view") / 2 * math.Pi / 180
	for _, j := range others[:max(24, 2*n)] {
		u, _ := to(j)
		if seen < n && dot(u, me.heading) >= math.Cos(half) {
			centre, seen = plus(centre, u), seen+1
			if seen <= n {
				course = plus(course, all[j].heading)
			}
		}
	}
	exposed := min(1, 2*norm(in))
	c := scale(centre, f("gather")*(f("gather_least")+exposed)/float64(seen))
	side := level(me.heading)
	over := cross(me.heading, side)
	a = plus(a, scale(me.heading, dot(c, me.heading)*f("gather_ahead")))
	a = plus(a, scale(side, dot(c, side)*f("gather_beside")))
	a = plus(a, scale(over, dot(c, over)*f("gather_up")))
	in[1] *= f("outward_up")
	a = minus(a, scale(in, f("outward")*(1-exposed)*math.Pow(min(f("outward_most"), f("outward_spacing")/apart), 3)))
	// The rule "align".
	a = plus(a, scale(minus(scale(course, 1/float64(seen)), me.heading), f("align")))
	// The rule "cruise", and the pull to a height.
	a = plus(a, scale(me.heading, 30*f("cruise_rate")*(f("cruise_speed")-norm(me.vel))-f("gravity")*9.81*me.heading[1]))
	a[1] += 30 * (f("height_pull")*(f("roost_height")-me.pos[1]) - f("height_damp")*me.vel[1])
	return a
}

// shapeSteers returns the steering force of the rule "shape" on each bird, in m/s². It finds the axes by
// trying all directions.
func shapeSteers(p flock.Params, all []starling) (asked []v3) {
	f := func(key string) float64 { return float64(p.Float(key)) }
	share := 1 / float64(len(all))
	var middle, course v3
	for _, b := range all {
		middle, course = plus(middle, scale(b.pos, share)), plus(course, scale(b.vel, share))
	}
	along := func(axis v3) (deviation, rate float64) {
		squares, products := 0.0, 0.0
		for _, b := range all {
			off := dot(minus(b.pos, middle), axis)
			squares, products = squares+off*off, products+off*dot(minus(b.vel, course), axis)
		}
		return math.Sqrt(squares * share), products / squares
	}
	longest, most := v3{}, 0.0
	const ways = 20_000
	for k := range ways {
		z, x := math.Sincos(math.Pi * float64(k) / ways)
		if size, _ := along(v3{x, 0, z}); size > most {
			longest, most = v3{x, 0, z}, size
		}
	}
	axes := [3]v3{longest, {-longest[2], 0, longest[0]}, {0, 1, 0}}
	var q, rates [3]float64
	for k, wanted := range []float64{f("shape_long"), f("shape_wide"), 1} {
		q[k], rates[k] = along(axes[k])
		q[k] /= wanted
	}
	for _, b := range all {
		var a v3
		for k, axis := range axes {
			d := 3*q[k]/(q[0]+q[1]+q[2]) - 1
			a = minus(a, scale(axis, dot(minus(b.pos, middle), axis)*(f("shape")*d+f("shape_damp")*rates[k])))
		}
		asked = append(asked, scale(a, min(1, f("shape_most")/norm(a))))
	}
	return asked
}

// A step agrees with a slow program that was written from the formulas. Random rules, and rules about the
// whole flock, are switched off here.
func TestStarlingsStep(t *testing.T) {
	def := flockOf(160)
	def.Params = model.With(def.Params, "flutter", 0, "projection", 0, "turns", 0, "leadership", 0, "shape", 0.5, "roost_pull", 0, "roll_rate", 0, "ground_margin", 0, "min_speed", 0, "max_speed", 50)
	w := newWorld(t, def)
	for range 60 {
		w.Step()
	}
	var before, after flock.Snapshot
	w.Snapshot(&before)
	w.Step()
	w.Snapshot(&after)
	all, p := starlingsOf(&before), w.Params()
	shape := shapeSteers(p, all)
	const faded = 0.01 // largest error of expNeg, which makes the rule "space" weaker with distance
	for i := range all {
		got := scale(minus(toV3(after.Vel[i]), all[i].vel), float64(def.TickRate))
		want := plus(ruleSteers(p, all, i), shape[i])
		if off := norm(minus(got, want)); off > faded*float64(p.Float("space"))+float64(def.TickRate)*2*roundingOff {
			t.Errorf("bird %d: the acceleration is %v m/s², want %v", i, got, want)
		}
	}
}

// A leader's turn passes from bird to bird to the other end of the flock. All birds turn in the same
// direction, by about the same angle. The ledger agrees with the snapshots on the followers, their delays
// and the speed of the wave. In this test, a bird's turn begins when its course has changed by a tenth of a
// radian. Matching of the mean velocity is switched off, because it would also change courses.
func TestTurnRunsThrough(t *testing.T) {
	def := flockOf(300)
	def.Seed = 2 // with this seed, the first leader heads away from the flock's middle, so it may turn
	def.Params = model.With(def.Params, "flutter", 0, "leadership", 0, "turn_seconds", 1, "roost_radius", 300, "roost_wander", 0, "projection_match", 0)
	w := newWorld(t, def)
	snapshot := func() (s flock.Snapshot) {
		w.Snapshot(&s)
		return s
	}
	course := func(s *flock.Snapshot, i int) float64 { return math.Atan2(float64(s.Vel[i][0]), float64(s.Vel[i][2])) }
	for range 60 {
		w.Step()
	}
	set := func(x float32) {
		if err := w.SetParams(model.With(w.Params(), "leadership", x)); err != nil {
			t.Fatal(err)
		}
		w.TakeEvents(nil)
	}
	set(0.3)
	leader := -1
	for range 60 * def.TickRate {
		if w.Step(); len(w.PendingEvents()) > 0 {
			leader = w.PendingEvents()[0].Boid
			break
		}
	}
	if leader < 0 {
		t.Fatal("no bird took the lead in 60 s")
	}
	if n := len(w.PendingEvents()); n > 1 {
		t.Fatalf("%d birds took the lead in the same tick; the test needs one", n)
	}
	set(0)
	before := snapshot()
	began := make([]float64, len(before.Pos)) // time at which each bird begins to turn, s after the leader left
	apart := make([]float64, len(before.Pos)) // distance from the leader at the beginning of the turn, m
	var after flock.Snapshot
	for tick := range 4 * def.TickRate {
		w.Step()
		after = snapshot()
		for i := range began {
			if turned := math.Remainder(course(&after, i)-course(&before, i), 2*math.Pi); began[i] == 0 && math.Abs(turned) > 0.1 {
				began[i] = float64(tick+1) / float64(def.TickRate)
				apart[i] = norm(minus(toV3(after.Pos[i]), toV3(after.Pos[leader])))
			}
		}
	}
	p, left, delay, both, squares := w.Params(), 0, 0.0, 0.0, 0.0
	full := float64(p.Float("turns")) * float64(p.Float("turn_seconds")) / float64(p.Float("cruise_speed"))
	for i := range began {
		angle := math.Remainder(course(&after, i)-course(&before, i), 2*math.Pi)
		if math.Abs(angle) < 0.5*full || math.Abs(angle) > 1.3*full {
			t.Errorf("bird %d turned by %.2f rad, want two thirds of %.2f to all of it", i, angle, full)
		}
		if angle > 0 {
			left++
		}
		if since := began[i] - began[leader]; i != leader {
			delay, both, squares = delay+since/float64(len(began)-1), both+since*apart[i], squares+since*since
		}
	}
	if left != 0 && left != len(began) {
		t.Errorf("%d of %d birds turned left, want none or all", left, len(began))
	}
	for range 22 * def.TickRate {
		w.Step()
	}
	k := slices.IndexFunc(w.PendingEvents(), func(e flock.Event) bool { return e.Kind == flock.Reabsorbed && e.Boid == leader })
	if k < 0 {
		t.Fatal("the ledger has no entry on the end of the escape")
	}
	e := w.PendingEvents()[k]
	if e.Followers < len(began)-1 {
		t.Errorf("%d birds followed, want all %d", e.Followers, len(began)-1)
	}
	if got := float64(e.Delay); math.Abs(got-delay) > 0.15 {
		t.Errorf("the mean delay is %.2f s, want %.2f s", got, delay)
	}
	if got, want := float64(e.WaveSpeed), both/squares; math.Abs(got/want-1) > 0.25 {
		t.Errorf("the turn ran at %.1f m/s, want %.1f", got, want)
	}
}

// With "turn_others" = 0, no leader begins a turn while birds copy the turn of another leader.
func TestTurnsDoNotMeet(t *testing.T) {
	met := func(others float32) (pairs int) {
		def := flockOf(300)
		def.Params = model.With(def.Params, "leadership", 0.6, "turn_delay", 0.15, "turn_others", others)
		w := newWorld(t, def)
		for range 40 * def.TickRate {
			w.Step()
		}
		type turn struct{ began, copied float64 } // when the leader left, and when half of the birds copied it, s
		var turns []turn
		for _, e := range w.TakeEvents(nil) {
			if e.Kind == flock.Reabsorbed && e.Delay > 0 {
				began := float64(e.Tick)/float64(def.TickRate) - float64(e.Seconds)
				turns = append(turns, turn{began, began + float64(e.Delay)})
			}
		}
		if len(turns) < 5 {
			t.Fatalf("with turn_others = %v, only %d turns were copied", others, len(turns))
		}
		tick := 1 / float64(def.TickRate)
		for _, a := range turns {
			for _, b := range turns {
				if b.began > a.began+tick/2 && b.began < a.copied {
					pairs++
				}
			}
		}
		return pairs
	}
	if n := met(0); n > 0 {
		t.Errorf("with turn_others = 0, %d turns began while birds copied another", n)
	}
	if met(1) == 0 {
		t.Error("with turn_others = 1, no turn began while birds copied another; the test needs some")
	}
}

// If Floor is 1, the rule "projection" has no effect on the flight.
func TestProjectionFloorOfOne(t *testing.T) {
	def := flockOf(200)
	var after [2]flock.Snapshot
	for k, off := range []string{"projection", "projection_floor"} {
		d := def
		d.Params = model.With(d.Params, off, k)
		w := newWorld(t, d)
		for range 90 {
			w.Step()
		}
		w.Snapshot(&after[k])
	}
	for i := range after[0].Pos {
		if after[0].Pos[i] != after[1].Pos[i] || after[0].Vel[i] != after[1].Vel[i] {
			t.Fatalf("bird %d is at %v without the rule, at %v with a floor of 1", i, after[0].Pos[i], after[1].Pos[i])
		}
	}
}

// If moods are switched off, their columns are neither saved nor hashed. So a flight can continue from a
// checkpoint of an older version. Switching moods off deletes the birds' moods.
func TestMoodsSwitchedOff(t *testing.T) {
	def := flockOf(300)
	def.Params = model.With(def.Params, "leadership", 0.6)
	w := newWorld(t, def)
	set := func(mood float32) {
		if err := w.SetParams(model.With(w.Params(), "mood", mood)); err != nil {
			t.Fatal(err)
		}
	}
	for range 90 {
		w.Step()
	}
	if set(0); bytes.Contains(w.Checkpoint(), []byte("mood_fresh")) {
		t.Error("without moods, the checkpoint has their columns")
	}
	again, err := flock.Resume(w.Checkpoint(), 1, flock.Grid, w.Params().Model())
	if err != nil {
		t.Fatal(err)
	}
	set(0.45)
	if err := again.SetParams(w.Params()); err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(w.Checkpoint(), []byte("mood_fresh")) {
		t.Error("with moods, the checkpoint lacks their columns")
	}
	for range 90 {
		w.Step()
		again.Step()
	}
	if got, want := again.Hash(), w.Hash(); got != want {
		t.Errorf("the resumed flock has the hash %#x, want %#x", got, want)
	}
}
