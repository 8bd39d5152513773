package quality

import (
	"math"
	"testing"
)

// A meter measures the time of a frame at any frame rate. It adapts to a new time equally fast at every rate.
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
