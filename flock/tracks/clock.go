package tracks

import (
	"math"
	"time"
)

// clocks returns the formats of times, as package time writes them.
func clocks() []string {
	return []string{time.RFC3339Nano, "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05", "2006-01-02T15:04:05"}
}

// time returns the time of the row, s. All rows have the same origin.
func (r *reader) time() (float64, error) {
	if !r.columns.hasAll(Time) {
		n, err := r.number(Number)
		return n / float64(r.o.FPS), err
	}
	x := r.cells[Time]
	if x.is != text {
		s, err := r.number(Time)
		if err == nil && math.Abs(s) > 1e12 {
			err = r.fail("time %g s is out of range", s)
		}
		return s, err
	}
	for _, c := range clocks() {
		if r.clock != "" && r.clock != c {
			continue
		}
		if t, err := time.Parse(c, x.text); err == nil {
			r.clock = c
			return float64(t.Unix()) + float64(t.Nanosecond())/1e9, nil
		}
	}
	return 0, r.failUnreadable("time is %.40q: must be seconds, or a time such as 2019-06-01T05:20:30.25Z"+hintSkipRows, x.text)
}
