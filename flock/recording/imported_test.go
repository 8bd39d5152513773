package recording

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

// tracks returns frames of 40 birds that come and go. In frame k, birds whose index is divisible by k+2 are
// absent, and frame 3 has none.
func tracks(t testing.TB) flight {
	f := fly(t, 40, 12)
	f.meta.Imported, f.meta.TickRate, f.meta.FPS = "tracks.csv", 30, 30
	for k := range f.frames {
		s := &f.frames[k]
		remaining := flock.Snapshot{Tick: int64(k), TickRate: 30, Hash: uint64(k)}
		for i := range s.Pos {
			if k != 3 && i%(k+2) != 0 {
				remaining.Pos, remaining.Vel, remaining.Up = append(remaining.Pos, s.Pos[i]), append(remaining.Vel, s.Vel[i]), append(remaining.Up, s.Up[i])
				remaining.Phase, remaining.Flags, remaining.IDs = append(remaining.Phase, s.Phase[i]), append(remaining.Flags, s.Flags[i]), append(remaining.IDs, int32(i))
			}
		}
		*s = remaining
	}
	return f
}

func saveTracks(t testing.TB, f flight) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.mcap")
	w, err := Create(path, f.meta, Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := model.With(testscene.Def("murmuration").Params, "wingspan", 0.7)
	if err := w.Events([]flock.Event{{Kind: flock.ParamsChanged, Params: &p}}); err != nil {
		t.Fatal(err)
	}
	for k := range f.frames {
		if err := w.Frame(&f.frames[k]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestBirdsThatComeAndGo(t *testing.T) {
	f := tracks(t)
	r := open(t, saveTracks(t, f))
	if diff := cmp.Diff(f.meta, r.Meta()); diff != "" {
		t.Error("metadata", diff)
	}
	var s flock.Snapshot
	for _, i := range []int{11, 0, 3, 4, 3, 1, 2} {
		if err := r.Frame(i, &s); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(s.IDs, f.frames[i].IDs) || !slices.Equal(s.Pos, f.frames[i].Pos) || s.Hash != uint64(i) {
			t.Errorf("frame %d: %v", i, s.IDs)
		}
	}
	if most, err := r.MaxBoids(); most < 40 || err != nil {
		t.Errorf("MaxBoids is %d (error %v), want at least 40", most, err)
	}
	for i := range f.frames {
		if p, err := r.Params(i); err != nil || p.Float("wingspan") != 0.7 {
			t.Errorf("frame %d: the wingspan is %v (error %v), want 0.7", i, p.Float("wingspan"), err)
		}
	}
	if all, err := r.Surroundings(5); err != nil || len(all.Things()) > 0 {
		t.Errorf("the surroundings are %v (error %v), want none", all, err)
	}
}

// Imported tracks cannot be continued, branched or verified.
func TestImportedHasNoWorld(t *testing.T) {
	path := saveTracks(t, tracks(t))
	r := open(t, path)
	_, world := r.World(5, 1, flock.Auto)
	_, more := Continue(path, true)
	for what, err := range map[string]error{"World": world, "Verify": r.Verify(context.Background(), VerifyOptions{}), "Continue": more} {
		if !errors.Is(err, ErrImported) || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", what, err)
		}
	}
	open(t, path)
}

// Ids out of order or range can be neither written nor read.
func TestIDsOutOfOrder(t *testing.T) {
	f := tracks(t)
	for name, ids := range map[string][]int32{"twice": {3, 3}, "falling": {4, 3}, "negative": {-1, 3}, "beyond": {3, 40}, "one": {3}} {
		meta := f.meta
		w, err := Create(filepath.Join(t.TempDir(), "run.mcap"), meta, Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := f.frames[0]
		s.Pos, s.Vel, s.Up, s.Phase, s.Flags, s.IDs = s.Pos[:2], s.Vel[:2], s.Up[:2], s.Phase[:2], s.Flags[:2], ids
		if err := w.Frame(&s); err == nil {
			t.Errorf("%s: the wrong ids %v were written", name, ids)
		}
		if err := w.Abort(); err != nil {
			t.Fatal(err)
		}
		if len(ids) < 2 || ids[0] < 0 {
			continue
		}
		p, err := parseCloud(appendCloud(nil, cloudHead(false, false), 0, &s))
		if err != nil {
			t.Fatal(err)
		}
		if err := p.copyTo(new(flock.Snapshot), &meta, 1); !errors.Is(err, errCloud) {
			t.Errorf("%s: reading the wrong ids %v gives the error %v, want errCloud", name, ids, err)
		}
	}
	simulated := f.meta
	simulated.Imported = ""
	w, err := Create(filepath.Join(t.TempDir(), "run.mcap"), simulated, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	if err := w.Frame(&f.frames[0]); err == nil {
		t.Error("a frame of a simulation with gaps in its ids was written")
	}
}

// A frame with a number that is not finite is not written.
func TestNonFiniteNumbers(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(-1))
	for want, spoil := range map[string]func(s *flock.Snapshot){
		"z of boid 0 is not a number":     func(s *flock.Snapshot) { s.Pos[0][2] = nan },
		"vx of boid 3 is not a number":    func(s *flock.Snapshot) { s.Vel[3][0] = inf },
		"uy of boid 1 is not a number":    func(s *flock.Snapshot) { s.Up[1][1] = nan },
		"phase of boid 2 is not a number": func(s *flock.Snapshot) { s.Phase[2] = -inf },
		"airz of boid 4 is not a number": func(s *flock.Snapshot) {
			s.Air = slices.Clone(s.Vel)
			s.Air[4][2] = nan
		},
	} {
		f := tracks(t)
		path := filepath.Join(t.TempDir(), "run.mcap")
		w, err := Create(path, f.meta, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Frame(&f.frames[0]); err != nil {
			t.Fatal(err)
		}
		spoil(&f.frames[1])
		if err := w.Frame(&f.frames[1]); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%v, want %s", err, want)
		}
		if err := w.Abort(); err != nil {
			t.Error(err)
		}
	}
}
