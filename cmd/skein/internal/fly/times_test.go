//go:build cgo && !nowindow

package fly

import (
	"math"
	"testing"

	"skein/ui"
)

// If the parts of frames follow one another without a gap, their mean times add up to the mean time
// of a frame. This holds even if some frames are much slower than others.
func TestPartsAddUp(t *testing.T) {
	var all times
	now := 1.0
	for k := range 200 {
		pause, panel, draw := 0.001, 0.003, 0.012
		if k%7 == 0 {
			draw = 0.3
		}
		now += pause
		all.begin(now, pause)
		all.lap(partPanel, now+panel)
		all.lap(partDraw, now+panel+draw)
		all.end()
		now += panel + draw
		all.noteFrame(pause + panel + draw)
	}
	c := all.costs(&ui.Drawing{})
	if sum := c.Limit + c.Panel + c.Draw; math.Abs(sum-c.Frame) > 1e-6*c.Frame || c.Frame < 50 {
		t.Errorf("pause, panel and draw take %v of %v ms, want all of it, and more than 50 ms", sum, c.Frame)
	}
	if n := len(all.history); n != 200 || all.history[0] < 300 || all.history[1] > 17 {
		t.Errorf("the history has %d frames and starts with %v ms", n, all.history[:2])
	}
}
