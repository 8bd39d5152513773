package studio

import (
	"image"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/engine/internal/testflight"
	"skein/engine/scenery"
	"skein/flock"
	"skein/flock/around"
	"skein/flock/look"
	"skein/flock/model"
	"skein/flock/vec"
)

func TestAutomaticCameraKeepsItsSettings(t *testing.T) {
	s := smallStudio(t)
	s.Controls.Camera.Mode = look.Auto
	if err := s.Set(s.Controls, Done); err != nil {
		t.Fatal(err)
	}
	want := s.Controls.Camera
	play(s, 60, 2)
	if got := s.Controls.Camera; got.Distance != want.Distance {
		t.Errorf("two seconds later the setting is %v m, want %v", got.Distance, want.Distance)
	}
}

func TestPausedCameraRests(t *testing.T) {
	for _, m := range []look.Mode{look.Orbit, look.Follow, look.Eye, look.Auto} {
		s := smallStudio(t)
		s.Controls.Selected = 3
		s.Controls.Camera.Mode = m
		if err := s.Set(s.Controls, Done); err != nil {
			t.Fatal(err)
		}
		play(s, 60, 2)
		s.Controls.Paused = true
		before := s.Shown().View
		for range 120 {
			s.Advance(1002)
			s.Frame(image.Pt(320, 180), 1.0/60, camera.Drive{})
		}
		if after := s.Shown().View; after != before {
			t.Errorf("%v: while paused, the camera moves from %v to %v", m, before.Eye, after.Eye)
		}
	}
}

func TestAutoKeepsALiveFlockInThePicture(t *testing.T) {
	for _, fps := range []float64{20, 60} {
		s := smallStudio(t)
		s.Controls.Camera.Mode = look.Auto
		s.Controls.Params = model.With(s.Controls.Params, "leadership", 0.5)
		if err := s.Set(s.Controls, Done); err != nil {
			t.Fatal(err)
		}
		for i := range int(8 * fps) {
			s.Advance(float64(i) / fps)
			f := s.Frame(image.Pt(1600, 900), float32(1/fps), camera.Drive{})
			if n := testflight.CutOff(f); n > 0 && float64(i) > fps {
				t.Fatalf("%v frames per second, frame %d: %d birds are outside the picture", fps, i, n)
			}
		}
	}
}

func TestCameraFollowsLeaders(t *testing.T) {
	s := smallStudio(t)
	lead := func(ids ...int) {
		clear(s.cur.Flags)
		for _, i := range ids {
			s.cur.Flags[i] |= flock.Leading
		}
	}
	lead(3)
	c := s.Controls
	c.Camera.Mode = look.Leader
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		leaders []int
		want    int
	}{{[]int{3}, 3}, {[]int{3, 5}, 3}, {[]int{5}, 5}, {nil, 5}, {[]int{1}, 1}} {
		lead(step.leaders...)
		s.Frame(image.Pt(320, 180), 0.1, camera.Drive{})
		if got := s.Controls.Selected; got != step.want || s.Controls.Camera.Mode != look.Leader {
			t.Errorf("while %v lead, the camera is behind boid %d in mode %v, want boid %d", step.leaders, got, s.Controls.Camera.Mode, step.want)
		}
	}
}

// A flight to a bookmark starts at the current camera, ends at the bookmark and never jumps. The test
// tries all pairs of modes.
func TestGlide(t *testing.T) {
	s := smallStudio(t)
	s.Controls.Paused = true
	size := image.Pt(320, 180)
	frame := func() frame.View { return s.Frame(size, 1.0/60, camera.Drive{}).View }
	settle := func() {
		for range 240 {
			frame()
		}
	}
	settle()
	for _, to := range []look.Mode{look.Fly, look.Orbit, look.Follow, look.Eye, look.Auto} {
		for _, from := range []look.Mode{look.Fly, look.Orbit, look.Follow, look.Eye, look.Auto} {
			c := s.Controls
			c.Camera.Mode, c.Selected = to, 4
			if err := s.Set(c, Done); err != nil {
				t.Fatal(err)
			}
			settle()
			there := frame()
			remaining := s.Bookmark()
			c = s.Controls
			c.Camera.Mode, c.Selected = from, 7
			if err := s.Set(c, Done); err != nil {
				t.Fatal(err)
			}
			for range 10 {
				s.Frame(size, 1.0/60, camera.Drive{Zoom: -1, Turn: [2]float32{0.05, 0.02}})
			}
			settle()
			begin := frame()
			s.Glide(remaining)
			way, last := there.Eye.Sub(begin.Eye).Len(), begin
			for range 120 {
				current := frame()
				if step := current.Eye.Sub(last.Eye).Len(); step > 0.05*way+0.05 {
					t.Fatalf("%v to %v: the camera jumps by %v m on a path of %v m", from, to, step, way)
				}
				last = current
			}
			if d := last.Eye.Sub(there.Eye).Len(); d > 0.02+0.001*there.Eye.Sub(s.boids[4].Pos).Len() {
				t.Errorf("%v to %v: the flight ends %v m from the bookmark", from, to, d)
			}
		}
	}
}

func TestModesThatNeedABoid(t *testing.T) {
	s := smallStudio(t)
	c := s.Controls
	c.Camera.Mode = look.Eye
	if err := s.Set(c, Dragging); err != nil {
		t.Fatal(err)
	}
	if s.Controls.Selected < 0 || s.Controls.Camera.Mode != look.Eye {
		t.Fatalf("the mode is %v with boid %d, want eye with a boid", s.Controls.Camera.Mode, s.Controls.Selected)
	}
	c = s.Controls
	c.Selected = -1
	if err := s.Set(c, Dragging); err != nil {
		t.Fatal(err)
	}
	if s.Controls.Camera.Mode != look.Orbit {
		t.Errorf("the mode is %v without a boid, want orbit", s.Controls.Camera.Mode)
	}
}

func TestClickOnNothingLeavesTheMode(t *testing.T) {
	s := smallStudio(t)
	c := s.Controls
	c.Camera.Mode, c.Selected = look.Follow, 3
	if err := s.Set(c, Dragging); err != nil {
		t.Fatal(err)
	}
	s.Frame(image.Pt(320, 180), 0.01, camera.Drive{})
	s.Pick(-1e6, -1e6)
	if s.Controls.Selected != -1 || s.Controls.Camera.Mode != look.Orbit {
		t.Errorf("boid %d is selected in mode %v, want none and orbit", s.Controls.Selected, s.Controls.Camera.Mode)
	}
}

// In every mode the camera stays above the land. If the land has pushed a free camera up, the
// camera flies on from the new place.
func TestCamerasStayAboveTheLand(t *testing.T) {
	const n = 33
	heights := make([]float32, n*n)
	for k := range heights {
		heights[k] = float32(k%n) / (n - 1) // a slope that rises along x, from -100 to 100 m
	}
	mesh, err := around.NewRelief(n, n, heights)
	if err != nil {
		t.Fatal(err)
	}
	s := smallStudio(t)
	all, name := s.WithAdded("obstacle", "")
	land := all.Thing(name).(*around.Obstacle)
	land.Shape, land.File, land.At, land.Size, land.Height, land.Mesh = "terrain", "a.png", vec.Vec{}, vec.Vec{X: 200, Y: 1, Z: 200}, 40, mesh
	s.useSurroundings(all)
	slope := func(p mgl32.Vec3) float32 { return (p[0] + 100) / 5 }
	for _, m := range []look.Mode{look.Orbit, look.Fly, look.Auto} {
		c := s.Controls
		c.Camera.Mode = m
		if err := s.Set(c, Done); err != nil {
			t.Fatal(err)
		}
		for k := range 60 {
			s.Rig.Elevation, s.Rig.Azimuth = -0.6, float32(k)*2*math.Pi/60
			s.Rig.Pos = mgl32.Vec3{70 * float32(math.Cos(float64(k))), 3, 70 * float32(math.Sin(float64(k)))}
			eye := s.Frame(image.Pt(320, 180), 0.5, camera.Drive{}).View.Eye
			if num.Abs(eye[0]) < 99 && num.Abs(eye[2]) < 99 && eye[1] < slope(eye)+scenery.Clearance-0.01 {
				t.Fatalf("%v: the camera is at %v, but the land is %v m high", m, eye, slope(eye))
			}
			if m == look.Fly && s.Rig.Pos != eye {
				t.Fatalf("free flight continues from %v, not from %v", s.Rig.Pos, eye)
			}
		}
	}
}

// Hold moves the camera back until the whole world is in the picture. If the world has no edge, the
// whole flock is. This holds for any shape of the picture. Hold does not move a camera that already
// shows everything.
func TestHold(t *testing.T) {
	for _, aspect := range []float32{0.5, 1.18, 16.0 / 9} {
		size := image.Pt(int(1000*aspect), 1000)
		s := brundage(t)
		s.Rig.Distance = 50
		s.Hold(aspect)
		v := s.Frame(size, 1, camera.Drive{}).View
		var edge float32
		for _, x := range []float32{-275, 275} {
			for _, z := range []float32{-275, 275} {
				px, py, _, ok := v.Project(mgl32.Vec3{x, 10, z}, size.X, size.Y)
				if !ok || px < 0 || py < 0 || px > float32(size.X) || py > 1000 {
					t.Errorf("aspect %v: the corner %v, %v is at %v, %v, outside the picture", aspect, x, z, px, py)
				}
				edge = max(edge, num.Abs(px/float32(size.X)-0.5), num.Abs(py/1000-0.5))
			}
		}
		if edge < 0.42 {
			t.Errorf("aspect %v: the map reaches %v of the distance to the picture's edge, want at least 0.84", aspect, 2*edge)
		}

		s = smallStudio(t)
		s.Rig.Distance = 1
		s.Hold(aspect)
		s.Frame(size, 1, camera.Drive{})
		s.Rig.Anchor = nil
		f := s.Frame(size, 1, camera.Drive{})
		for i, b := range f.Birds {
			if px, py, _, ok := f.View.Project(b.Pos, size.X, size.Y); !ok || px < 0 || py < 0 || px > float32(size.X) || py > 1000 {
				t.Errorf("aspect %v: bird %d is at %v, %v, outside the picture", aspect, i, px, py)
			}
		}
		old := s.Rig.Distance
		s.Rig.Distance *= 3
		if s.Hold(aspect); s.Rig.Distance != 3*old {
			t.Errorf("the camera moved from %v to %v although everything was visible", 3*old, s.Rig.Distance)
		}
	}
}
