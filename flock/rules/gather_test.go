package rules

import (
	"math"
	"testing"

	"skein/flock"
)

// A leader draws a mood, which flockmates copy within 0.27 s (8 ticks of 1/30 s). They then take no
// other mood for the time MoodRest. The mood fades as exp(-t/MoodSeconds).
func TestMoods(t *testing.T) {
	r := &Gather{Gain: 1, Spacing: 2, Most: 4, Mood: 0.5, MoodSeconds: 4, MoodRest: 2, Nearest: 2}
	r.Tick(&flock.Tick{Seed: 3, Age: 7, TickRate: 30})
	leader := &flock.Self{ID: 4, Escape: 1, State: make([]float32, 3)}
	r.updateMood(leader, nil)
	drawn := leader.State[moodLevel]
	if drawn == 0 || drawn < -1 || drawn > 1 {
		t.Errorf("the leader draws the mood %v, want one from -1 to 1", drawn)
	}
	boid := &flock.Self{ID: 5, State: make([]float32, 3)}
	see := func(mood, fresh float32, inView bool) []flock.Mate {
		return []flock.Mate{{InView: inView, Weight: 1, Columns: []float32{fresh, mood}}}
	}
	r.updateMood(boid, see(drawn, 0, true))
	r.updateMood(boid, see(drawn, 3, false))
	if boid.State[moodLevel] != 0 {
		t.Errorf("a boid that sees no fresh mood has the mood %v, want 0", boid.State[moodLevel])
	}
	r.updateMood(boid, see(drawn, 3, true))
	if boid.State[moodLevel] != drawn {
		t.Errorf("a boid that sees the fresh mood %v has the mood %v", drawn, boid.State[moodLevel])
	}
	fresh, alone := 1, true
	for range 59 {
		if r.updateMood(boid, see(-drawn, 3, true)); boid.State[moodFresh] > 0 {
			fresh++
		}
		alone = alone && boid.State[moodLevel]*drawn > 0
	}
	if want := float64(drawn) * math.Exp(-59./30/4); !alone || math.Abs(float64(boid.State[moodLevel])/want-1) > 0.01 {
		t.Errorf("after 59 ticks the mood is %v, want %v, and no other mood before", boid.State[moodLevel], want)
	}
	if fresh != 8 {
		t.Errorf("the mood is fresh for %d ticks, want 8", fresh)
	}
	if r.updateMood(boid, see(-drawn, 3, true)); boid.State[moodLevel] != -drawn {
		t.Errorf("after 2 s the boid has the mood %v, want that of its flockmate, %v", boid.State[moodLevel], -drawn)
	}
}
