package studio

import (
	"errors"
	"image"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/film"
	"skein/engine/frame"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
	"skein/flock/snapshots"
)

type memory struct {
	def    flock.Def
	frames []flock.Snapshot
	broken int // index of a frame that cannot be read; -1 means none
}

func (m *memory) Frames() int { return len(m.frames) }

func (m *memory) Frame(i int, dst *flock.Snapshot) error {
	if i == m.broken {
		return errors.New("frame torn")
	}
	s := &m.frames[i]
	dst.Tick, dst.TickRate, dst.Hash = s.Tick, s.TickRate, s.Hash
	dst.Pos, dst.Vel = append(dst.Pos[:0], s.Pos...), append(dst.Vel[:0], s.Vel...)
	dst.Up, dst.Phase = append(dst.Up[:0], s.Up...), append(dst.Phase[:0], s.Phase...)
	dst.Flags = append(dst.Flags[:0], s.Flags...)
	return nil
}

func recordedFlight(t *testing.T) (*memory, *Flight) {
	t.Helper()
	m := &memory{def: testscene.Def("murmuration"), broken: -1}
	m.def.WarmUp = 2
	m.def.Params = model.With(m.def.Params, "count", 60, "leadership", 0.8)
	w, err := flock.NewWorld(m.def)
	if err != nil {
		t.Fatal(err)
	}
	every := m.def.TickRate / 30
	f := &Flight{Reel: m, FPS: 30, Params: func(int, int) (flock.Params, error) { return m.def.Params, nil }}
	f.World = func(frame int) (*flock.World, error) {
		w, err := flock.NewWorld(m.def)
		for range frame * every {
			w.Step()
		}
		return w, err
	}
	for range 61 {
		var s flock.Snapshot
		w.Snapshot(&s)
		m.frames = append(m.frames, s)
		for range every {
			w.Step()
			f.Events = w.TakeEvents(f.Events)
		}
	}
	return m, f
}

func playback(t *testing.T) (*Studio, *memory) {
	t.Helper()
	m, f := recordedFlight(t)
	s, err := NewPlayback(f, m.def, look.Default())
	if err != nil {
		t.Fatal(err)
	}
	s.Controls.Show.Traces = look.TraceAll
	return s, m
}

func (s *Studio) goTo(t *testing.T, frame float64) {
	t.Helper()
	s.Controls.Paused, s.Controls.Playback.Frame = true, frame
	if _, err := s.Advance(0); err != nil {
		t.Fatal(err)
	}
}

func TestPlaybackShowsTheFrames(t *testing.T) {
	s, m := playback(t)
	for _, frame := range []int{0, 1, 2, 30, 31, 29, 60, 59, 0, 60} {
		s.goTo(t, float64(frame))
		f := s.Frame(image.Pt(320, 180), 0, camera.Drive{})
		for i := range f.Birds {
			if f.Birds[i].Pos != m.frames[frame].Pos[i] {
				t.Fatalf("frame %d: boid %d is at %v, want %v", frame, i, f.Birds[i].Pos, m.frames[frame].Pos[i])
			}
		}
		if want := m.frames[frame].Seconds(); math.Abs(f.Seconds-want) > 1e-9 {
			t.Errorf("frame %d: the time is %v s, want %v s", frame, f.Seconds, want)
		}
	}
	s.goTo(t, 20.5)
	f := s.Frame(image.Pt(320, 180), 0, camera.Drive{})
	want := snapshots.Interpolate(nil, &m.frames[20], &m.frames[21], 0.5)
	if f.Birds[7].Pos != want[7].Pos {
		t.Errorf("between frames, the boid is at %v, want %v", f.Birds[7].Pos, want[7].Pos)
	}
}

// A recording plays at the right speed, stops at its end, and repeats its loop. This holds at any
// speed and in both directions.
func TestPlaybackKeepsThePace(t *testing.T) {
	for name, c := range map[string]struct {
		from    float64
		p       Playback
		speed   float64
		seconds float64
		want    float64
		stopped bool
	}{
		"ahead":               {from: 10, speed: 1, seconds: 0.5, want: 25},
		"slowly":              {from: 10, speed: 0.2, seconds: 0.5, want: 13},
		"backward":            {from: 30, p: Playback{Backward: true}, speed: 2, seconds: 0.25, want: 15},
		"to the end":          {from: 50, speed: 1, seconds: 3, want: 60, stopped: true},
		"to the beginning":    {from: 10, p: Playback{Backward: true}, speed: 1, seconds: 3, want: 0, stopped: true},
		"around":              {from: 50, p: Playback{Loop: true}, speed: 1, seconds: 1, want: 20},
		"around a range":      {from: 25, p: Playback{Loop: true, In: 20, Out: 30}, speed: 1, seconds: 1, want: 25},
		"around a range back": {from: 25, p: Playback{Loop: true, In: 20, Out: 30, Backward: true}, speed: 1, seconds: 0.4, want: 23},
		"into a range":        {from: 3, p: Playback{Loop: true, In: 20, Out: 30}, speed: 1, seconds: 0.1, want: 26},
		"round and round":     {from: 25, p: Playback{Loop: true, In: 20, Out: 22}, speed: 20, seconds: 10.01, want: 21},
	} {
		s, _ := playback(t)
		s.Advance(100)
		s.Controls.Playback, s.Controls.Show.Speed = c.p, float32(c.speed)
		s.Controls.Playback.Frame = c.from
		const steps = 50
		for i := range steps {
			if _, err := s.Advance(100 + c.seconds*float64(i+1)/steps); err != nil {
				t.Fatal(err)
			}
		}
		if got := s.Controls.Playback.Frame; math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%s: the frame is %v, want %v", name, got, c.want)
		}
		if s.Controls.Paused != c.stopped {
			t.Errorf("%s: paused is %v, want %v", name, s.Controls.Paused, c.stopped)
		}
	}
}

func TestPlaybackTraces(t *testing.T) {
	played, _ := playback(t)
	for frame := range 50 {
		played.goTo(t, float64(frame))
	}
	leapt, _ := playback(t)
	leapt.goTo(t, 55)
	leapt.Controls.Playback.Held = true
	leapt.goTo(t, 49)
	if !leapt.traces.Empty() {
		t.Error("there are traces while the timeline is dragged")
	}
	leapt.Controls.Playback.Held = false
	leapt.goTo(t, 49)
	a := listedTraces(played.Frame(image.Pt(320, 180), 0, camera.Drive{}))
	b := listedTraces(leapt.Frame(image.Pt(320, 180), 0, camera.Drive{}))
	if len(a) == 0 || !slices.Equal(a, b) {
		t.Errorf("there are %d points of traces after playing and %d after a jump, or they differ", len(a), len(b))
	}
}

// The window shows a recording exactly as render draws it. The test uses several cameras, with and
// without an inset, at frames and between them.
func TestWindowAndFilmShowTheSame(t *testing.T) {
	m, flight := recordedFlight(t)
	size := image.Pt(640, 360)
	anchored := camera.NewRig()
	anchored.Anchor = &mgl32.Vec3{3, 12, 4}
	path := &camera.Path{Keys: []camera.Key{
		{Seconds: 0, Eye: mgl32.Vec3{0, 5, 60}, Rotation: mgl32.QuatIdent(), FovY: 0.8},
		{Seconds: 5, Eye: mgl32.Vec3{40, 25, 30}, Rotation: mgl32.QuatRotate(1.2, mgl32.Vec3{0, 1, 0}), FovY: 0.9},
	}}
	for name, c := range map[string]struct {
		mode look.Mode
		rig  camera.Rig
		path *camera.Path
	}{
		"fly": {look.Fly, camera.NewRig(), nil}, "orbit": {look.Orbit, camera.NewRig(), nil}, "anchored": {look.Orbit, anchored, nil}, "follow": {look.Follow, camera.NewRig(), nil},
		"eye": {look.Eye, camera.NewRig(), nil}, "auto": {look.Auto, camera.NewRig(), nil}, "path": {look.Orbit, camera.NewRig(), path}, "path, eyes": {look.Eye, camera.NewRig(), path},
		"director": {look.Director, camera.NewRig(), nil},
	} {
		f := &film.Film{Reel: testflight.Snapshots(m.frames), FPS: 30, Params: testflight.Always(m.def.Params), Show: testflight.Alike().Show, Light: frame.NewLight(look.Default().Light), Rig: c.rig, Selected: 4, Path: c.path}
		f.Show.Traces, f.Show.Inset = look.TraceAll, true
		f.Rig.Mode = c.mode
		flight := *flight
		if c.mode == look.Director { // the second shot begins at frame 15
			f.Selected = -1
			flight.Start = m.frames[15].Seconds() - 8
			f.Events, f.Director = flight.Events, camera.NewDirector(m.def.Seed, m.def.TickRate, flight.Start)
		}
		s, err := NewPlayback(&flight, m.def, look.Look{Show: f.Show, Camera: look.Default().Camera, Light: look.Default().Light})
		if err != nil {
			t.Fatal(err)
		}
		s.Rig, s.Path = f.Rig, f.Path
		c := s.Controls
		c.Camera.Mode, c.Selected = f.Rig.Mode, f.Selected
		if err := s.Set(c, Done); err != nil {
			t.Fatal(err)
		}
		for _, at := range []float64{20, 20.4, 59.75, 60, 0, 33} {
			s.goTo(t, at)
			s.Frame(size, 1, camera.Drive{})
			got := testflight.Copy(s.Frame(size, 0, camera.Drive{}))
			drawn, err := f.At(at, size)
			if err != nil {
				t.Fatal(err)
			}
			want := testflight.Copy(drawn)
			if inset := f.Selected >= 0 && (f.Rig.Mode != look.Eye || f.Path != nil); (got.Inset != nil) != inset {
				t.Errorf("%s, frame %v: the window has an inset: %v, want the opposite", name, at, got.Inset != nil)
			}
			for what, differs := range map[string]bool{
				"view": got.View != want.View, "inset": !reflect.DeepEqual(got.Inset, want.Inset), "birds": !slices.Equal(got.Birds, want.Birds),
				"traces": !slices.Equal(got.Ribbons, want.Ribbons), "rest": !reflect.DeepEqual(got, want),
			} {
				if differs {
					t.Errorf("%s, frame %v: the window's %s differs from the film's", name, at, what)
				}
			}
		}
	}
}

func TestPlaybackIsFixed(t *testing.T) {
	s, m := playback(t)
	c := s.Controls
	c.Params = model.With(c.Params, "vision", c.Params.Float("vision")+1)
	if err := s.Set(c, Done); !errors.Is(err, ErrPlayed) || s.Controls.Params != m.def.Params {
		t.Errorf("an edit of a recording gives the error %v, want ErrPlayed and no change", err)
	}
	if err := s.Do(Undo, 1); err != ErrPlayed {
		t.Errorf("Undo in a recording gives the error %v, want ErrPlayed", err)
	}
	var want Ledger
	for _, e := range s.Flight().Events {
		if e.Tick <= m.frames[40].Tick {
			want.count(e)
		}
	}
	s.goTo(t, 60)
	all := s.Ledger()
	s.goTo(t, 40)
	if s.Ledger() != want || want == all || all.Escapes == 0 {
		t.Errorf("at frame 40 the ledger is %+v, want %+v; at the end it is %+v", s.Ledger(), want, all)
	}
	m.broken = 45
	s.Controls.Playback.Frame = 45
	if _, err := s.Advance(1); err == nil {
		t.Error("an unreadable frame gave no error")
	}
	s.goTo(t, 50)
}

// A branch continues from the shown frame exactly as recorded, until the user changes something. The
// recorded flock is drawn beside it.
func TestBranch(t *testing.T) {
	s, m := playback(t)
	s.goTo(t, 20.4)
	if err := s.Do(Branch, 1); err != nil {
		t.Fatal(err)
	}
	s.settle(t)
	if s.Playing() || s.Snapshot().Hash != m.frames[20].Hash {
		t.Fatalf("playing is %v with the hash %x, want false with %x", s.Playing(), s.Snapshot().Hash, m.frames[20].Hash)
	}
	every := m.def.TickRate / 30
	for range 10 * every {
		s.step()
	}
	if s.Snapshot().Hash != m.frames[30].Hash {
		t.Errorf("ten frames later the hash is %x, want %x", s.Snapshot().Hash, m.frames[30].Hash)
	}
	c := s.Controls
	c.Params = model.With(c.Params, "cohesion", 0)
	c.Params = model.With(c.Params, "wingspan", 1.5)
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	for range 10 * every {
		s.step()
	}
	s.clock.ShowLatest()
	s.Advance(0)
	f := s.Frame(image.Pt(320, 180), 0, camera.Drive{})
	if len(f.Birds) != 120 || s.Snapshot().Hash == m.frames[40].Hash {
		t.Fatalf("the branch and the recording show %d birds together, or the branch equals the recording; want 120", len(f.Birds))
	}
	for i, b := range f.Birds[60:] {
		if d := b.Pos.Sub(m.frames[40].Pos[i]).Len(); d > 1e-3 || b.Tint[3] == 0 || b.Tint != f.Birds[60].Tint {
			t.Fatalf("boid %d of the recording is %v m from its place with the tint %v, want 0 m and the tint of ghosts", i, d, b.Tint)
		}
	}
	if s.Do(Rejoin, 1); len(s.ghosts) != 0 {
		t.Error("the ghosts are still shown")
	}
	s.goTo(t, 20.4)
	s.Do(Branch, 1)
	s.Controls.Playback.Frame = 50 // the user moves the timeline while the branch is made
	s.Advance(0)
	s.settle(t)
	if s.Snapshot().Hash != m.frames[20].Hash || s.Controls.Playback.Frame != 20 {
		t.Errorf("scrubbing moved the branch to frame %v", s.Controls.Playback.Frame)
	}
	for range 60 * every {
		s.step()
	}
	s.Advance(0)
	if f := s.Frame(image.Pt(320, 180), 0, camera.Drive{}); len(f.Birds) != 60 {
		t.Errorf("there are %d birds after the recording's end, want 60", len(f.Birds))
	}
	if err := s.Do(Restart, 1); err != nil {
		t.Fatal(err)
	}
	s.settle(t)
	if s.Playing() || s.Snapshot().Hash != m.frames[20].Hash {
		t.Error("restarting a branch does not go back to its beginning")
	}
	if err := s.Do(Rejoin, 1); err != nil {
		t.Fatal(err)
	}
	s.goTo(t, 50)
	if !s.Playing() || s.Snapshot().Tick != m.frames[51].Tick || s.Controls.Params != m.def.Params {
		t.Errorf("back in the recording, playing is %v and the tick %d, want true and the next frame's", s.Playing(), s.Snapshot().Tick)
	}
	if v := s.Frame(image.Pt(320, 180), 0, camera.Drive{}); len(v.Birds) != 60 || v.Birds[0].Tint == (mgl32.Vec4{9}) {
		t.Errorf("the recording shows %d birds, want 60 without the tint of ghosts", len(v.Birds))
	}
}

// After SetTap, the function is called for the current tick and for every following tick, with the
// tick's events. The calls end when the world is replaced.
func TestTap(t *testing.T) {
	s, _ := playback(t)
	s.goTo(t, 10)
	s.Do(Branch, 1)
	s.settle(t)
	var ticks []int64
	happened := 0
	if err := s.SetTap(func(w *flock.World, e []flock.Event) error {
		ticks = append(ticks, w.Tick())
		happened += len(e)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	first, before := s.Snapshot().Tick, s.Ledger()
	for range 120 {
		s.step()
	}
	for i, tick := range ticks {
		if tick != first+int64(i) {
			t.Fatalf("tick %d was reported after the ticks %v, want the next one", tick, ticks[:i])
		}
	}
	after := s.Ledger()
	if n := after.Escapes + after.Reabsorbed + after.Abandoned - before.Escapes - before.Reabsorbed - before.Abandoned; len(ticks) != 121 || happened < n || n == 0 {
		t.Errorf("%d ticks and %d events were reported, want 121 and at least %d", len(ticks), happened, n)
	}
	if s.Do(Rejoin, 1); s.HasTap() {
		t.Error("the tap is still set after rejoining")
	}
	s.Do(Branch, 1)
	s.settle(t)
	broken := errors.New("disk full")
	if err := s.SetTap(func(*flock.World, []flock.Event) error { return broken }); !errors.Is(err, broken) || s.HasTap() {
		t.Errorf("a tap that fails gives the error %v, and is still set: %v; want its error, and false", err, s.HasTap())
	}
}
