package flock

import (
	"testing"

	"skein/flock/around"
	"skein/flock/vec"
)

// The seats of a moved obstacle are exactly where they would be if it had been there from the start.
func TestSeatsMoveWithTheirObstacle(t *testing.T) {
	d := small(10)
	d.Surroundings.Add("obstacle").(*around.Obstacle).At = vec.Vec{X: 40, Y: 10, Z: 0}
	d.Surroundings.Add("perch").(*around.Perch).Obstacle = "obstacle-1"
	w := world(t, d)
	s := w.Surroundings()
	s.Obstacles[0].At.X = 50
	if err := w.SetSurroundings(s); err != nil {
		t.Fatal(err)
	}
	there := w.Surroundings()
	moved, fresh := w.around.SeatsOf(0), there.SeatsOf(0)
	if len(moved) == 0 || len(moved) != len(fresh) {
		t.Fatalf("there are %d seats, want %d", len(moved), len(fresh))
	}
	for k := range moved {
		if moved[k] != fresh[k] {
			t.Fatalf("seat %d is %v, want %v", k, moved[k], fresh[k])
		}
	}
	s.Remove("obstacle-1")
	if err := w.SetSurroundings(s); err == nil {
		t.Error("removing the obstacle under a perch was accepted")
	}
}
