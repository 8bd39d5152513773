package flock

import (
	"reflect"
	"testing"

	"skein/flock/around"
	"skein/flock/vec"
)

// perchedWorld has birds among a tower with a perch on it, while a wind rises.
func perchedWorld(t *testing.T) *World {
	t.Helper()
	d := small(12)
	d.Surroundings.Add("obstacle").(*around.Obstacle).At = vec.Vec{X: 40, Y: 10, Z: 0}
	d.Surroundings.Add("perch").(*around.Perch).On = "obstacle-1"
	d.Surroundings.Add("wind")
	d.Schedule = []Change{
		{At: 0, Thing: "wind-1", Key: "speed", Value: float32(9), Ramp: 1},
		{At: 0.2, Thing: "obstacle-1", Key: "at", Value: vec.Vec{X: 44, Y: 10, Z: 0}, Ramp: 0.5},
	}
	return world(t, d)
}

// Seats are looked for where obstacles or perches changed, and kept where a wind did; a copy
// that explains has the same.
func TestSeatsAreKept(t *testing.T) {
	w := perchedWorld(t)
	before := &w.around.SeatsOf(0)[0]
	for range 5 {
		w.Step()
	}
	if &w.around.SeatsOf(0)[0] != before {
		t.Error("a wind that rises has the seats looked for again")
	}
	if c := w.copy(); &c.around.SeatsOf(0)[0] != before {
		t.Error("a copy looks for the seats again")
	}
	s := w.Surroundings()
	s.Obstacles[0].At.Y = 12
	if err := w.SetSurroundings(s); err != nil {
		t.Fatal(err)
	}
	if got := w.Surroundings(); w.around.SeatsOf(0)[0] != got.SeatsOf(0)[0] {
		t.Error("seats stay where a tower moves")
	}
}

// What an observer says is of the tick that it is of, whatever becomes of the World
// meanwhile: with -race they share nothing that changes.
func TestObserver(t *testing.T) {
	w, again := perchedWorld(t), perchedWorld(t)
	for range 40 {
		w.Step()
		again.Step()
		want, err := again.Explain(7)
		if err != nil {
			t.Fatal(err)
		}
		o, got, shares := w.Observer(), make(chan *Explanation), make(chan *Shares)
		go func() {
			e, _ := o.Explain(7)
			got <- e
			shares <- o.Shares()
		}()
		w.Step()
		w.Snapshot(new(Snapshot))
		if e := <-got; !reflect.DeepEqual(e, want) {
			t.Fatalf("observed %+v, want %+v", e, want)
		}
		if s := <-shares; !reflect.DeepEqual(s, again.Shares()) {
			t.Fatalf("observed shares of %+v, want %+v", s, again.Shares())
		}
		again.Step()
	}
}
