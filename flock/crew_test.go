package flock

import (
	"runtime"
	"testing"
)

// Workers that are chosen leave as many cores as are asked for, but not the last.
func TestWorkersLeaveCores(t *testing.T) {
	before := runtime.GOMAXPROCS(4)
	defer runtime.GOMAXPROCS(before)
	alone := runtime.GOMAXPROCS(0) == 1 // as ever in WebAssembly
	for asked, want := range map[int]int{0: 4, -1: 3, -3: 1, -9: 1, 2: 2} {
		if alone && asked <= 0 {
			want = 1
		}
		c := newCrew(asked, func(int) {})
		if got := c.size(worthSharing); got != want {
			t.Errorf("%d workers on 4 cores are %d, want %d", asked, got, want)
		}
		if few := c.size(worthSharing - 1); asked <= 0 && few != 1 {
			t.Errorf("%d workers share a small flock", few)
		}
	}
}
