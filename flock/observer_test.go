package flock

import (
	"reflect"
	"testing"

	"skein/flock/around"
	"skein/flock/explanation"
	"skein/flock/schedule"
	"skein/flock/vec"
)

// perchedWorld returns birds around a tower with a perch, in a wind that grows stronger.
func perchedWorld(t *testing.T) *World {
	t.Helper()
	d := small(12)
	d.Surroundings.Add("obstacle").(*around.Obstacle).At = vec.Vec{X: 40, Y: 10, Z: 0}
	d.Surroundings.Add("perch").(*around.Perch).Obstacle = "obstacle-1"
	d.Surroundings.Add("wind")
	d.Schedule = []schedule.Change{
		{At: 0, Thing: "wind-1", Key: "speed", Value: float32(9), Ramp: 1},
		{At: 0.2, Thing: "obstacle-1", Key: "at", Value: vec.Vec{X: 44, Y: 10, Z: 0}, Ramp: 0.5},
	}
	return world(t, d)
}

// Seats are computed again if obstacles or perches change, but not if a wind changes.
func TestSeatsAreCached(t *testing.T) {
	w := perchedWorld(t)
	before := &w.around.SeatsOf(0)[0]
	for range 5 {
		w.Step()
	}
	if &w.around.SeatsOf(0)[0] != before {
		t.Error("a change of the wind computes the seats again")
	}
	if c := w.copy(); &c.around.SeatsOf(0)[0] != before {
		t.Error("a copy computes the seats again")
	}
	s := w.Surroundings()
	s.Obstacles[0].At.Y = 12
	if err := w.SetSurroundings(s); err != nil {
		t.Fatal(err)
	}
	if got := w.Surroundings(); w.around.SeatsOf(0)[0] != got.SeatsOf(0)[0] {
		t.Error("the seats on the tower did not move with the tower")
	}
}

// An observer explains the tick at which it was made, even if the World has changed. With -race, this shows
// that they share no memory that changes.
func TestObserver(t *testing.T) {
	w, again := perchedWorld(t), perchedWorld(t)
	for range 40 {
		w.Step()
		again.Step()
		want, err := again.Explain(7)
		if err != nil {
			t.Fatal(err)
		}
		o, got, shares := w.Observer(), make(chan *explanation.Step), make(chan *explanation.Shares)
		go func() {
			e, _ := o.Explain(7)
			got <- e
			shares <- o.Shares()
		}()
		w.Step()
		w.Snapshot(new(Snapshot))
		if e := <-got; !reflect.DeepEqual(e, want) {
			t.Fatalf("the observer explains %+v, want %+v", e, want)
		}
		if s := <-shares; !reflect.DeepEqual(s, again.Shares()) {
			t.Fatalf("the observer gives the shares %+v, want %+v", s, again.Shares())
		}
		again.Step()
	}
}
