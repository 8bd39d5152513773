package flock

import (
	"fmt"
	"strings"
)

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
			return fmt.Errorf("%s is %d: must be one of %s", s.Key, v, strings.Join(s.Options, ", "))
		}
		return nil
	case s.Points != nil:
		return s.Points(p).check(s.Key)
	}
	if n := value; s.Key == "count" && n > MaxCount {
		return fmt.Errorf("count is %.0f: must be 0 to %d (it would need %s of memory)", n, MaxCount, memory(n*boidBytes))
	}
	return s.Check(value)
}
