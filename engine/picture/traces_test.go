package picture

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
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
