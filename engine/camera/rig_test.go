package camera

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/look"
)

func onlyFlock(boids []flock.Boid, span float32) Group {
	return Group{All: boids, Boids: boids, Span: span}
}

func unsmoothedSubject(boids []flock.Boid, selected int, span float32) Subject {
	c := onlyFlock(boids, span)
	return NewSubject(c, selected, ExactMotion(c))
}

// boidAt returns a subject of four boids at one place. The last boid is selected.
func boidAt(pos, vel, up mgl32.Vec3) Subject {
	boids := make([]flock.Boid, 4)
	for i := range boids {
		boids[i] = flock.Boid{Pos: pos, Vel: vel, Up: up}
	}
	return unsmoothedSubject(boids, 3, 0.4)
}

func flockAt(pos mgl32.Vec3) Subject {
	s := boidAt(pos, mgl32.Vec3{9, 0, 0}, mgl32.Vec3{0, 1, 0})
	return unsmoothedSubject(s.Boids[:1], -1, 0.4)
}

func updateUntilSettled(r *Rig, s Subject) frame.View {
	var v frame.View
	for range 600 {
		v = r.Update(1.0/60, Drive{}, s)
	}
	return v
}

// In mode Eye, the camera looks from the boid's head along its heading and rolls with it (H17). The
// expected view was computed by hand, for a boid that flies along +X with its up-vector along +Z.
func TestEyeLooksAlongHeadingRolledByUp(t *testing.T) {
	s := boidAt(mgl32.Vec3{5, 10, 7}, mgl32.Vec3{9, 0, 0}, mgl32.Vec3{0, 0, 1})
	r := NewRig()
	r.Mode = look.Eye
	v := updateUntilSettled(&r, s)
	if f := v.Forward(); !testflight.Close(f, mgl32.Vec3{1, 0, 0}, 1e-4) {
		t.Errorf("the camera looks along %v, want +X", f)
	}
	if up := v.Rotation.Rotate(mgl32.Vec3{0, 1, 0}); !testflight.Close(up, mgl32.Vec3{0, 0, 1}, 1e-4) {
		t.Errorf("up is %v, want +Z", up)
	}
	if d := v.Eye.Sub(s.Boid.Pos); d[0] <= 0 || d.Len() > s.Span {
		t.Errorf("the eye is %v from the middle of the boid, want ahead and within a wingspan", d)
	}
	if v.Hide != 3 {
		t.Errorf("the view hides boid %d, want 3, the boid itself", v.Hide)
	}
}

func TestFlyBeginsWhereTheViewIs(t *testing.T) {
	r := NewRig()
	s := flockAt(mgl32.Vec3{10, 15, -4})
	r.Azimuth, r.Elevation = 1.1, 0.2
	before := updateUntilSettled(&r, s)
	r.SetMode(look.Fly)
	after := r.Update(1.0/60, Drive{}, s)
	if !testflight.Close(before.Eye, after.Eye, 1e-3) || !testflight.Close(before.Forward(), after.Forward(), 1e-3) {
		t.Errorf("the view jumped from %v, %v to %v, %v", before.Eye, before.Forward(), after.Eye, after.Forward())
	}
}

func TestFlyBeginsWhereABlendIs(t *testing.T) {
	r := NewRig()
	s := boidAt(mgl32.Vec3{10, 15, -4}, mgl32.Vec3{9, 0, 0}, mgl32.Vec3{0, 1, 0})
	updateUntilSettled(&r, s)
	r.SetMode(look.Follow)
	var before frame.View
	for range 18 {
		before = r.Update(1.0/60, Drive{}, s)
	}
	r.SetMode(look.Fly)
	for range 60 {
		if after := r.Update(1.0/60, Drive{}, s); !testflight.Close(before.Eye, after.Eye, 1e-3) {
			t.Fatalf("the eye moved from %v to %v, want it to stay", before.Eye, after.Eye)
		}
	}
}

func TestFollowDragHasNoDeadZone(t *testing.T) {
	r := NewRig()
	s := boidAt(mgl32.Vec3{0, 30, 0}, mgl32.Vec3{9, 0, 0}, mgl32.Vec3{0, 1, 0})
	r.Mode = look.Follow
	elevation := r.Elevation
	updateUntilSettled(&r, s)
	for range 100 {
		r.Update(1.0/60, Drive{Turn: mgl32.Vec2{0, 0.1}}, s)
	}
	low := r.View().Eye
	if back := r.Update(1.0/60, Drive{Turn: mgl32.Vec2{0, -0.1}}, s).Eye; testflight.Close(low, back, 0.05) {
		t.Error("a drag back from the limit does not move the camera")
	}
	if r.Elevation != elevation {
		t.Errorf("the elevation of Orbit changed from %v to %v", elevation, r.Elevation)
	}
}

func TestOrbitBeginsWhereTheViewIs(t *testing.T) {
	r := NewRig()
	middle := mgl32.Vec3{0, 15, 0}
	s := flockAt(middle)
	r.Mode = look.Fly
	r.Pos = mgl32.Vec3{30, 22, 30}
	before := updateUntilSettled(&r, s)
	r.SetMode(look.Orbit)
	after := updateUntilSettled(&r, s)
	if !testflight.Close(before.Eye, after.Eye, 0.1) {
		t.Errorf("the eye moved from %v to %v, want it to stay", before.Eye, after.Eye)
	}
	if want := middle.Sub(after.Eye).Normalize(); !testflight.Close(after.Forward(), want, 1e-3) {
		t.Errorf("the camera looks along %v, want towards the flock, %v", after.Forward(), want)
	}
}

func TestFlySpeedIsIndependentOfFrameRate(t *testing.T) {
	for _, fps := range []int{20, 60, 240} {
		r := NewRig()
		r.Mode, r.Speed, r.Pos = look.Fly, 10, mgl32.Vec3{0, 50, 0}
		for range fps {
			r.Update(1/float32(fps), Drive{Move: mgl32.Vec3{0, 0, 1}}, Subject{})
		}
		if want := (mgl32.Vec3{0, 50, -10}); !testflight.Close(r.Pos, want, 0.01) {
			t.Errorf("%d fps: the camera is at %v after a second, want %v", fps, r.Pos, want)
		}
	}
}

// Frame fills the picture with the flock, in any mode and for any shape of window. All boids are visible,
// except those far from the others. Some boids are near the edge.
func TestFrameShowsTheFlock(t *testing.T) {
	var boids []flock.Boid
	for i := range 300 {
		a, b := float32(i)*2.4, float32(i)/300*2-1 // spread over an ellipsoid
		h := num.Sqrt(1 - b*b)
		boids = append(boids, flock.Boid{Pos: mgl32.Vec3{-20 + 14*h*sin(a), 18 + 5*b, 33 + 14*h*sin(a+1.57)}})
	}
	boids = append(boids, flock.Boid{Pos: mgl32.Vec3{200, 30, 33}}) // a stray boid
	s := unsmoothedSubject(boids, -1, 0.7)
	for _, aspect := range []float32{0.5, 1, 16.0 / 9} {
		for _, mode := range []look.Mode{look.Fly, look.Orbit} {
			r := NewRig()
			updateUntilSettled(&r, flockAt(mgl32.Vec3{100, 25, 100}))
			r.SetMode(mode)
			updateUntilSettled(&r, s)
			r.Frame(s, aspect)
			v := updateUntilSettled(&r, s)
			unsmoothedSubject, furthest := 0, float32(0)
			for _, b := range boids {
				x, y, _, ok := v.Project(b.Pos, int(1000*aspect), 1000)
				offset := max(num.Abs(x/(500*aspect)-1), num.Abs(y/500-1))
				if ok && offset <= 1 {
					unsmoothedSubject++
					furthest = max(furthest, offset)
				}
			}
			if unsmoothedSubject < len(boids)*28/30 || furthest < 0.6 {
				t.Errorf("%v, aspect %v: %d of %d boids are seen, the furthest at %.2f of the way to the edge; want nearly all, and 0.6", mode, aspect, unsmoothedSubject, len(boids), furthest)
			}
		}
	}
}

// In mode Follow, the camera starts at the distance (in wingspans) and the angles of the scene. With the
// default settings, its start is exactly the start of a new rig.
func TestFollowStartsAtItsSettings(t *testing.T) {
	s := boidAt(mgl32.Vec3{3, 40, -7}, mgl32.Vec3{0, 0, 10}, mgl32.Vec3{0, 1, 0})
	s.Span = 0.4
	from := func(set func(*look.Camera)) frame.View {
		c := look.Default().Camera
		set(&c)
		r := NewRig()
		r.Mode = look.Follow
		r.placeBehind(&c)
		return r.Update(0.1, Drive{}, s)
	}
	r := NewRig()
	r.Mode = look.Follow
	if got, want := from(func(*look.Camera) {}), r.Update(0.1, Drive{}, s); got != want {
		t.Errorf("the default view is %+v, want %+v", got, want)
	}
	for _, c := range []struct {
		trail, sway, rise float32
		off               mgl32.Vec3 // displacement of the eye, m
	}{
		{3, 0, 0, mgl32.Vec3{0, 0, -1.2}}, {10, 180, 0, mgl32.Vec3{0, 0, 4}}, {1, 90, 0, mgl32.Vec3{-0.4, 0, 0}},
		{5, 0, 30, mgl32.Vec3{0, 1, -math.Sqrt2 * 1.2247449}}, {5, -90, -30, mgl32.Vec3{math.Sqrt2 * 1.2247449, -1, 0}},
	} {
		v := from(func(cam *look.Camera) { cam.Trail, cam.Sway, cam.Rise = c.trail, c.sway, c.rise })
		if offset := v.Eye.Sub(s.Boid.Pos); offset.Sub(c.off).Len() > 1e-4 {
			t.Errorf("%v wingspans, %v and %v degrees: the eye is %v from the bird, want %v", c.trail, c.sway, c.rise, offset, c.off)
		}
		if ahead := v.Forward(); ahead.Sub(c.off.Mul(-1/c.off.Len())).Len() > 1e-3 {
			t.Errorf("%v wingspans, %v and %v degrees: the camera looks along %v, want towards the bird", c.trail, c.sway, c.rise, ahead)
		}
	}
}
