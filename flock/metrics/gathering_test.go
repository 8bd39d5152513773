package metrics_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/metrics"
)

func snapshotAt(tick int64, speed []float32, x ...float32) *flock.Snapshot {
	s := &flock.Snapshot{Tick: tick, TickRate: 30}
	for i, at := range x {
		s.Pos = append(s.Pos, mgl32.Vec3{at, 0, 0})
		s.Vel = append(s.Vel, mgl32.Vec3{0, 0, speed[i]})
	}
	return s
}

// Gathering judges by the criteria of S4: boids become flockmates below 10 m, stay so up to 15 m, and collide
// below 1 m.
func TestGathering(t *testing.T) {
	alike := []float32{5, 5, 5, 5}
	for _, c := range []struct {
		what                     string
		frames                   []*flock.Snapshot
		joined                   float64
		collisions, lost, splits int
		failed                   int64
	}{
		{"far apart", []*flock.Snapshot{snapshotAt(0, alike, 0, 11, 22, 33)}, -1, 0, 0, 0, -1},
		{"they join", []*flock.Snapshot{snapshotAt(0, alike, 0, 9, 30, 39), snapshotAt(30, alike, 0, 9, 18, 27)}, 1, 0, 0, 0, -1},
		{"they pass each other", []*flock.Snapshot{snapshotAt(0, []float32{5, 5, -5, -5}, 0, 2, 4, 6), snapshotAt(1, []float32{5, 5, -5, -5}, 0, 2, 44, 46)}, -1, 0, 0, 0, -1},
		{"one is too slow", []*flock.Snapshot{snapshotAt(0, []float32{5, 5, 5, 2.4}, 0, 9, 18, 27)}, -1, 0, 0, 0, -1},
		{"one is slower", []*flock.Snapshot{snapshotAt(0, []float32{5, 5, 5, 2.6}, 0, 9, 18, 27)}, 0, 0, 0, 0, -1},
		{"they turn, but stay together", []*flock.Snapshot{snapshotAt(0, alike, 0, 9, 18, 27), snapshotAt(1, []float32{5, -5, 5, -5}, 0, 14, 28, 42)}, 0, 0, 0, 0, -1},
		{"one is lost", []*flock.Snapshot{snapshotAt(0, alike, 0, 9, 18, 27), snapshotAt(7, alike, 0, 9, 18, 34)}, 0, 0, 1, 0, 7},
		{"one is lost and comes back", []*flock.Snapshot{snapshotAt(0, alike, 0, 9, 18, 27), snapshotAt(1, alike, 0, 9, 18, 34), snapshotAt(2, alike, 0, 9, 18, 27)}, 0, 0, 1, 0, 1},
		{"two are lost", []*flock.Snapshot{snapshotAt(0, alike, 0, 9, 18, 27), snapshotAt(1, alike, -20, 9, 18, 44)}, 0, 0, 2, 0, 1},
		{"it splits", []*flock.Snapshot{snapshotAt(0, alike, 0, 9, 18, 27), snapshotAt(3, alike, 0, 9, 40, 49)}, 0, 0, 0, 1, 3},
		{"one leaves for other boids", []*flock.Snapshot{snapshotAt(0, alike, 0, 9, 40, 49), snapshotAt(1, alike, 0, 31, 40, 49)}, -1, 0, 1, 0, 1},
		{"two collide once", []*flock.Snapshot{snapshotAt(0, alike, 0, 9, 18, 27), snapshotAt(4, alike, 0, 9, 9.5, 18), snapshotAt(5, alike, 0, 9, 9.5, 18)}, 0, 1, 0, 0, 4},
		{"two collide twice", []*flock.Snapshot{snapshotAt(0, alike, 0, 0.5, 9, 18), snapshotAt(1, alike, 0, 2, 9, 18), snapshotAt(2, alike, 0, 0.5, 9, 18)}, 0, 2, 0, 0, 0},
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
