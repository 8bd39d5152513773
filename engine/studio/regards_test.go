package studio

import (
	"context"
	"testing"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

// Undo reverts a change of how the falcon reacts to the starlings. In a world restored from a time
// before the change, the falcon has the old reaction. In a world restored from a later time, it has
// the new one. A restart uses the new reaction.
func TestSetRegards(t *testing.T) {
	s, _ := flownStarlings(t, 2)
	joinFalcon(t, s)
	hunts := s.Regards(1)
	set := func(to flock.Regards) {
		t.Helper()
		if err := s.SetRegards(1, to, *s.paramsOf(1), "changed how falcon reacts to starling"); err != nil {
			t.Fatal(err)
		}
	}
	current := func(what string, want flock.Regards) {
		t.Helper()
		if got := s.world.RegardsOf(1); !got.Equal(want) || !s.Regards(1).Equal(want) {
			t.Errorf("%s: the falcon has the relations %+v, and after a restart %+v; want %+v", what, got, s.Regards(1), want)
		}
	}
	fly(t, s, 60)
	set(flock.Regards{})
	current("edited", flock.Regards{})
	if got := s.Changes(Undo); got != "changed how falcon reacts to starling" {
		t.Errorf("Undo would revert %q", got)
	}
	fly(t, s, 60)
	doAll(t, s, Undo)
	current("undone", hunts)
	fly(t, s, 60)
	doAll(t, s, Redo)
	current("redone", flock.Regards{})
	fly(t, s, 60)
	if s.Hunts(1) {
		t.Error("the falcon still hunts")
	}

	want := s.world.Hash()
	stretch, ok := s.Stretch(1, s.cur.Seconds())
	if !ok {
		t.Fatal("the past is not known")
	}
	var last *flock.World
	if err := stretch.Fly(context.Background(), func(w *flock.World, _ []flock.Event) error { last = w; return nil }); err != nil || last.Hash() != want {
		t.Errorf("simulated again, the flight differs (error %v)", err)
	}

	visit(t, s, 2.5)
	if err := s.SetRegards(1, hunts, *s.paramsOf(1), ""); err == nil || s.Can(Undo) {
		t.Error("the past can be edited")
	}
	doAll(t, s, Branch)
	current("continued from the past", hunts)
	set(flock.Regards{Flees: []int{0}})
	doAll(t, s, Restart)
	current("restarted", flock.Regards{Flees: []int{0}})
	set(flock.Regards{})
	doAll(t, s, Undo, Undo)
	current("undone to before the restart", flock.Regards{Flees: []int{0}})
	doAll(t, s, Undo)
	current("undone", hunts)
}

// If a flock joined a branch, its relations can be changed even during a restart. An edit that does
// not change the relations is not recorded for Undo.
func TestSetRegardsDuringRestartOfBranch(t *testing.T) {
	s, _ := playback(t)
	s.goTo(t, 20)
	doAll(t, s, Branch)
	geese := flock.Flock{Species: "goose", Start: cloud.Start{Radius: 5, Altitude: 30, Speed: 9}, Params: model.With(testscene.Def("murmuration").Params, "count", 0)}
	if err := s.Join(geese, flock.Regarders{}); err != nil {
		t.Fatal(err)
	}
	edits := s.Edits()
	if err := s.SetRegards(1, s.Regards(1), *s.paramsOf(1), "changed"); err != nil || s.Edits() != edits {
		t.Errorf("the same relations again are %d edits (error %v), want none", s.Edits()-edits, err)
	}
	if err := s.Do(Restart, 1); err != nil {
		t.Fatal(err)
	}
	flees := flock.Regards{Flees: []int{0}}
	if err := s.SetRegards(1, flees, *s.paramsOf(1), "changed"); err != nil {
		t.Fatal(err)
	}
	s.settle(t)
	if s.world.FlockCount() != 2 || !s.world.RegardsOf(1).Equal(flees) || s.restarts {
		t.Errorf("after the restart there are %d flocks, want 2, of which the second one flees the first", s.world.FlockCount())
	}
}

func TestSetRegardsDuringRestart(t *testing.T) {
	s, _ := flownStarlings(t, 1)
	joinFalcon(t, s)
	if err := s.Do(Restart, 1); err != nil {
		t.Fatal(err)
	}
	if err := s.SetRegards(0, flock.Regards{}, *s.paramsOf(0), "changed"); err != nil {
		t.Fatal(err)
	}
	s.settle(t)
	if got := s.world.RegardsOf(0); !got.Equal(flock.Regards{}) {
		t.Errorf("after the restart the starlings have the relations %+v, want none", got)
	}
	edits := s.Edits()
	if err := s.SetRegards(0, flock.Regards{Flees: []int{7}}, *s.paramsOf(0), "changed"); err == nil || s.Edits() != edits || !s.Regards(0).Equal(flock.Regards{}) {
		t.Errorf("a flock that does not exist can be regarded (error %v)", err)
	}
}
