//go:build cgo && !nowindow

package ui

import (
	"slices"
	"testing"

	"skein/flock/explanation"
	"skein/flock/metrics"
)

func TestHunterLines(t *testing.T) {
	entries := []metrics.Entry{
		{Kind: metrics.Attacks, Boid: 9, Time: 1, Prey: 4},
		{Kind: metrics.Strikes, Boid: 9, Time: 3, Prey: 5},
		{Kind: metrics.Strikes, Boid: 8, Time: 4, Prey: 6},
		{Kind: metrics.Attacks, Boid: 9, Time: 20, Prey: 7},
		{Kind: metrics.NearMiss, Boid: 9, Time: 23, Prey: 7, Distance: 0.42},
		{Kind: metrics.Attacks, Boid: 9, Time: 40, Prey: 2},
	}
	rest := explanation.Pursuit{Phase: explanation.Rests, Prey: -1}
	chase := explanation.Pursuit{Phase: explanation.Chases, Prey: 3, Distance: 8, Closing: 2}
	attack := explanation.Pursuit{Phase: explanation.Attacks, Prey: 2, Distance: 12.5, Closing: -3, Nearest: 0.5, Left: 4}
	for _, c := range []struct {
		upto int
		hunt explanation.Pursuit
		want [][2]string
	}{
		{0, rest, [][2]string{{"last attack", "none yet"}, {"attacks", "0: 0 strikes, 0 near misses"}}},
		{3, rest, [][2]string{{"last attack", "strike, boid 5, at 3.00 s"}, {"attacks", "1: 1 strike, 0 near misses"}}},
		{5, rest, [][2]string{{"last attack", "near miss, boid 7, 0.42 m away, at 23.00 s"}, {"attacks", "2: 1 strike, 1 near miss"}}},
		{6, attack, [][2]string{{"distance", "12.5 m, falling behind by 3.0 m/s"}, {"nearest", "0.50 m in this attack"}, {"gives up", "in 4.0 s"},
			{"last attack", "began at 40.00 s"}, {"attacks", "3: 1 strike, 1 near miss"}}},
		{0, chase, [][2]string{{"distance", "8.0 m, closing at 2.0 m/s"}}},
		{6, rest, [][2]string{{"last attack", "miss, boid 2, began at 40.00 s"}, {"attacks", "3: 1 strike, 1 near miss"}}},
	} {
		tally := tallyAttacks(entries[:c.upto], 9)
		if got := hunterLines(&c.hunt, &tally); !slices.Equal(got, c.want) {
			t.Errorf("after %d entries, a hunter that %s has the lines %q, want %q", c.upto, c.hunt.Phase, got, c.want)
		}
	}
}
