package film

import (
	"errors"
	"image"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/around"
	"skein/flock/look"
	"skein/flock/model"
	"skein/flock/vec"
)

func flight(t *testing.T, frames int) (testflight.Snapshots, flock.Params) {
	t.Helper()
	def := testflight.Murmuration(40)
	return testflight.Record(t, def, frames), def.Params
}

func filmOf(r testflight.Snapshots, p flock.Params, mode look.Mode) *Film {
	f := &Film{Reel: r, FPS: 30, Params: testflight.Always(p), Show: testflight.Alike().Show, Light: frame.NewLight(look.Default().Light), Rig: camera.NewRig(), Selected: 4}
	f.Show.Traces, f.Show.Inset = look.TraceAll, true
	f.Rig.Mode = mode
	return f
}

// shots returns cuts between boids. The time of one cut lies between two frames.
func shots() []Shot { return []Shot{{math.Inf(-1), 7}, {2.01, 9}, {3, 30}, {3.999, 11}} }

func dolly() *camera.Path {
	return &camera.Path{Keys: []camera.Key{
		{Seconds: 0, Eye: mgl32.Vec3{0, 5, 60}, Rotation: mgl32.QuatIdent(), FovY: 0.8},
		{Seconds: 2, Eye: mgl32.Vec3{20, 15, 50}, Rotation: mgl32.QuatRotate(0.5, mgl32.Vec3{0, 1, 0}), FovY: 0.7},
		{Seconds: 5, Eye: mgl32.Vec3{40, 25, 30}, Rotation: mgl32.QuatRotate(1.2, mgl32.Vec3{0, 1, 0}), FovY: 0.9},
	}}
}

func films(r testflight.Snapshots, p flock.Params) map[string]func() *Film {
	all := map[string]func() *Film{
		"path":          func() *Film { f := filmOf(r, p, look.Orbit); f.Path = dolly(); return f },
		"path, eyes":    func() *Film { f := filmOf(r, p, look.Eye); f.Path = dolly(); return f },
		"leader":        func() *Film { f := filmOf(r, p, look.Follow); f.Shots = shots(); return f },
		"leader's eyes": func() *Film { f := filmOf(r, p, look.Eye); f.Shots = shots(); return f },
		"anchored": func() *Film {
			f := filmOf(r, p, look.Orbit)
			f.Rig.Anchor = &mgl32.Vec3{3, 12, 4}
			return f
		},
	}
	all["director"] = func() *Film {
		f := filmOf(r, p, look.Director)
		f.Events = []flock.Event{{Tick: 15, Kind: flock.AttackBegan}}
		f.Director = camera.NewDirector(3, 30, -12.5) // the pull back ends at the event, 0.5 s after the start of the film
		return f
	}
	for m, name := range look.ModeNames()[:look.Leader] {
		all[name] = func() *Film { return filmOf(r, p, look.Mode(m)) }
	}
	return all
}

// A picture of a film does not depend on the pictures before it. The picture is the same if the film is
// computed from its start, from this picture, or in any order. The test uses all kinds of cameras and
// traces.
func TestFilmInAnyOrder(t *testing.T) {
	r, p := flight(t, 150)
	size := image.Pt(320, 180)
	show := func(f *Film, at float64) frame.Frame {
		t.Helper()
		got, err := f.At(at, size)
		if err != nil {
			t.Fatal(err)
		}
		return testflight.Copy(got)
	}
	for name, film := range films(r, p) {
		forward, unordered := film(), film()
		for _, f := range []*Film{forward, unordered} {
			f.Show.TraceSeconds = map[bool]float32{false: 1.13, true: 3}[name == "auto"]
		}
		want := map[float64]frame.Frame{}
		for at := 0.0; at <= 149; at += 0.75 {
			want[at] = show(forward, at)
		}
		for _, at := range []float64{148.5, 3, 3.75, 120, 60.75, 61.5, 62.25, 90.75, 126.75, 0} {
			single := film()
			single.Show.TraceSeconds = unordered.Show.TraceSeconds
			for how, got := range map[string]frame.Frame{"out of order": show(unordered, at), "alone": show(single, at)} {
				if !reflect.DeepEqual(got, want[at]) {
					t.Errorf("%s: frame %v %s differs from a film from the start", name, at, how)
				}
			}
		}
	}
}

// With the director, a film can begin with a picture with motion blur. The shutter opens and closes
// within one shot.
func TestDirectorWithMotionBlur(t *testing.T) {
	r, p := flight(t, 150)
	f := films(r, p)["director"]()
	const cut = 15 // frame at which the event begins a shot
	for _, at := range []float64{cut - 1, cut, 100} {
		take, err := f.Expose(at, image.Pt(320, 180), Exposure{Samples: 4, Shutter: 0.2})
		if err != nil {
			t.Fatal(err)
		}
		if at < cut && take.from+take.open > cut || at >= cut && take.from < cut {
			t.Errorf("at frame %v the shutter is open from %v to %v, across the cut at frame %d", at, take.from, take.from+take.open, cut)
		}
		if _, err := take.Subframe(3); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFilmUsesTheParametersOfEachFrame(t *testing.T) {
	r, p := flight(t, 20)
	p = model.With(p, "lonely_count", 0) // otherwise, a boid with few neighbours would look farther for others
	edited := p
	edited = model.With(edited, "wingspan", 3*p.Float("wingspan"), "vision", 2*p.Float("vision"))
	f := filmOf(r, p, look.Orbit)
	f.Show.Vision = true
	f.Params = func(frame, _ int) (flock.Params, error) {
		if frame >= 10 {
			return edited, nil
		}
		return p, nil
	}
	for at, want := range map[float64]flock.Params{0: p, 9: p, 9.75: p, 10: edited, 15.5: edited, 3: p} {
		got, err := f.At(at, image.Pt(320, 180))
		if err != nil {
			t.Fatal(err)
		}
		if got.Birds[0].Span != want.Float("wingspan") || got.Vision.Radius != want.Float("vision") {
			t.Errorf("at frame %v the bird is %v m wide and sees %v m; want %v and %v", at, got.Birds[0].Span, got.Vision.Radius, want.Float("wingspan"), want.Float("vision"))
		}
	}
	f.Params = func(int, int) (flock.Params, error) { return p, errors.New("the ledger is damaged") }
	if _, err := f.At(0, image.Pt(320, 180)); err == nil {
		t.Error("unreadable parameters give no error")
	}
}

func TestFilmIsSmoothBetweenFrames(t *testing.T) {
	r, p := flight(t, 150)
	for name, film := range films(r, p) {
		f := film()
		f.Shots, f.Show.Traces = nil, look.TraceNone
		var views []frame.View
		for at := 100.0; at < 104; at += 0.125 {
			got, err := f.At(at, image.Pt(320, 180))
			if err != nil {
				t.Fatal(err)
			}
			views = append(views, got.View)
		}
		for i := 2; i < len(views); i++ {
			a, b, c := views[i-2], views[i-1], views[i]
			before, after := b.Eye.Sub(a.Eye), c.Eye.Sub(b.Eye)
			if d := after.Sub(before).Len(); d > 0.3*before.Len()+0.004 {
				t.Errorf("%s: after %d eighths of a frame the eye's step jumps from %v m to %v m", name, i, before, after)
			}
		}
	}
}

func TestFilmOfAJump(t *testing.T) {
	r, p := flight(t, 20)
	jumped := r[11]
	jumped.Pos, jumped.Flags = slices.Clone(jumped.Pos), slices.Clone(jumped.Flags)
	jumped.Pos[5] = jumped.Pos[5].Add(mgl32.Vec3{100, 0, 0})
	jumped.Flags[5] |= flock.Jumped
	r[11] = jumped
	f := filmOf(r, p, look.Orbit)
	for at := 10.0; at <= 11; at += 0.125 {
		got, err := f.At(at, image.Pt(320, 180))
		if err != nil {
			t.Fatal(err)
		}
		want := r[10].Pos[5].Add(r[10].Vel[5].Mul(float32(at-10) / 30))
		if at >= 10.5 {
			want = r[11].Pos[5].Sub(r[11].Vel[5].Mul(float32(11-at) / 30))
		}
		if !testflight.Close(got.Birds[5].Pos, want, 1e-3) {
			t.Errorf("frame %v shows the boid at %v, want %v", at, got.Birds[5].Pos, want)
		}
		for i := 1; i < len(got.Ribbons); i++ {
			if a, b := got.Ribbons[i-1], got.Ribbons[i]; !b.Start && b.Pos.Sub(a.Pos).Len() > 20 {
				t.Fatalf("frame %v has a trace across the world, from %v to %v", at, a.Pos, b.Pos)
			}
		}
	}
}

// The camera cuts to each boid that breaks away, but it stays with each of them for a minimum time.
func TestLeaderShots(t *testing.T) {
	began := func(seconds float64, boid int) flock.Event {
		return flock.Event{Tick: int64(seconds * 60), Kind: flock.EscapeBegan, Boid: boid}
	}
	events := []flock.Event{
		{Tick: 3, Kind: flock.Reabsorbed, Boid: 99},
		began(1, 4), began(2, 5), began(3.5, 6), began(4, 7), began(7, 6), began(8, 2),
	}
	want := []Shot{{math.Inf(-1), 4}, {3.5, 6}, {8, 2}}
	if got := LeaderShots(events, 60); !reflect.DeepEqual(got, want) {
		t.Errorf("the leader shots are %v, want %v", got, want)
	}
}

func TestFilmShowsTheReel(t *testing.T) {
	r, p := flight(t, 10)
	f, err := filmOf(r, p, look.Orbit).Frame(9, image.Pt(320, 180))
	if err != nil {
		t.Fatal(err)
	}
	for i := range f.Birds {
		if !testflight.Close(f.Birds[i].Pos, r[9].Pos[i], 1e-4) || f.Birds[i].Phase != r[9].Phase[i] {
			t.Errorf("bird %d is at %v in phase %v, want %v and %v", i, f.Birds[i].Pos, f.Birds[i].Phase, r[9].Pos[i], r[9].Phase[i])
		}
	}
	if _, err := filmOf(r, p, look.Orbit).Frame(10, image.Pt(320, 180)); err == nil {
		t.Error("a frame beyond the reel's end gave no error")
	}
}

func TestFilmAtAnyRate(t *testing.T) {
	r, p := manyLeaders(t, 40, 120, 7)
	for name, film := range films(r, p) {
		shown := map[int]frame.Frame{} // pictures, by their time in 1/600 s
		for _, rate := range []int{24, 25, 30, 60} {
			f := film()
			for n := range rate*119/30 + 1 {
				got, err := f.At(float64(n)/float64(rate)*30, image.Pt(320, 180))
				if err != nil {
					t.Fatal(err)
				}
				current := testflight.Copy(got)
				index := n * 600 / rate
				if other, ok := shown[index]; ok && !reflect.DeepEqual(current, other) {
					t.Fatalf("%s: at %v s the picture at %d per second differs from a lower rate", name, float64(index)/600, rate)
				}
				shown[index] = current
			}
		}
	}
}

type brokenReel struct {
	testflight.Snapshots
	at int
}

func (r brokenReel) Frame(i int, dst *flock.Snapshot) error {
	if i == r.at {
		return errors.New("frame torn")
	}
	return r.Snapshots.Frame(i, dst)
}

func TestFilmOfABrokenReel(t *testing.T) {
	r, p := flight(t, 61)
	for mode, want := range map[look.Mode]bool{look.Fly: false, look.Auto: true, look.Orbit: true, look.Follow: true} {
		f := Film{Reel: brokenReel{r, 36}, FPS: 30, Params: testflight.Always(p), Rig: camera.NewRig(), Selected: 4}
		f.Rig.Mode = mode
		if _, err := f.Frame(30, image.Pt(320, 180)); (err != nil) != want {
			t.Errorf("%v: %v", mode, err)
		}
		if _, err := f.Frame(36, image.Pt(320, 180)); err == nil {
			t.Errorf("%v: an unreadable frame gave no error", mode)
		}
	}
}

func TestFilmColoursInAnyOrder(t *testing.T) {
	r, p := flight(t, 30)
	f := filmOf(r, p, look.Orbit)
	f.Show.Colour, f.Selected = look.ColourBySpeed, -1
	tints := map[int][]frame.Bird{}
	for _, i := range []int{3, 20, 4, 3, 20} {
		frame, err := f.Frame(i, image.Pt(320, 180))
		if err != nil {
			t.Fatal(err)
		}
		if old := tints[i]; old != nil && !slices.Equal(old, frame.Birds) {
			t.Errorf("frame %d has other colours when drawn again", i)
		}
		tints[i] = slices.Clone(frame.Birds)
	}
	if slices.Equal(tints[3], tints[20]) {
		t.Error("two frames have the same colours, so the test proves nothing")
	}
}

func TestFilmShowsObstacles(t *testing.T) {
	r, p := flight(t, 20)
	f := filmOf(r, p, look.Orbit)
	f.Around = func(frame int) (things around.Surroundings, err error) {
		if frame >= 10 {
			tower := things.Add("obstacle").(*around.Obstacle)
			tower.Shape, tower.At, tower.Size = "box", vec.Vec{X: 30, Y: 20, Z: -5}, vec.Vec{X: 10, Y: 40, Z: 6}
		}
		return things, nil
	}
	for _, index := range []int{5, 12, 9, 10} {
		shown, err := f.Frame(index, image.Pt(320, 180))
		if err != nil || len(shown.Stands) != map[bool]int{true: 1}[index >= 10] {
			t.Errorf("frame %d of a film shows %d obstacles (error %v), want one from frame 10 on", index, len(shown.Stands), err)
		}
	}
}

func TestFilmShowsBird(t *testing.T) {
	r, p := flight(t, 31)
	size, times := image.Pt(64, 36), []float64{0, 15.5, 30}
	seen := filmOf(r, p, look.Orbit)
	up := &camera.Path{}
	up.SetKey(camera.Key{Eye: mgl32.Vec3{0, 900, 0}, Rotation: frame.LookAt(mgl32.Vec3{}, mgl32.Vec3{0, 1, 0.01}, mgl32.Vec3{0, 0, 1}), FovY: 0.8})
	empty := filmOf(r, p, look.Orbit)
	empty.Path = up
	for f, want := range map[*Film]bool{seen: true, empty: false} {
		if got, err := f.ShowsBird(times, size); err != nil || got != want {
			t.Errorf("with the path %v a bird is in the picture: %v (error %v), want %v", f.Path, got, err, want)
		}
	}
}
