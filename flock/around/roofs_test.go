package around

import (
	"math"
	"strings"
	"testing"

	"skein/flock/vec"
)

func topSeats(t *testing.T, spacing float32, o Obstacle, others ...Obstacle) []Seat {
	t.Helper()
	if o.Name == "" {
		o.Name = "under"
	}
	s := Surroundings{Obstacles: append([]Obstacle{o}, others...)}
	p := s.Add("perch").(*Perch)
	p.Obstacle, p.Spacing = o.Name, spacing
	if err := s.Validate(); err != nil {
		t.Fatal(err)
	}
	sites := NewSolids(s.Obstacles, nil)
	if err := s.CheckSeats(&sites); err != nil {
		t.Fatal(err)
	}
	return s.SeatsOf(0)
}

// blockMesh returns a mesh of a box whose foot is at the origin, with a plate below it.
func blockMesh(t *testing.T, size vec.Vec) *Mesh {
	t.Helper()
	var s Surface
	s.box(size.Scale(0.5))
	for k := range s.Vertices {
		s.Vertices[k].Y += size.Y / 2
	}
	m, err := NewMesh(s.Vertices, nil, s.Triangles)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// For each shape, the seats are on the top of its surface, at the right spacing. On a flat and level top,
// they are along the edge. On a round top and on a model, they are all over the top.
func TestSeatsOnTop(t *testing.T) {
	box := newObstacle()
	box.Shape, box.At, box.Size = "box", vec.Vec{X: 20, Y: 5, Z: -3}, vec.Vec{X: 8, Y: 10, Z: 6}
	edge := func(s Seat, pos vec.Vec) bool { // edge reports whether a seat is on the edge of the box's top.
		x, z := math.Abs(float64(s.At.X-pos.X)), math.Abs(float64(s.At.Z-pos.Z))
		return math.Abs(float64(s.At.Y)-10) < 1e-3 && (math.Abs(x-4) < 0.05 && z < 3 || math.Abs(z-3) < 0.05 && x < 4)
	}
	all := topSeats(t, 0.5, box)
	if n := len(all); n < 50 || n > 56 { // perimeter of 28 m
		t.Errorf("there are %d seats around a roof of 8 by 6 m, want 50 to 56", n)
	}
	for k, s := range all {
		if !edge(s, box.At) || s.Line == (vec.Vec{}) {
			t.Errorf("seat %d of the box is at %v, want the edge of the roof", k, s.At)
		}
	}
	turned := box
	turned.Turn, turned.Size = vec.Vec{X: 90, Y: 0, Z: 0}, vec.Vec{X: 8, Y: 6, Z: 10} // the same box, laid on its side
	for k, s := range topSeats(t, 0.5, turned) {
		if !edge(s, box.At) {
			t.Errorf("seat %d of the box on its side is at %v, want the edge of its top", k, s.At)
		}
	}
	wall := box
	wall.Size = vec.Vec{X: 8, Y: 10, Z: 0.2}
	if all := topSeats(t, 0.5, wall); len(all) < 15 || len(all) > 16 {
		t.Errorf("there are %d seats on a wall of 8 m, want 15 or 16", len(all))
	}
	drum := newObstacle()
	drum.Shape, drum.At, drum.Radius, drum.Height = "cylinder", vec.Vec{X: 1, Y: 2, Z: 3}, 4, 7
	all = topSeats(t, 0.5, drum)
	if n := len(all); n < 48 || n > 51 { // circumference of 25.1 m
		t.Errorf("there are %d seats around a drum of radius 4 m, want 48 to 51", n)
	}
	for k, s := range all {
		if r := math.Hypot(float64(s.At.X-1), float64(s.At.Z-3)); math.Abs(r-3.97) > 0.02 || math.Abs(float64(s.At.Y)-9) > 1e-3 {
			t.Errorf("seat %d of the drum is at %v, %v m from the axis, want 3.97 m, 9 m high", k, s.At, r)
		}
	}
	ball := newObstacle()
	ball.At, ball.Radius = vec.Vec{X: 0, Y: 10, Z: 0}, 5
	all = topSeats(t, 0.5, ball)
	if n := len(all); n < 40 || n > 80 { // π (5 sin 26°)² / 0.25 = 60
		t.Errorf("there are %d seats on a ball, want 40 to 80", n)
	}
	for k, s := range all {
		if r := s.At.Sub(ball.At).Length(); math.Abs(float64(r)-5) > 0.03 || s.At.Y < 14.4 {
			t.Errorf("seat %d of the ball is at %v, %v m from the centre, want 5 m, near the top", k, s.At, r)
		}
	}
	model := newObstacle()
	model.Shape, model.File, model.At, model.Scale = "model", "block.glb", vec.Vec{X: -30, Y: 0, Z: 4}, 2
	model.Mesh = blockMesh(t, vec.Vec{X: 4, Y: 5, Z: 3})
	model.Digest = model.Mesh.Digest()
	all = topSeats(t, 0.5, model)
	if n := len(all); n != 16*12 {
		t.Errorf("there are %d seats on a model of 8 by 6 m, want 192", n)
	}
	for k, s := range all {
		if x, z := s.At.X+30, s.At.Z-4; math.Abs(float64(s.At.Y)-10) > 0.03 || max(x, -x) > 4 || max(z, -z) > 3 {
			t.Errorf("seat %d of the model is at %v, want it on the flat top", k, s.At)
		}
		if k > 0 && (s.At.Sub(all[k-1].At).Length() > 0.51 || s.Distance <= all[k-1].Distance) {
			t.Errorf("seat %d of the model is %v m from the one before, want at most 0.51 m, and further along", k, s.At.Sub(all[k-1].At).Length())
		}
	}
	model.Shape = "terrain"
	if all := topSeats(t, 0.5, model); len(all) < 100 {
		t.Errorf("there are %d seats on a mesa, want at least 100", len(all))
	}
	ridge := box
	ridge.Turn = vec.Vec{X: 0, Y: 0, Z: 45}
	top := 5 + (4+5)*float32(math.Sqrt(0.5))
	for k, s := range topSeats(t, 0.5, ridge) {
		if s.At.Y < top-0.4 || s.At.Y > top+0.03 {
			t.Errorf("seat %d of the box on its edge is at %v, want it near the ridge, %v m high", k, s.At, top)
		}
	}
	lid := ball
	lid.Name, lid.At, lid.Radius = "lid", vec.Vec{X: 24, Y: 10, Z: -3}, 3
	for k, s := range topSeats(t, 0.5, box, lid) {
		if s.At.Sub(lid.At).Length() < 2.95 {
			t.Errorf("seat %d at %v is inside another obstacle", k, s.At)
		}
	}
}

// If a top has room for too many seats, that is an error. The spacing is not increased.
func TestTooManySeatsOnTop(t *testing.T) {
	for name, shape := range map[string]func(o *Obstacle){
		"roof":  func(o *Obstacle) { o.Shape, o.Size = "box", vec.Vec{X: 300, Y: 10, Z: 210} },  // perimeter of 1020 m
		"wall":  func(o *Obstacle) { o.Shape, o.Size = "box", vec.Vec{X: 700, Y: 10, Z: 0.04} }, // 14000 seats
		"drum":  func(o *Obstacle) { o.Shape, o.Radius, o.Height = "cylinder", 90, 10 },         // circumference of 565 m
		"ball":  func(o *Obstacle) { o.Radius = 400 },
		"block": func(o *Obstacle) { o.Shape, o.Scale = "model", 1 },
	} {
		o := newObstacle()
		o.Name, o.At = "under", vec.Vec{Y: 20}
		if shape(&o); o.Shape == "model" {
			o.File, o.Mesh = "block.glb", blockMesh(t, vec.Vec{X: 3277, Y: 5, Z: 3277})
			o.Digest = o.Mesh.Digest()
		}
		s := Surroundings{Obstacles: []Obstacle{o}}
		p := s.Add("perch").(*Perch)
		p.Obstacle, p.Spacing = "under", 0.05
		sites := NewSolids(s.Obstacles, nil)
		err := s.CheckSeats(&sites)
		if err == nil || !strings.Contains(err.Error(), "room for more than 10000 seats") {
			t.Errorf("%s: error %v, %d seats; want an error about the limit", name, err, len(s.SeatsOf(0)))
		}
	}
	if !tooMany(65536, 65536) { // in 32 bits, the product would overflow to 0
		t.Error("a grid of 65536 × 65536 places is not too many")
	}
}
