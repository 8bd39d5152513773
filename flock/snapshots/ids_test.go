package snapshots_test

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/snapshots"
)

// birdsAt returns a snapshot of birds with the given ids in a row along x, 10 m apart. The z coordinate of
// all birds is second, and they fly along z at 1 m/s.
func birdsAt(second int64, ids ...int32) *snapshots.Snapshot {
	s := &snapshots.Snapshot{Tick: second, TickRate: 1, IDs: ids}
	for _, id := range ids {
		s.Pos = append(s.Pos, mgl32.Vec3{10 * float32(id), 0, float32(second)})
		s.Vel = append(s.Vel, mgl32.Vec3{0, 0, 1})
		s.Up = append(s.Up, mgl32.Vec3{0, 1, 0})
		s.Phase, s.Flags = append(s.Phase, 0), append(s.Flags, 0)
	}
	return s
}

// Birds are matched by their ids, not by their index in a snapshot.
func TestInterpolateByID(t *testing.T) {
	got := snapshots.Interpolate(nil, birdsAt(0, 1, 4, 5), birdsAt(1, 4, 5, 7), 0.5)
	want := []mgl32.Vec3{{40, 0, 0.5}, {50, 0, 0.5}, {70, 0, 1}} // the last bird has just joined
	for i, b := range got {
		if b.Pos != want[i] {
			t.Errorf("the bird in slot %d is at %v, want %v", i, b.Pos, want[i])
		}
	}
}

func TestIDs(t *testing.T) {
	s := birdsAt(0, 1, 4, 5)
	for id, want := range map[int]int{1: 0, 4: 1, 5: 2} {
		if i, ok := s.Index(id); !ok || i != want || s.ID(i) != id {
			t.Errorf("id %d has the index %d, found %v; want %d", id, i, ok, want)
		}
	}
	for _, id := range []int{-1, 0, 2, 6} {
		if i, ok := s.Index(id); ok {
			t.Errorf("id %d has the index %d, but no bird has this id", id, i)
		}
	}
	s.IDs = nil
	if i, ok := s.Index(2); !ok || i != 2 || s.ID(2) != 2 {
		t.Errorf("without ids, bird 2 has the index %d, found %v; want 2", i, ok)
	}
	if _, ok := s.Index(3); ok {
		t.Error("without ids, Index finds a bird beyond the last")
	}
}

// CopyCommon copies the birds in both snapshots, also with several flocks.
func TestCopyCommon(t *testing.T) {
	a, b := birdsAt(0, 1, 4, 5, 9), birdsAt(1, 4, 5, 7, 9)
	b.Counts = []int{2, 2}
	var both snapshots.Snapshot
	for range 2 { // the second round reuses the memory of the first
		b.CopyCommon(&both, a)
	}
	if !slices.Equal(both.IDs, []int32{4, 5, 9}) || !slices.Equal(both.Counts, []int{2, 1}) || both.Len() != 3 || both.Tick != 1 {
		t.Errorf("the picture has the ids %v, the counts %v and tick %d; want 4, 5 and 9 in two flocks at tick 1", both.IDs, both.Counts, both.Tick)
	}
	if both.Pos[2] != b.Pos[3] {
		t.Errorf("bird 9 is at %v, want %v", both.Pos[2], b.Pos[3])
	}
	if own := both.OneFlock(1); !slices.Equal(own.IDs, []int32{9}) {
		t.Errorf("the second flock has the ids %v, want 9", own.IDs)
	}
}
