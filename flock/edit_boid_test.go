package flock_test

import (
	"math"
	"testing"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/cloud"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/vec"
)

func falcon(count int) flock.Flock {
	p := model.With(testscene.Def("murmuration").Params, "count", count, "hunt_speed", 30, "hunt_way", 0, "max_speed", 40, "cruise_rate", 0, "leadership", 0, "roost_pull", 0, "roost_agree", false)
	return flock.Flock{Species: "falcon", Follows: []string{"starling"}, Params: p, Start: cloud.Start{Radius: 1, Altitude: 40, Speed: 10}}
}

func starlingsAndFalcons(with bool) flock.Def {
	def := testscene.Def("murmuration")
	def.Species, def.WarmUp = "starling", 1
	def.Params = model.With(def.Params, "count", 60, "alarm", 1)
	if with {
		def.Others, def.Flees = []flock.Flock{falcon(0)}, []string{"falcon"}
	}
	return def
}

func addFalcon(t *testing.T, w *flock.World) {
	t.Helper()
	if err := w.SetParamsOf(1, model.With(w.ParamsOf(1), "count", 1)); err != nil {
		t.Fatal(err)
	}
	if err := w.Put(60, flock.Spot{At: vec.Vec{X: 5, Y: 60, Z: -8}, Velocity: vec.Vec{Y: -10, Z: 12}}); err != nil {
		t.Fatal(err)
	}
}

func TestFlockJoins(t *testing.T) {
	was, joined := newWorld(t, starlingsAndFalcons(true)), newWorld(t, starlingsAndFalcons(false))
	stepTicks(was, 40)
	stepTicks(joined, 40)
	if err := joined.Join(falcon(0), flock.Regarders{Fleeing: []int{0}}); err != nil {
		t.Fatal(err)
	}
	addFalcon(t, was)
	addFalcon(t, joined)
	stepTicks(was, 60)
	stepTicks(joined, 60)
	if was.Hash() != joined.Hash() {
		t.Errorf("with the flock that joined the hash is %x, want %x as with this flock from the start", joined.Hash(), was.Hash())
	}
	again, err := flock.Resume(joined.Checkpoint(), 1, flock.Auto, model.All()...)
	if err != nil {
		t.Fatal(err)
	}
	attacks := 0
	for range 600 {
		joined.Step()
		again.Step()
	}
	if again.Hash() != joined.Hash() {
		t.Error("resumed from a checkpoint, the state differs")
	}
	for _, e := range joined.TakeEvents(nil) {
		if e.Kind == flock.AttackBegan && e.Flock == 1 {
			attacks++
		}
	}
	if attacks == 0 {
		t.Error("the falcon that joined attacked nobody in ten seconds")
	}
}

func TestJoinRefuses(t *testing.T) {
	for name, f := range map[string]func() (flock.Flock, []int){
		"with boids":              func() (flock.Flock, []int) { return falcon(1), nil },
		"of a name that is taken": func() (flock.Flock, []int) { f := falcon(0); f.Species, f.Follows = "starling", nil; return f, nil },
		"for nobody":              func() (flock.Flock, []int) { f := falcon(0); f.Follows = []string{"gull"}; return f, nil },
		"feared by none":          func() (flock.Flock, []int) { return falcon(0), []int{4} },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, starlingsAndFalcons(false))
			hash := w.Hash()
			of, by := f()
			if err := w.Join(of, flock.Regarders{Fleeing: by}); err == nil {
				t.Error("the flock joined, want an error")
			}
			if w.Hash() != hash || w.FlockCount() != 1 {
				t.Error("the World changed although the flock could not join")
			}
		})
	}
}

// Put moves a boid at once, flags it, and never moves it into an obstacle. The boid flies on from there.
func TestPut(t *testing.T) {
	def := starlingsAndFalcons(false)
	o := def.Surroundings.Add("obstacle").(*around.Obstacle)
	o.Shape, o.At, o.Radius = "sphere", vec.Vec{X: 200, Y: 30}, 10
	w := newWorld(t, def)
	stepTicks(w, 10)
	var s flock.Snapshot
	for _, c := range []struct {
		at, vel vec.Vec
		inside  bool
	}{{vec.Vec{X: -50, Y: 40, Z: 20}, vec.Vec{X: 9}, false}, {vec.Vec{X: 203, Y: 31}, vec.Vec{Z: 9}, true}} {
		if err := w.Put(7, flock.Spot{At: c.at, Velocity: c.vel}); err != nil {
			t.Fatal(err)
		}
		w.Snapshot(&s)
		at := vec.Vec{X: s.Pos[7][0], Y: s.Pos[7][1], Z: s.Pos[7][2]}
		far := at.Sub(vec.Vec{X: 200, Y: 30})
		if off := at.Sub(c.at).Length(); !c.inside && off > 0.001 || c.inside && far.Length() < 10 {
			t.Errorf("the boid was put at %v, but is at %v", c.at, at)
		}
		if s.Flags[7]&flock.Jumped == 0 {
			t.Error("the boid is not flagged as Jumped")
		}
		w.Step()
		w.Snapshot(&s)
		if step := s.Pos[7].Sub(at.Array()).Len(); step > 0.5 {
			t.Errorf("the boid flew %g m in a sixtieth of a second, want at most 0.5 m", step)
		}
	}
	nan := float32(math.NaN())
	for _, bad := range []flock.Spot{{At: vec.Vec{X: nan}}, {At: vec.Vec{Y: 2000}}, {Velocity: vec.Vec{Z: nan}}, {Velocity: vec.Vec{Z: 1e6}}} {
		hash := w.Hash()
		if err := w.Put(7, bad); err == nil || w.Hash() != hash {
			t.Errorf("put %v: %v", bad, err)
		}
	}
	if err := w.Put(60, flock.Spot{}); err == nil {
		t.Error("Put accepts a boid that does not exist")
	}
}

// A boid in the group of Spot.From starts at the spot with its velocity.
func TestStartAtASpot(t *testing.T) {
	def := starlingsAndFalcons(true)
	def.Others[0].Params = model.With(def.Others[0].Params, "count", 3)
	def.WarmUp = 0
	spot := flock.Spot{At: vec.Vec{X: 30, Y: 55, Z: -20}, Velocity: vec.Vec{X: 8, Z: 6}}
	w := newWorld(t, def)
	start := &def.Others[0].Start
	start.Groups = start.SingleGroups(3)
	if len(start.Groups) != 3 {
		t.Fatalf("the start has %d groups for 3 boids, want 3", len(start.Groups))
	}
	start.Groups[1] = cloud.Single(spot.At.Sub(w.StartMiddle(1)), spot.Velocity)
	var s flock.Snapshot
	newWorld(t, def).Snapshot(&s)
	if off := s.Pos[61].Sub(spot.At.Array()).Len(); off > 0.01 {
		t.Errorf("the boid starts %g m from its spot, want at most 0.01 m", off)
	}
	if off := s.Vel[61].Sub(spot.Velocity.Array()).Len(); off > 0.05 {
		t.Errorf("the velocity is %v, want %v", s.Vel[61], spot.Velocity)
	}
}
