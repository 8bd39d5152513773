package flock

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// check reports the one parameter if it is out of its range.
func (s *Spec) check(p *Params) error {
	var value float64
	switch {
	case s.Float != nil:
		value = float64(*s.Float(p))
	case s.Int != nil:
		value = float64(*s.Int(p))
	case s.Choice != nil:
		get, _ := s.Choice(p)
		if v := get(); v < 0 || v >= len(s.Options) {
			return fmt.Errorf("%s is %d: want one of %s", s.Key, v, strings.Join(s.Options, ", "))
		}
		return nil
	case s.Points != nil:
		return s.Points(p).check(s.Key)
	}
	if n := value; s.Key == "count" && n > MaxCount {
		return fmt.Errorf("count is %.0f: want 0 to %d (so many would need %s of memory)", n, MaxCount, memory(n*boidBytes))
	}
	return inRange(s.Key, s.Unit, value, s.Min, s.Max)
}

// inRange compares with the ends as float32 holds them. It also refuses NaN,
// which lies in no range.
func inRange(key, unit string, value, low, high float64) error {
	if value >= float64(float32(low)) && value <= float64(float32(high)) {
		return nil
	}
	return fmt.Errorf("%s is %s: want %s to %s", key, withUnit(value, unit), decimal(low), withUnit(high, unit))
}

func withUnit(value float64, unit string) string {
	return strings.TrimSpace(decimal(value) + " " + unit)
}

// decimal is a number as a person would write it, whole ones in full.
func decimal(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 32)
}
