package around

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/vec"
)

// volume returns the volume that the triangles enclose: the sum of the tetrahedra between each triangle and
// the origin. It is positive if they run anticlockwise, seen from outside.
func (s *Surface) volume() (v float64) {
	for _, t := range s.Triangles {
		v += float64(s.Vertices[t[0]].Dot(s.Vertices[t[1]].Cross(s.Vertices[t[2]]))) / 6
	}
	return v
}

// The surface of a shape encloses the volume of the shape. The normals point to the side from which the
// triangles are visible.
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

// MatrixOf transforms the form of another obstacle of the same shape exactly to the surface of the
// obstacle.
func TestMatrixOf(t *testing.T) {
	mesh := &Mesh{Vertices: []vec.Vec{{X: 0, Y: 1, Z: 0}, {X: 2, Y: 1, Z: 0}, {X: 0, Y: 4, Z: 3}}, Triangles: [][3]uint32{{0, 1, 2}}}
	relief := &Mesh{Relief: &Relief{Columns: 2, Rows: 2, Heights: []float32{0, 1, 0.5, 0.25}}}
	for name, pair := range map[string][2]Obstacle{
		"sphere":   {{Shape: "sphere", Radius: 2}, {Shape: "sphere", Radius: 7}},
		"box":      {{Shape: "box", Size: vec.Vec{X: 1, Y: 2, Z: 3}}, {Shape: "box", Size: vec.Vec{X: 4, Y: 1, Z: 9}}},
		"cylinder": {{Shape: "cylinder", Radius: 2, Height: 3}, {Shape: "cylinder", Radius: 1, Height: 12}},
		"plane":    {{Shape: "plane"}, {Shape: "plane"}},
		"model":    {{Shape: "model", Mesh: mesh, Scale: 2}, {Shape: "model", Mesh: mesh, Scale: 5}},
		"relief":   {{Shape: "terrain", Mesh: relief, Size: vec.Vec{X: 10, Y: 1, Z: 20}, Height: 4}, {Shape: "terrain", Mesh: relief, Size: vec.Vec{X: 30, Y: 1, Z: 10}, Height: 9}},
		"terrain":  {{Shape: "terrain", Mesh: mesh, Scale: 2}, {Shape: "terrain", Mesh: mesh, Scale: 3}},
	} {
		form, o := pair[0], pair[1]
		form.At, form.Turn = vec.Vec{X: 5, Y: 5, Z: 5}, vec.Vec{X: 10, Y: 20, Z: 30}
		o.At, o.Turn = vec.Vec{X: -20, Y: 3, Z: 40}, vec.Vec{X: -40, Y: 100, Z: 15}
		m, of, want := o.MatrixOf(&form), form.Form(), o.Surface()
		if len(of.Vertices) == 0 || len(of.Vertices) != len(want.Vertices) {
			t.Fatalf("%s: %d vertices, want %d", name, len(of.Vertices), len(want.Vertices))
		}
		for k, v := range of.Vertices {
			if got := mgl32.TransformCoordinate(v.Array(), m); got.Sub(want.Vertices[k].Array()).Len() > 1e-3*(1+want.Vertices[k].Array().Len()) {
				t.Fatalf("%s: vertex %d is at %v, want %v", name, k, got, want.Vertices[k])
			}
		}
	}
}
