package flock

import (
	"reflect"
	"testing"

	"skein/flock/internal/solid"
	"skein/flock/vec"
)

// Of all that a copy of the surroundings holds, nothing is shared with them.
func TestCloneSharesNothing(t *testing.T) {
	var s Surroundings
	for _, kind := range ThingKinds() {
		for _, p := range Properties(s.Add(kind)) {
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
		for _, p := range Properties(of) {
			if points, ok := p.At.(*[]vec.Vec); ok {
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
	d.Surroundings.Add("perch").(*Perch).Points = []vec.Vec{{X: 0, Y: 60, Z: 0}}
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
	all.Perches[0].Points[0] = vec.Vec{X: 5, Y: 15, Z: 5}
	if err := w.SetSurroundings(all); err == nil {
		t.Error("a perch was moved into a sphere")
	}
}

// A ramp of a height map's height, or of where it stands, makes its slopes not anew.
func TestRampOfATerrainMakesNoSlopesAnew(t *testing.T) {
	heights := make([]float32, 9*9)
	for k := range heights {
		heights[k] = float32(k%5) / 5
	}
	hills, err := NewRelief(9, 9, heights)
	if err != nil {
		t.Fatal(err)
	}
	d := walled(t, 20)
	o := d.Surroundings.Add("obstacle").(*Obstacle)
	o.Shape, o.File, o.Mesh, o.Size, o.Height = "terrain", "hills.png", hills, vec.Vec{X: 60, Y: 1, Z: 60}, 2
	w := world(t, d)
	relief := func() *solid.Relief {
		if len(w.sites.grounds) != 1 {
			t.Fatalf("%d terrains are kept, want 1", len(w.sites.grounds))
		}
		for _, r := range w.sites.grounds {
			return r
		}
		return nil
	}
	was := relief()
	all := w.Surroundings()
	raised := &all.Obstacles[len(all.Obstacles)-1]
	raised.Height, raised.At = 4, vec.Vec{X: 3, Y: 1, Z: 0}
	if err := w.SetSurroundings(all); err != nil {
		t.Fatal(err)
	}
	if relief() != was {
		t.Error("the slopes were made anew for another height")
	}
	ground := &w.sites.bodies[len(w.sites.bodies)-1]
	at := solid.Vec{X: 3 + 60.0/8, Y: 1 + 4.0/5, Z: 0} // corner 41, which is 4/5 m high
	if d := ground.Distance(at); d > 1e-3 || d < -1e-3 {
		t.Errorf("a corner of the ground is %v m away", d)
	}
	raised.Size.X = 30
	if err := w.SetSurroundings(all); err != nil {
		t.Fatal(err)
	}
	if relief() == was {
		t.Error("the slopes are those of another width")
	}
}
