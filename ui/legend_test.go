//go:build cgo && !nowindow

package ui

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

func TestSpeciesAreNamed(t *testing.T) {
	snap := &flock.Snapshot{
		Pos: make([]mgl32.Vec3, 3), Vel: make([]mgl32.Vec3, 3), Up: make([]mgl32.Vec3, 3), Phase: make([]float32, 3),
		Flags: []flock.Flags{0, flock.Leading, 0},
	}
	s := &State{Snapshot: snap, Species: []string{"goose"}}
	if got := s.leadingText() + ", " + s.boidName(2); got != "leads, boid 2" {
		t.Errorf("one flock: %q", got)
	}
	snap.Counts, s.Species = []int{2, 1}, []string{"goose", "hawk"}
	if got := s.leadingText() + ", " + s.boidName(2); got != "leads (goose), boid 2, hawk" {
		t.Errorf("two flocks: %q", got)
	}
	snap.Flags[2] = flock.Leading
	if got := s.leadingText(); got != "leads (goose, hawk)" {
		t.Errorf("both lead: %q", got)
	}
}

func TestLegendIsShownOnce(t *testing.T) {
	var l legend
	seen := func(now float64, leaders int, plain bool) float32 {
		l.update(now, leaders, plain)
		return l.opacity(now)
	}
	for _, c := range []struct {
		what     string
		now      float64
		leaders  int
		plain    bool
		from, to float32
	}{
		{"nobody leads", 0, 0, false, 0, 0},
		{"one boid breaks away", 10, 1, false, 0, 0.1},
		{"the legend fades in", 10.2, 1, false, 0.1, 0.9},
		{"the legend stays", 12, 3, false, 1, 1},
		{"no boid leads any more", 15, 0, false, 1, 1},
		{"the legend fades out", 17, 0, false, 0.1, 0.9},
		{"the legend has faded out", 19, 0, false, 0, 0},
		{"other boids break away", 60, 5, false, 0, 0},
		{"colours are off", 100, 0, true, 0, 0},
		{"colours are on, but no boid leads", 110, 0, false, 0, 0},
		{"a boid breaks away", 120, 1, false, 0, 0.1},
		{"the legend is shown again", 122, 1, false, 1, 1},
		{"colours are switched off", 123, 1, true, 0, 0},
	} {
		if got := seen(c.now, c.leaders, c.plain); got < c.from || got > c.to {
			t.Errorf("%s: the opacity is %v, want %v to %v", c.what, got, c.from, c.to)
		}
	}
}
