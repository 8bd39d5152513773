package studio

import (
	"image"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/look"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

// sparrowsAndHawks returns 40 sparrows of 0.7 m and 3 hawks of 2 m, with two models.
func sparrowsAndHawks() flock.Def {
	d := testscene.Def("murmuration")
	d.WarmUp = 0
	d.Species = "sparrow"
	d.Params = model.With(d.Params, "count", 40, "wingspan", 0.7, "leadership", 0)
	hawks := model.Cornell3D().Params()
	d.Others = []flock.Flock{{
		Species: "hawk", Start: cloud.Start{Radius: 20, Altitude: 60, Speed: 4, Disorder: 1},
		Params: model.With(hawks, "count", 3, "wingspan", 2, "vision", 30),
	}}
	return d
}

func huntedStudio(t *testing.T) *Studio {
	t.Helper()
	w, err := flock.NewWorld(sparrowsAndHawks())
	if err != nil {
		t.Fatal(err)
	}
	return New(w, sparrowsAndHawks(), testflight.Alike())
}

func TestFlocksInAPicture(t *testing.T) {
	s := huntedStudio(t)
	s.Advance(0)
	f := s.Frame(image.Pt(320, 180), 0, camera.Drive{})
	if len(f.Birds) != 43 {
		t.Fatalf("the picture has %d birds, want 43", len(f.Birds))
	}
	for i, b := range f.Birds {
		kind, span := 0, float32(0.7)
		if i >= 40 {
			kind, span = 1, 2
		}
		if b.Kind != kind || b.Span != span || b.Pos != s.cur.Pos[i] {
			t.Errorf("bird %d has the kind %d, is %v m wide and at %v; want %d, %v m and %v", i, b.Kind, b.Span, b.Pos, kind, span, s.cur.Pos[i])
		}
	}
	s.Controls.Show.Style = look.Spheres
	f = s.Frame(image.Pt(320, 180), 0, camera.Drive{})
	if f.Birds[0].Tint[3] != 0 || f.Birds[41].Tint[3] == 0 {
		t.Errorf("spheres have the colours %v and %v, want a tint only for the second flock", f.Birds[0].Tint, f.Birds[41].Tint)
	}
}

// The camera follows the first flock. If a boid of the second flock is selected, the camera follows
// the second flock. The vision sphere and the tinted neighbours then belong to the second flock,
// too.
func TestCameraOfAnotherFlock(t *testing.T) {
	s := huntedStudio(t)
	s.Advance(0)
	middle := func(from, to int) (m mgl32.Vec3) {
		for _, p := range s.cur.Pos[from:to] {
			m = m.Add(p.Mul(1 / float32(to-from)))
		}
		return m
	}
	pointAt := func(selected int) mgl32.Vec3 {
		s.choose(selected)
		s.lagTime = -10 // restart smoothing
		s.Frame(image.Pt(320, 180), 10, camera.Drive{})
		s.Frame(image.Pt(320, 180), 10, camera.Drive{})
		v := s.Rig.View()
		return v.Eye.Add(v.Forward().Mul(s.Rig.Distance))
	}
	if got, want := pointAt(-1), middle(0, 40); !testflight.Close(got, want, 0.5) {
		t.Errorf("the camera looks at %v, but the sparrows are around %v", got, want)
	}
	if got, want := pointAt(41), middle(40, 43); !testflight.Close(got, want, 0.5) {
		t.Errorf("the camera looks at %v, but the hawks are around %v", got, want)
	}
	var want []int
	for j := 40; j < 43; j++ {
		if j != 41 && s.cur.Pos[j].Sub(s.cur.Pos[41]).Len() < 30 {
			want = append(want, j)
		}
	}
	var tinted []int
	for i := range s.Shown().Birds {
		if s.Shown().Birds[i].Tint[3] > 0 {
			tinted = append(tinted, i)
		}
	}
	if f := s.Shown(); f.Vision == nil || f.Vision.Radius != 30 || f.Vision.Centre != f.Birds[41].Pos || !slices.Equal(tinted, want) {
		t.Errorf("the hawk sees %v in the sphere %+v, want %v within 30 m", tinted, f.Vision, want)
	}
}

func TestEditsOfAnotherFlock(t *testing.T) {
	s := huntedStudio(t)
	set := func(change func(*Controls)) {
		t.Helper()
		c := s.Controls
		change(&c)
		if err := s.Set(c, Done); err != nil {
			t.Fatal(err)
		}
	}
	set(func(c *Controls) { c.Flock = 1 })
	if got := s.Controls.Params.Model().Name(); got != "cornell-3d" {
		t.Fatalf("the second flock's parameters have the model %s, want cornell-3d", got)
	}
	set(func(c *Controls) { c.Params = model.With(c.Params, "vision", 31) })
	set(func(c *Controls) { c.Flock = 0 })
	set(func(c *Controls) { c.Params = model.With(c.Params, "count", 50); c.Selected = 41 })
	if s.Controls.Selected != 51 {
		t.Errorf("the selected hawk 41 is now boid %d, want 51", s.Controls.Selected)
	}
	if w := s.world; w.ParamsOf(1).Float("vision") != 31 || w.ParamsOf(0).Count() != 50 || w.Len() != 53 {
		t.Errorf("the hawks see %v m far, and there are %d sparrows of %d boids; want 31, 50 of 53", w.ParamsOf(1).Float("vision"), w.ParamsOf(0).Count(), w.Len())
	}
	s.Advance(0)
	s.Frame(image.Pt(320, 180), 0, camera.Drive{})

	for _, want := range []struct {
		flock, count int
		vision       float32
	}{{0, 40, 31}, {1, 40, 30}} {
		if err := s.Do(Undo, 1); err != nil {
			t.Fatal(err)
		}
		if c := &s.Controls; c.Flock != want.flock || s.paramsOf(0).Count() != want.count || s.paramsOf(1).Float("vision") != want.vision || c.Params != *s.paramsOf(c.Flock) {
			t.Errorf("after undo, flock %d is shown, there are %d sparrows and hawks see %v m; want %+v", c.Flock, s.paramsOf(0).Count(), s.paramsOf(1).Float("vision"), want)
		}
	}
	if s.Controls.Selected != 41 {
		t.Errorf("the selected hawk is now boid %d, want 41", s.Controls.Selected)
	}
	if err := s.Do(Redo, 1); err != nil || s.paramsOf(1).Float("vision") != 31 {
		t.Errorf("redo gives the error %v, and hawks see %v m, want 31", err, s.paramsOf(1).Float("vision"))
	}
	set(func(c *Controls) { c.Flock = 0; c.Params = *s.paramsOf(0); c.Selected = 39 })
	set(func(c *Controls) { c.Params = model.With(c.Params, "count", 39) })
	if s.Controls.Selected != -1 {
		t.Errorf("the removed sparrow is still selected, as %d", s.Controls.Selected)
	}
	if err := s.Do(Restart, 1); err != nil {
		t.Fatal(err)
	}
	s.settle(t)
	if w := s.world; w.ParamsOf(1).Float("vision") != 31 || w.Len() != 42 {
		t.Errorf("after a restart, hawks see %v m and there are %d boids; want 31 and 42", w.ParamsOf(1).Float("vision"), w.Len())
	}
}
