package flock_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario"
)

func falconDef(t *testing.T) flock.Def {
	t.Helper()
	sc, err := scenario.Builtin("falcon")
	if err != nil {
		t.Fatal(err)
	}
	def := sc.Def()
	def.WarmUp, def.Schedule, def.Params = 0, nil, model.With(def.Params, "count", 120)
	return def
}

func stepped(w *flock.World, ticks int) *flock.World {
	for range ticks {
		w.Step()
	}
	return w
}

func attacks(events []flock.Event) (n int) {
	for _, e := range events {
		if e.Kind == flock.AttackBegan {
			n++
		}
	}
	return n
}

// Relations that are set before the first step work like those from the start.
func TestSetRegardsAtTheStart(t *testing.T) {
	def := falconDef(t)
	peaceful := def
	peaceful.Others = append([]flock.Flock(nil), def.Others...)
	peaceful.Flees, peaceful.Others[0].Follows = nil, nil
	for _, v := range []struct{ from, to flock.Def }{{def, peaceful}, {peaceful, def}} {
		w, want := newWorld(t, v.from), newWorld(t, v.to)
		for k := range w.FlockCount() {
			if err := w.SetRegards(k, want.RegardsOf(k)); err != nil {
				t.Fatal(err)
			}
		}
		if stepped(w, 900).Hash() != stepped(want, 900).Hash() {
			t.Error("after 900 ticks the flight differs from that of a World with these relations from the start")
		}
		if a, b := attacks(w.TakeEvents(nil)), attacks(want.TakeEvents(nil)); a != b {
			t.Errorf("there are %d attacks, want %d", a, b)
		}
	}
}

// A falcon that no longer hunts stops its attack, and hunts again later. A checkpoint has the relations.
func TestSetRegardsDuringAFlight(t *testing.T) {
	def := falconDef(t)
	fly := func(workers int, resume bool) (hash uint64, during, later int) {
		def.Workers = workers
		w := newWorld(t, def)
		hunts, none := w.RegardsOf(1), w.RegardsOf(1).Set(0, flock.Flockmates)
		for attacks(w.TakeEvents(nil)) == 0 {
			w.Step()
		}
		if err := w.SetRegards(1, none); err != nil {
			t.Fatal(err)
		}
		events := w.PendingEvents()
		if e := &events[0]; len(events) != 1 || e.Kind != flock.RegardsChanged || e.Flock != 1 || !e.Regards.Equal(none) || !e.IsEdit() {
			t.Errorf("the events are %+v, want one about the relations of flock 1", events)
		}
		if err := w.SetRegards(1, none); err != nil || len(w.PendingEvents()) != 1 {
			t.Errorf("the same relations again give %d events (error %v)", len(w.PendingEvents()), err)
		}
		stepped(w, 300)
		during = attacks(w.TakeEvents(nil))
		if resume {
			var models []*flock.Model
			for _, f := range def.Flocks() {
				models = append(models, f.Params.Model())
			}
			again, err := flock.Resume(w.Checkpoint(), workers, flock.Auto, models...)
			if err != nil {
				t.Fatal(err)
			}
			if w = again; !w.RegardsOf(1).Equal(none) {
				t.Errorf("the checkpoint has the relations %+v, want none", w.RegardsOf(1))
			}
		}
		if err := w.SetRegards(1, hunts); err != nil {
			t.Fatal(err)
		}
		stepped(w, 1800)
		return w.Hash(), during, attacks(w.TakeEvents(nil))
	}
	want, during, later := fly(1, false)
	if during != 0 || later == 0 {
		t.Errorf("without prey the falcon attacks %d times, and later %d times; want 0 and more", during, later)
	}
	if got, _, _ := fly(3, true); got != want {
		t.Error("with three workers and a checkpoint, the flight differs")
	}
}

func TestWrongRegards(t *testing.T) {
	w := newWorld(t, falconDef(t))
	before := [2]flock.Regards{w.RegardsOf(0), w.RegardsOf(1)}
	for _, v := range []struct {
		flock int
		to    flock.Regards
	}{{0, flock.Regards{Flees: []int{0}}}, {0, flock.Regards{Flees: []int{2}}}, {1, flock.Regards{Notices: []int{0}, Flees: []int{0}}}, {2, flock.Regards{}}, {-1, flock.Regards{}}, {0, flock.Regards{Notices: []int{-1}}}} {
		if err := w.SetRegards(v.flock, v.to); err == nil {
			t.Errorf("flock %d may have the relations %+v", v.flock, v.to)
		}
	}
	if now := [2]flock.Regards{w.RegardsOf(0), w.RegardsOf(1)}; !reflect.DeepEqual(now, before) || len(w.PendingEvents()) != 0 {
		t.Errorf("after the refused edits the relations are %+v, want %+v", now, before)
	}
}

func TestRegardsSet(t *testing.T) {
	r := flock.Regards{Notices: []int{3}, Flees: []int{1}}
	r = r.Set(1, flock.Followed).Set(0, flock.Followed).Set(3, flock.Flockmates)
	if want := (flock.Regards{Follows: []int{0, 1}}); !r.Equal(want) || r.Of(1) != flock.Followed || r.Of(3) != flock.Flockmates {
		t.Errorf("the relations are %+v, want %+v", r, want)
	}
	data, err := json.Marshal(flock.Event{Kind: flock.RegardsChanged, Regards: &r})
	var e flock.Event
	if err != nil || json.Unmarshal(data, &e) != nil || !e.Regards.Equal(r) {
		t.Errorf("read from %s, the relations are %+v (error %v)", data, e.Regards, err)
	}
}
