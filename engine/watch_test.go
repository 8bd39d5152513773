package engine

import (
	"image"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/model"
)

// cutOff is how many birds of a picture are not wholly in it, whichever way their
// wings are: by the distances of their middles from the planes through the eye and
// the picture's edges.
func cutOff(f *Frame) (n int) {
	up := float64(f.View.FovY) / 2
	across := math.Atan(math.Tan(up) * float64(f.Size.X) / float64(f.Size.Y))
	for i := range f.Birds {
		b := &f.Birds[i]
		p := f.View.Rotation.Inverse().Rotate(b.Pos.Sub(f.View.Eye))
		x, y, z := math.Abs(float64(p[0])), math.Abs(float64(p[1])), -float64(p[2])
		inside := min(z*math.Sin(across)-x*math.Cos(across), z*math.Sin(up)-y*math.Cos(up))
		if inside < float64(b.Span)/2 {
			n++
		}
	}
	return n
}

// restless is a flock that leaders tear at.
func restless(t *testing.T, count, frames int, seed uint64) (reel, flock.Params) {
	t.Helper()
	def := model.Murmuration()
	def.WarmUp, def.Seed = 5, seed
	def.Params = model.With(def.Params, "count", count, "leadership", 0.5)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	r := make(reel, frames)
	for i := range r {
		w.Snapshot(&r[i])
		w.Step()
		w.Step()
	}
	return r, def.Params
}

// The automatic camera cuts nobody off, in pictures of any shape and from any side,
// between the frames of a reel as at them, and up to its ends.
func TestAutoCutsNobodyOff(t *testing.T) {
	for _, c := range []struct {
		count              int
		seed               uint64
		azimuth, elevation float32
		size               image.Point
	}{
		{1, 1, 0, -0.1, image.Pt(1600, 900)}, {2, 1, 2, 0.4, image.Pt(1600, 900)}, {300, 2, 0, -0.1, image.Pt(1600, 900)},
		{300, 3, 1, 1.2, image.Pt(900, 1600)}, {300, 4, 4, -1.4, image.Pt(3000, 500)},
	} {
		r, p := restless(t, c.count, 200, c.seed)
		f := filmOf(r, p, Auto)
		f.Show.Traces, f.Rig.Azimuth, f.Rig.Elevation = TraceNone, c.azimuth, c.elevation
		for at := 0.0; at <= 199; at += 0.37 {
			got, err := f.At(at, c.size)
			if err != nil {
				t.Fatal(err)
			}
			if n := cutOff(got); n > 0 {
				t.Fatalf("%+v, frame %v: %d birds are cut off", c, at, n)
			}
		}
	}
}

// astern is a flight of two birds, one behind the other, which fly straight on at a
// velocity for so many frames of a thirtieth of a second.
func astern(frames int, apart float32, vel mgl32.Vec3) reel {
	r := make(reel, frames)
	for k := range r {
		middle := mgl32.Vec3{0, 40, 0}.Add(vel.Mul(float32(k) / 30))
		off := vel.Normalize().Mul(apart / 2)
		r[k] = flock.Snapshot{
			Tick: int64(2 * k), TickRate: 60, Pos: []mgl32.Vec3{middle.Add(off), middle.Sub(off)}, Vel: []mgl32.Vec3{vel, vel},
			Up: []mgl32.Vec3{{0, 1, 0}, {0, 1, 0}}, Phase: make([]float32, 2), Flags: make([]flock.Flags, 2),
		}
	}
	return r
}

// The automatic camera leads: a flock has as much room ahead, once it has flown on for a
// second, as it has behind now. That holds for a recording and for a living flock, and
// the two together fill the share of the picture that was asked for.
func TestAutoLeadsAndFills(t *testing.T) {
	for _, fill := range []float32{0.9, 0.6} {
		for _, vel := range []mgl32.Vec3{{12, 0, 0}, {-12, 0, 0}} {
			r := astern(300, 20, vel)
			f := filmOf(r, model.Murmuration().Params, Auto)
			f.Show.Traces, f.Rig.Fill = TraceNone, fill
			film, err := f.Frame(150, image.Pt(1600, 900))
			if err != nil {
				t.Fatal(err)
			}
			leads(t, "of a film", film.View, r[150].Pos, vel, fill)

			rig, g := NewRig(), &lag{}
			rig.Mode, rig.Aspect, rig.Fill = Auto, 16./9, fill
			var v View
			for k := range 151 {
				boids := []flock.Boid{{Pos: r[k].Pos[0], Vel: vel}, {Pos: r[k].Pos[1], Vel: vel}}
				g.turn(alone(boids, 0.4), -1, 1./30)
				v = rig.Update(1./30, Drive{}, subjectOf(alone(boids, 0.4), -1, g))
			}
			leads(t, "living", v, r[150].Pos, vel, fill)
		}
	}
}

// leads checks a view of the first and the last of a flock.
func leads(t *testing.T, what string, v View, pos []mgl32.Vec3, vel mgl32.Vec3, fill float32) {
	t.Helper()
	first, _, _, _ := v.Project(pos[0].Add(vel), 1600, 900) // in a second
	last, _, _, _ := v.Project(pos[1], 1600, 900)
	if off := (first + last) / 2; abs(off-800) > 16 {
		t.Errorf("%s at %v m/s: the middle of what is ahead and behind is at %.0f of 1600", what, vel[0], off)
	}
	if wide := abs(first-last) / 1600; abs(wide-fill) > 0.06 {
		t.Errorf("%s at %v m/s: they fill %.2f of the picture, want about %.2f", what, vel[0], wide, fill)
	}
}

// One bird far behind does not make the others small, and goes in and out of the
// picture without a jerk.
func TestAutoLeavesStragglersBehind(t *testing.T) {
	still := make([]mgl32.Vec3, 60)
	for i := range still {
		a := float32(i)
		still[i] = mgl32.Vec3{4 * sin(a), 40 + 4*sin(1.7*a), 4 * sin(2.3*a)}
	}
	r := make(reel, 900)
	for k := range r {
		s := flock.Snapshot{Tick: int64(2 * k), TickRate: 60, Pos: slices.Clone(still), Phase: make([]float32, 60), Flags: make([]flock.Flags, 60)}
		for range still {
			s.Vel, s.Up = append(s.Vel, mgl32.Vec3{0, 0, 1e-3}), append(s.Up, mgl32.Vec3{0, 1, 0})
		}
		s.Pos[0] = mgl32.Vec3{6 * float32(k) / 30, 40, 0} // it leaves at 6 m/s
		s.Vel[0] = mgl32.Vec3{6, 0, 0}
		r[k] = s
	}
	f := filmOf(r, model.Murmuration().Params, Auto)
	f.Show.Traces = TraceNone
	widest, furthest := float32(0), float32(0)
	var before, was mgl32.Vec3
	for k := 0; k < 900; k += 2 {
		got, err := f.Frame(k, image.Pt(1600, 900))
		if err != nil {
			t.Fatal(err)
		}
		away := got.View.Eye.Sub(mgl32.Vec3{0, 40, 0}).Len()
		widest = max(widest, away)
		if n := cutOff(got); n > 0 && got.Birds[0].Pos[0] < 24 || n > 1 {
			t.Fatalf("frame %d: %d birds are cut off, the straggler is %v m away", k, n, got.Birds[0].Pos[0])
		}
		if got.Birds[0].Pos[0] > 100 {
			furthest = max(furthest, away)
		}
		speed := got.View.Eye.Sub(was).Mul(15)
		if jerk := speed.Sub(before).Mul(15).Len(); k > 4 && jerk > 30 {
			t.Errorf("frame %d: the camera is moved by %v m/s²", k, jerk)
		}
		before, was = speed, got.View.Eye
	}
	if furthest > 20 || widest < 25 {
		t.Errorf("the camera goes %v m away for one that leaves, and stays %v m away when it is gone", widest, furthest)
	}
}

// What a film shows of an instant is the same at 24, 25, 30 and 60 pictures a second.
func TestFilmAtAnyRate(t *testing.T) {
	r, p := restless(t, 40, 120, 7)
	for name, film := range films(r, p) {
		shown := map[int]Frame{} // by 600ths of a second
		for _, rate := range []int{24, 25, 30, 60} {
			f := film()
			for n := range rate*119/30 + 1 {
				got, err := f.At(float64(n)/float64(rate)*30, image.Pt(320, 180))
				if err != nil {
					t.Fatal(err)
				}
				now := kept(got)
				at := n * 600 / rate
				if other, ok := shown[at]; ok && !reflect.DeepEqual(now, other) {
					t.Fatalf("%s: at %v s the picture is another at %d a second than at a lower rate", name, float64(at)/600, rate)
				}
				shown[at] = now
			}
		}
	}
}

// kept is a frame that the next does not change.
func kept(f *Frame) Frame {
	out := *f
	out.Birds, out.Ribbons = slices.Clone(f.Birds), slices.Clone(f.Ribbons)
	if f.Inset != nil {
		inset := *f.Inset
		out.Inset = &inset
	}
	out.inset = Inset{}
	return out
}

// Cameras do not trail behind a flock that flies straight on, nor lead it.
func TestWatchFollowsEvenFlight(t *testing.T) {
	for _, fps := range []float64{5, 12, 30, 60} {
		r := make(reel, int(fps)*4)
		for k := range r {
			at := mgl32.Vec3{9 * float32(k) / float32(fps), 20, 3}
			r[k] = flock.Snapshot{
				Tick: int64(k) * int64(60/fps), TickRate: 60, Pos: []mgl32.Vec3{at}, Vel: []mgl32.Vec3{{9, 0, 0}},
				Up: []mgl32.Vec3{{0, 1, 0}}, Phase: []float32{0}, Flags: []flock.Flags{0},
			}
		}
		w := newWatch(r, fps, always(model.Murmuration().Params))
		for at := 0.0; at <= float64(len(r)-1); at += 0.3 {
			w.turn(at, 0)
			want := mgl32.Vec3{float32(9 * at / fps), 20, 3}
			if got := w.middle(); !near3(got, want, 1e-3) {
				t.Fatalf("%v frames a second, frame %v: the middle is at %v, want %v", fps, at, got, want)
			}
			if ahead := w.heading(0, Eye).Rotate(mgl32.Vec3{0, 0, 1}); !near3(ahead, mgl32.Vec3{1, 0, 0}, 1e-4) {
				t.Fatalf("%v frames a second, frame %v: the boid heads %v", fps, at, ahead)
			}
		}
	}
}

// A frame that cannot be read is an error of every picture whose camera needs it.
func TestFilmOfATornReel(t *testing.T) {
	m, flight := flown(t)
	m.broken = 36
	for mode, want := range map[Mode]bool{Fly: false, Auto: true, Orbit: true, Follow: true} {
		f := Film{Reel: m, FPS: 30, Params: flight.Params, Rig: NewRig(), Selected: 4}
		f.Rig.Mode = mode
		if _, err := f.Frame(30, image.Pt(320, 180)); (err != nil) != want {
			t.Errorf("%v: %v", mode, err)
		}
		if _, err := f.Frame(36, image.Pt(320, 180)); err == nil {
			t.Errorf("%v: a torn frame was shown", mode)
		}
	}
}
