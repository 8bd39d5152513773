package flock

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"skein/flock/cloud"
	"skein/flock/sample"
	"skein/flock/schedule"
	"skein/flock/snapshots"
	"skein/flock/vec"
	"skein/flock/view"
)

// Law 5: a steady tick allocates nothing, with any index and with leaders.
func TestSteadyTicksAllocateNothing(t *testing.T) {
	changes := map[string]func(d *Def){
		"matrix":       func(d *Def) { d.Index = Matrix },
		"grid":         func(d *Def) {},
		"brute":        func(d *Def) { d.Index = Brute },
		"one worker":   func(d *Def) { d.Workers = 1 },
		"many leaders": func(d *Def) { put(&d.Params, "leadership", 0.5) },
		"nearest":      func(d *Def) { put(&d.Params, "neighbourhood", view.NearestN) },
		"and nearest":  func(d *Def) { put(&d.Params, "neighbourhood", view.RadiusAndNearest) },
		"plus nearest": func(d *Def) { put(&d.Params, "neighbourhood", view.RadiusPlusNearest) },
		"in sight":     func(d *Def) { put(&d.Params, "neighbourhood", view.NearestInSight) },
		"spreads": func(d *Def) {
			for _, s := range d.Params.Specs() {
				if strings.HasSuffix(s.Key, "_spread") {
					put(&d.Params, s.Key, 0.2)
				}
			}
			if len(d.Params.VariedKeys()) < 5 {
				t.Fatalf("only %v differ, want at least 5 parameters", d.Params.VariedKeys())
			}
		},
		"narrow view": func(d *Def) { put(&d.Params, "field_of_view", 200) },
		"wrap": func(d *Def) {
			put(&d.Params, "bounds", Wrap, "bounds_size", 40, "ground_margin", 0, "roost_pull", 0)
		},
		"nearest in a wrap": func(d *Def) {
			put(&d.Params, "neighbourhood", view.NearestN, "bounds", Wrap, "bounds_size", 40, "ground_margin", 0)
		},
	}
	for _, name := range sample.UnderRace(t, 4, slices.Sorted(maps.Keys(changes))) {
		d := small(160)
		d.TickRate, d.Workers, d.Index = 30, 2, Grid
		changes[name](&d)
		w := world(t, d)
		var s Snapshot
		var events []Event
		step := func() {
			w.Step()
			w.Snapshot(&s)
			events = w.TakeEvents(events[:0])
		}
		for range 40 {
			step()
		}
		least := math.Inf(1)
		for range 8 { // arrays may still grow if more boids lead or follow than ever before
			least = min(least, testing.AllocsPerRun(6, step))
		}
		if least > 0 {
			t.Errorf("%s: %v allocations a tick, want none", name, least)
		}
	}
}

// A boid that wraps around is flagged in that tick's snapshot only, and is not drawn across the world.
func TestWrappedBoidsAreFlagged(t *testing.T) {
	t.Parallel()
	const side = 30
	for _, index := range []Index{Matrix, Grid, Brute} {
		d := small(120)
		p := &d.Params
		put(p, "bounds", Wrap, "bounds_size", side, "ground_margin", 0, "roost_pull", 0, "height_pull", 0, "height_damp", 0)
		d.TickRate, d.Index, d.Start.Disorder = 30, index, 1
		w := world(t, d)
		var a, b Snapshot
		wrapped := [3]int{}
		w.Snapshot(&a)
		for range 300 {
			w.Step()
			w.Snapshot(&b)
			between := snapshots.Interpolate(nil, &a, &b, 0.5)
			for i := range b.Pos {
				far := false
				for k, x := range b.Pos[i].Sub(a.Pos[i]) {
					if math.Abs(f(x)) > side/2 {
						far = true
						wrapped[k]++
					}
				}
				if got := b.Flags[i]&Jumped != 0; got != far {
					t.Fatalf("%v, tick %d: boid %d went from %v to %v, and Jumped is %v, want it only at the edge", index, b.Tick, i, a.Pos[i], b.Pos[i], got)
				}
				if far && between[i].Pos != b.Pos[i] || !far && toV3(vec.FromArray(between[i].Pos)).minus(toV3(vec.FromArray(a.Pos[i]))).norm() > 1 {
					t.Fatalf("%v, tick %d: boid %d is drawn at %v between %v and %v, want no point in the middle of a jump", index, b.Tick, i, between[i].Pos, a.Pos[i], b.Pos[i])
				}
				for k, x := range b.Pos[i] {
					if low := [3]float32{-side / 2, 0, -side / 2}[k]; x < low || x >= low+side {
						t.Fatalf("%v: boid %d is at %v, which is outside of the world", index, i, b.Pos[i])
					}
				}
			}
			a, b = b, a
		}
		if min(wrapped[0], wrapped[1], wrapped[2]) < 20 {
			t.Errorf("%v: only %v boids wrapped along the three axes, want at least 20 each", index, wrapped)
		}
	}
}

// StepMany works if boids that jumped are removed before the snapshot.
func TestStepManyWhileTheFlockShrinks(t *testing.T) {
	d := small(60)
	for k, n := range []int{90, 10} {
		d.Schedule = append(d.Schedule, schedule.Change{At: float32(k) / float32(d.TickRate), Key: "count", Value: n})
	}
	w := world(t, d)
	var s Snapshot
	w.StepMany(2, &s)
	if len(s.Pos) != 10 || len(s.Flags) != 10 {
		t.Errorf("the snapshot has %d boids and %d flags, want 10", len(s.Pos), len(s.Flags))
	}
}

// No boid is drawn across the world between snapshots several ticks apart.
func TestStepManyRemembersJumps(t *testing.T) {
	d := small(60)
	p := &d.Params
	put(p, "bounds", Wrap, "bounds_size", 30, "ground_margin", 0, "roost_pull", 0)
	d.TickRate, d.Index, d.Start.Disorder = 120, Grid, 1
	many, one := world(t, d), world(t, d)
	var a, b, c Snapshot
	many.StepMany(0, &a)
	wrapped := 0
	for range 150 {
		flags := make([]Flags, d.Params.Int("count"))
		for range 4 {
			one.Step()
			one.Snapshot(&c)
			for i, f := range c.Flags {
				flags[i] |= f & Jumped
			}
		}
		many.StepMany(4, &b)
		if b.Hash != c.Hash {
			t.Fatalf("tick %d: the state differs from single steps", b.Tick)
		}
		for i := range b.Pos {
			far := b.Pos[i].Sub(a.Pos[i]).Len() > 15
			if got := b.Flags[i] & Jumped; got != flags[i] || far && got == 0 {
				t.Fatalf("tick %d: boid %d went from %v to %v, and Jumped is %v, want it if one of the steps jumped", b.Tick, i, a.Pos[i], b.Pos[i], got)
			}
			if far {
				wrapped++
			}
		}
		a, b = b, a
	}
	if wrapped < 20 {
		t.Errorf("only %d boids wrapped, want at least 20", wrapped)
	}
}

// Wrapping around costs no speed, in a world of any width.
func TestWrappingKeepsTheSpeed(t *testing.T) {
	for _, side := range []float32{60, 990} {
		p := bare()
		put(&p, "bounds", Wrap, "bounds_size", side)
		vel := []vec.Vec{{X: 0, Y: 45, Z: 0}, {X: 0, Y: -45, Z: 0}, {X: 45, Y: 0, Z: 0}, {X: -45, Y: 0, Z: 0}, {X: 0, Y: 0, Z: 45}, {X: 0, Y: 0, Z: -45}}
		at := []vec.Vec{{X: 0, Y: side - 1, Z: 0}, {X: 0, Y: 1, Z: 0}, {X: side/2 - 1, Y: 9, Z: 0}, {X: 1 - side/2, Y: 9, Z: 0}, {X: 0, Y: 9, Z: side/2 - 1}, {X: 0, Y: 9, Z: 1 - side/2}}
		w := stage(t, p, at, vel)
		for range 3 {
			w.Step()
		}
		for i := range vel {
			if w.flocks[0].Vel(i) != vel[i] {
				t.Errorf("a world of %v m: the boid at %v with the velocity %v is now at %v with %v, want the same velocity", side, at[i], vel[i], w.flocks[0].Pos(i), w.flocks[0].Vel(i))
			}
		}
	}
}

// Boids outside bounds that an edit adds are moved inside and flagged.
func TestBoundsAddedByAnEdit(t *testing.T) {
	d := small(100)
	d.TickRate, d.Start.Roomy, d.Start.Radius = 30, false, 40
	w := world(t, d)
	var a, b Snapshot
	w.Snapshot(&a)
	p := w.Params()
	put(&p, "bounds", Wrap, "bounds_size", 26)
	if err := w.SetParams(p); err != nil {
		t.Fatal(err)
	}
	w.Snapshot(&b)
	moved := 0
	for i := range a.Pos {
		if a.Pos[i] != b.Pos[i] {
			moved++
		}
		if got := b.Flags[i]&Jumped != 0; got != (a.Pos[i] != b.Pos[i]) && a.Flags[i]&Jumped == 0 {
			t.Errorf("boid %d went from %v to %v, and Jumped is %v, want it if the boid was moved", i, a.Pos[i], b.Pos[i], got)
		}
	}
	if moved < 20 {
		t.Errorf("%d boids were moved into the new bounds, want at least 20", moved)
	}
}

// P5: a soft box and a soft sphere of 60 m keep a flock within some metres of their boundary. At most one
// bird in a thousand turns more sharply than gusts and neighbours explain.
func TestP5BoundsKeepAFlock(t *testing.T) {
	t.Parallel()
	for _, shape := range []Bounds{SoftBox, SoftSphere} {
		farthest, sharpest := bounce(t, func(p *Params) { put(p, "bounds", shape) })
		t.Logf("bounds %d: at most %.1f m from the centre, turns of at most %.0f°/s", shape, farthest, sharpest)
		if farthest < 25 || farthest > 35 || sharpest > 250 {
			t.Errorf("bounds %d of 30 m: the farthest boid is at %.1f m, and turns are up to %.0f°/s; want 25 to 35 m, and at most 250°/s", shape, farthest, sharpest)
		}
		_, hard := bounce(t, func(p *Params) { put(p, "bounds", shape, "bounds_margin", 0, "bounds_turn", 10) })
		if hard < 2*sharpest {
			t.Errorf("bounds %d: turns are up to %.0f°/s, and %.0f°/s at a hard wall; want twice as fast at the wall", shape, sharpest, hard)
		}
	}
}

// bounce simulates a flock that would fly away without its bounds. It returns the largest distance from the
// centre of the bounds, in metres, and the rate of turn that only one in a thousand turns exceeds, in
// degrees per second.
func bounce(t *testing.T, change func(*Params)) (farthest, sharpest float64) {
	d := small(100)
	d.TickRate, d.Start.Altitude = 30, 30
	p := &d.Params
	put(p, "bounds_size", 60, "bounds_margin", 15)
	put(p, "roost_pull", 0, "meander", 0, "height_pull", 0, "height_damp", 0, "ground_margin", 0, "leadership", 0)
	change(p)
	w := world(t, d)
	var turns []float64
	for range 60 * 30 {
		m := modelOf(w)
		w.Step()
		for i := range w.flocks[0].N {
			off, vel := toV3(w.flocks[0].Pos(i)).minus(v3{0, 30, 0}), toV3(w.flocks[0].Vel(i))
			if Bounds(p.Choice("bounds")) == SoftBox {
				farthest = max(farthest, math.Abs(off[0]), math.Abs(off[1]), math.Abs(off[2]))
			} else {
				farthest = max(farthest, off.norm())
			}
			turns = append(turns, math.Acos(min(1, vel.towards().dot(m.vel[i].towards())))*30*180/math.Pi)
		}
	}
	slices.Sort(turns)
	return farthest, turns[len(turns)*999/1000]
}

// When the number of boids changes, each boid keeps its id, state and escape, and new boids are flagged.
func TestIDsStayWithTheirBoids(t *testing.T) {
	t.Parallel()
	for _, index := range sample.UnderRace(t, 2, []Index{Auto, Grid, Matrix, Brute}) {
		d := small(720)
		d.TickRate, d.Index, d.Start.Shape, d.Start.Roomy, d.Start.Radius = 30, index, cloud.Ball, false, 14
		put(&d.Params, "leadership", 0.6)
		w := world(t, d)
		led := 0
		for _, count := range []int{1054, 650, 640, 730, 300, 3, 0, 40, 720} {
			for range 5 {
				w.Step()
			}
			var before, after Snapshot
			w.Snapshot(&before)
			ages := byID(w, w.flocks[0].Boids.Age)
			gusts := byID(w, w.flocks[0].Boids.Own[0])
			p := w.Params()
			put(&p, "count", count)
			if err := w.SetParams(p); err != nil {
				t.Fatal(err)
			}
			w.Snapshot(&after)
			if after.Len() != count {
				t.Fatalf("%v: the flock has %d boids, want %d", index, after.Len(), count)
			}
			kept := min(count, before.Len())
			for i := range kept {
				if before.Boid(i) != after.Boid(i) {
					t.Fatalf("%v, count set to %d: boid %d was %+v and is now %+v", index, count, i, before.Boid(i), after.Boid(i))
				}
				if after.Flags[i]&Leading != 0 {
					led++
				}
			}
			if !slices.Equal(ages[:kept], byID(w, w.flocks[0].Boids.Age)[:kept]) || !slices.Equal(gusts[:kept], byID(w, w.flocks[0].Boids.Own[0])[:kept]) {
				t.Fatalf("%v, count set to %d: escapes or gusts moved to other boids", index, count)
			}
			for i := kept; i < count; i++ {
				if after.Flags[i] != Jumped {
					t.Fatalf("%v, count set to %d: the new boid %d has the flags %b, want Jumped", index, count, i, after.Flags[i])
				}
			}
			checkLeaders(t, w)
		}
		if led < 10 {
			t.Errorf("%v: only %d leaders were kept, want at least 10", index, led)
		}
	}
}

func byID[T any](w *World, array []T) []T {
	out := make([]T, w.flocks[0].N)
	for slot, id := range w.flocks[0].Boids.ID {
		out[id] = array[slot]
	}
	return out
}

// checkLeaders compares the world's lists of leaders and of open entries of the ledger with the state.
func checkLeaders(t *testing.T, w *World) {
	t.Helper()
	var want []int32
	for slot, age := range w.flocks[0].Boids.Age {
		if age >= 0 {
			want = append(want, int32(slot))
		}
	}
	if got := slices.Sorted(slices.Values(w.flocks[0].Leaders)); !slices.Equal(got, want) {
		t.Fatalf("the leaders are in the slots %v, want %v", got, want)
	}
	for _, a := range w.flocks[0].ledger.Open {
		if w.flocks[0].Boids.ID[a.Slot] != a.Boid {
			t.Fatalf("the ledger follows boid %d, want boid %d", w.flocks[0].Boids.ID[a.Slot], a.Boid)
		}
	}
}
