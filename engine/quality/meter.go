package quality

import "math"

// Meter smooths a duration that is measured again and again over the last half
// second or so, however often that is. The zero Meter has measured nothing.
type Meter struct {
	mean float64 // s
	used bool
}

// meterTime is how fast a Meter forgets, in seconds.
const meterTime = 0.4

// Note takes a measurement, in seconds, that came passed seconds after the one
// before.
func (m *Meter) Note(seconds, passed float64) {
	if passed <= 0 {
		return
	}
	if !m.used {
		m.mean, m.used = seconds, true
		return
	}
	m.mean += (1 - math.Exp(-passed/meterTime)) * (seconds - m.mean)
}

// MS returns the smoothed duration in milliseconds, 0 before the first.
func (m *Meter) MS() float64 { return 1000 * m.mean }
