package camera

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/look"
)

func smoothedMotion(fps int, seconds float64, at func(seconds float64) flock.Boid) (*LiveMotion, Subject) {
	g := &LiveMotion{}
	var boids []flock.Boid
	for i := range int(seconds*float64(fps)) + 1 {
		boids = []flock.Boid{at(float64(i) / float64(fps))}
		g.Update(onlyFlock(boids, 0.4), 0, 1/float64(fps))
	}
	return g, NewSubject(onlyFlock(boids, 0.4), 0, g)
}

func TestLagIsIndependentOfFrameRate(t *testing.T) {
	turnAndJump := func(seconds float64) flock.Boid {
		b := flock.Boid{Pos: mgl32.Vec3{0, 20, 0}, Vel: mgl32.Vec3{1e-3, 0, 0}, Up: mgl32.Vec3{0, 1, 0}}
		if seconds > 0 {
			b.Pos[0], b.Vel = 10, mgl32.Vec3{0, 0, 1e-3}
		}
		return b
	}
	a, _ := smoothedMotion(30, 0.5, turnAndJump)
	b, _ := smoothedMotion(240, 0.5, turnAndJump)
	if p, q := a.middle(), b.middle(); !testflight.Close(p, q, 0.01) || p[0] < 4 || p[0] > 7 {
		t.Errorf("half a second after a jump of 10 m, the middle is at %v with 30 frames a second and at %v with 240; want the same, 4 to 7 m on", p, q)
	}
	for _, from := range []look.Stance{look.StanceBehind, look.StanceInside} {
		if p, q := a.heading(0, from), b.heading(0, from); num.Abs(p.Dot(q)) < 1-1e-5 {
			t.Errorf("stance %v: the camera turned by %v at 30 frames a second, but by %v at 240", from, p, q)
		}
	}
}

func TestOrbitDoesNotTrail(t *testing.T) {
	r := NewRig()
	_, s := smoothedMotion(60, 5, func(seconds float64) flock.Boid {
		return flock.Boid{Pos: mgl32.Vec3{9 * float32(seconds), 20, 0}, Vel: mgl32.Vec3{9, 0, 0}, Up: mgl32.Vec3{0, 1, 0}}
	})
	v := r.Update(1.0/60, Drive{}, s)
	x, y, _, _ := v.Project(s.Boids[0].Pos, 1000, 1000)
	if num.Abs(x-500) > 10 || num.Abs(y-500) > 10 {
		t.Errorf("the flock is seen at %v, %v of 1000 × 1000, want the middle", x, y)
	}
}
