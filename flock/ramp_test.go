package flock

import (
	"reflect"
	"testing"

	"skein/flock/around"
	"skein/flock/vec"
)

func TestCloneSharesNothing(t *testing.T) {
	var s around.Surroundings
	for _, kind := range around.ThingKinds() {
		for _, p := range around.Properties(s.Add(kind)) {
			if points, ok := p.At.(*[]vec.Vec); ok {
				*points = []vec.Vec{{X: 1, Y: 2, Z: 3}, {X: 4, Y: 5, Z: 6}}
			}
		}
	}
	again := s.Clone()
	for k := range s.Things() {
		copied := s.Clone()
		of := copied.Things()[k]
		if !copied.Equal(&s) {
			t.Fatal("a copy differs")
		}
		for _, p := range around.Properties(of) {
			if points, ok := p.At.(*[]vec.Vec); ok {
				(*points)[1].X = 9
			}
		}
		*of.NamePointer() = "other"
		if copied.Equal(&s) || !reflect.DeepEqual(s, again) {
			t.Errorf("a change of the copy's %s changes the original, or does not change the copy", of.Kind())
		}
	}
}

// A change of a wind's speed or a perch's spacing does not compute the solids again.
func TestRampRecomputesNothingElse(t *testing.T) {
	d := flockAmongObstacles(t, 20)
	d.Surroundings.Add("perch").(*around.Perch).Points = []vec.Vec{{X: 0, Y: 60, Z: 0}}
	d.Surroundings.Add("wind")
	w := world(t, d)
	bodies := &w.sites.Bodies[0]
	all := w.Surroundings()
	all.Winds[0].Speed, all.Perches[0].Spacing = 9, 2
	if err := w.SetSurroundings(all); err != nil {
		t.Fatal(err)
	}
	if &w.sites.Bodies[0] != bodies {
		t.Error("the solids were recomputed for a wind and a perch")
	}
	all.Perches[0].Points[0] = vec.Vec{X: 5, Y: 15, Z: 5}
	if err := w.SetSurroundings(all); err == nil {
		t.Error("moving a perch into a sphere was accepted")
	}
}
