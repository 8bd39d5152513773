//go:build cgo && !nowindow

package fly

import (
	"testing"

	"skein/engine/studio"
	"skein/flock/around"
	"skein/flock/vec"
)

// A new perch inside an obstacle is raised by the smallest number of steps that puts it above the obstacle.
// The yard's tower is 20 m high.
func TestNewPerchIsRaised(t *testing.T) {
	s, _ := newWatchingSession(t, yard)
	all := s.Studio.Surroundings()
	perch := all.Add("perch").(*around.Perch)
	perch.Points = []vec.Vec{{X: -8, Y: 6}, {X: 8, Y: 6}}
	err := s.Studio.Surround(all, studio.Done)
	if err == nil {
		t.Fatal("a perch inside the tower is allowed, so the test proves nothing")
	}
	if err := s.surroundAbove(all, perch, err); err != nil {
		t.Fatal(err)
	}
	now := s.Studio.Surroundings()
	if got := now.Thing(perch.Name).(*around.Perch).Points; got[0].Y < 20 || got[0].Y > 22 || got[1].Y != got[0].Y || got[0].X != -8 {
		t.Errorf("the perch is at %v, want it 20 to 22 m high", got)
	}
}
