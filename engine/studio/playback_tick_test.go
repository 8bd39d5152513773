package studio

import "testing"

// The clock, the ledger and the inspector use the same tick. In a recording, this is the last tick up to
// the shown time. In a live flock, it is the last tick of the world.
func TestShownTick(t *testing.T) {
	s, m := playback(t)
	every := m.frames[1].Tick - m.frames[0].Tick
	if every != 2 {
		t.Fatalf("a frame has %d ticks, want 2", every)
	}
	for at, want := range map[float64]int64{20: m.frames[20].Tick, 20.4: m.frames[20].Tick, 20.5: m.frames[20].Tick + 1, 21: m.frames[21].Tick} {
		s.goTo(t, at)
		if got := s.ShownTick(); got != want {
			t.Errorf("at frame %g the tick is %d, want %d", at, got, want)
		}
	}
	if err := s.Do(Branch, 1); err != nil {
		t.Fatal(err)
	}
	s.settle(t)
	if err := s.step(); err != nil {
		t.Fatal(err)
	}
	if got := s.ShownTick(); got != s.world.Tick() {
		t.Errorf("in a live flock the tick is %d, want that of the world, %d", got, s.world.Tick())
	}
}
