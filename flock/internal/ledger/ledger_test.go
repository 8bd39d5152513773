package ledger

import (
	"math"
	"testing"

	"skein/flock/internal/lanes"
	"skein/flock/internal/torus"
	"skein/flock/vec"
)

// A turn that runs through the flock at 20 m/s reaches a boid 10·k m away after k/2 seconds.
func TestWaveSpeed(t *testing.T) {
	var l Ledger
	l.Begin(7, 3, Time{0, 60}, 1, 4)
	l.AddCopies([]Copy{{Leader: 7, Boid: 7}}, Time{0, 60}, nil)
	for k := range 9 {
		if speed := l.Open[0].WaveSpeed(); k < 8 && speed != 0 {
			t.Errorf("with %d followers, the speed is %g m/s, want 0", k, speed)
		}
		now := Time{int64(30 * (k + 1)), 60}
		l.AddCopies([]Copy{{Leader: 7, Boid: int32(20 - k), Pos: vec.Vec{X: float32(10 * (k + 1))}}}, now,
			func(slot int32, pos vec.Vec) float32 {
				if slot != 3 {
					t.Errorf("the distance is measured from slot %d, want slot 3", slot)
				}
				return pos.X
			})
	}
	e := &l.Open[0]
	if e.Followers() != 9 || math.Abs(float64(e.Delay())-2.5) > 1e-6 || math.Abs(float64(e.WaveSpeed())-20) > 1e-5 {
		t.Errorf("%d followers after %g s, at %g m/s; want 9 after 2.5 s, at 20 m/s", e.Followers(), e.Delay(), e.WaveSpeed())
	}
}

// A boid follows if all pulls together reach 0.5 m/s. Pulls after the end of an escape do not count.
func TestFollowers(t *testing.T) {
	var l Ledger
	l.Begin(1, 7, Time{}, 0, 0)
	l.Begin(7, 2, Time{}, 0, 0)
	for range 4 {
		l.AddPulls([]Pull{{LeaderSlot: 7, Boid: 9, Towards: 0.125}, {LeaderSlot: 7, Boid: 5, Towards: 0.0625}, {LeaderSlot: 2, Boid: 5, Towards: 0.0625}, {LeaderSlot: 2, Boid: 3, Towards: 1}, {LeaderSlot: 2, Boid: 4, Towards: 1}})
	}
	l.End(1)
	l.AddPulls([]Pull{{LeaderSlot: 7, Boid: 5, Towards: 1}})
	if one, two := l.Open[0].Followers(), l.Open[1].Followers(); one != 1 || two != 2 {
		t.Errorf("the leaders have %d and %d followers, want 1 and 2", one, two)
	}
}

// A leader is back after half a second near its group, but not in the first second and not before its gap
// has shrunk. It is lost after 20 s, unless it is in the largest cluster.
func TestReturns(t *testing.T) {
	const rate = 30
	for name, c := range map[string]struct {
		gap      func(tick int) float32
		seventh  float32
		together bool
		ticks    int
		back     bool
	}{
		"near its group":    {func(int) float32 { return 1 }, 4.9, false, 30 + rate/2, true}, // the peak is 2 m
		"too far":           {func(int) float32 { return 1 }, 5.1, false, 20 * rate, false},
		"far, but together": {func(int) float32 { return 1 }, 5.1, true, 20 * rate, true},
		"gap grows":         {func(tick int) float32 { return 2 + float32(tick) }, 4.9, false, 20 * rate, false},
	} {
		var l Ledger
		l.Begin(4, 4, Time{0, rate}, 2, 4)
		l.Open[0].Peak = 2
		for tick := 1; len(l.Open) > 0; tick++ {
			l.Open[0].Gap, l.Open[0].Seventh = c.gap(tick), c.seventh
			l.Close(Time{int64(tick), rate}, func(int32) bool { return c.together }, func(_ *Excursion, back bool) {
				if back != c.back || tick != c.ticks {
					t.Errorf("%s: over after %d ticks, back: %t; want %d ticks and %t", name, tick, back, c.ticks, c.back)
				}
			})
			if tick > 21*rate {
				t.Fatalf("%s: never over", name)
			}
		}
	}
}

// Ten boids in a row at intervals of 2 m, with a hole after the seventh, are two clusters. In a world that
// wraps around after 23 m, the ends of the row meet.
func TestClusters(t *testing.T) {
	var pos lanes.Vec
	pos.Resize(10)
	for k := range 10 {
		x := float32(2*k) - 10.5
		if k >= 7 {
			x += 3
		}
		pos.Set(k, vec.Vec{X: x, Y: 1})
	}
	for _, c := range []struct {
		world         torus.Torus
		first, second int32
		last          bool
	}{{torus.Torus{}, 7, 3, false}, {torus.New(23), 10, 0, true}} {
		var all Clusters
		all.Find(Time{Age: 1}, &pos, 10, c.world, 2.1)
		if first, second := all.Largest(); first != c.first || second != c.second || all.InLargest(9) != c.last || !all.InLargest(2) {
			t.Errorf("side %g m: the clusters have %d and %d boids, and the last boid is in the largest: %t; want %d, %d, %t",
				c.world.Side, first, second, all.InLargest(9), c.first, c.second, c.last)
		}
	}
}

func TestUnity(t *testing.T) {
	var u Unity
	at := func(second int64) Time { return Time{second * 60, 60} }
	for _, c := range []struct {
		second         int64
		first, smaller int32
		want           Change
		away           float32
	}{
		{1, 80, 20, Same, 0}, // it was never whole
		{2, 95, 5, Same, 0},
		{3, 89, 9, Same, 0}, // too few left
		{4, 90, 10, FellApart, 0},
		{14, 94, 6, Same, 0},
		{24, 95, 5, CameTogether, 20},
		{25, 50, 50, FellApart, 0},
		{86, 50, 50, Same, 0}, // the split is forgotten after 60 s
		{87, 100, 0, Same, 0},
	} {
		if got, away := u.Check(at(c.second), c.first, c.smaller, 100); got != c.want || away != c.away {
			t.Errorf("at %d s: %d after %g s, want %d after %g s", c.second, got, away, c.want, c.away)
		}
	}
}
