package model_test

import (
	"testing"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/vec"
)

// worldDuringAttack returns a World in the middle of an attack, and the id of the prey. The prey's flock is
// not the first one, so its ids do not begin with 0.
func worldDuringAttack(t *testing.T) (w *flock.World, prey int) {
	t.Helper()
	def := falconScene(t)
	pigeons := testscene.Def("murmuration").Flock
	pigeons.Species, pigeons.Params = "pigeon", model.With(pigeons.Params, "count", 3, "leadership", 0)
	pigeons.Start.Groups = []cloud.Group{{Count: 3, Place: vec.Vec{X: 500}, Radius: 3}}
	def.Others = append([]flock.Flock{def.Flock}, def.Others...)
	def.Flock, def.Workers = pigeons, 1
	w = newWorld(t, def)
	for range 60 * 60 {
		w.Step()
		for _, e := range w.TakeEvents(nil) {
			if e.Kind != flock.AttackBegan || e.Prey < 3+50 {
				continue
			}
			for range 20 {
				w.Step()
			}
			w.TakeEvents(nil)
			return w, e.Prey
		}
	}
	t.Fatal("nobody attacks")
	return nil, 0
}

// If an earlier flock changes its number of boids, the ids of the prey change, and the hunter keeps its
// prey.
func TestHunterKeepsRenumberedPrey(t *testing.T) {
	w, prey := worldDuringAttack(t)
	again, err := flock.Resume(w.Checkpoint(), 1, flock.Auto, model.All()...)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.SetParams(model.With(again.Params(), "count", 10)); err != nil {
		t.Fatal(err)
	}
	again.TakeEvents(nil)
	var a, b flock.Snapshot
	ended := false
	for tick := 0; tick < 8*60 && !ended; tick++ {
		w.Step()
		again.Step()
		w.Snapshot(&a)
		again.Snapshot(&b)
		was, is := w.TakeEvents(nil), again.TakeEvents(nil)
		for k := range was {
			if was[k].Flock == 0 {
				t.Fatalf("an event of the first flock is in the ledger: %+v", was[k])
			}
			if was[k].Prey > 0 {
				was[k].Prey += 7
			}
			was[k].Boid += 7
			if k >= len(is) || is[k].Kind != was[k].Kind || is[k].Prey != was[k].Prey || is[k].Boid != was[k].Boid {
				t.Fatalf("at tick %d the ledger has %+v, want %+v", w.Tick(), is, was)
			}
			ended = ended || was[k].Kind == flock.Strike || was[k].Kind == flock.NearMiss
		}
		for _, number := range []int{1, 2} {
			a, b := a.OneFlock(number), b.OneFlock(number)
			for i := range a.Pos {
				if a.Pos[i] != b.Pos[i] {
					t.Fatalf("at tick %d, bird %d of flock %d is at %v, but without the edit at %v", w.Tick(), i, number, b.Pos[i], a.Pos[i])
				}
			}
		}
	}
	if !ended {
		t.Fatalf("the attack on bird %d did not end, so the test proves nothing", prey)
	}
}

// If the prey is removed, the attack ends without an entry in the ledger. The next attack begins only after
// the hunter's rest.
func TestAttackOnRemovedPreyEnds(t *testing.T) {
	w, prey := worldDuringAttack(t)
	left := prey - 3
	if err := w.SetParamsOf(1, model.With(w.ParamsOf(1), "count", left)); err != nil {
		t.Fatal(err)
	}
	w.TakeEvents(nil)
	begun := w.Tick()
	for w.Tick() < begun+20*60 {
		w.Step()
		for _, e := range w.TakeEvents(nil) {
			switch e.Kind {
			case flock.Strike, flock.NearMiss:
				t.Fatalf("%+v of nobody", e)
			case flock.AttackBegan:
				if rested := w.Tick() - begun; rested < 2*60 {
					t.Fatalf("the falcon attacks again after %d ticks, want at least 120", rested)
				}
				return
			}
		}
	}
	t.Error("the falcon never attacks again")
}
