package studio

import (
	"image"
	"math"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/internal/num"
	"skein/engine/internal/testflight"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/model"
	"skein/flock/scenario/testscene"
)

func smallStudio(t *testing.T) *Studio {
	t.Helper()
	def := testscene.Def("murmuration")
	def.WarmUp = 1
	def.Params = model.With(def.Params, "count", 60)
	world, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	return New(world, def, testflight.Alike())
}

func (s *Studio) settle(t *testing.T) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); s.Restarting(); time.Sleep(time.Millisecond) {
		if err := s.arrive(); err != nil || time.Now().After(end) {
			t.Fatalf("the restart did not finish in time (error %v)", err)
		}
	}
}

func play(s *Studio, fps, seconds float64) {
	for i := 0; i <= int(fps*seconds); i++ {
		s.Advance(1000 + float64(i)/fps)
		s.Frame(image.Pt(320, 180), float32(1/fps), camera.Drive{})
	}
}

func TestFlightIsIndependentOfFrameRate(t *testing.T) {
	a, b := smallStudio(t), smallStudio(t)
	play(a, 24, 2)
	play(b, 144, 2)
	for a.Snapshot().Tick < b.Snapshot().Tick {
		a.step()
	}
	for b.Snapshot().Tick < a.Snapshot().Tick {
		b.step()
	}
	if a.Snapshot().Hash != b.Snapshot().Hash {
		t.Errorf("at tick %d the states differ: %x and %x", a.Snapshot().Tick, a.Snapshot().Hash, b.Snapshot().Hash)
	}
}

// The motion in the pictures is even, although ticks and frames do not coincide. From frame to frame, a
// boid moves by about its speed times the time.
func TestMotionIsSmoothBetweenTicks(t *testing.T) {
	s := smallStudio(t)
	const fps = 144.0
	var last mgl32.Vec3
	for i := range 200 {
		s.Advance(float64(i) / fps)
		f := s.Frame(image.Pt(320, 180), 1/fps, camera.Drive{})
		pos := f.Birds[7].Pos
		if i > 10 {
			moved, want := pos.Sub(last).Len(), s.boids[7].Vel.Len()/fps
			if moved < 0.7*want || moved > 1.3*want {
				t.Fatalf("frame %d moved boid 7 by %v m, want about %v", i, moved, want)
			}
		}
		last = pos
	}
}

func TestEditsUndoAndRedo(t *testing.T) {
	s := smallStudio(t)
	start := s.Controls.Params.Float("separation")
	for _, drag := range [][]float32{{0.1, 0.2, 0.25}, {0.5, 0.9}} {
		for i, v := range drag {
			c := s.Controls
			c.Params = model.With(c.Params, "separation", v)
			edit := Dragging
			if i == len(drag)-1 {
				edit = Done
			}
			if err := s.Set(c, edit); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, step := range []struct {
		do      Command
		want    float32
		message error
	}{{Redo, 0.9, errNoRedo}, {Undo, 0.25, nil}, {Undo, start, nil}, {Undo, start, errNoUndo}, {Redo, 0.25, nil}, {Redo, 0.9, nil}, {Redo, 0.9, errNoRedo}, {Undo, 0.25, nil}} {
		if err := s.Do(step.do, 1); err != step.message {
			t.Fatalf("%v gives the error %v, want %v", step.do, err, step.message)
		}
		if got := s.Controls.Params.Float("separation"); got != step.want || s.world.Params().Float("separation") != step.want {
			t.Fatalf("after %v, separation is %v (in the world %v), want %v", step.do, got, s.world.Params().Float("separation"), step.want)
		}
	}
}

func TestInvalidEditIsRefused(t *testing.T) {
	s := smallStudio(t)
	ok := s.Controls
	ok.Params = model.With(ok.Params, "separation", 0.9)
	if err := s.Set(ok, Done); err != nil {
		t.Fatal(err)
	}
	if err := s.Do(Undo, 1); err != nil {
		t.Fatal(err)
	}
	before := s.world.Params()
	c := s.Controls
	c.Params = model.With(c.Params, "max_speed", -1)
	if err := s.Set(c, Done); err == nil {
		t.Error("a negative speed was accepted")
	}
	if s.world.Params() != before || s.Controls.Params != before {
		t.Error("the parameters changed although the edit was refused")
	}
	if err := s.Do(Redo, 1); err != nil || s.Controls.Params.Float("separation") != 0.9 {
		t.Errorf("separation is %v after redo (error %v), want 0.9 in spite of the invalid edit", s.Controls.Params.Float("separation"), err)
	}
}

func TestPopulationChangesAtOnceAndWhilePaused(t *testing.T) {
	s := smallStudio(t)
	for _, n := range []int{90, 20, 0, 60} {
		c := s.Controls
		c.Paused, c.Selected = true, n+3
		c.Params = model.With(c.Params, "count", n)
		if err := s.Set(c, Done); err != nil {
			t.Fatal(err)
		}
		if f := s.Frame(image.Pt(320, 180), 0.01, camera.Drive{}); len(f.Birds) != n {
			t.Errorf("%d birds are drawn, want %d", len(f.Birds), n)
		}
		if s.Controls.Selected != -1 {
			t.Errorf("boid %d of %d is selected, want none", s.Controls.Selected, n)
		}
	}
}

func TestStepPausesAndMovesOneTick(t *testing.T) {
	s := smallStudio(t)
	play(s, 60, 0.2)
	before := s.Snapshot().Tick
	if err := s.Do(StepOnce, 1); err != nil {
		t.Fatal(err)
	}
	s.Advance(5000)
	if got := s.Snapshot().Tick; !s.Controls.Paused || got != before+1 {
		t.Errorf("the tick is %d and paused is %v; want %d and true", got, s.Controls.Paused, before+1)
	}
	f := s.Frame(image.Pt(320, 180), 0.01, camera.Drive{})
	if got, want := f.Birds[3].Pos, s.cur.Pos[3]; !testflight.Close(got, want, 1e-3) {
		t.Errorf("the boid is drawn at %v, want its position after the step, %v", got, want)
	}
}

func TestRestart(t *testing.T) {
	s := smallStudio(t)
	hash, seed := s.Snapshot().Hash, s.Seed()
	play(s, 60, 1)
	if err := s.Do(Restart, 1); err != nil {
		t.Fatal(err)
	}
	s.settle(t)
	if s.Snapshot().Hash != hash || s.Snapshot().Tick != 0 {
		t.Error("the same seed gave another start")
	}
	if err := s.Do(RestartNewSeed, 1); err != nil {
		t.Fatal(err)
	}
	c := s.Controls // the user edits a parameter while the new flock warms up
	c.Params = model.With(c.Params, "separation", 0.7)
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	s.settle(t)
	if got := s.world.Params().Float("separation"); got != 0.7 {
		t.Errorf("separation is %v in the new flock, want 0.7 as edited", got)
	}
	if s.Snapshot().Hash == hash || s.Seed() == seed {
		t.Error("another seed gave the same start")
	}
}

func TestPickInTheInset(t *testing.T) {
	size := image.Pt(1280, 720)
	picked := 0
	s := smallStudio(t)
	s.Controls.Show.Inset = true
	for me := range 60 {
		s.choose(me)
		f := s.Frame(size, 0.01, camera.Drive{})
		inset := f.Inset
		// The test computes the direction of a click from the drawing matrices. A click on the
		// inset's view of a boid must select the nearest boid in that direction.
		m := inset.View.Projection(float32(inset.Rect.Dx()) / float32(inset.Rect.Dy())).Mul4(inset.View.Matrix())
		best, at, where := -1, float32(1e9), mgl32.Vec2{}
		for i := range f.Birds {
			clip := m.Mul4x1(f.Birds[i].Pos.Vec4(1))
			x, y := clip[0]/clip[3], clip[1]/clip[3]
			if i != me && clip[3] > 1 && clip[3] < at && num.Abs(x) < 0.9 && num.Abs(y) < 0.9 {
				best, at = i, clip[3]
				where = mgl32.Vec2{float32(inset.Rect.Min.X) + (x+1)/2*float32(inset.Rect.Dx()), float32(inset.Rect.Min.Y) + (1-y)/2*float32(inset.Rect.Dy())}
			}
		}
		if best < 0 {
			continue
		}
		s.Pick(where[0], where[1])
		if got := s.Controls.Selected; got == best {
			picked++
		}
		s.choose(me)
		s.frame.Birds = s.frame.Birds[:0] // remove all birds from the picture
		if s.Pick(where[0], where[1]); s.Controls.Selected != me {
			t.Fatalf("a click between the birds of boid %d's inset selects boid %d, want no change", me, s.Controls.Selected)
		}
	}
	if picked < 30 {
		t.Errorf("%d of up to 60 clicks in the inset selected the boid under them, want at least 30", picked)
	}
}

func TestTracesEndWithTheirBoids(t *testing.T) {
	s := smallStudio(t)
	s.Controls.Show.Traces = look.TraceAll
	play(s, 60, 3)
	for _, n := range []int{30, 60} {
		c := s.Controls
		c.Paused = true
		c.Params = model.With(c.Params, "count", n)
		if err := s.Set(c, Done); err != nil {
			t.Fatal(err)
		}
	}
	f := s.Frame(image.Pt(320, 180), 0.01, camera.Drive{})
	traces := listedTraces(f)
	for i, p := range traces {
		if i > 0 && !p.Start && p.Pos.Sub(traces[i-1].Pos).Len() > 3 {
			t.Fatalf("a trace jumps by %v m, want at most 3 m", p.Pos.Sub(traces[i-1].Pos).Len())
		}
	}
}

func TestTracesEndAtNewBounds(t *testing.T) {
	s := smallStudio(t)
	s.Controls.Show.Traces = look.TraceAll
	play(s, 60, 3)
	p := s.Controls.Params
	p = model.With(p, "bounds", flock.Wrap, "bounds_size", 25)
	c := s.Controls
	c.Params = p
	if err := s.Set(c, Done); err != nil {
		t.Fatal(err)
	}
	for range 30 {
		s.step()
	}
	f := s.Frame(image.Pt(320, 180), 0.01, camera.Drive{})
	starts := 0
	traces := listedTraces(f)
	for i, p := range traces {
		if p.Start {
			starts++
		} else if leap := p.Pos.Sub(traces[i-1].Pos).Len(); leap > 3 {
			t.Fatalf("a trace jumps by %v m, want at most 3 m", leap)
		}
	}
	if starts < len(f.Birds)+10 {
		t.Errorf("there are %d traces of %d birds, want some to restart", starts, len(f.Birds))
	}
}

func TestFrameAllocatesNothingThatGrows(t *testing.T) {
	s := smallStudio(t)
	s.Controls.Show.Traces = look.TraceAll
	s.Controls.Selected = 3
	play(s, 60, 5)
	now := 2000.0
	least := math.Inf(1)
	for range 5 { // a retry is necessary, because AllocsPerRun also counts the goroutines of an earlier test
		least = min(least, testing.AllocsPerRun(20, func() {
			now += 1.0 / 60
			s.Advance(now)
			s.Frame(image.Pt(320, 180), 1.0/60, camera.Drive{})
		}))
	}
	if least > 2 {
		t.Errorf("there are %v allocations per frame, which is too many", least)
	}
}
