package around

import (
	"slices"
	"testing"
)

// The table of shapes and the options of the property "shape" have the same names. Each shape that needs no
// file has a surface and a solid.
func TestShapesAreComplete(t *testing.T) {
	o := newObstacle()
	p, ok := PropertyOf(&o, "shape")
	if !ok {
		t.Fatal("obstacles have no property shape")
	}
	var names []string
	for _, s := range shapes() {
		names = append(names, s.name)
	}
	if !slices.Equal(names, p.Options) {
		t.Errorf("the table has the shapes %v, but the property %v", names, p.Options)
	}
	for _, name := range SimpleShapes() {
		o := newObstacle()
		o.Shape = name
		if s := o.Surface(); len(s.Triangles) == 0 {
			t.Errorf("%s has no surface", name)
		}
		if got := NewSolids([]Obstacle{o}, nil); len(got.Bodies) != 1 {
			t.Errorf("%s has no solid", name)
		}
		if _, _, ok := o.Unit(); ok == o.Endless() {
			t.Errorf("%s: Endless is %t, but it has a size: %t", name, o.Endless(), ok)
		}
	}
}

// A box that is changed into another shape keeps its foot and its height, unless the new shape is endless.
func TestReshape(t *testing.T) {
	for _, name := range SimpleShapes() {
		o := newObstacle()
		o.Shape, o.At.Y, o.Size.X, o.Size.Y, o.Size.Z = "box", 7, 6, 8, 6
		o.Reshape(name)
		if o.Shape != name {
			t.Errorf("%s became %s", name, o.Shape)
		}
		if o.Endless() {
			continue
		}
		low, high := o.At.Y, o.At.Y
		for _, v := range o.Surface().Vertices {
			low, high = min(low, v.Y), max(high, v.Y)
		}
		if low != 3 || high != 11 {
			t.Errorf("%s reaches from %v to %v, want 3 to 11", name, low, high)
		}
	}
}
