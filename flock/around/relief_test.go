package around

import (
	"testing"

	"skein/flock/internal/solid"
	"skein/flock/vec"
)

// If a terrain is moved or its height is changed, its slopes are not computed again, because that takes
// long.
func TestTerrainsKeepTheirSlopes(t *testing.T) {
	heights := make([]float32, 9*9)
	for k := range heights {
		heights[k] = float32(k%5) / 5
	}
	hills, err := NewRelief(9, 9, heights)
	if err != nil {
		t.Fatal(err)
	}
	var s Surroundings
	o := s.Add("obstacle").(*Obstacle)
	o.Shape, o.File, o.Mesh, o.Size, o.Height = "terrain", "hills.png", hills, vec.Vec{X: 60, Y: 1, Z: 60}, 2
	slopes := func(of *Solids) *solid.Relief {
		if len(of.reliefs) != 1 {
			t.Fatalf("the store has %d terrains, want 1", len(of.reliefs))
		}
		for _, r := range of.reliefs {
			return r
		}
		return nil
	}
	first := NewSolids(s.Obstacles, nil)
	o.Height, o.At = 4, vec.Vec{X: 3, Y: 1, Z: 0}
	raised := NewSolids(s.Obstacles, &first)
	if slopes(&raised) != slopes(&first) {
		t.Error("another height gives other stored slopes, want the same")
	}
	pos := solid.Vec{X: 3 + 60.0/8, Y: 1 + 4.0/5, Z: 0} // corner 41, which is 4/5 m high
	if d := raised.Bodies[0].Distance(pos); d > 1e-3 || d < -1e-3 {
		t.Errorf("a corner of the ground is %v m away, want 0", d)
	}
	o.Size.X = 30
	wider := NewSolids(s.Obstacles, &raised)
	if slopes(&wider) == slopes(&raised) {
		t.Error("another width gives the same stored slopes, want others")
	}
}
