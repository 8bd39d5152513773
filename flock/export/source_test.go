package export

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/go-gl/mathgl/mgl64"

	"skein/flock"
	"skein/flock/recording"
	"skein/flock/snapshots"
)

func frames(t *testing.T, r *recording.Reader, o Options) (all []Frame) {
	t.Helper()
	s, err := NewSource(r, o)
	if err != nil {
		t.Fatal(err)
	}
	err = s.ForEachFrame(context.Background(), func(f *Frame) error {
		copied := *f
		copied.Boids = append([]Boid(nil), f.Boids...)
		all = append(all, copied)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func setBoids(s *flock.Snapshot, boids ...Boid) {
	s.Pos, s.Vel, s.Up, s.Phase, s.Flags = nil, nil, nil, nil, nil
	for _, b := range boids {
		s.Pos, s.Vel, s.Up = append(s.Pos, b.Pos), append(s.Vel, b.Vel), append(s.Up, b.Up)
		s.Phase, s.Flags = append(s.Phase, b.Phase), append(s.Flags, b.Flags)
	}
}

// circlingBird returns a bird that flies a level circle of radius 20 m in 8 s and beats its wings 7 times
// per second.
func circlingBird(seconds float64) Boid {
	const radius, rate = 20, 2 * math.Pi / 8
	sin, cos := math.Sincos(rate * seconds)
	_, phase := math.Modf(7 * seconds)
	return Boid{
		Pos:   mgl32.Vec3{radius * float32(cos), 5, radius * float32(sin)},
		Vel:   mgl32.Vec3{-radius * rate * float32(sin), 0, radius * rate * float32(cos)},
		Up:    mgl32.Vec3{0, 1, 0},
		Phase: float32(phase),
	}
}

func cubic(t float64) (pos, vel mgl64.Vec3) {
	return mgl64.Vec3{1 + 2*t - 3*t*t + t*t*t, 10 - t, 4 * t * t},
		mgl64.Vec3{2 - 6*t + 3*t*t, -1, 8 * t}
}

// Positions and velocities between recorded frames lie on the cubic, and times and frame numbers follow the
// new rate.
func TestResampledCubic(t *testing.T) {
	r := newRecording(t, 10, 21, func(frame int, s *flock.Snapshot) {
		pos, vel := cubic(float64(frame) / 10)
		setBoids(s, Boid{Pos: toVec32(pos), Vel: toVec32(vel), Up: mgl32.Vec3{0, 1, 0}})
	})
	got := frames(t, r, Options{FPS: Whole(24), Frames: []Range{{6, 16, 1}}})
	if len(got) != 25 || got[0].Number != 13 || got[24].Number != 37 {
		t.Fatalf("there are %d frames from %d on, want the 25 from 13 (0.5 s) to 37 (1.5 s)", len(got), got[0].Number)
	}
	for _, f := range got {
		at := float64(f.Number-1) / 24
		pos, vel := cubic(at)
		if math.Abs(f.Seconds-at) > 1e-9 {
			t.Errorf("frame %d is at %g s, want %g", f.Number, f.Seconds, at)
		}
		if d := f.Boids[0].Pos.Sub(toVec32(pos)).Len(); d > 1e-5 {
			t.Errorf("frame %d is %g m off the path", f.Number, d)
		}
		if d := f.Boids[0].Vel.Sub(toVec32(vel)).Len(); d > 1e-4 {
			t.Errorf("frame %d: the velocity is off by %g m/s", f.Number, d)
		}
	}
}

// Between recorded frames, an export has the window's positions and velocities bit for bit.
func TestResampledLikeTheWindow(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	vec := func() mgl32.Vec3 {
		return mgl32.Vec3{20 * random.Float32(), 20 * random.Float32(), 20 * random.Float32()}
	}
	for name, windy := range map[string]bool{"calm": false, "windy": true} {
		t.Run(name, func(t *testing.T) {
			r := newRecording(t, 30, 5, func(frame int, s *flock.Snapshot) {
				var birds []Boid
				for k := range 40 {
					birds = append(birds, Boid{Pos: vec(), Vel: vec(), Up: mgl32.Vec3{0, 1, 0}})
					if k%4 == 3 && frame%3 > 0 {
						birds[k].Vel, birds[k].Flags = mgl32.Vec3{0.01, 0, 0.01}, flock.Perched
					}
				}
				setBoids(s, birds...)
				s.Air = nil
				for range s.Pos {
					if windy {
						s.Air = append(s.Air, vec())
					}
				}
			})
			for _, f := range frames(t, r, Options{FPS: Whole(240)}) {
				frame, share := (f.Number-1)/8, float32((f.Number-1)%8)/8
				var a, b flock.Snapshot
				if err := errors.Join(r.Frame(frame, &a), r.Frame(min(frame+1, r.Frames()-1), &b)); err != nil {
					t.Fatal(err)
				}
				for k, shown := range snapshots.Interpolate(nil, &a, &b, share) {
					if got := f.Boids[k]; got.Pos != shown.Pos || got.Vel != shown.Vel || got.Air != shown.Air {
						t.Fatalf("frame %d, share %v, bird %d: position %v, velocity %v, air velocity %v; the window has %v, %v, %v", frame, share, k, got.Pos, got.Vel, got.Air, shown.Pos, shown.Vel, shown.Air)
					}
				}
			}
		})
	}
}

// On a circle, birds turn evenly, and phase and turns grow steadily.
func TestResampledCircle(t *testing.T) {
	r := newRecording(t, 10, 81, func(frame int, s *flock.Snapshot) { setBoids(s, circlingBird(float64(frame)/10)) })
	var last mgl32.Quat
	for _, f := range frames(t, r, Options{FPS: Whole(37)}) {
		at := float64(f.Number-1) / 37
		want, b := circlingBird(at), f.Boids[0]
		if d := b.Pos.Sub(want.Pos).Len(); d > 1e-4 {
			t.Errorf("%g s: %g m off", at, d)
		}
		nose := b.Rotation.Rotate(mgl32.Vec3{0, 0, 1})
		if d := nose.Sub(want.Vel.Normalize()).Len(); d > 1e-5 {
			t.Errorf("at %g s the heading is off by %g rad", at, d)
		}
		if d := b.Spin.Sub(mgl32.Vec3{0, -2 * math.Pi / 8, 0}).Len(); d > 1e-4 {
			t.Errorf("at %g s the spin is %v, want -2π/8 about y", at, b.Spin)
		}
		if math.Abs(b.Turns-7*at) > 1e-4 || math.Abs(b.Turns-math.Floor(b.Turns)-float64(b.Phase)) > 1e-6 {
			t.Errorf("at %g s the wings have made %g turns, with phase %g; want %g", at, b.Turns, b.Phase, 7*at)
		}
		if last.Dot(b.Rotation) < 0 {
			t.Errorf("at %g s the rotation changes its sign", at)
		}
		last = b.Rotation
	}
}

// Recorded frames are exported unchanged, and Turns counts the wingbeats between them.
func TestSteppedFrames(t *testing.T) {
	r := newRecording(t, 10, 81, func(frame int, s *flock.Snapshot) { setBoids(s, circlingBird(float64(frame)/10)) })
	got := frames(t, r, Options{Frames: []Range{{2, 80, 5}, {81, 81, 1}}})
	if len(got) != 17 {
		t.Fatalf("%d frames", len(got))
	}
	for _, f := range got {
		want, b := circlingBird(float64(f.Number-1)/10), f.Boids[0]
		if b.Pos != want.Pos || b.Vel != want.Vel || b.Phase != want.Phase || b.Up != want.Up {
			t.Errorf("frame %d differs from the recorded frame", f.Number)
		}
		if turns := 0.7 * float64(f.Number-1); math.Abs(b.Turns-turns) > 1e-4 {
			t.Errorf("frame %d: %g turns, want %g", f.Number, b.Turns, turns)
		}
	}
}

// wrappingRecording returns a recording of a bird that flies along X at 30 m/s in a world that wraps around
// from 10 to -10 m.
func wrappingRecording(t *testing.T) *recording.Reader {
	before := 0.0
	return newRecording(t, 10, 31, func(frame int, s *flock.Snapshot) {
		x := math.Remainder(3*float64(frame), 20)
		b := Boid{Pos: mgl32.Vec3{float32(x), 5, 0}, Vel: mgl32.Vec3{30, 0, 0}, Up: mgl32.Vec3{0, 1, 0}}
		if x < before {
			b.Flags = flock.Jumped
		}
		before = x
		setBoids(s, b)
	})
}

// A bird that wraps around is never between the sides of the world, and its first frame on the other side is
// flagged.
func TestJumps(t *testing.T) {
	r := wrappingRecording(t)
	for _, o := range []Options{{}, {FPS: Whole(7)}, {FPS: Whole(25)}, {FPS: Whole(240)}, {Frames: []Range{{1, 31, 3}}}} {
		jumps := 0
		for k, f := range frames(t, r, o) {
			b := f.Boids[0]
			way := 30*f.Seconds - float64(b.Pos[0]) // how far wrapping moved the bird back in total, in multiples of 20 m
			if offset := math.Abs(math.Remainder(way, 20)); offset > 1e-4 {
				t.Fatalf("%+v: at %g s the bird is at %v, off by %g m", o, f.Seconds, b.Pos, offset)
			}
			laps := int(math.Round(way / 20))
			if (b.Flags&flock.Jumped != 0) != (laps > jumps) {
				t.Errorf("%+v: at %g s the flags are %b after %d jumps and %d laps, want Jumped once per lap", o, f.Seconds, b.Flags, jumps, laps)
			}
			if k == 0 && b.Flags != 0 {
				t.Error("the first frame has flags")
			}
			if b.Spin.Len() > 1e-6 {
				t.Errorf("it spins by %v", b.Spin)
			}
			jumps = laps
		}
		if jumps != 4 && jumps != 5 {
			t.Errorf("%+v: %d jumps", o, jumps)
		}
	}
}

// With Z up and centimetres, directions turn by a quarter, and lengths grow by 100.
func TestAxes(t *testing.T) {
	plain := frames(t, recordWorld(t, 3), Options{})
	turned := frames(t, recordWorld(t, 3), Options{ZUp: true, Scale: 100})
	turn := func(v mgl32.Vec3) mgl32.Vec3 { return mgl32.Vec3{v[0], -v[2], v[1]} }
	for k, f := range plain {
		for i, b := range f.Boids {
			c := turned[k].Boids[i]
			if c.Pos != turn(b.Pos).Mul(100) || c.Vel != turn(b.Vel).Mul(100) || c.Up != turn(b.Up) || c.Spin != turn(b.Spin) {
				t.Fatalf("boid %d in other axes and units: %+v became %+v, which is wrong", i, b, c)
			}
			for _, axis := range []mgl32.Vec3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}} {
				if d := c.Rotation.Rotate(axis).Sub(turn(b.Rotation.Rotate(axis))).Len(); d > 1e-5 {
					t.Fatalf("boid %d: the rotation is off by %g", i, d)
				}
			}
		}
	}
}

// In every format, progress grows from 0 to the number of frames.
func TestProgress(t *testing.T) {
	r := recordWorld(t, 10)
	for _, f := range Formats() {
		for _, prims := range []bool{false, true} {
			last, calls := 0, 0
			o := Options{Birds: oneBird(kite()), Prims: prims, FPS: Whole(24), Progress: func(done, total int) {
				if calls++; done < last || done > total || total != 8 {
					t.Errorf("%s: progress is %d of %d after %d, want a steady increase to 8", f.Name, done, total, last)
				}
				last = done
			}}
			o.Page = func(ctx context.Context, _ io.Writer, s *Source) error { // a page reads the frames twice
				ignore := func(*Frame) error { return nil }
				return cmp.Or(s.ForEachFrame(ctx, ignore), s.ForEachFrame(ctx, ignore))
			}
			if o.Birds[0].Birds[0].Poses = 1; f.Name != "glb" {
				o.Birds[0].Birds[0].Poses = testPoses
			}
			if err := f.Write(context.Background(), filepath.Join(t.TempDir(), "run."+f.Name), r, o); err != nil {
				t.Fatal(err)
			}
			if last != 8 || calls < 8 {
				t.Errorf("%s: the last progress is %d after %d calls, want 8", f.Name, last, calls)
			}
		}
	}
}

// While a flock grows and shrinks, each frame has the present boids, and the list of ids has all.
func TestPopulation(t *testing.T) {
	sizes := []int{2, 2, 5, 5, 3}
	r := newRecording(t, 10, len(sizes), func(frame int, s *flock.Snapshot) {
		boids := make([]Boid, sizes[frame])
		for i := range boids {
			boids[i] = circlingBird(float64(frame)/10 + float64(i))
			if frame == 2 && i >= 2 {
				boids[i].Flags = flock.Jumped
			}
		}
		setBoids(s, boids...)
	})
	all := frames(t, r, Options{FPS: Whole(20)})
	for k, want := range []int{2, 2, 2, 2, 5, 5, 5, 5, 3} {
		if len(all[k].Boids) != want {
			t.Errorf("frame %d: the number of boids is %d, want %d", k+1, len(all[k].Boids), want)
		}
	}
	if d := all[7].Boids[4].Pos.Sub(circlingBird(0.35 + 4).Pos).Len(); d > 0.02 {
		t.Errorf("the boid that leaves is %g m off its path", d)
	}
	for _, c := range []struct {
		boids []Range
		want  string
	}{{nil, "[[0 1 2 3 4]]"}, {[]Range{{1, 1, 1}, {0, Open, 2}}, "[[0 1 2]]"}} {
		s, err := NewSource(r, Options{Boids: c.boids})
		if err != nil {
			t.Fatal(err)
		}
		if ids, err := s.IDs(context.Background()); err != nil || fmt.Sprint(ids) != c.want {
			t.Errorf("the boids %v have the ids %v (error %v), want %s", c.boids, ids, err, c.want)
		}
	}
	if _, err := NewSource(r, Options{Boids: []Range{{7, 7, 1}}}); !errors.Is(err, ErrOptions) {
		t.Errorf("boid 7: %v", err)
	}
}
