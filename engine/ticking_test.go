package engine

import (
	"image"
	"slices"
	"testing"
)

// While the studio ticks beside it, a frame that it gave stays as it was; and after the ticks
// the studio is where it is without.
func TestTickingBesideAFrame(t *testing.T) {
	size := image.Pt(320, 180)
	beside, _ := lived(t, 0, nil)
	alone, _ := lived(t, 0, nil)
	var ticking Ticking
	if a := ticking.Join(); a != (Advanced{}) {
		t.Errorf("nothing was begun, and came to %+v", a)
	}
	for n := range 12 {
		now := float64(n) / 30
		f := beside.Frame(size, 1.0/30, Drive{})
		before := slices.Clone(f.Birds)
		ticking.Start(beside, now)
		for range 50 { // what drawing reads
			if !slices.Equal(f.Birds, before) {
				t.Fatal("ticks changed a frame that was given before")
			}
		}
		got := ticking.Join()
		alone.Frame(size, 1.0/30, Drive{})
		want := AdvanceNow(alone, now)
		if got.Err != nil || want.Err != nil || got.Ticks != want.Ticks || n > 0 && got.Ticks == 0 {
			t.Fatalf("frame %d: %+v beside, %+v alone", n, got, want)
		}
	}
	a, b := beside.Frame(size, 0, Drive{}), alone.Frame(size, 0, Drive{})
	if a.View != b.View || !slices.Equal(a.Birds, b.Birds) {
		t.Error("beside the drawing the flock flies elsewhere")
	}
}
