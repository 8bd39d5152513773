package recording

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// Recordings of format 2 agree with their simulation, although birds on the ground lack the flag Perched. In
// format 3, a missing flag is an error.
func TestUnflaggedBirdsOnTheGround(t *testing.T) {
	frame := func(vel mgl32.Vec3, flags flock.Flags) *flock.Snapshot {
		one := []mgl32.Vec3{vel}
		return &flock.Snapshot{Pos: make([]mgl32.Vec3, 1), Vel: one, Up: make([]mgl32.Vec3, 1), Phase: make([]float32, 1), Flags: []flock.Flags{flags}}
	}
	rest, flies := mgl32.Vec3{}, mgl32.Vec3{1, 0, 0}
	for _, c := range []struct {
		was, got *flock.Snapshot
		format   int
		agree    bool
	}{
		{frame(rest, 0), frame(rest, flock.Perched), 2, true},
		{frame(rest, 0), frame(rest, flock.Perched), 3, false},
		{frame(rest, flock.Perched), frame(rest, flock.Perched), 2, true},
		{frame(rest, flock.Perched), frame(rest, flock.Perched), 3, true},
		{frame(rest, flock.Perched), frame(rest, 0), 2, false},
		{frame(rest, 0), frame(rest, flock.Perched|flock.Leading), 2, false},
		{frame(flies, 0), frame(flies, flock.Perched), 2, false},
	} {
		if boid, what := firstDifference(c.was, c.got, false, c.format); (boid < 0) != c.agree {
			t.Errorf("format %d: the flags %b recorded and %b simulated at %v m/s give the difference %q, want the opposite", c.format, c.was.Flags[0], c.got.Flags[0], c.was.Vel[0], what)
		}
	}
}
