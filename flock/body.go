package flock

import "fmt"

// ScaleBody multiplies the wingspan by factor, and with it the distances that follow from the size of a body:
// how far boids see and how far apart they fly. They stay within their ranges. Unchanged
// parameters of other models' rules keep their values.
func (p *Params) ScaleBody(factor float64) error {
	if !(factor > 0) {
		return fmt.Errorf("the factor is %v: must be greater than 0", factor)
	}
	for k := range p.Specs() {
		if s := &p.Specs()[k]; s.Body && !s.Untouched(&p.Values) {
			v := s.Float(&p.Values)
			*v = float32(min(max(float64(*v)*factor, s.Min), s.Max))
		}
	}
	return p.Validate()
}
