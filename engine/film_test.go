package engine

import (
	"errors"
	"image"
	"reflect"
	"testing"

	"skein/flock"
)

// reel is a flight kept in memory.
type reel []flock.Snapshot

func (r reel) Frames() int { return len(r) }

func (r reel) Frame(i int, dst *flock.Snapshot) error {
	if i >= len(r) {
		return errors.New("no such frame")
	}
	*dst = r[i]
	return nil
}

// flight records a small flock at 30 frames a second.
func flight(t *testing.T, frames int) (reel, flock.Params) {
	t.Helper()
	def := flock.DefaultDef()
	def.WarmUp, def.Params.Count = 1, 40
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	r := make(reel, frames)
	for i := range r {
		w.Snapshot(&r[i])
		w.Step()
		w.Step()
	}
	return r, def.Params
}

func filmOf(r reel, p flock.Params, mode Mode) *Film {
	f := &Film{Reel: r, FPS: 30, Params: p, Show: DefaultShow(), Rig: NewRig(), Selected: 4}
	f.Show.Traces, f.Show.Inset = TraceAll, true
	f.Rig.Mode = mode
	return f
}

// What a film shows of a frame does not depend on what was shown before.
func TestFilmFramesInAnyOrder(t *testing.T) {
	r, p := flight(t, 150)
	size := image.Pt(320, 180)
	for _, mode := range []Mode{Orbit, Follow, Eye} {
		forward, jumping := filmOf(r, p, mode), filmOf(r, p, mode)
		var want Frame
		for i := range 141 {
			f, err := forward.Frame(i, size)
			if err != nil {
				t.Fatal(err)
			}
			want = *f
			if (f.Inset != nil) != (mode != Eye) {
				t.Fatalf("%v: inset %v", mode, f.Inset)
			}
		}
		for _, i := range []int{149, 3, 140} {
			got, err := jumping.Frame(i, size)
			if err != nil {
				t.Fatal(err)
			}
			if i == 140 && !reflect.DeepEqual(*got, want) {
				t.Errorf("%v: frame 140 depends on the frames shown before it", mode)
			}
		}
	}
}

// A film shows the birds where the reel has them.
func TestFilmShowsTheReel(t *testing.T) {
	r, p := flight(t, 10)
	f, err := filmOf(r, p, Orbit).Frame(9, image.Pt(320, 180))
	if err != nil {
		t.Fatal(err)
	}
	for i := range f.Birds {
		if !near3(f.Birds[i].Pos, r[9].Pos[i], 1e-4) || f.Birds[i].Phase != r[9].Phase[i] {
			t.Errorf("bird %d at %v in phase %v, the reel has %v and %v", i, f.Birds[i].Pos, f.Birds[i].Phase, r[9].Pos[i], r[9].Phase[i])
		}
	}
	if _, err := filmOf(r, p, Orbit).Frame(10, image.Pt(320, 180)); err == nil {
		t.Error("a frame beyond the reel's end was shown")
	}
}
