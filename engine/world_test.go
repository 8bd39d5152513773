package engine

import (
	"image"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

// A thing of every kind is added before the camera, named, duplicated beside itself and
// removed; undo goes back over each, redo over each again, and a restart keeps them.
func TestThingsAreAddedAndUndone(t *testing.T) {
	for _, kind := range flock.ThingKinds() {
		s := smallStudio(t)
		s.Frame(image.Pt(320, 180), 0, Drive{})
		var steps []flock.Surroundings
		note := func() { steps = append(steps, s.Around()) }
		note()
		all, name := s.Added(kind, "")
		if err := s.Surround(all, Done); err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		note()
		twice, other := s.Duplicated(name)
		if err := s.Surround(twice, Done); err != nil || other == name {
			t.Fatalf("%s: a copy called %s, %v", kind, other, err)
		}
		note()
		a, _, seen := Pivot(steps[2].Thing(name), 0)
		b, _, _ := Pivot(steps[2].Thing(other), 0)
		if seen && a == b {
			t.Errorf("%s: the copy is where the first is, at %v", kind, a)
		}
		twice.Remove(name)
		if err := s.Surround(twice, Done); err != nil {
			t.Fatal(err)
		}
		note()
		same := func(what string, want int) {
			t.Helper()
			now, force := s.Around(), s.world.Surroundings()
			if !now.Equal(&steps[want]) || !force.Equal(&steps[want]) || !s.def.Surroundings.Equal(&steps[want]) {
				t.Errorf("%s: after %s there are %+v, in force %+v, after a restart %+v; want %+v", kind, what, now, force, s.def.Surroundings, steps[want])
			}
		}
		for k := 2; k >= 0; k-- {
			s.Do(Undo, 1)
			if k == 2 { // it comes back behind the other
				if n := len(s.around.Things()); n != 2 {
					t.Errorf("%s: %d things after undo of a removal", kind, n)
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

// A drag of a thing is one edit, and what the schedule changed meanwhile stays when it is
// undone.
func TestADragOfAThingIsOneEdit(t *testing.T) {
	s := smallStudio(t)
	all, name := s.Added("obstacle", "")
	if err := s.Surround(all, Done); err != nil {
		t.Fatal(err)
	}
	before := s.Around()
	for k := range 5 {
		now := s.Around()
		Shift(now.Thing(name), mgl32.Vec3{1, 0, 0})
		if err := s.Surround(now, map[bool]Edit{true: Done}[k == 4]); err != nil {
			t.Fatal(err)
		}
	}
	other := s.Around()
	wide, _ := flock.PropertyOf(other.Thing(name), "size")
	_ = wide.Set(flock.Vec{X: 3, Y: 3, Z: 3})
	if err := s.world.SetSurroundings(other); err != nil { // as the schedule does
		t.Fatal(err)
	}
	s.surround(other)
	s.Do(Undo, 1)
	o := s.around.Thing(name).(*flock.Obstacle)
	if at := before.Thing(name).(*flock.Obstacle).At; o.At != at || o.Size.X != 3 {
		t.Errorf("after undo it is at %v of size %v, want %v and 3", o.At, o.Size, at)
	}
	if len(s.undo.past) != 1 {
		t.Errorf("%d edits to undo are left, want that which added it", len(s.undo.past))
	}
}

// What the schedule changes is not taken away; nor does anything change in a recording.
func TestScheduledThingsStay(t *testing.T) {
	s := smallStudio(t)
	all, name := s.Added("obstacle", "")
	if err := s.Surround(all, Done); err != nil {
		t.Fatal(err)
	}
	s.def.Schedule = []flock.Change{{At: 3, Thing: name, Key: "radius", Value: float32(2)}}
	gone := s.Around()
	gone.Remove(name)
	if err := s.Surround(gone, Done); err == nil || s.around.Thing(name) == nil {
		t.Errorf("it was removed: %v", err)
	}
	all.Obstacles[0].Radius = -1
	if err := s.Surround(all, Done); err == nil || s.around.Obstacles[0].Radius < 0 {
		t.Errorf("a radius of -1 is taken: %v", err)
	}
}

// A turn by degrees and back is the same turn, also where two axes fall together; and it is
// what flock makes of the degrees.
func TestDegreesOfTurns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for k := range 300 {
		d := flock.Vec{X: rng.Float32()*180 - 90, Y: rng.Float32()*360 - 180, Z: rng.Float32()*360 - 180}
		if k%5 == 0 {
			d.X = []float32{-90, 90}[k/5%2]
		}
		q := quatOf(d)
		again := quatOf(degreesOf(q))
		o := flock.Obstacle{Shape: "box", Turn: d, Size: flock.Vec{X: 1, Y: 1, Z: 1}}
		for axis := range 3 {
			var v mgl32.Vec3
			v[axis] = 1
			if a, b := q.Rotate(v), again.Rotate(v); a.Sub(b).Len() > 2e-3 {
				t.Fatalf("%v: axis %d goes to %v, and after degrees and back to %v", d, axis, a, b)
			}
			if a, b := q.Rotate(v), o.Matrix().Mul4x1(v.Vec4(0)).Vec3(); a.Sub(b).Len() > 1e-4 {
				t.Fatalf("%v: axis %d goes to %v, flock takes it to %v", d, axis, a, b)
			}
		}
	}
}

// Hands move, turn and scale things about their middles.
func TestHandled(t *testing.T) {
	box := flock.Obstacle{Name: "a", Shape: "box", At: flock.Vec{X: 1, Y: 2, Z: 3}, Size: flock.Vec{X: 4, Y: 4, Z: 4}, Turn: flock.Vec{Y: 30}}
	one, none := mgl32.Vec3{1, 1, 1}, mgl32.QuatIdent()
	o := box
	Handled(&o, 0, mgl32.Vec3{0.501, 0, -1}, none, one)
	if o.At != (flock.Vec{X: 1.5, Y: 2, Z: 2}) || o.Turn != box.Turn || o.Size != box.Size {
		t.Errorf("moved: %+v", o)
	}
	o = box
	Handled(&o, 0, mgl32.Vec3{}, mgl32.QuatRotate(mgl32.DegToRad(15), mgl32.Vec3{0, 1, 0}), one)
	if o.Turn != (flock.Vec{Y: 45}) || o.At != box.At {
		t.Errorf("turned: %+v", o)
	}
	o = box
	Handled(&o, 0, mgl32.Vec3{}, none, mgl32.Vec3{1, 2.5, 1})
	if o.Size != (flock.Vec{X: 4, Y: 10, Z: 4}) || o.Turn != box.Turn {
		t.Errorf("scaled: %+v", o)
	}
	path := flock.Path{Points: []flock.Vec{{X: -10}, {X: 10}}}
	p := path
	p.Points = []flock.Vec{{X: -10}, {X: 10}}
	Handled(&p, 0, mgl32.Vec3{0, 5, 0}, mgl32.QuatRotate(mgl32.DegToRad(90), mgl32.Vec3{0, 1, 0}), one)
	if p.Points[0] != (flock.Vec{Y: 5, Z: 10}) || p.Points[1] != (flock.Vec{Y: 5, Z: -10}) {
		t.Errorf("a path moved and turned: %v", p.Points)
	}
	p.Points = []flock.Vec{{X: -10}, {X: 10}}
	Handled(&p, 2, mgl32.Vec3{0, 0, 1}, none, one)
	if p.Points[0] != (flock.Vec{X: -10}) || p.Points[1] != (flock.Vec{X: 10, Z: 1}) {
		t.Errorf("a point moved: %v", p.Points)
	}
	ball := flock.Obstacle{Shape: "sphere", Radius: 2, Height: 10}
	Handled(&ball, 0, mgl32.Vec3{}, none, mgl32.Vec3{1, 3, 1})
	if ball.Radius != 6 {
		t.Errorf("a ball of radius 2 scaled by 3 has %v", ball.Radius)
	}
}
