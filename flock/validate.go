package flock

import (
	"errors"
	"fmt"
	"strings"
)

// Validate reports every parameter that is out of its range, by key, with the
// value and what would be right.
func (p *Params) Validate() error {
	var wrong []error
	for _, s := range Specs() {
		if err := s.check(p); err != nil {
			wrong = append(wrong, err)
		}
	}
	if p.MinSpeed > p.MaxSpeed {
		wrong = append(wrong, fmt.Errorf("min_speed is %g m/s: want at most max_speed, %g m/s", p.MinSpeed, p.MaxSpeed))
	}
	if err := p.checkBounds(); err != nil {
		wrong = append(wrong, err)
	}
	return join(wrong)
}

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
	return inRange(s.Key, s.Unit, value, s.Min, s.Max)
}

// inRange compares with the ends as float32 holds them. It also refuses NaN,
// which lies in no range.
func inRange(key, unit string, value, low, high float64) error {
	if value >= float64(float32(low)) && value <= float64(float32(high)) {
		return nil
	}
	return fmt.Errorf("%s is %s: want %g to %s", key, withUnit(value, unit), low, withUnit(high, unit))
}

func withUnit(value float64, unit string) string {
	return strings.TrimSpace(fmt.Sprintf("%g %s", value, unit))
}

// join is one line for however many errors, nil for none.
func join(wrong []error) error {
	if len(wrong) == 0 {
		return nil
	}
	lines := make([]string, len(wrong))
	for i, err := range wrong {
		lines[i] = err.Error()
	}
	return errors.New(strings.Join(lines, "; "))
}
