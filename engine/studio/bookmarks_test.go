package studio

import (
	"reflect"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/internal/num"
	"skein/flock/look"
)

func TestBookmarkOfAFile(t *testing.T) {
	s := smallStudio(t)
	for _, m := range []look.Mode{look.Fly, look.Orbit, look.Follow, look.Eye, look.Auto, look.Leader} {
		s.Controls.Selected = 7
		s.SetMode(m)
		s.Rig.Pos, s.Rig.Yaw, s.Rig.Pitch = mgl32.Vec3{3, 4, 5}, 0.3, -0.2
		s.Rig.Azimuth, s.Rig.Elevation, s.Rig.Distance = 1, 0.25, 17
		s.Rig.Sway, s.Rig.Rise, s.Rig.Trail = 0.5, 0.125, 3
		old := s.Bookmark()
		spot := old.Viewpoint()
		is, err := spot.Bookmark()
		if err != nil {
			t.Fatal(m, err)
		}
		if second := is.Viewpoint(); !reflect.DeepEqual(second, spot) {
			t.Errorf("%v: the viewpoint %+v is restored as %+v, want the same", m, spot, second)
		}
		near := func(a, b float32) bool { return num.Abs(a-b) < 1e-5 }
		if r := &is.Rig; is.Boid != 7 || is.Camera.Mode != m || !near(r.Yaw, 0.3) || !near(r.Azimuth, 1) || !near(r.Trail, 3) || r.Pos != s.Rig.Pos || !near(r.FovY, s.Rig.FovY) {
			t.Errorf("%v: the bookmark is restored as %+v", m, is)
		}
	}
}

func TestBookmarkWithInvalidValues(t *testing.T) {
	s := smallStudio(t)
	b := s.Bookmark()
	for name, spoil := range map[string]func(*camera.Viewpoint){
		"mode": func(s *camera.Viewpoint) { s.Mode = "sideways" }, "position": func(s *camera.Viewpoint) { s.Position = nil },
		"fov": func(s *camera.Viewpoint) { s.FOV = 0 }, "yaw": func(s *camera.Viewpoint) { s.Yaw = float32(1e30) },
	} {
		spot := b.Viewpoint()
		spoil(&spot)
		if _, err := spot.Bookmark(); err == nil {
			t.Errorf("a bookmark with an invalid %s was accepted", name)
		}
	}
}
