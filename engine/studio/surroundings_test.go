package studio

import (
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/engine/scenery"
	"skein/flock/around"
	"skein/flock/schedule"
	"skein/flock/vec"
)

// Things of every kind can be added, duplicated and removed. A new thing appears in front of the
// camera and gets a name. Undo and redo revert and repeat each step, and restarts keep the result.
func TestThingsAreAddedAndUndone(t *testing.T) {
	for _, kind := range around.ThingKinds() {
		s := smallStudio(t)
		s.Frame(image.Pt(320, 180), 0, camera.Drive{})
		var steps []around.Surroundings
		note := func() { steps = append(steps, s.Surroundings()) }
		note()
		all, name := s.WithAdded(kind, "")
		if err := s.Surround(all, Done); err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		note()
		twice, other := s.WithCopy(name)
		if err := s.Surround(twice, Done); err != nil || other == name {
			t.Fatalf("%s: the copy is named %s (error %v), want a new name", kind, other, err)
		}
		note()
		a, _, seen := scenery.Pivot(steps[2].Thing(name), 0)
		b, _, _ := scenery.Pivot(steps[2].Thing(other), 0)
		if seen && a == b {
			t.Errorf("%s: the copy is at the same place, %v", kind, a)
		}
		twice.Remove(name)
		if err := s.Surround(twice, Done); err != nil {
			t.Fatal(err)
		}
		note()
		same := func(what string, want int) {
			t.Helper()
			current, force := s.Surroundings(), s.world.Surroundings()
			if !current.Equal(&steps[want]) || !force.Equal(&steps[want]) || !s.def.Surroundings.Equal(&steps[want]) {
				t.Errorf("%s: after %s, the studio has %+v, the world %+v and a restart %+v; want %+v", kind, what, current, force, s.def.Surroundings, steps[want])
			}
		}
		for k := 2; k >= 0; k-- {
			s.Do(Undo, 1)
			if k == 2 { // Undo appends the removed thing to the list
				if n := len(s.around.Things()); n != 2 {
					t.Errorf("%s: there are %d things after undo of a removal, want 2", kind, n)
				}
				continue
			}
			same("undo", k)
		}
		s.Do(Redo, 1)
		same("redo", 1)
		s.Do(Restart, 1)
		s.settle(t)
		same("a restart", 1)
	}
}

func TestDragOfAThingIsOneEdit(t *testing.T) {
	s := smallStudio(t)
	all, name := s.WithAdded("obstacle", "")
	if err := s.Surround(all, Done); err != nil {
		t.Fatal(err)
	}
	before := s.Surroundings()
	for k := range 5 {
		current := s.Surroundings()
		scenery.Shift(current.Thing(name), mgl32.Vec3{1, 0, 0})
		if err := s.Surround(current, map[bool]Edit{true: Done}[k == 4]); err != nil {
			t.Fatal(err)
		}
	}
	other := s.Surroundings()
	wide, _ := around.PropertyOf(other.Thing(name), "size")
	_ = wide.Set(vec.Vec{X: 3, Y: 3, Z: 3})
	if err := s.world.SetSurroundings(other); err != nil { // a schedule changes surroundings in the same way
		t.Fatal(err)
	}
	s.useSurroundings(other)
	s.Do(Undo, 1)
	o := s.around.Thing(name).(*around.Obstacle)
	if pos := before.Thing(name).(*around.Obstacle).At; o.At != pos || o.Size.X != 3 {
		t.Errorf("after undo, the obstacle is at %v with the width %v, want %v and 3", o.At, o.Size, pos)
	}
	if len(s.undo.past) != 1 {
		t.Errorf("%d edits to undo are left, want only the one that added it", len(s.undo.past))
	}
}

func TestScheduledThingsStay(t *testing.T) {
	s := smallStudio(t)
	all, name := s.WithAdded("obstacle", "")
	if err := s.Surround(all, Done); err != nil {
		t.Fatal(err)
	}
	s.def.Schedule = []schedule.Change{{At: 3, Thing: name, Key: "radius", Value: float32(2)}}
	gone := s.Surroundings()
	gone.Remove(name)
	if err := s.Surround(gone, Done); err == nil || s.around.Thing(name) == nil {
		t.Errorf("a thing that an event needs was removed (error %v)", err)
	}
	all.Obstacles[0].Radius = -1
	if err := s.Surround(all, Done); err == nil || s.around.Obstacles[0].Radius < 0 {
		t.Errorf("a radius of -1 was accepted (error %v)", err)
	}
}

func TestUndoOfObstacleFiles(t *testing.T) {
	mesh, err := around.NewMesh([]vec.Vec{{}, {X: 2}, {Y: 3}}, nil, [][3]uint32{{0, 1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	s := smallStudio(t)
	all, name := s.WithAdded("obstacle", "")
	if err := s.Surround(all, Done); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"first.gltf", "second.gltf"} {
		all := s.Surroundings()
		scenery.SetFile(all.Thing(name).(*around.Obstacle), "model", file, mesh)
		if err := s.Surround(all, Done); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{"first.gltf", ""} {
		if err := s.Do(Undo, 1); err != nil {
			t.Fatal(err)
		}
		all := s.Surroundings()
		if o := all.Thing(name).(*around.Obstacle); o.File != want || (o.Mesh != nil) != (want != "") || want == "" && o.Shape != "box" {
			t.Errorf("after undo, the obstacle is a %s from %q, want %q", o.Shape, o.File, want)
		}
	}
}

// For any direction of the camera, a new obstacle stands on the ground at about the distance of the
// flock, and a part of it is in the picture.
func TestNewObstaclesAreInThePicture(t *testing.T) {
	size := image.Pt(320, 180)
	for _, form := range []string{"box", "sphere", "cylinder"} {
		for _, degrees := range []float32{-60, -20, 0, 10, 30} { // elevation of the view direction
			s := smallStudio(t)
			s.Frame(size, 0, camera.Drive{})
			group := s.group()
			centre := group.Centre()
			up := mgl32.DegToRad(degrees)
			away := mgl32.Vec3{float32(math.Cos(float64(up))), float32(math.Sin(float64(up))), 0}
			s.frame.View.Eye = centre.Sub(away.Mul(60))
			s.frame.View.Eye[1] = max(s.frame.View.Eye[1], 2)
			s.frame.View.Rotation = frame.LookAt(s.frame.View.Eye, s.frame.View.Eye.Add(away), mgl32.Vec3{0, 1, 0})
			all, name := s.WithAdded("obstacle", form)
			o := all.Thing(name).(*around.Obstacle)
			low, seen := float32(1e9), 0
			surface := o.Surface()
			for _, p := range surface.Vertices {
				low = min(low, p.Y)
				if x, y, _, ok := s.frame.View.Project(p.Array(), size.X, size.Y); ok && x > 0 && x < 320 && y > 0 && y < 180 {
					seen++
				}
			}
			if seen == 0 || low < -0.02 || low > 0.02 {
				t.Errorf("looking up by %g degrees, a %s %v at %v shows %d of its corners and begins at %g m; want some and 0", degrees, form, o.Size, o.At, seen, low)
			}
		}
	}
}

// Until its file is read, an obstacle of terrain or a model is a plain block on the ground, not a building.
func TestObstaclesThatWaitForAFile(t *testing.T) {
	for _, shape := range []string{"terrain", "model"} {
		s := smallStudio(t)
		s.Frame(image.Pt(320, 180), 0, camera.Drive{})
		all, name := s.WithAdded("obstacle", shape)
		o, ok := all.Thing(name).(*around.Obstacle)
		if !ok || o.Shape != "box" || o.At.Y != o.Size.Y/2 {
			t.Fatalf("%s: the obstacle is %+v, want a box on the ground", shape, o)
		}
		var stands scenery.Scenery
		if stands.Update(&all); len(stands.Stands) != 1 || len(stands.Stands[0].Solid.Coats) > 0 {
			t.Errorf("%s: the picture shows %d solids with windows, want one plain block", shape, len(stands.Stands))
		}
		if err := s.Surround(all, Done); err != nil {
			t.Errorf("%s: %v", shape, err)
		}
	}
}
