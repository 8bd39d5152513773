package quality

import "math"

// Meter smooths measured durations over about half a second, independently of their number. The zero Meter
// has measured nothing.
type Meter struct {
	mean float64
	used bool
}

const meterTime = 0.4

// Note records a measurement. passed is the time since the previous one. Both are in s.
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

// MS returns the smoothed duration in milliseconds, or 0 before the first measurement.
func (m *Meter) MS() float64 { return 1000 * m.mean }
