//go:build cgo && !nowindow

package ui

import (
	"slices"
	"testing"

	"skein/engine/figure"
)

func TestCrowdedEventsAreCounted(t *testing.T) {
	var all []Mark
	for k := range 312 {
		all = append(all, Mark{Kind: Escapes, Seconds: float64(k) / 10})
	}
	all = append(all, Mark{Kind: Strikes, Seconds: 4}, Mark{Kind: Escapes, Seconds: 99})
	counts := figure.CountTimes(markTimes(all, Escapes), 0, 31.2, 4)
	if !slices.Equal(counts, []int{78, 78, 78, 78}) {
		t.Errorf("312 escapes at equal distances are counted as %v in four columns", counts)
	}
	if got := figure.CountTimes(markTimes(all, Strikes), 0, 8, 2); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("a strike at the middle is counted as %v", got)
	}
	if got := laneKinds(all, 0, 31.2); !slices.Equal(got, []MarkKind{Escapes, Strikes}) {
		t.Errorf("the kinds are %v, want escapes and strikes", got)
	}
	if got := laneKinds(all, 50, 60); got != nil {
		t.Errorf("the kinds are %v where nothing happened", got)
	}
	if got, want := laneText(all, Escapes, 10, 0.15), "3 escapes from 9.90 s to 10.10 s"; got != want {
		t.Errorf("the lane says %q, want %q", got, want)
	}
}
