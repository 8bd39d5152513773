//go:build cgo && !nowindow

package ui

import (
	"math"
	"testing"
)

func TestFlockBeyondTheRangeOfSight(t *testing.T) {
	for _, c := range []struct {
		far, nearest float64
		want         string
		hidden       bool
	}{
		{179.4, 60, "179 m", false}, {179.4, 320, "179 m; the flock is hidden, 320 m away", true}, {2173, 1e4, "2.17 km; the flock is hidden, 10.0 km away", true},
		{999.6, 20, "1.00 km", false}, {391200, 30, "391 km", false}, {180, math.Inf(1), "180 m", false},
	} {
		if got, hidden := visibilityText(c.far, c.nearest); got != c.want || hidden != c.hidden {
			t.Errorf("visibility %v m, nearest bird at %v m: the text is %q, hidden is %v; want %q, %v", c.far, c.nearest, got, hidden, c.want, c.hidden)
		}
	}
}
