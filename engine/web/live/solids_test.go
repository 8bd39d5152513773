package live_test

import (
	"slices"
	"testing"

	"skein/flock"
	"skein/flock/scenario"
)

const moving = `version = 1
name = "moving"
base = "falcon"
[[obstacle]]
name = "house"
shape = "box"
at = [10.0, 3.0, -20.0]
size = [4.0, 6.0, 8.0]
[[event]]
at = 1.0
do = "move"
thing = "house"
value = [16.0, 3.0, -20.0]
ramp = 2.0
[[event]]
at = 4.0
thing = "house"
key = "size"
value = [4.0, 12.0, 8.0]
`

// A session reports the placement of an obstacle only if the obstacle has moved. The obstacle moves
// at 3 m/s for two seconds, and then its height doubles. After a restart it is at its first place.
func TestObstaclesMove(t *testing.T) {
	sc, err := scenario.Parse("moving.toml", []byte(moving))
	if err != nil {
		t.Fatal(err)
	}
	if err := sc.Params.Set("count", 20); err != nil {
		t.Fatal(err)
	}
	s, _ := open(t, sc)
	check := func(tick int, x, stretch float32) {
		t.Helper()
		all := s.TakeSolids()
		if len(all) != 1 {
			t.Fatalf("at tick %d there are %d placements, want 1", tick, len(all))
		}
		p := all[0]
		if d := p[9] - x; d > 1e-4 || d < -1e-4 || p[4] != stretch || p[0] != 1 || p[10] != 3 {
			t.Errorf("at tick %d the placement is %v, want the middle at x = %g, and %g times the height", tick, p, x, stretch)
		}
		if again := s.TakeSolids(); again != nil {
			t.Errorf("at tick %d the placement is reported again", tick)
		}
	}
	rate := sc.TickRate
	check(0, 10, 1)
	s.Step(rate / 2)
	if s.TakeSolids() != nil {
		t.Error("an obstacle that stands is reported")
	}
	s.Step(rate * 3 / 2)
	check(2*rate, 12.9, 1) // an edit at a tick applies to the step after this tick
	s.Step(rate + rate/2)
	check(3*rate+rate/2, 16, 1)
	s.Step(rate)
	check(4*rate+rate/2, 16, 2)
	if err := s.Restart(5); err != nil {
		t.Fatal(err)
	}
	check(0, 10, 1)
}

func TestAttacksAndSplits(t *testing.T) {
	sc := scene(t, "falcon", 150)
	sc.Seed = 3 // with this seed, the flock splits within 40 s
	s, w := open(t, sc)
	kinds := map[flock.EventKind]string{flock.AttackBegan: "attack", flock.Split: "split"}
	want, got := map[string][]int64{}, map[string][]int64{}
	for range 40 * sc.TickRate {
		s.Step(1)
		for _, e := range s.TakeEvents() {
			got[e.Kind] = append(got[e.Kind], e.Tick)
		}
		w.Step()
		for _, e := range w.TakeEvents(nil) {
			if kind := kinds[e.Kind]; kind != "" {
				want[kind] = append(want[kind], e.Tick)
			}
		}
	}
	t.Logf("%d attacks, %d splits", len(want["attack"]), len(want["split"]))
	for _, kind := range kinds {
		if len(want[kind]) == 0 || !slices.Equal(got[kind], want[kind]) {
			t.Errorf("the session's %ss are at the ticks %v, want %v", kind, got[kind], want[kind])
		}
	}
}
