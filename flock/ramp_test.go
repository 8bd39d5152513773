package flock

import (
	"reflect"
	"testing"
)

// Of all that a copy of the surroundings holds, nothing is shared with them.
func TestCloneSharesNothing(t *testing.T) {
	var s Surroundings
	for _, kind := range ThingKinds() {
		for _, p := range Properties(s.Add(kind)) {
			if points, ok := p.At.(*[]Vec); ok {
				*points = []Vec{{1, 2, 3}, {4, 5, 6}}
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
		for _, p := range Properties(of) {
			if points, ok := p.At.(*[]Vec); ok {
				(*points)[1].X = 9
			}
		}
		*of.Called() = "other"
		if copied.Equal(&s) || !reflect.DeepEqual(s, again) {
			t.Errorf("a change of the copy's %s shows in what was copied, or does not show at all", of.Kind())
		}
	}
}

// A ramp of the wind makes neither solids nor seats anew, nor does a perch's spacing solids.
func TestRampMakesNothingElseAnew(t *testing.T) {
	d := walled(t, 20)
	d.Surroundings.Add("perch").(*Perch).Points = []Vec{{0, 60, 0}}
	d.Surroundings.Add("wind")
	w := world(t, d)
	bodies := &w.sites.bodies[0]
	all := w.Surroundings()
	all.Winds[0].Speed, all.Perches[0].Spacing = 9, 2
	if err := w.SetSurroundings(all); err != nil {
		t.Fatal(err)
	}
	if &w.sites.bodies[0] != bodies {
		t.Error("the solids were made anew for a wind and a perch")
	}
	all.Perches[0].Points[0] = Vec{5, 15, 5}
	if err := w.SetSurroundings(all); err == nil {
		t.Error("a perch was moved into a sphere")
	}
}
