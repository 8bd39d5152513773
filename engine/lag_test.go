package engine

import (
	"image"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/model"
)

// lagged is a flock of one that flew for some seconds, told at a frame rate.
func lagged(fps int, seconds float64, at func(seconds float64) flock.Boid) (*lag, Subject) {
	g := &lag{}
	var boids []flock.Boid
	for i := range int(seconds*float64(fps)) + 1 {
		boids = []flock.Boid{at(float64(i) / float64(fps))}
		g.turn(alone(boids, 0.4), 0, 1/float64(fps))
	}
	return g, subjectOf(alone(boids, 0.4), 0, g)
}

// A living flock's camera takes the same time to smooth at any frame rate: towards a
// flock that was moved, and towards a heading.
func TestLagIsIndependentOfFrameRate(t *testing.T) {
	turned := func(seconds float64) flock.Boid {
		b := flock.Boid{Pos: mgl32.Vec3{0, 20, 0}, Vel: mgl32.Vec3{1e-3, 0, 0}, Up: mgl32.Vec3{0, 1, 0}}
		if seconds > 0 {
			b.Pos[0], b.Vel = 10, mgl32.Vec3{0, 0, 1e-3}
		}
		return b
	}
	a, _ := lagged(30, 0.5, turned)
	b, _ := lagged(240, 0.5, turned)
	if p, q := a.middle(), b.middle(); !near3(p, q, 0.01) || p[0] < 4 || p[0] > 7 {
		t.Errorf("after half a second of 10 m: %v at 30 frames a second, %v at 240", p, q)
	}
	for _, m := range []Mode{Follow, Eye} {
		if p, q := a.heading(0, m), b.heading(0, m); abs(p.Dot(q)) < 1-1e-5 {
			t.Errorf("%v: turned by %v at 30 frames a second, %v at 240", m, p, q)
		}
	}
}

// An orbiting camera keeps a flock that flies straight on in the middle.
func TestOrbitDoesNotTrail(t *testing.T) {
	r := NewRig()
	_, s := lagged(60, 5, func(seconds float64) flock.Boid {
		return flock.Boid{Pos: mgl32.Vec3{9 * float32(seconds), 20, 0}, Vel: mgl32.Vec3{9, 0, 0}, Up: mgl32.Vec3{0, 1, 0}}
	})
	v := r.Update(1.0/60, Drive{}, s)
	x, y, _, _ := v.Project(s.Boids[0].Pos, 1000, 1000)
	if abs(x-500) > 10 || abs(y-500) > 10 {
		t.Errorf("the flock is seen at %v %v of 1000 × 1000", x, y)
	}
}

// While a living flock is paused its camera rests where it is.
func TestPausedCameraRests(t *testing.T) {
	for _, m := range []Mode{Orbit, Follow, Eye, Auto} {
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
			s.Frame(image.Pt(320, 180), 1.0/60, Drive{})
		}
		if after := s.Shown().View; after != before {
			t.Errorf("%v: paused, the camera goes from %v to %v", m, before.Eye, after.Eye)
		}
	}
}

// The automatic camera keeps a living flock in the picture, at any rate and speed.
func TestAutoKeepsALivingFlockInThePicture(t *testing.T) {
	for _, fps := range []float64{20, 60} {
		s := smallStudio(t)
		s.Controls.Camera.Mode = Auto
		s.Controls.Params = model.With(s.Controls.Params, "leadership", 0.5)
		if err := s.Set(s.Controls, Done); err != nil {
			t.Fatal(err)
		}
		for i := range int(8 * fps) {
			s.Advance(float64(i) / fps)
			f := s.Frame(image.Pt(1600, 900), float32(1/fps), Drive{})
			if n := cutOff(f); n > 0 && float64(i) > fps {
				t.Fatalf("%v frames a second, frame %d: %d birds are cut off", fps, i, n)
			}
		}
	}
}
