package metrics

import (
	"math"
	"testing"

	"skein/flock"
)

// Hunts summarizes the events of one flock over several runs, or is nil without hunts.
func TestHunts(t *testing.T) {
	events := []flock.Event{
		{Kind: flock.AttackBegan, Flock: 1}, {Kind: flock.Strike, Flock: 1, Speed: 30},
		{Kind: flock.Split, Largest: 0.6, Second: 0.3},
		{Kind: flock.AttackBegan, Flock: 1}, {Kind: flock.NearMiss, Flock: 1, Distance: 0.5},
		{Kind: flock.Reunited, Seconds: 4},
		{Kind: flock.AttackBegan, Flock: 1}, {Kind: flock.Strike, Flock: 1, Speed: 20},
		{Kind: flock.Split, Largest: 0.8, Second: 0.2}, {Kind: flock.AttackBegan, Flock: 1},
	}
	prey, hunter, bystander := NewTallyOf(0, 3.5, 0), NewTallyOf(1, 3.5, 0), NewTallyOf(2, 3.5, 0)
	for _, at := range []int64{0, 1200} {
		s := &flock.Snapshot{Tick: at, TickRate: 60, Counts: []int{0, 0, 0}}
		for _, tally := range []*Tally{prey, hunter, bystander} {
			tally.Frame(s, events)
		}
		events = nil
	}
	want := Hunts{Attacks: 4, PerMinute: 12, Strikes: 2, StrikesShare: 0.5, StrikeSpeed: 25, NearMisses: 1, MissDistance: 0.5}
	if got := hunter.Report().Hunts; got == nil || *got != want {
		t.Errorf("the hunter's report is %+v, want %+v", got, want)
	}
	got := prey.Report().Hunts
	if got == nil || math.Abs(got.SplitLargest-0.7) > 1e-6 || math.Abs(got.SplitSecond-0.25) > 1e-6 || got.Splits != 2 || got.Reunited != 1 || got.ReunitedSeconds != 4 || got.Attacks != 0 {
		t.Errorf("prey: %+v", got)
	}
	if got := bystander.Report().Hunts; got != nil {
		t.Errorf("the bystander's report is %+v, want nil", got)
	}
	if got := Pool(hunter, hunter).Hunts; got.Attacks != 8 || got.Strikes != 4 || got.PerMinute != 12 {
		t.Errorf("pooled: %+v", got)
	}
}
