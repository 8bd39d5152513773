package flock

import (
	"math"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"skein/flock/around"
	"skein/flock/cloud"
	"skein/flock/internal/lanes"
	"skein/flock/internal/stages"
	"skein/flock/param"
	"skein/flock/vec"
)

func world(t testing.TB, d Def) *World {
	t.Helper()
	if d.Workers == 0 {
		d.Workers = 1 // one worker, because this flock is small
	}
	w, err := NewWorld(d)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// small returns the scene "murmuration" with few boids and no warm-up. In a small flock, slots are ids.
func small(n int) Def {
	d := DefaultDef()
	d.WarmUp = 0
	if n <= 700 {
		d.Index = Matrix
	}
	put(&d.Params, "count", n)
	return d
}

func TestSeedsDiffer(t *testing.T) {
	d := small(20)
	a := world(t, d)
	d.Seed++
	if b := world(t, d); a.Hash() == b.Hash() {
		t.Error("two seeds give the same flock, want different ones")
	}
}

func TestStepAllocatesNothing(t *testing.T) {
	d := small(600)
	d.Workers, d.WarmUp = 2, 1
	w := world(t, d)
	var s Snapshot
	var events []Event
	step := func() {
		w.Step()
		w.Snapshot(&s)
		events = w.TakeEvents(events[:0])
	}
	for range 200 {
		step()
	}
	if n := testing.AllocsPerRun(100, step); n >= 1 {
		t.Errorf("%v allocations a step, want none", n)
	}
}

func TestTick(t *testing.T) {
	d := small(10)
	d.WarmUp = 1
	w := world(t, d)
	if w.Tick() != 0 || w.age != 60 {
		t.Errorf("after the warm-up, the tick is %d and the age %d, want 0 and 60", w.Tick(), w.age)
	}
	if e := w.TakeEvents(nil); len(e) != 0 {
		t.Errorf("the events after the warm-up are %v, want none", e)
	}
	w.Step()
	var s Snapshot
	w.Snapshot(&s)
	if w.Tick() != 1 || s.Tick != 1 || s.TickRate != 60 || s.Hash != w.Hash() || s.Len() != 10 {
		t.Errorf("after a step, the tick is %d and the snapshot %+v, want tick 1 and 10 boids", w.Tick(), s)
	}
}

// A snapshot does not share memory with the World.
func TestSnapshotIsACopy(t *testing.T) {
	w := world(t, small(30))
	var s Snapshot
	w.Snapshot(&s)
	was := s.Pos[3]
	w.Step()
	if s.Pos[3] != was {
		t.Error("a step changed a snapshot taken before it")
	}
	before := w.Hash()
	s.Pos[3], s.Vel[3] = s.Pos[4], s.Vel[4]
	if w.Hash() != before {
		t.Error("a change of a snapshot changed the world")
	}
}

func TestHashSeesEveryField(t *testing.T) {
	for name, change := range map[string]func(w *World){
		"position": func(w *World) { w.flocks[0].Boids.Pos.Z[2] += vec.Quantum },
		"velocity": func(w *World) { w.flocks[0].Boids.Vel.Y[2] += vec.Quantum },
		"gust":     func(w *World) { w.flocks[0].Boids.Own[0][2] += vec.Quantum },
		"escape":   func(w *World) { w.flocks[0].Boids.Age[2]++ },
		"leaving":  func(w *World) { w.flocks[0].Boids.Left[2]++ },
		"up":       func(w *World) { w.flocks[0].Boids.Up.X[2] += vec.Quantum },
		"pull":     func(w *World) { w.flocks[0].Boids.Pull.X[2] += vec.Quantum },
		"phase":    func(w *World) { w.flocks[0].Boids.Phase[2] += vec.Quantum },
		"resting":  func(w *World) { w.flocks[0].Boids.Wing[2] ^= lanes.Resting },
		"held":     func(w *World) { w.flocks[0].Boids.Wing[2] |= lanes.Held },
		"tick":     func(w *World) { w.tick++ },
		"order": func(w *World) {
			w.flocks[0].Boids.Pos.X[0], w.flocks[0].Boids.Pos.X[1] = w.flocks[0].Boids.Pos.X[1], w.flocks[0].Boids.Pos.X[0]
			w.flocks[0].Boids.Pos.Y[0], w.flocks[0].Boids.Pos.Y[1] = w.flocks[0].Boids.Pos.Y[1], w.flocks[0].Boids.Pos.Y[0]
		},
	} {
		w := world(t, small(5))
		before := w.Hash()
		change(w)
		if w.Hash() == before {
			t.Errorf("a change of %s does not change the hash", name)
		}
	}
}

func TestSetParams(t *testing.T) {
	w := world(t, small(30))
	for range 30 {
		w.Step()
	}
	w.TakeEvents(nil)
	p := w.Params()
	if err := w.SetParams(p); err != nil || len(w.TakeEvents(nil)) != 0 {
		t.Error("unchanged parameters made an event", err)
	}
	put(&p, "count", 50, "cohesion", 0.5)
	if err := w.SetParams(p); err != nil {
		t.Fatal(err)
	}
	put(&p, "count", 7) // the event has its own copy of the parameters
	e := w.TakeEvents(nil)
	if len(e) != 1 || e[0].Kind != ParamsChanged || e[0].Tick != 30 || e[0].Params.Int("count") != 50 || w.Params() != *e[0].Params {
		t.Fatalf("events %+v", e)
	}
	var s Snapshot
	w.Snapshot(&s)
	if s.Len() != 50 {
		t.Fatalf("there are %d boids, want 50", s.Len())
	}
	for i := range 50 {
		if jumped := s.Flags[i]&Jumped != 0; jumped != (i >= 30) {
			t.Errorf("boid %d: Jumped is %v, want the opposite", i, jumped)
		}
		near := math.Inf(1)
		for j := range 30 {
			near = min(near, float64(s.Pos[i].Sub(s.Pos[j]).Len()))
		}
		if near > 2.01 {
			t.Errorf("boid %d appeared %.1f m from the flock, want at most 2 m", i, near)
		}
	}
	for tick := 1; tick <= 2; tick++ { // the next snapshot flags the boid again, because a reader may have missed this one
		w.Step()
		w.Snapshot(&s)
		if got := s.Flags[40]&Jumped != 0; got != (tick == 1) {
			t.Errorf("%d ticks later: Jumped is %v, want the opposite", tick, got)
		}
	}
	put(&p, "count", 20)
	if err := w.SetParams(p); err != nil || w.flocks[0].N != 20 {
		t.Fatal(err, w.flocks[0].N)
	}
	keep := w.flocks[0].Pos(19)
	w.Snapshot(&s)
	if s.Len() != 20 || vec.FromArray(s.Pos[19]) != keep {
		t.Error("the wrong boids were removed")
	}
}

func TestSetParamsRefuses(t *testing.T) {
	w := world(t, small(5))
	p := w.Params()
	put(&p, "cohesion", 7)
	before := w.Hash()
	err := w.SetParams(p)
	if is := w.Params(); err == nil || w.Hash() != before || is.Float("cohesion") == 7 {
		t.Error("cohesion 7 was accepted", err)
	}
}

// Removing a leader ends its escape, so the ledger stays complete.
func TestRemovedLeaderEnds(t *testing.T) {
	w := world(t, small(20))
	w.flocks[0].Boids.Age[19], w.flocks[0].Boids.Left[19] = 4, 9
	p := w.Params()
	put(&p, "count", 10)
	if err := w.SetParams(p); err != nil {
		t.Fatal(err)
	}
	if e := w.TakeEvents(nil); e[0].Kind != EscapeEnded || e[0].Boid != 19 {
		t.Errorf("events %+v", e)
	}
	for range 100 {
		w.Step()
	}
}

func TestNewWorldRefuses(t *testing.T) {
	for key, change := range map[string]func(d *Def){
		"tick_rate is 45":       func(d *Def) { d.TickRate = 45 },
		"tick_rate is 0":        func(d *Def) { d.TickRate = 0 },
		"warm_up is -1":         func(d *Def) { d.WarmUp = -1 },
		"workers is -257":       func(d *Def) { d.Workers = -257 },
		"start.radius is NaN":   func(d *Def) { d.Start.Radius = float32(math.NaN()) },
		"start.speed is 99 m/s": func(d *Def) { d.Start.Speed = 99 },
		"vision is 0 m":         func(d *Def) { put(&d.Params, "vision", 0) },
	} {
		d := small(3)
		change(&d)
		_, err := NewWorld(d)
		wantError(t, err, key)
	}
}

// Law 6: with any valid parameters, numbers stay finite and positions in the world, with any index.
func TestAnyParamsStayFinite(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		d := Def{Seed: rapid.Uint64().Draw(rt, "seed"), TickRate: rapid.SampledFrom([]int{30, 60, 120}).Draw(rt, "rate")}
		d.Index = Index(rapid.IntRange(int(Auto), int(Brute)).Draw(rt, "index"))
		d.Workers = rapid.IntRange(1, 3).Draw(rt, "workers")
		d.Start.Shape = cloud.Shape(rapid.IntRange(int(cloud.Ball), int(cloud.Blob)).Draw(rt, "shape"))
		d.Start.Radius = rapid.SampledFrom([]float32{0, 1, 300, 500}).Draw(rt, "radius")
		d.Start.Altitude = rapid.SampledFrom([]float32{0, 10, 500}).Draw(rt, "altitude")
		d.Start.Speed = rapid.SampledFrom([]float32{0, 9, 50}).Draw(rt, "speed")
		d.Start.Disorder = rapid.SampledFrom([]float32{0, 0.5, 1}).Draw(rt, "disorder")
		d.Params = anyParams(rt, "params", rapid.SampledFrom([]int{0, 1, 2, 3, 12, 40}).Draw(rt, "count"))
		w, err := NewWorld(d)
		if err != nil {
			rt.Fatal(err)
		}
		for k := range 40 {
			if k == 20 {
				if err := w.SetParams(anyParams(rt, "later", rapid.IntRange(0, 20).Draw(rt, "later count"))); err != nil {
					rt.Fatal(err)
				}
			}
			w.Step()
			checkFinite(rt, w)
		}
	})
}

// anyCurve returns no points, or 2 to 8.
func anyCurve(rt *rapid.T, label string) (c param.Curve) {
	for range rapid.IntRange(2, param.MaxPoints).Draw(rt, label) {
		_, _ = c.Add(param.Point{T: rapid.Float32Range(0, 1).Draw(rt, label+" time"), Gain: rapid.Float32Range(0, 1).Draw(rt, label+" gain")})
	}
	if c.N < 2 || rapid.Bool().Draw(rt, label+" smooth") {
		return param.Curve{}
	}
	return c
}

// anyParams returns values at an end of their range or inside it.
func anyParams(rt *rapid.T, label string, count int) Params {
	p := PaperParams()
	for _, s := range Specs() {
		switch {
		case s.Float != nil:
			x := rapid.SampledFrom([]float64{s.Min, s.Max, s.Min + (s.Max-s.Min)*0.001, (s.Min + s.Max) / 2}).Draw(rt, label+" "+s.Key)
			*s.Float(&p.Values) = float32(x)
		case s.Int != nil:
			*s.Int(&p.Values) = rapid.IntRange(int(s.Min), int(s.Max)).Draw(rt, label+" "+s.Key)
		case s.Bool != nil:
			*s.Bool(&p.Values) = rapid.Bool().Draw(rt, label+" "+s.Key)
		case s.Points != nil:
			*s.Points(&p.Values) = anyCurve(rt, label+" "+s.Key)
		default:
			_, set := s.Choice(&p.Values)
			set(rapid.IntRange(0, len(s.Options)-1).Draw(rt, label+" "+s.Key))
		}
	}
	put(&p, "count", count)
	put(&p, "min_speed", min(p.Float("min_speed"), p.Float("max_speed")))
	var s settings
	p.model.load(&s, &p)
	see := s.sight(Protection{})
	if reach, _ := see.GreatestReach(); Bounds(p.Choice("bounds")) == Wrap {
		put(&p, "bounds_size", min(maxTorusSide, max(p.Float("bounds_size"), 2*reach+1)))
	}
	for _, key := range []string{"vision_spread", "max_speed_spread", "cruise_speed_spread"} {
		if p.Validate() != nil {
			put(&p, key, 0)
		}
	}
	return p
}

func checkFinite(t rapid.TB, w *World) {
	var s Snapshot
	w.Snapshot(&s)
	for i := range s.Pos {
		for k, x := range s.Pos[i] {
			if !(x >= -around.Wall && x <= around.Wall) {
				t.Fatalf("boid %d is at %v, which is beyond the wall", i, s.Pos[i])
			}
			if v := s.Vel[i][k]; !(v >= -200 && v <= 200) || float32(float64(v)*4096) != float32(math.Round(float64(v)*4096)) {
				t.Fatalf("boid %d flies at %v, which is too fast or not a multiple of the quantum", i, s.Vel[i])
			}
		}
		if w.flocks[0].set.GroundMargin > 0 && s.Pos[i][1] < 0 {
			t.Fatalf("boid %d is under the ground: %v", i, s.Pos[i])
		}
		checkFrame(t, i, vec.FromArray(s.Vel[i]), vec.FromArray(s.Up[i]))
		if !(s.Phase[i] >= 0 && s.Phase[i] < 1) {
			t.Fatalf("boid %d has the phase %v, want 0 to 1", i, s.Phase[i])
		}
	}
	for _, e := range w.TakeEvents(nil) {
		for _, x := range []float32{e.X, e.Front, e.Draw, e.Speed, e.Peak, e.Seconds} {
			if x != x || math.IsInf(float64(x), 0) {
				t.Fatalf("event %+v", e)
			}
		}
	}
}

// A boid that flies outwards is turned back before the limit of the world.
func TestBoidsTurnBack(t *testing.T) {
	d := PaperDef()
	put(&d.Params, "count", 3, "max_speed", 50, "ground_margin", 0)
	put(&d.Params, "leadership", 0)
	d.Start.Speed, d.Start.Disorder, d.WarmUp, d.TickRate = 50, 0, 0, 30
	w := world(t, d)
	farthest := float32(0)
	for range 30 * 60 {
		w.Step()
		farthest = max(farthest, w.flocks[0].Boids.Pos.X[0], -w.flocks[0].Boids.Pos.X[0], w.flocks[0].Boids.Pos.Z[0], -w.flocks[0].Boids.Pos.Z[0])
	}
	if farthest < stages.Edge || farthest >= around.Wall {
		t.Errorf("the boid flew out to %v m, want beyond %v but not to the wall at %v", farthest, stages.Edge, around.Wall)
	}
}

func TestCoincidentBoidsPart(t *testing.T) {
	d := small(4)
	d.Start.Radius, d.Start.Disorder = 0, 0
	w := world(t, d)
	for range 600 {
		w.Step()
	}
	if m := modelOf(w); m.dist(0, 1) < 0.3 || m.dist(2, 3) < 0.3 {
		t.Error("boids that start in one place stay together, want them to separate")
	}
}

func BenchmarkStep(b *testing.B) {
	for _, n := range []int{250, 1000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			d := DefaultDef()
			d.Workers = 1
			put(&d.Params, "count", n)
			w := world(b, d)
			var events []Event
			for b.Loop() {
				w.Step()
				events = w.TakeEvents(events[:0])
			}
		})
	}
}
