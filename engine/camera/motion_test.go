package camera

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/scenario/testscene"
	"skein/flock/snapshots"
)

// twoBirdsInLine returns a recording of two birds that fly straight on, one behind the other, at 30 frames
// per second.
func twoBirdsInLine(frames int, apart float32, vel mgl32.Vec3) testflight.Snapshots {
	r := make(testflight.Snapshots, frames)
	for k := range r {
		middle := mgl32.Vec3{0, 40, 0}.Add(vel.Mul(float32(k) / 30))
		offset := vel.Normalize().Mul(apart / 2)
		r[k] = flock.Snapshot{
			Tick: int64(2 * k), TickRate: 60, Pos: []mgl32.Vec3{middle.Add(offset), middle.Sub(offset)}, Vel: []mgl32.Vec3{vel, vel},
			Up: []mgl32.Vec3{{0, 1, 0}, {0, 1, 0}}, Phase: make([]float32, 2), Flags: make([]flock.Flags, 2),
		}
	}
	return r
}

// The automatic camera leaves space ahead of a flock, in recordings and in live flocks. The test marks the
// place of the last bird now, and the place of the first bird one second later. Both must be equally far
// from the edges of the picture. Their distance must be the fraction Fill of the picture's width.
func TestAutoLeadsAndFills(t *testing.T) {
	for _, fill := range []float32{0.9, 0.6} {
		for _, vel := range []mgl32.Vec3{{12, 0, 0}, {-12, 0, 0}} {
			r := twoBirdsInLine(300, 20, vel)
			rig, w := NewRig(), NewRecordedMotion(r, 30, testflight.Always(testscene.Def("murmuration").Params))
			rig.Mode, rig.Aspect, rig.Fill = look.Auto, 16./9, fill
			w.Seek(150, 0)
			boids := snapshots.Interpolate(nil, &r[150], &r[150], 1)
			checkSpaceAhead(t, "recorded", rig.Update(0, Drive{}, NewSubject(onlyFlock(boids, 0.4), -1, w)), r[150].Pos, vel, fill)

			rig, g := NewRig(), &LiveMotion{}
			rig.Mode, rig.Aspect, rig.Fill = look.Auto, 16./9, fill
			var v frame.View
			for k := range 151 {
				boids := []flock.Boid{{Pos: r[k].Pos[0], Vel: vel}, {Pos: r[k].Pos[1], Vel: vel}}
				g.Update(onlyFlock(boids, 0.4), -1, 1./30)
				v = rig.Update(1./30, Drive{}, NewSubject(onlyFlock(boids, 0.4), -1, g))
			}
			checkSpaceAhead(t, "live", v, r[150].Pos, vel, fill)
		}
	}
}

func checkSpaceAhead(t *testing.T, what string, v frame.View, pos []mgl32.Vec3, vel mgl32.Vec3, fill float32) {
	t.Helper()
	first, _, _, _ := v.Project(pos[0].Add(vel), 1600, 900) // position of the first bird in the picture, one second later
	last, _, _, _ := v.Project(pos[1], 1600, 900)
	if offset := (first + last) / 2; num.Abs(offset-800) > 16 {
		t.Errorf("%s at %v m/s: the middle of both birds is at %.0f of 1600 pixels, want 800", what, vel[0], offset)
	}
	if wide := num.Abs(first-last) / 1600; num.Abs(wide-fill) > 0.06 {
		t.Errorf("%s at %v m/s: the birds fill %.2f of the picture, want about %.2f", what, vel[0], wide, fill)
	}
}

// The automatic camera looks over reeds of 3 m at a wide low flock. It comes closer to the ground for a
// narrow flock, so that the picture still contains the birds.
func TestAutoLooksOverReeds(t *testing.T) {
	for _, wide := range []float32{4, 200} {
		rig, m := NewRig(), &LiveMotion{}
		rig.Mode, rig.Aspect, rig.Elevation = look.Auto, 16./9, -0.14
		boids := []flock.Boid{{Pos: mgl32.Vec3{-wide / 2, 1.5, 0}}, {Pos: mgl32.Vec3{wide / 2, 1.5, 0}}}
		m.Update(onlyFlock(boids, 0.4), -1, 1./30)
		v := rig.Update(1./30, Drive{}, NewSubject(onlyFlock(boids, 0.4), -1, m))
		if wide == 200 && v.Eye[1] < 3 {
			t.Errorf("the camera stands in the reeds, %.2f m above the ground", v.Eye[1])
		}
		for _, b := range boids {
			if x, y, _, ok := v.Project(b.Pos, 1600, 900); !ok || x < 0 || x > 1600 || y < 0 || y > 900 {
				t.Errorf("%v m wide: a bird is at %.0f, %.0f, outside the picture of 1600 × 900 pixels", wide, x, y)
			}
		}
	}
}

func TestRecordedMotionFollowsStraightFlight(t *testing.T) {
	for _, fps := range []float64{5, 12, 30, 60} {
		r := make(testflight.Snapshots, int(fps)*4)
		for k := range r {
			pos := mgl32.Vec3{9 * float32(k) / float32(fps), 20, 3}
			r[k] = flock.Snapshot{
				Tick: int64(k) * int64(60/fps), TickRate: 60, Pos: []mgl32.Vec3{pos}, Vel: []mgl32.Vec3{{9, 0, 0}},
				Up: []mgl32.Vec3{{0, 1, 0}}, Phase: []float32{0}, Flags: []flock.Flags{0},
			}
		}
		w := NewRecordedMotion(r, fps, testflight.Always(testscene.Def("murmuration").Params))
		for at := 0.0; at <= float64(len(r)-1); at += 0.3 {
			w.Seek(at, 0)
			want := mgl32.Vec3{float32(9 * at / fps), 20, 3}
			if got := w.middle(); !testflight.Close(got, want, 1e-3) {
				t.Fatalf("%v frames a second, frame %v: the middle is at %v, want %v", fps, at, got, want)
			}
			if ahead := w.heading(0, look.StanceInside).Rotate(mgl32.Vec3{0, 0, 1}); !testflight.Close(ahead, mgl32.Vec3{1, 0, 0}, 1e-4) {
				t.Fatalf("%v frames a second, frame %v: the boid heads along %v, want +X", fps, at, ahead)
			}
		}
	}
}
