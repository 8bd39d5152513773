package live_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/web/live"
	"skein/flock"
	"skein/flock/sample"
	"skein/flock/scenario"
	"skein/flock/snapshots"
)

// open returns a session of a scene, and the World that the scene defines, both at tick 0.
func open(t *testing.T, sc *scenario.Scenario) (*live.Session, *flock.World) {
	t.Helper()
	w, err := flock.NewWorld(sc.Def())
	if err != nil {
		t.Fatal(err)
	}
	s, err := live.Open(sc.Name+".toml", sc.TOML(), w.Checkpoint())
	if err != nil {
		t.Fatal(err)
	}
	return s, w
}

func TestSessionsOfAllScenes(t *testing.T) {
	for _, name := range sample.Some(t, 8, scenario.Names()) {
		t.Run(name, func(t *testing.T) {
			s, w := open(t, scene(t, name, 60))
			for _, ticks := range []int{0, 7, 150} {
				s.Step(ticks)
				if got, want := s.Hash(), steps(w, ticks); got != want {
					t.Fatalf("after %d more ticks the hash is %s, want %s", ticks, got, want)
				}
			}
			d := s.Describe()
			if d.Flocks[0].Count != 60 || d.TickRate != s.Snapshot().TickRate || len(d.Flocks) != w.FlockCount() {
				t.Errorf("the description is %d boids, %d ticks a second, %d flocks", d.Flocks[0].Count, d.TickRate, len(d.Flocks))
			}
		})
	}
}

// A frame contains the birds' positions and the rotations that turn the bird's axis +Z to the course.
func TestFrames(t *testing.T) {
	s, w := open(t, scene(t, "murmuration", 40))
	s.Step(60)
	steps(w, 60)
	var want flock.Snapshot
	w.Snapshot(&want)
	all := s.AppendFrame(nil)
	if len(all) != 40*live.BirdFloats {
		t.Fatalf("a frame of 40 birds has %d numbers", len(all))
	}
	for i, pos := range want.Pos {
		b := all[i*live.BirdFloats:][:live.BirdFloats]
		ahead := mgl32.Quat{W: b[6], V: mgl32.Vec3{b[3], b[4], b[5]}}.Rotate(mgl32.Vec3{0, 0, 1})
		if pos != (mgl32.Vec3{b[0], b[1], b[2]}) || ahead.Sub(want.Vel[i].Normalize()).Len() > 1e-3 || b[8] != want.Vel[i].Len() {
			t.Fatalf("bird %d is %v, want the position %v and the velocity %v", i, b, pos, want.Vel[i])
		}
	}
}

// The inspection of a bird that took the lead explains its decision: the bird passed every test.
// The values in the tests equal those in the event. The inspection of another bird explains why it
// does not lead.
func TestInspectExplainsTheDecision(t *testing.T) {
	sc := scene(t, "murmuration", 120)
	if err := sc.Params.Set("leadership", 0.4); err != nil {
		t.Fatal(err)
	}
	s, w := open(t, sc)
	for range 40 * sc.TickRate {
		s.Step(1)
		w.Step()
		for _, e := range w.TakeEvents(nil) {
			if e.Kind != flock.EscapeBegan {
				continue
			}
			why, err := s.Inspect(e.Boid)
			if err != nil {
				t.Fatal(err)
			}
			if why.Question != "Why did it leave?" || len(why.Tests) < 3 || why.Tests[0].Value != fmt.Sprintf("%.3f", e.X) || why.Now == "" {
				t.Errorf("boid %d left with x = %.3f; its inspection is %+v", e.Boid, e.X, why)
			}
			for _, test := range why.Tests {
				if !test.Passed {
					t.Errorf("boid %d left, but the inspection says that it failed %s", e.Boid, test.Name)
				}
			}
			other, err := s.Inspect((e.Boid + 1) % 120)
			if err != nil || other.Question != "Why does it stay or lead?" {
				t.Errorf("the inspection of a bird that stays is %+v, %v", other, err)
			}
			return
		}
	}
	t.Error("no bird took the lead")
}

// The inspection of a falcon lists the rule hunt, which changes the velocity without a steering force. Its
// strength is the change of the velocity.
func TestInspectListsTheHunt(t *testing.T) {
	s, w := open(t, scene(t, "falcon", 60))
	falcon := s.Snapshot().Len() - 1
	for range 30 {
		s.Step(1)
		w.Step()
	}
	why, err := s.Inspect(falcon)
	if err != nil {
		t.Fatal(err)
	}
	e, err := w.Explain(falcon)
	if err != nil {
		t.Fatal(err)
	}
	var acting []live.Steer
	for _, steer := range why.Steers {
		if steer.Length > 0 {
			acting = append(acting, steer)
		}
	}
	change := float64(e.Next.Sub(e.Vel).Scale(1 / e.Gain).Length())
	if len(acting) != 1 || acting[0].Rule != "hunt, directly" || math.Abs(acting[0].Length-change) > 0.01*change {
		t.Errorf("the velocity of the falcon changes by %.4f; the inspection lists %+v", change, acting)
	}
}

func TestThreat(t *testing.T) {
	near := func(frighten bool) (distance float64) {
		s, w := open(t, scene(t, "murmuration", 60))
		centre, _ := snapshots.Centre(s.Snapshot())
		at := mgl32.Vec3{float32(centre[0]), float32(centre[1]), float32(centre[2])}
		for range 45 {
			now, _ := snapshots.Centre(s.Snapshot())
			at = mgl32.Vec3{float32(now[0]), float32(now[1]), float32(now[2])}
			if frighten {
				if err := s.Threat(at, true); err != nil {
					t.Fatal(err)
				}
			}
			s.Step(1)
		}
		before := s.States()
		if err := s.Threat(mgl32.Vec3{}, false); err != nil {
			t.Fatal(err)
		}
		if p := w.Params(); s.States()[0].Values["fear_present"] != p.Value("fear_present") || s.States()[0].Values["fear_x"] != p.Value("fear_x") {
			t.Errorf("after the threat the parameters are %v, want those before it", s.States()[0].Values)
		}
		if frighten != (before[0].Values["fear_present"] == true) {
			t.Errorf("with a threat: %v; fear_present is %v", frighten, before[0].Values["fear_present"])
		}
		distance = math.Inf(1)
		for _, p := range s.Snapshot().Pos {
			distance = min(distance, float64(p.Sub(at).Len()))
		}
		return distance
	}
	if calm, afraid := near(false), near(true); afraid < calm+0.5 {
		t.Errorf("the bird nearest to the middle is %.2f m away with a threat there, and %.2f m without", afraid, calm)
	}
}

// If the size of a flock changes during a step, the frame contains the later number of birds. A
// bird that jumped in the first tick of the step may be gone in the second tick.
func TestStepWithScheduledCounts(t *testing.T) {
	sc := scene(t, "murmuration", 60)
	for k, n := range []int{300, 10} {
		if err := sc.AddEvent(fmt.Sprintf("%gs:count=%d", float64(k)/float64(sc.TickRate), n)); err != nil {
			t.Fatal(err)
		}
	}
	s, _ := open(t, sc)
	s.Step(2)
	if n := len(s.AppendFrame(nil)); n != 10*live.BirdFloats {
		t.Errorf("the frame has %d numbers, want those of 10 birds", n)
	}
}

// A schedule removes birds and later adds birds with the same ids. A new bird must not be reported
// to have taken the lead, even if the earlier bird with the same id took it.
func TestNewBirdsHaveNotLeft(t *testing.T) {
	sc := scene(t, "murmuration", 120)
	if err := sc.Params.Set("leadership", 0.4); err != nil {
		t.Fatal(err)
	}
	for k, n := range []int{1, 120} {
		if err := sc.AddEvent(fmt.Sprintf("%ds:count=%d", 20+k, n)); err != nil {
			t.Fatal(err)
		}
	}
	s, _ := open(t, sc)
	left := map[int]bool{}
	s.Step(20 * sc.TickRate)
	for _, e := range s.TakeEvents() {
		if e.Bird > 0 {
			left[e.Bird] = true
		}
	}
	if len(left) == 0 {
		t.Fatal("no bird took the lead")
	}
	s.Step(sc.TickRate + 1)
	for id := range left {
		why, err := s.Inspect(id)
		if err != nil {
			t.Fatal(err)
		}
		if why.Question == "Why did it leave?" {
			t.Errorf("the new bird %d is asked %q", id, why.Question)
		}
	}
}

func TestThreatKeepsEdits(t *testing.T) {
	s, _ := open(t, scene(t, "murmuration", 20))
	if err := s.Threat(mgl32.Vec3{1, 20, 3}, true); err != nil {
		t.Fatal(err)
	}
	if err := s.Set(0, map[string]any{"fear_present": true, "fear_x": 7.0}); err != nil {
		t.Fatal(err)
	}
	for _, step := range []error{s.Threat(mgl32.Vec3{2, 20, 3}, true), s.Threat(mgl32.Vec3{}, false)} {
		if step != nil {
			t.Fatal(step)
		}
	}
	if v := s.States()[0].Values; v["fear_present"] != true || v["fear_x"] != float32(7) {
		t.Errorf("after the threat there is a feared point: %v, at x = %v; want true, 7", v["fear_present"], v["fear_x"])
	}
}
