package quality

import (
	"math"
	"testing"
)

// A meter returns the duration of the frames at any frame rate. The time in which it adapts to a
// new duration does not depend on the frame rate.
func TestMeter(t *testing.T) {
	var m Meter
	if m.Note(0, 0); m.MS() != 0 {
		t.Errorf("the meter shows %v ms before the first measurement, want 0", m.MS())
	}
	for _, seconds := range []float64{1.0 / 60, 2, 1.0 / 144, 1.0 / 8, 1.0 / 3, 0.004} {
		frames := int(math.Ceil(2.5 / seconds)) // 2.5 seconds of frames
		for range frames {
			m.Note(seconds, seconds)
		}
		if got, want := m.MS(), 1000*seconds; math.Abs(got-want) > 0.01*want+4 {
			t.Errorf("for frames of %v ms the meter returns %v ms", want, got)
		}
	}
	m = Meter{}
	m.Note(0.016, 0.016)
	m.Note(3, 3)
	if got := m.MS(); got < 2900 || got > 3000 {
		t.Errorf("the meter shows %v ms right after a stall of 3 s, want about 3000", got)
	}
}
