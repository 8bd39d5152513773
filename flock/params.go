package flock

import (
	"fmt"
	"slices"

	"skein/flock/around"
	"skein/flock/lead"
	"skein/flock/param"
)

// Params are the values of all parameters of a model, which may be edited while the simulation runs.
// [param.Values.Specs] describes each parameter: key, unit, range and meaning. Params of the same model can
// be compared with ==. The zero Params belong to no model. [Model.Params] returns a model's own values.
type Params struct {
	param.Values
	model *Model
}

// Spec describes one parameter.
type Spec = param.Spec

// GuestGroup is the heading of all parameters of other models' rules.
const GuestGroup = param.GuestGroup

// Model returns the model of the parameters, or nil for the zero Params.
func (p Params) Model() *Model { return p.model }

// AsRecorded is like [param.Values.AsRecorded].
func (p Params) AsRecorded() Params {
	p.Values = p.Values.AsRecorded()
	return p
}

// UnmarshalJSON reads parameters by the keys of [param.Values.Specs]. Other parameters keep their values, and
// the model's retired keys are ignored. An unknown key or a value of the wrong kind is an error. Validate
// checks ranges; UnmarshalJSON does not.
func (p *Params) UnmarshalJSON(data []byte) error {
	return p.ReadJSON(data, func(key string) bool { return p.model != nil && p.model.isRetired(key) })
}

// Differences returns the keys of the parameters that differ between p and o.
func (p *Params) Differences(o *Params) (keys []string) {
	for _, s := range p.Specs() {
		if !slices.Equal(around.Words(s.Value(&p.Values)), around.Words(s.Value(&o.Values))) {
			keys = append(keys, s.Key)
		}
	}
	return keys
}

// ParseValue reads the value of one parameter from JSON, and checks its range.
func (m *Model) ParseValue(key string, data []byte) (any, error) {
	return parseParam(m.Params(), key, data)
}

func parseParam(p Params, key string, data []byte) (any, error) {
	if err := p.SetJSON(key, data); err != nil {
		return nil, err
	}
	spec, _ := p.Spec(key)
	return spec.Value(&p.Values), p.check(spec)
}

func (p *Params) check(s *Spec) error {
	if n := p.Count(); s.Key == "count" && n > MaxCount {
		return fmt.Errorf("count is %d: must be 0 to %d (it would need %s of memory)", n, MaxCount, memory(float64(n)*boidBytes))
	}
	return s.CheckIn(&p.Values)
}

func (m *Model) isRetired(key string) bool {
	return slices.ContainsFunc(m.def.all(), func(r Rule) bool {
		old, ok := r.(retiring)
		return ok && slices.Contains(old.RetiredKeys(), key)
	})
}

// Leads reports whether boids may take the lead. The influence of the eccentricity must be above 0, or the
// trigger must be PrintedTrigger. With this trigger, every boid leads at an influence of 0 (H10).
func (p Params) Leads() bool {
	l := lead.Leadership{Influence: p.Float("leadership"), Trigger: lead.Trigger(p.Choice("trigger"))}
	return l.IsActive()
}

// Count returns the number of boids.
func (p Params) Count() int { return p.Int("count") }

// Validate returns an error for every parameter that is out of its range, with the key, the value and the
// range. Contradictory values are errors, too.
func (p *Params) Validate() error {
	if p.model == nil {
		return fmt.Errorf("the parameters belong to no model")
	}
	var wrong []error
	specs := p.Specs()
	for k := range specs {
		if err := p.check(&specs[k]); err != nil {
			wrong = append(wrong, err)
		}
	}
	if low, high := p.Float("min_speed"), p.Float("max_speed"); low > high {
		wrong = append(wrong, fmt.Errorf("min_speed is %s: must be at most max_speed, %s", param.WithUnit(float64(low), p.UnitOf("min_speed")), param.WithUnit(float64(high), p.UnitOf("max_speed"))))
	}
	if len(wrong) > 0 {
		return param.Join(wrong)
	}
	rules := p.model.loadRules(p)
	if _, err := protection(rules); err != nil {
		return err
	}
	if err := p.checkSpreads(rules); err != nil {
		return err
	}
	s := settings{}
	p.model.load(&s, p)
	for _, v := range p.variedParams() {
		if v.key == "vision" {
			s.see.Vision = v.highest
		}
	}
	if soft := s.Bounds == SoftBox || s.Bounds == SoftSphere; soft && len(p.model.readers["bounds"]) == 0 {
		return fmt.Errorf("bounds is %v: no rule of the model %s turns boids back there; use none or wrap", p.Value("bounds"), p.model.Name())
	}
	return s.checkBounds()
}

// imposer is a rule that holds figures of the scorecard at target values.
type imposer interface{ Imposes() []string }

// ImposedMeasures returns, in sorted order, the keys of the scorecard's rows whose figures active rules hold
// at a target (see [Rule]).
func (p Params) ImposedMeasures() (keys []string) {
	if p.model == nil {
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
