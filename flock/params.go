package flock

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"skein/flock/lead"
	"skein/flock/param"
)

// Params are the values of all parameters of a model, which may be edited while the simulation runs.
// [Params.Specs] describes each parameter: key, unit, range and meaning. Params of the same model can be
// compared with ==. The zero Params belong to no model. [Model.Params] returns a model's own values.
type Params struct {
	parameterList *parameterList
	floats        [maxFloats]float32
	ints          [maxInts]int
	bools         [maxBools]bool
	curves        [maxCurves]lead.Curve
}

// Model returns the model of the parameters, or nil for the zero Params.
func (p Params) Model() *Model {
	if p.parameterList == nil {
		return nil
	}
	return p.parameterList.model
}

// Specs returns the description of every parameter, group by group.
func (p Params) Specs() []Spec {
	if p.parameterList == nil {
		return nil
	}
	return p.parameterList.specs
}

// Spec returns the description of the parameter with the given key, and whether the model has
// this parameter.
func (p Params) Spec(key string) (*Spec, bool) {
	if p.parameterList == nil {
		return nil, false
	}
	k, ok := p.parameterList.at[key]
	if !ok {
		return nil, false
	}
	return &p.parameterList.specs[k], true
}

// Float returns the value of a number, or 0 if the model has no number with that key.
func (p Params) Float(key string) float32 {
	if s, ok := p.Spec(key); ok && s.Float != nil {
		return p.floats[s.slot.at]
	}
	return 0
}

// Int returns the value of a whole number, or 0 if the model has no whole number with that key.
func (p Params) Int(key string) int {
	if s, ok := p.Spec(key); ok && s.Int != nil {
		return p.ints[s.slot.at]
	}
	return 0
}

// Choice returns the value of a choice, as the index among its options, or 0 if the model has
// no choice with that key.
func (p Params) Choice(key string) int {
	if s, ok := p.Spec(key); ok && s.Choice != nil {
		return p.ints[s.slot.at]
	}
	return 0
}

// Bool returns the value of a switch, or false if the model has no switch with that key.
func (p Params) Bool(key string) bool {
	s, ok := p.Spec(key)
	return ok && s.Bool != nil && p.bools[s.slot.at]
}

// Points returns the control points of a curve, or no points if the model has no curve with
// that key.
func (p Params) Points(key string) lead.Curve {
	if s, ok := p.Spec(key); ok && s.Points != nil {
		return p.curves[s.slot.at]
	}
	return lead.Curve{}
}

// Value returns the value of a parameter of any kind, or nil if the model has no parameter with this key
// (see [Spec.Value]).
func (p Params) Value(key string) any {
	if s, ok := p.Spec(key); ok {
		return s.Value(&p)
	}
	return nil
}

// AsRecorded returns the values that parameters have in a recording that does not contain them. For a
// parameter of the model's own rules with the tag "absent", this is the value of the tag: flocks flew with
// this value before the parameter existed. All other parameters keep their values.
func (p Params) AsRecorded() Params {
	for _, s := range p.Specs() {
		if s.absent != "" && s.Owner == "" {
			_ = s.fromJSON(&p, []byte(s.absent)) // newParameterList has checked the value
		}
	}
	return p
}

func (p Params) unit(key string) string {
	if s, ok := p.Spec(key); ok {
		return s.Unit
	}
	return ""
}

func (m *Model) isRetired(key string) bool {
	return slices.ContainsFunc(m.def.all(), func(r Rule) bool {
		old, ok := r.(retiring)
		return ok && slices.Contains(old.RetiredKeys(), key)
	})
}

// Leads reports whether boids may take the lead. The influence of the eccentricity must be above 0, or the
// trigger must be Printed. With this trigger, every boid leads at an influence of 0 (H10).
func (p Params) Leads() bool {
	l := lead.Leadership{Influence: p.Float("leadership"), Trigger: lead.Trigger(p.Choice("trigger"))}
	return l.IsActive()
}

// Count returns the number of boids.
func (p Params) Count() int { return p.Int("count") }

// Set sets a parameter to a number, a bool, points, or pairs of time and gain. A choice takes the name or
// the index of an option. Set accepts any value that Value returns. An unknown key or a value of the wrong
// kind is an error. Validate checks ranges; Set does not.
func (p *Params) Set(key string, value any) error {
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

func (s *Spec) set(p *Params, value any) bool {
	if pairs, ok := value.([][2]float32); ok && len(pairs) <= lead.MaxPoints {
		value = lead.CurveThrough(pairs)
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
		points, ok := value.(lead.Curve)
		if ok = ok && s.Points != nil; ok {
			p.curves[k] = points
		}
		return ok
	}
	return true
}

// Validate returns an error for every parameter that is out of its range, with the key, the value and the
// range. Contradictory values are errors, too.
func (p *Params) Validate() error {
	if p.parameterList == nil {
		return fmt.Errorf("the parameters belong to no model")
	}
	var wrong []error
	for k := range p.parameterList.specs {
		if err := p.parameterList.specs[k].check(p); err != nil {
			wrong = append(wrong, err)
		}
	}
	if low, high := p.Float("min_speed"), p.Float("max_speed"); low > high {
		wrong = append(wrong, fmt.Errorf("min_speed is %s: must be at most max_speed, %s", param.WithUnit(float64(low), p.unit("min_speed")), param.WithUnit(float64(high), p.unit("max_speed"))))
	}
	if len(wrong) > 0 {
		return param.Join(wrong)
	}
	rules := p.parameterList.model.loadRules(p)
	if _, err := protection(rules); err != nil {
		return err
	}
	if err := p.checkSpreads(rules); err != nil {
		return err
	}
	s := settings{}
	p.parameterList.model.load(&s, p)
	for _, v := range p.variedParams() {
		if v.key == "vision" {
			s.see.Vision = v.highest
		}
	}
	if soft := s.Bounds == SoftBox || s.Bounds == SoftSphere; soft && len(p.parameterList.model.readers["bounds"]) == 0 {
		return fmt.Errorf("bounds is %v: no rule of the model %s turns boids back there; use none or wrap", p.Value("bounds"), p.parameterList.model.Name())
	}
	return s.checkBounds()
}

// imposer is a rule that holds figures of the scorecard at target values.
type imposer interface{ Imposes() []string }

// Imposed returns, in sorted order, the keys of the scorecard's rows whose figures active rules hold at a
// target (see [Rule]).
func (p Params) Imposed() (keys []string) {
	if p.parameterList == nil || p.parameterList.model == nil {
		return nil
	}
	for _, r := range p.Model().loadRules(&p) {
		if one, ok := r.(imposer); ok && isActive(r) {
			keys = append(keys, one.Imposes()...)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// SetBetween sets a parameter between two values. share is from 0 to 1. A value that is not a number changes
// as soon as share is above 0.
func (p *Params) SetBetween(key string, from, to any, share float32) error {
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
