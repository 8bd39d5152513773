package picture

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/camera"
	"skein/engine/frame"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/scenario/testscene"
	"skein/flock/snapshots"
)

// straightFlight returns two boids that fly along X at 6 m/s, at 60 ticks per second.
func straightFlight(tick int64) *flock.Snapshot {
	x := float32(tick) / 10
	return &flock.Snapshot{
		Tick: tick, TickRate: 60,
		Pos:   []mgl32.Vec3{{x, 1, 0}, {x, 2, 0}},
		Vel:   []mgl32.Vec3{{6, 0, 0}, {6, 0, 0}},
		Up:    []mgl32.Vec3{{0, 1, 0}, {0, 1, 0}},
		Phase: make([]float32, 2), Flags: make([]flock.Flags, 2),
	}
}

func all(int) (traceStyle, bool) {
	return traceStyle{colour: mgl32.Vec4{1, 1, 1, 1}, width: 1}, true
}

func TestTraceCoversTheLastSeconds(t *testing.T) {
	var tr Traces
	for tick := int64(0); tick <= 600; tick++ {
		tr.Add(straightFlight(tick), 3)
	}
	current := snapshots.Interpolate(nil, straightFlight(600), straightFlight(600), 1)
	points := tr.ribbons(nil, current, straightFlight(600), []int{0, 1}, all)
	if !points[0].Start {
		t.Error("the first point does not start a trace")
	}
	if got := points[0].Pos[0]; got < 41.9 || got > 42.7 {
		t.Errorf("the oldest point is at x = %v, want 42 as 3 s ago", got)
	}
	starts := 0
	for i, p := range points {
		if p.Start {
			starts++
			continue
		}
		if gap := p.Pos.Sub(points[i-1].Pos).Len(); gap > 0.61 {
			t.Errorf("there is a gap of %v m between points, want at most 0.61 m", gap)
		}
		if p.Colour[3] < points[i-1].Colour[3] {
			t.Error("the trace does not fade towards its old end")
		}
	}
	if starts != 2 {
		t.Errorf("there are %d traces, want 2", starts)
	}
}

func TestTraceBreaksAtAJump(t *testing.T) {
	var tr Traces
	shift := func(tick int64) *flock.Snapshot {
		s := straightFlight(tick)
		if tick >= 63 {
			s.Pos[1][0] -= 1000
		}
		if tick == 63 {
			s.Flags[1] = flock.Jumped
		}
		return s
	}
	for tick := int64(0); tick <= 120; tick++ {
		tr.Add(shift(tick), 10)
	}
	points := tr.ribbons(nil, snapshots.Interpolate(nil, shift(120), shift(120), 1), shift(120), []int{0, 1}, all)
	starts := 0
	for i, p := range points {
		if p.Start {
			starts++
		} else if gap := p.Pos.Sub(points[i-1].Pos).Len(); gap > 1 {
			t.Errorf("a line of %v m is drawn across the jump", gap)
		}
	}
	if starts != 3 {
		t.Errorf("there are %d pieces, want one of boid 0 and two of boid 1", starts)
	}
}

func TestTracesFollowFromSnapshotsAlone(t *testing.T) {
	var early, late Traces
	for tick := int64(0); tick <= 400; tick++ {
		early.Add(straightFlight(tick), 2)
		if tick >= 245 {
			late.Add(straightFlight(tick), 2)
		}
	}
	current := snapshots.Interpolate(nil, straightFlight(400), straightFlight(400), 1)
	a, b := early.ribbons(nil, current, straightFlight(400), []int{0, 1}, all), late.ribbons(nil, current, straightFlight(400), []int{0, 1}, all)
	if len(a) != len(b) {
		t.Fatalf("there are %d points, and %d in the other picture", len(a), len(b))
	}
	for i := range a {
		if a[i] != b[i] {
			t.Errorf("point %d is %v, but %v in the other picture", i, a[i], b[i])
		}
	}
}

// If a boid led at any tick between two rows of the traces, the second row marks it as a leader.
func TestTracesRememberShortLeads(t *testing.T) {
	var tr Traces
	for tick := int64(0); tick <= 60; tick++ {
		s := straightFlight(tick)
		if tick == 33 {
			s.Flags[0] = flock.Leading
		}
		tr.Add(s, 10)
	}
	if got := tr.leaders(nil); !slices.Equal(got, []int{0}) {
		t.Errorf("the leaders are %v, want only boid 0", got)
	}
}

// The traces of all boids are stored once per row. They show the same ribbons as traces that are listed for
// each frame, also after jumps, leads, new boids and removed boids.
func TestTrailsAreTheRibbonsOfTraces(t *testing.T) {
	var tr Traces
	var ring trailRing
	for tick := int64(0); tick <= 300; tick++ {
		s := straightFlight(tick)
		if tick >= 120 && tick < 240 {
			s.Pos, s.Vel, s.Up = append(s.Pos, mgl32.Vec3{0, 3, 1}), append(s.Vel, mgl32.Vec3{6, 0, 0}), append(s.Up, mgl32.Vec3{0, 1, 0})
			s.Phase, s.Flags = make([]float32, 3), make([]flock.Flags, 3)
		}
		if tick == 240 {
			tr.Crop(2)
		}
		if tick%70 == 33 {
			s.Flags[0] = flock.Leading
		}
		if tick%50 == 49 {
			s.Flags[1] = flock.Jumped
		}
		tr.Add(s, 3)
		if tick%7 != 0 && tick != 240 {
			continue // not every tick is drawn
		}
		scene := Scene{
			Snapshot: s, Boids: snapshots.Interpolate(nil, s, s, 1), Traces: &tr, Params: []flock.Params{testscene.Def("starlings").Params},
			Show: look.Show{Traces: look.TraceAll}, memory: &Composer{}, Subject: camera.Subject{Index: -1},
		}
		var f frame.Frame
		ring.compose(&f, &scene)
		got, all := f.Trails.Append(nil), scene.tracedBoids()
		want := tr.ribbons(nil, scene.Boids, s, all, func(i int) (traceStyle, bool) { return scene.colouredTrace(&f, i) })
		padded := 0 // the ring has points at which a new boid was not yet there; no line leads to or from them
		for len(want) > 0 && len(got) > 0 {
			if got[0] != want[0] {
				if padded++; !got[0].Start || len(got) > 1 && !got[1].Start {
					t.Fatalf("tick %d: a point of the trails is %+v, want %+v", tick, got[0], want[0])
				}
				got = got[1:]
				continue
			}
			got, want = got[1:], want[1:]
		}
		if len(got) > 0 || len(want) > 0 || padded > 0 && s.Len() == 2 {
			t.Fatalf("tick %d: the trails have %d points too many, the ribbons %d; %d points are padded", tick, len(got), len(want), padded)
		}
	}
}
