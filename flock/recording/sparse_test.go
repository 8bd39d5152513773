package recording

import (
	"math"
	"testing"

	"skein/flock"
)

// A recording with less than one frame per second has the right times, with and without its summary, in a
// format that older versions cannot read.
func TestLessThanOneFramePerSecond(t *testing.T) {
	f := tracks(t)
	f.meta.TickRate, f.meta.FPS, f.meta.Period = 10, 1, 3600
	for k := range f.frames {
		f.frames[k].Tick, f.frames[k].TickRate = int64(k)*36_000, 10
	}
	r, err := Open(saveTracks(t, f))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	meta := r.Meta()
	if meta.Period != 3600 || meta.Pace() != 3600 || meta.Rate() != 1.0/3600 || r.Frames() != len(f.frames) || !r.contents.fromSummary {
		t.Fatalf("%d frames at %v per second, want %d at 1/3600; read from the summary: %t", r.Frames(), meta.Rate(), len(f.frames), r.contents.fromSummary)
	}
	var s flock.Snapshot
	for k := range f.frames {
		if err := r.Frame(k, &s); err != nil {
			t.Fatal(err)
		}
		if s.Seconds() != float64(k)*3600 || s.Len() != f.frames[k].Len() {
			t.Errorf("frame %d has %d birds at %v s, want %d at %d s", k+1, s.Len(), s.Seconds(), f.frames[k].Len(), k*3600)
		}
	}
	if got := meta.pairs(1)["format"]; got != "4" {
		t.Errorf("the format is %s, want 4", got)
	}
	whole := Meta{TickRate: 60, FPS: 30}
	if pairs := whole.pairs(1); pairs["format"] != "3" || pairs["period"] != "" {
		t.Errorf("30 frames per second have the format %s and the period %q, want 3 and none", pairs["format"], pairs["period"])
	}
	for _, bad := range []Meta{{TickRate: 10, FPS: 1, Period: -1}, {TickRate: 10, FPS: 1, Period: math.MaxInt32}, {TickRate: 10, FPS: 2, Period: 60}} {
		if bad.check() == nil {
			t.Errorf("the wrong metadata %+v was accepted", bad)
		}
	}
}
