package metrics_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/metrics"
)

// flown returns a snapshot of boids along x at a tick, which fly along z, or against it
// where they are marked by a negative speed.
func flown(tick int64, speed []float32, x ...float32) *flock.Snapshot {
	s := &flock.Snapshot{Tick: tick, TickRate: 30}
	for i, at := range x {
		s.Pos = append(s.Pos, mgl32.Vec3{at, 0, 0})
		s.Vel = append(s.Vel, mgl32.Vec3{0, 0, speed[i]})
	}
	return s
}

// What S4 calls good flocking: near is 10 m, so that flockmates are it up to 15 m, and
// two collide below 1 m.
func TestGathering(t *testing.T) {
	alike := []float32{5, 5, 5, 5}
	for _, c := range []struct {
		what                     string
		frames                   []*flock.Snapshot
		joined                   float64
		collisions, lost, splits int
		failed                   int64
	}{
		{"far apart", []*flock.Snapshot{flown(0, alike, 0, 11, 22, 33)}, -1, 0, 0, 0, -1},
		{"they join", []*flock.Snapshot{flown(0, alike, 0, 9, 30, 39), flown(30, alike, 0, 9, 18, 27)}, 1, 0, 0, 0, -1},
		{"they pass each other", []*flock.Snapshot{flown(0, []float32{5, 5, -5, -5}, 0, 2, 4, 6), flown(1, []float32{5, 5, -5, -5}, 0, 2, 44, 46)}, -1, 0, 0, 0, -1},
		{"one is too slow", []*flock.Snapshot{flown(0, []float32{5, 5, 5, 2.4}, 0, 9, 18, 27)}, -1, 0, 0, 0, -1},
		{"one is slower", []*flock.Snapshot{flown(0, []float32{5, 5, 5, 2.6}, 0, 9, 18, 27)}, 0, 0, 0, 0, -1},
		{"they turn, and stay", []*flock.Snapshot{flown(0, alike, 0, 9, 18, 27), flown(1, []float32{5, -5, 5, -5}, 0, 14, 28, 42)}, 0, 0, 0, 0, -1},
		{"one is lost", []*flock.Snapshot{flown(0, alike, 0, 9, 18, 27), flown(7, alike, 0, 9, 18, 34)}, 0, 0, 1, 0, 7},
		{"and comes back", []*flock.Snapshot{flown(0, alike, 0, 9, 18, 27), flown(1, alike, 0, 9, 18, 34), flown(2, alike, 0, 9, 18, 27)}, 0, 0, 1, 0, 1},
		{"two are lost", []*flock.Snapshot{flown(0, alike, 0, 9, 18, 27), flown(1, alike, -20, 9, 18, 44)}, 0, 0, 2, 0, 1},
		{"it splits", []*flock.Snapshot{flown(0, alike, 0, 9, 18, 27), flown(3, alike, 0, 9, 40, 49)}, 0, 0, 0, 1, 3},
		{"part of it joins others", []*flock.Snapshot{flown(0, alike, 0, 9, 40, 49), flown(1, alike, 0, 31, 40, 49)}, -1, 0, 1, 0, 1},
		{"two collide, once", []*flock.Snapshot{flown(0, alike, 0, 9, 18, 27), flown(4, alike, 0, 9, 9.5, 18), flown(5, alike, 0, 9, 9.5, 18)}, 0, 1, 0, 0, 4},
		{"and again", []*flock.Snapshot{flown(0, alike, 0, 0.5, 9, 18), flown(1, alike, 0, 2, 9, 18), flown(2, alike, 0, 0.5, 9, 18)}, 0, 2, 0, 0, 0},
	} {
		g := metrics.NewGathering(10, 1)
		for _, s := range c.frames {
			g.Frame(s)
		}
		if g.Joined != c.joined || g.Collisions != c.collisions || g.Lost != c.lost || g.Splits != c.splits || g.Failed != c.failed {
			t.Errorf("%s: joined %v, %d collisions, %d lost, %d splits, failed at %d; want %v, %d, %d, %d, %d",
				c.what, g.Joined, g.Collisions, g.Lost, g.Splits, g.Failed, c.joined, c.collisions, c.lost, c.splits, c.failed)
		}
		if g.Good() != (c.joined >= 0 && c.failed < 0) {
			t.Errorf("%s: good is %v", c.what, g.Good())
		}
	}
}
