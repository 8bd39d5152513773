package studio

import (
	"image"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/around"
	"skein/flock/cloud"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/vec"
)

// starlingsWithFalcons returns 50 starlings in flight and a flock of falcons without birds, which
// has joined the flight.
func starlingsWithFalcons(t *testing.T) *Studio {
	t.Helper()
	def := testscene.Def("murmuration")
	def.Species, def.WarmUp = "starling", 0
	def.Params = model.With(def.Params, "count", 50)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	s := New(w, def, testflight.Alike())
	s.Frame(image.Pt(320, 180), 0, camera.Drive{})
	fly(t, s, 30)
	falcon := flock.Flock{
		Species: "falcon", Follows: []string{"starling"}, Start: cloud.Start{Radius: 1, Altitude: 40, Speed: 12},
		Params: model.With(testscene.Def("murmuration").Params, "count", 0, "hunt_speed", 30, "max_speed", 40, "leadership", 0, "roost_pull", 0, "roost_agree", false),
	}
	if err := s.Join(falcon, flock.Regarders{Fleeing: []int{0}}); err != nil {
		t.Fatal(err)
	}
	return s
}

func fly(t *testing.T, s *Studio, ticks int) {
	t.Helper()
	for range ticks {
		if err := s.step(); err != nil {
			t.Fatal(err)
		}
	}
}

func withAlarm(p flock.Params) (flock.Params, error) { return p, p.Set("alarm", 1.0) }

func positions(s *Studio) (all []vec.Vec) {
	for _, h := range s.Hunters() {
		all = append(all, h.Spot.At)
	}
	return all
}

// A predator that the user adds begins to hunt. Undo removes it and stops the other flocks from fearing it.
func TestAddHunter(t *testing.T) {
	s := starlingsWithFalcons(t)
	if n := s.FlocksToSave(); n != 1 {
		t.Errorf("with an empty flock, %d flocks are saved, want 1", n)
	}
	if err := s.AddHunter(1, withAlarm); err != nil {
		t.Fatal(err)
	}
	h := s.Hunters()
	if len(h) != 1 || s.Controls.Selected != 50 || s.paramsOf(0).Float("alarm") != 1 || s.FlocksToSave() != 2 {
		t.Fatalf("the predators are %+v, and boid %d is selected; want one, and 50", h, s.Controls.Selected)
	}
	v := s.frame.View
	if _, _, _, seen := v.Project(h[0].Spot.At.Array(), 320, 180); !seen {
		t.Errorf("the predator starts at %v, outside the picture", h[0].Spot.At)
	}
	fly(t, s, 600)
	if s.ledger[1].Attacks == 0 {
		t.Error("the predator did not attack within ten seconds")
	}
	visit(t, s, 9)
	if shown := s.ShownHunters(s.Snapshot()); len(shown) != 1 || shown[0].ID != 50 || shown[0].Flock != 1 || len(s.Hunters()) != 0 {
		t.Errorf("in the past, the shown predators are %+v, and %d can be moved; want boid 50, and none", shown, len(s.Hunters()))
	}
	s.Return()
	if err := s.Do(Undo, 1); err != nil || len(s.Hunters()) != 0 || s.paramsOf(0).Float("alarm") != 0 {
		t.Errorf("after undo, the predators are %v and alarm is %g (error %v), want none and 0", s.Hunters(), s.paramsOf(0).Float("alarm"), err)
	}
	if err := s.Do(Redo, 1); err != nil || len(s.Hunters()) != 1 || positions(s)[0] != h[0].Spot.At || s.paramsOf(0).Float("alarm") != 1 {
		t.Errorf("after redo, the predators are at %v, want %v (error %v)", positions(s), h[0].Spot.At, err)
	}
}

func TestPutHunter(t *testing.T) {
	s := starlingsWithFalcons(t)
	if err := s.AddHunter(1, withAlarm); err != nil {
		t.Fatal(err)
	}
	before, to := positions(s)[0], vec.Vec{X: 31, Y: 44, Z: -12}
	for k := range 5 {
		share := float32(k+1) / 5
		if err := s.PutHunter(50, before.Add(to.Sub(before).Scale(share)), Dragging); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.PutHunter(50, to, Done); err != nil {
		t.Fatal(err)
	}
	if offset := positions(s)[0].Sub(to).Length(); offset > 0.001 {
		t.Errorf("the predator is %g m from its new place, want at most 1 mm", offset)
	}
	if f := s.Frame(image.Pt(320, 180), 0, camera.Drive{}); f.Birds[50].Pos.Sub(to.Array()).Len() > 0.01 {
		t.Errorf("the predator is drawn at %v, want its new place", f.Birds[50].Pos)
	}
	begins := func() vec.Vec {
		t.Helper()
		w, err := flock.NewWorld(s.def)
		if err != nil {
			t.Fatal(err)
		}
		spot, _ := w.Spot(50)
		return spot.At
	}
	if offset := begins().Sub(to).Length(); offset > 0.01 {
		t.Errorf("after a restart, the predator starts %g m from its place", offset)
	}
	if err := s.Do(Undo, 1); err != nil || positions(s)[0].Sub(before).Length() > 0.001 {
		t.Errorf("after undo, the predator is at %v, want %v (error %v)", positions(s), before, err)
	}
	if offset := begins().Sub(before).Length(); offset > 0.01 {
		t.Errorf("after undo and a restart, the predator starts %g m from its place", offset)
	}
	if err := s.PutHunter(3, to, Done); err == nil {
		t.Error("a starling was moved as a predator")
	}
	play(s, 30, 1)
	old := s.world
	s.restart()
	if s.settle(t); s.world == old {
		t.Error("the flock was not restarted")
	}
	if len(s.Hunters()) != 1 || positions(s)[0].Sub(before).Length() > 0.01 {
		t.Errorf("the restarted flock has predators at %v, want one at its first place", positions(s))
	}
}

func TestRemoveHunter(t *testing.T) {
	s := starlingsWithFalcons(t)
	for range 2 {
		if err := s.AddHunter(1, withAlarm); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.DuplicateHunter(51); err != nil {
		t.Fatal(err)
	}
	places := []vec.Vec{{X: 10, Y: 50}, {X: -20, Y: 60}, {Y: 70, Z: 30}}
	for k, to := range places {
		if err := s.PutHunter(50+k, to, Done); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.RemoveHunter(51); err != nil {
		t.Fatal(err)
	}
	if got := positions(s); len(got) != 2 || got[0] != places[0] || got[1] != places[2] {
		t.Errorf("the remaining predators are at %v, want the first and the third place", got)
	}
	if n := len(s.def.Others[0].Start.Groups); n != 2 {
		t.Errorf("the start has %d groups for two predators, want 2", n)
	}
	if err := s.Do(Undo, 1); err != nil {
		t.Fatal(err)
	}
	for k, got := range positions(s) {
		if got != places[k] {
			t.Errorf("after undo predator %d is at %v, want %v", k, got, places[k])
		}
	}
	if err := s.Do(Redo, 1); err != nil || len(positions(s)) != 2 || positions(s)[1] != places[2] {
		t.Errorf("after redo, the predators are at %v (error %v), want two", positions(s), err)
	}
}

func TestFrameSelectedThing(t *testing.T) {
	s := starlingsWithFalcons(t)
	all := towers()
	if err := s.Surround(all, Done); err != nil {
		t.Fatal(err)
	}
	if err := s.AddHunter(1, withAlarm); err != nil {
		t.Fatal(err)
	}
	seen := func(points ...mgl32.Vec3) (least float32) {
		t.Helper()
		var f *frame.Frame
		for range 60 {
			f = s.Frame(image.Pt(320, 180), 0.05, camera.Drive{})
		}
		least = 1
		for _, p := range points {
			x, y, _, ok := f.View.Project(p, 320, 180)
			if !ok || x < 0 || y < 0 || x > 320 || y > 180 {
				t.Errorf("the point %v is at %g, %g, outside the picture", p, x, y)
			}
			least = min(least, x/320, y/180, 1-x/320, 1-y/180)
		}
		return least
	}
	s.Controls.Thing = "tower"
	if err := s.Do(FrameThing, 16.0/9); err != nil {
		t.Fatal(err)
	}
	low, high := mgl32.Vec3{25, 0, -8}, mgl32.Vec3{35, 40, -2}
	if margin := seen(low, high); margin > 0.25 {
		t.Errorf("the tower leaves a margin of %g of the picture, want at most 0.25", margin)
	}
	s.Controls.Thing = ""
	if err := s.Do(FrameThing, 16.0/9); err != nil {
		t.Fatal(err)
	}
	seen(positions(s)[0].Array())
	s.Controls.Thing, s.Controls.Selected = "", -1
	if err := s.Do(FrameThing, 16.0/9); err != nil {
		t.Fatal(err)
	}
	var birds []mgl32.Vec3
	for i := range 50 {
		birds = append(birds, s.boids[i].Pos)
	}
	seen(birds[10:40]...)
}

func TestHunterReplacesSelectedThing(t *testing.T) {
	s := starlingsWithFalcons(t)
	var all around.Surroundings
	all.Add("obstacle")
	if err := s.Surround(all, Done); err != nil {
		t.Fatal(err)
	}
	c := s.Controls
	c.Thing = all.Obstacles[0].Name
	if err := s.Set(c, Done); err != nil || s.Controls.Thing == "" {
		t.Fatalf("the thing %q is selected (error %v), want the obstacle", s.Controls.Thing, err)
	}
	if err := s.AddHunter(1, withAlarm); err != nil {
		t.Fatal(err)
	}
	if s.Controls.Thing != "" || s.Controls.Selected != 50 {
		t.Errorf("the thing %q and boid %d are selected, want no thing and 50", s.Controls.Thing, s.Controls.Selected)
	}
}

// The starlings flee from geese that fly by the same rules. These geese are not predators.
func TestFearedGeese(t *testing.T) {
	s := starlingsWithFalcons(t)
	geese := flock.Flock{
		Species: "goose", Start: cloud.Start{Radius: 1, Altitude: 40, Speed: 12},
		Params: model.With(testscene.Def("murmuration").Params, "count", 0),
	}
	if err := s.Join(geese, flock.Regarders{Fleeing: []int{0}}); err != nil {
		t.Fatal(err)
	}
	for k, want := range []bool{false, true, false} {
		if got := s.Hunts(k); got != want {
			t.Errorf("Hunts(%d) of the %ss is %v, want %v", k, s.Species()[k], got, want)
		}
	}
}
