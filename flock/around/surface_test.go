package around

import (
	"math"
	"testing"

	"skein/flock/vec"
)

// volume returns the volume that the triangles enclose: the sum of the tetrahedra between each triangle and
// the origin. The volume is positive if the triangles run anticlockwise as seen from outside.
func (s *Surface) volume() (v float64) {
	for _, t := range s.Triangles {
		v += float64(s.Vertices[t[0]].Dot(s.Vertices[t[1]].Cross(s.Vertices[t[2]]))) / 6
	}
	return v
}

// The drawn surface of a shape has the volume of the shape, wherever it stands, and its normals
// point to the side from which its triangles are visible.
func TestSurfaceOfAShape(t *testing.T) {
	for _, c := range []struct {
		o    Obstacle
		want float64
	}{
		{Obstacle{Shape: "sphere", Radius: 2}, 4 * math.Pi / 3 * 8},
		{Obstacle{Shape: "box", Size: vec.Vec{X: 1, Y: 2, Z: 3}}, 6},
		{Obstacle{Shape: "cylinder", Radius: 2, Height: 5}, math.Pi * 20},
	} {
		c.o.At, c.o.Turn = vec.Vec{X: 3, Y: -4, Z: 5}, vec.Vec{X: 30, Y: 200, Z: -77}
		s := c.o.Surface()
		if v := s.volume(); math.Abs(v-c.want) > 0.01*c.want {
			t.Errorf("%s: volume %g, want %g", c.o.Shape, v, c.want)
		}
		s.facesOut(t, c.o.Shape)
	}
}

// facesOut fails the test unless every normal points to the visible side of its triangles.
func (s *Surface) facesOut(t *testing.T, name string) {
	t.Helper()
	if len(s.Triangles) == 0 || len(s.Normals) != len(s.Vertices) {
		t.Fatalf("%s has %d triangles, %d vertices and %d normals, want some, and a normal for each vertex", name, len(s.Triangles), len(s.Vertices), len(s.Normals))
	}
	for _, v := range s.Triangles {
		a, b, c := s.Vertices[v[0]], s.Vertices[v[1]], s.Vertices[v[2]]
		n := b.Sub(a).Cross(c.Sub(a))
		for _, k := range v {
			if l := s.Normals[k].Length(); l < 0.999 || l > 1.001 || n.Dot(s.Normals[k]) < 0 {
				t.Fatalf("%s: the normal %v of the triangle %v %v %v is not a unit vector outwards", name, s.Normals[k], a, b, c)
			}
		}
	}
}

// A height map rises above its foot and has sides.
func TestSurfaceOfATerrain(t *testing.T) {
	m, err := NewRelief(3, 2, []float32{0, 0.5, 1, 0.25, 0.5, 0.75})
	if err != nil {
		t.Fatal(err)
	}
	o := Obstacle{Shape: "terrain", At: vec.Vec{X: 10, Y: 1, Z: 0}, Size: vec.Vec{X: 20, Y: 0, Z: 8}, Height: 4, Mesh: m}
	s := o.Surface()
	s.facesOut(t, "terrain")
	if want := (vec.Vec{X: 20, Y: 5, Z: -4}); s.Vertices[2] != want {
		t.Errorf("the far corner is at %v, want %v", s.Vertices[2], want)
	}
}

// A rotation is about z first, then x, then y, and is exact for quarter turns.
func TestTurn(t *testing.T) {
	m := Obstacle{Shape: "box", Turn: vec.Vec{X: 90, Y: 90, Z: 90}, At: vec.Vec{X: 1, Y: 2, Z: 3}}.matrix()
	if got := m.point(vec.Vec{X: 1, Y: 0, Z: 0}); got != (vec.Vec{X: 2, Y: 2, Z: 3}) { // z: to y; x: to z; y: to x
		t.Errorf("the point 1, 0, 0 is rotated to %v, want 2, 2, 3", got)
	}
}

func (o Obstacle) matrix() placement { return o.placement() }
