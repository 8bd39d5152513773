package param

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Values are the values of all parameters in a List. Values of the same List can be compared with ==. The
// zero Values belong to no List.
type Values struct {
	list   *List
	floats [maxFloats]float32
	ints   [maxInts]int
	bools  [maxBools]bool
	curves [maxCurves]Curve
}

// NewValues returns Values of a List, all 0.
func NewValues(of *List) Values { return Values{list: of} }

// Specs returns the description of every parameter, group by group.
func (p Values) Specs() []Spec {
	if p.list == nil {
		return nil
	}
	return p.list.specs
}

// Spec returns the description of the parameter with the given key, and whether the model has
// this parameter.
func (p Values) Spec(key string) (*Spec, bool) {
	if p.list == nil {
		return nil, false
	}
	k, ok := p.list.at[key]
	if !ok {
		return nil, false
	}
	return &p.list.specs[k], true
}

// Float returns the value of a number, or 0 if the model has no number with that key.
func (p Values) Float(key string) float32 {
	if s, ok := p.Spec(key); ok && s.Float != nil {
		return p.floats[s.slot.at]
	}
	return 0
}

// Int returns the value of a whole number, or 0 if the model has no whole number with that key.
func (p Values) Int(key string) int {
	if s, ok := p.Spec(key); ok && s.Int != nil {
		return p.ints[s.slot.at]
	}
	return 0
}

// Choice returns the value of a choice, as the index among its options, or 0 if the model has
// no choice with that key.
func (p Values) Choice(key string) int {
	if s, ok := p.Spec(key); ok && s.Choice != nil {
		return p.ints[s.slot.at]
	}
	return 0
}

// Bool returns the value of a switch, or false if the model has no switch with that key.
func (p Values) Bool(key string) bool {
	s, ok := p.Spec(key)
	return ok && s.Bool != nil && p.bools[s.slot.at]
}

// Points returns the control points of a curve, or no points if the model has no curve with
// that key.
func (p Values) Points(key string) Curve {
	if s, ok := p.Spec(key); ok && s.Points != nil {
		return p.curves[s.slot.at]
	}
	return Curve{}
}

// Value returns the value of a parameter of any kind, or nil if the model has no parameter with this key
// (see [Spec.Value]).
func (p Values) Value(key string) any {
	if s, ok := p.Spec(key); ok {
		return s.Value(&p)
	}
	return nil
}

// AsRecorded returns the values that parameters have in a recording that does not contain them. For a
// parameter of the model's own rules with the tag "absent", this is the value of the tag: flocks flew with
// this value before the parameter existed. All other parameters keep their values.
func (p Values) AsRecorded() Values {
	for _, s := range p.Specs() {
		if s.absent != "" && s.Owner == "" {
			_ = s.fromJSON(&p, []byte(s.absent)) // NewList has checked the value
		}
	}
	return p
}

// UnitOf returns the unit of a parameter, or "" if there is none.
func (p Values) UnitOf(key string) string {
	if s, ok := p.Spec(key); ok {
		return s.Unit
	}
	return ""
}

// Set sets a parameter to a number, a bool, points, or pairs of time and gain. A choice takes the name or
// the index of an option. Set accepts any value that Value returns. An unknown key or a value of the wrong
// kind is an error. [Spec.CheckIn] checks ranges; Set does not.
func (p *Values) Set(key string, value any) error {
	s, ok := p.Spec(key)
	if !ok {
		return fmt.Errorf("unknown parameter %q", key)
	}
	if name, isText := value.(string); isText && s.Options != nil {
		k := slices.Index(s.Options, name)
		if k < 0 {
			return fmt.Errorf("%s is %q: must be one of %s", key, name, strings.Join(s.Options, ", "))
		}
		value = k
	}
	if !s.set(p, value) {
		return fmt.Errorf("%s is %v: must be %s", key, value, s.Range())
	}
	return nil
}

func (s *Spec) set(p *Values, value any) bool {
	if pairs, ok := value.([][2]float32); ok && len(pairs) <= MaxPoints {
		value = CurveThrough(pairs)
	}
	v, k := reflect.ValueOf(value), s.slot.at
	switch {
	case !v.IsValid():
		return false
	case s.Float != nil && v.CanFloat():
		p.floats[k] = float32(v.Float())
	case s.Float != nil && v.CanInt():
		p.floats[k] = float32(v.Int())
	case (s.Int != nil || s.Choice != nil) && v.CanInt():
		p.ints[k] = int(v.Int())
	case s.Bool != nil && v.Kind() == reflect.Bool:
		p.bools[k] = v.Bool()
	default:
		points, ok := value.(Curve)
		if ok = ok && s.Points != nil; ok {
			p.curves[k] = points
		}
		return ok
	}
	return true
}

// SetBetween sets a parameter between two values. share is from 0 to 1. A value that is not a number changes
// as soon as share is above 0.
func (p *Values) SetBetween(key string, from, to any, share float32) error {
	low := *p
	if err := low.Set(key, from); err != nil {
		return err
	}
	if err := p.Set(key, to); err != nil {
		return err
	}
	spec, _ := p.Spec(key)
	switch {
	case share == 0:
		*p = low
	case share == 1:
	case spec.Float != nil:
		a, b := *spec.Float(&low), spec.Float(p)
		*b = a + float32((*b-a)*share)
	case spec.Int != nil:
		a, b := *spec.Int(&low), spec.Int(p)
		*b = a + int(float32(float32(*b-a)*share))
	}
	return nil
}

// ScaleBody multiplies the wingspan by a factor above 0, and with it the distances that follow from the size
// of a body: how far boids see and how far apart they fly. They stay within their ranges. Unchanged
// parameters of other models' rules keep their values.
func (p *Values) ScaleBody(factor float64) {
	for k := range p.Specs() {
		if s := &p.Specs()[k]; s.Body && !s.Untouched(p) {
			v := s.Float(p)
			*v = float32(min(max(float64(*v)*factor, s.Min), s.Max))
		}
	}
}
