//go:build cgo && !nowindow

package ui

import (
	"math"
	"testing"

	"skein/flock"
)

// The curve over the last half minute ends where time jumps, and goes on where it runs.
func TestPlotBreaksWhereTimeJumps(t *testing.T) {
	var p plot
	for _, tick := range []int64{0, 12, 24, 360, 372} {
		p.add(&flock.Snapshot{Tick: tick, TickRate: 60}, 5, 1)
	}
	var known []bool
	for _, v := range p.leaders[:p.count] {
		known = append(known, !math.IsNaN(float64(v)))
	}
	want := []bool{true, true, true, false, true, true}
	if len(known) != len(want) {
		t.Fatalf("known %v, want %v", known, want)
	}
	for i := range want {
		if known[i] != want[i] {
			t.Errorf("known %v, want %v", known, want)
			break
		}
	}
	if got := p.tallest(); got != 4 {
		t.Errorf("the tallest is %v, want 4", got)
	}
}
