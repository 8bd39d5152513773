package scenery

import (
	"testing"
	"testing/fstest"

	"skein/engine/internal/num"
	"skein/flock/around"

	"skein/flock/vec"
)

func TestSetFile(t *testing.T) {
	mesh, _, err := ReadMesh(fstest.MapFS{"kiosk.gltf": {Data: kiosk(t)}}, "kiosk.gltf", nil)
	if err != nil {
		t.Fatal(err)
	}
	tall, err := around.NewMesh([]vec.Vec{{}, {X: 1000}, {Y: 4000}}, nil, [][3]uint32{{0, 1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	hill, err := around.NewRelief(3, 2, make([]float32, 6))
	if err != nil {
		t.Fatal(err)
	}
	o := around.Obstacle{Shape: "box", At: vec.Vec{X: 3, Y: 14, Z: 5}, Size: vec.Vec{X: 8, Y: 20, Z: 8}}
	for _, c := range []struct {
		shape, file string
		mesh        *around.Mesh
		low, high   float32
	}{
		{"model", "kiosk.gltf", mesh, 4, 5},   // the kiosk is 1 m high, as in the file
		{"model", "tall.gltf", tall, 4, 4004}, // a replacement model keeps the scale of the obstacle
		{"terrain", "hill.png", hill, 0, 0},   // terrain is placed on the ground
	} {
		SetFile(&o, c.shape, c.file, c.mesh)
		if box := boundingBox(&o); box[0][1] != c.low || box[1][1] != c.high {
			t.Errorf("%s extends from a height of %v to %v m, want %v to %v", c.file, box[0][1], box[1][1], c.low, c.high)
		}
	}
	fresh := around.Obstacle{Shape: "box", At: vec.Vec{Y: 10}, Size: vec.Vec{X: 8, Y: 20, Z: 8}}
	old, is := SetFile(&fresh, "model", "tall.gltf", tall)
	if box := boundingBox(&fresh); num.Abs(box[1][1]-8) > 0.3 || old != 4000 || num.Abs(is-8) > 0.3 {
		t.Errorf("a model of 4000 units is %v m high, want 8; SetFile returned %v and %v", box[1][1], old, is)
	}
	for _, c := range []struct{ size, want float32 }{{1.01, 1.01}, {59.5, 59.5}, {0.9, 8}, {61, 8}, {155, 8}, {0.02, 8}} {
		m, err := around.NewMesh([]vec.Vec{{}, {X: c.size}, {Y: c.size / 3}}, nil, [][3]uint32{{0, 1, 2}})
		if err != nil {
			t.Fatal(err)
		}
		o := around.Obstacle{Shape: "box", Size: vec.Vec{X: 8, Y: 20, Z: 8}}
		SetFile(&o, "model", "a.gltf", m)
		if box := boundingBox(&o); num.Abs(box[1][0]-box[0][0]-c.want) > 0.05*c.want {
			t.Errorf("a model %v units wide is drawn %v m wide, want %v", c.size, box[1][0]-box[0][0], c.want)
		}
	}
}
