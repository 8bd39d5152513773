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
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/schedule"
	"skein/flock/vec"
)

func towers() (s around.Surroundings) {
	a := s.Add("obstacle").(*around.Obstacle)
	a.Name, a.Shape, a.At, a.Size = "tower", "box", vec.Vec{X: 30, Y: 20, Z: -5}, vec.Vec{X: 10, Y: 40, Z: 6}
	b := s.Add("obstacle").(*around.Obstacle)
	b.Name, b.Shape = "floor", "ground"
	return s
}

func stands(f *frame.Frame) map[string][2]mgl32.Vec3 {
	all := map[string][2]mgl32.Vec3{}
	for _, s := range f.Stands {
		all[s.Name] = [2]mgl32.Vec3{s.Low, s.High}
	}
	return all
}

func TestObstaclesAreShown(t *testing.T) {
	def := testscene.Def("murmuration")
	def.WarmUp = 0
	def.Params = model.With(def.Params, "count", 5)
	def.Surroundings = towers()
	def.Schedule = []schedule.Change{{At: 1, Thing: "tower", Key: "at", Value: vec.Vec{X: -30, Y: 20, Z: -5}}}
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	s := New(w, def, testflight.Alike())
	size := image.Pt(320, 180)
	before := s.Frame(size, 0, camera.Drive{}).Stands[0].Solid
	first := map[string][2]mgl32.Vec3{"tower": {{25, 0, -8}, {35, 40, -2}}}
	if got := stands(s.Frame(size, 0, camera.Drive{})); len(got) != 1 || got["tower"] != first["tower"] {
		t.Errorf("the obstacles shown are %v, want %v", got, first)
	}
	for s.Snapshot().Seconds() < 0.9 {
		if err := s.step(); err != nil {
			t.Fatal(err)
		}
	}
	if s.Frame(size, 0, camera.Drive{}).Stands[0].Solid != before {
		t.Error("an unchanged obstacle was rebuilt")
	}
	for s.Snapshot().Seconds() < 1.1 {
		if err := s.step(); err != nil {
			t.Fatal(err)
		}
	}
	if got := stands(s.Frame(size, 0, camera.Drive{}))["tower"]; got != [2]mgl32.Vec3{{-35, 0, -8}, {-25, 40, -2}} {
		t.Errorf("after it moved, the tower extends over %v, want -35, 0, -8 to -25, 40, -2", got)
	}
	s.Do(Restart, 1)
	s.settle(t)
	if got := stands(s.Frame(size, 0, camera.Drive{}))["tower"]; got != first["tower"] {
		t.Errorf("after a restart, the tower extends over %v, want its first place", got)
	}
}
