package film

import (
	"image"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/internal/num"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

func manyLeaders(t *testing.T, count, frames int, seed uint64) (testflight.Snapshots, flock.Params) {
	t.Helper()
	def := testflight.Murmuration(count)
	def.WarmUp, def.Seed = 5, seed
	def.Params = model.With(def.Params, "leadership", 0.5)
	return testflight.Record(t, def, frames), def.Params
}

// The automatic camera never cuts off a bird. The test uses pictures of several shapes, from
// several directions. It takes them at the times of frames and between these, up to the ends of the
// recording.
func TestAutoShowsEveryBird(t *testing.T) {
	for _, c := range []struct {
		count              int
		seed               uint64
		azimuth, elevation float32
		size               image.Point
	}{
		{1, 1, 0, -0.1, image.Pt(1600, 900)}, {2, 1, 2, 0.4, image.Pt(1600, 900)}, {300, 2, 0, -0.1, image.Pt(1600, 900)},
		{300, 3, 1, 1.2, image.Pt(900, 1600)}, {300, 4, 4, -1.4, image.Pt(3000, 500)},
	} {
		r, p := manyLeaders(t, c.count, 200, c.seed)
		f := filmOf(r, p, look.Auto)
		f.Show.Traces, f.Rig.Azimuth, f.Rig.Elevation = look.TraceNone, c.azimuth, c.elevation
		for at := 0.0; at <= 199; at += 0.37 {
			got, err := f.At(at, c.size)
			if err != nil {
				t.Fatal(err)
			}
			if n := testflight.CutOff(got); n > 0 {
				t.Fatalf("%+v, frame %v: %d birds are outside the picture", c, at, n)
			}
		}
	}
}

// If a single bird flies far away, the other birds do not stay small in the picture. The camera first
// moves back and then returns to them smoothly.
func TestAutoLeavesStragglersBehind(t *testing.T) {
	still := make([]mgl32.Vec3, 60)
	sin := func(x float32) float32 { return float32(math.Sin(float64(x))) }
	for i := range still {
		a := float32(i)
		still[i] = mgl32.Vec3{4 * sin(a), 40 + 4*sin(1.7*a), 4 * sin(2.3*a)}
	}
	r := make(testflight.Snapshots, 900)
	for k := range r {
		s := flock.Snapshot{Tick: int64(2 * k), TickRate: 60, Pos: slices.Clone(still), Phase: make([]float32, 60), Flags: make([]flock.Flags, 60)}
		for range still {
			s.Vel, s.Up = append(s.Vel, mgl32.Vec3{0, 0, 1e-3}), append(s.Up, mgl32.Vec3{0, 1, 0})
		}
		s.Pos[0] = mgl32.Vec3{6 * float32(k) / 30, 40, 0} // the bird flies away at 6 m/s
		s.Vel[0] = mgl32.Vec3{6, 0, 0}
		r[k] = s
	}
	f := filmOf(r, testscene.Def("murmuration").Params, look.Auto)
	f.Show.Traces = look.TraceNone
	widest, furthest := float32(0), float32(0)
	var before, old mgl32.Vec3
	for k := 0; k < 900; k += 2 {
		got, err := f.Frame(k, image.Pt(1600, 900))
		if err != nil {
			t.Fatal(err)
		}
		away := got.View.Eye.Sub(mgl32.Vec3{0, 40, 0}).Len()
		widest = max(widest, away)
		if n := testflight.CutOff(got); n > 0 && got.Birds[0].Pos[0] < 24 || n > 1 {
			t.Fatalf("frame %d: %d birds are outside the picture, although the straggler is %v m away", k, n, got.Birds[0].Pos[0])
		}
		if got.Birds[0].Pos[0] > 100 {
			furthest = max(furthest, away)
		}
		speed := got.View.Eye.Sub(old).Mul(15)
		if jerk := speed.Sub(before).Mul(15).Len(); k > 4 && jerk > 30 {
			t.Errorf("frame %d: the camera accelerates by %v m/s², want at most 30", k, jerk)
		}
		before, old = speed, got.View.Eye
	}
	if furthest > 20 || widest < 25 {
		t.Errorf("the camera moves %v m away for a bird that leaves, and stays %v m away after the bird has gone; want at least 25, and at most 20", widest, furthest)
	}
}

func TestAutoKeepsTheFlockInThePicture(t *testing.T) {
	r, p := flight(t, 150)
	for k := range r {
		r[k].Pos = slices.Clone(r[k].Pos)
		for i := range r[k].Pos {
			middle := r[k].Pos[0]
			r[k].Pos[i] = middle.Add(r[k].Pos[i].Sub(middle).Mul(1 + float32(k)/60))
		}
	}
	f := filmOf(r, p, look.Auto)
	for k := 0; k < 150; k += 10 {
		got, err := f.Frame(k, image.Pt(1600, 900))
		if err != nil {
			t.Fatal(err)
		}
		furthest := float32(0)
		for i := range got.Birds {
			x, y, _, _ := got.View.Project(got.Birds[i].Pos, 1600, 900)
			furthest = max(furthest, num.Abs(x/800-1), num.Abs(y/450-1))
		}
		if n := testflight.CutOff(got); n > 0 || furthest < 0.4 {
			t.Errorf("frame %d: %d of %d birds are outside the picture, the furthest is at %.2f of the way to the edge; want none, and at least 0.4", k, n, len(got.Birds), furthest)
		}
	}
}
