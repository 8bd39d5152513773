package formula

import (
	"fmt"
	"hash/fnv"
	"reflect"
	"slices"
	"strconv"

	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Rule is a rule of a model that is defined by a formula.
type Rule struct {
	definition *Definition
	program    *Program
	read       []int
	values     reflect.Value
	starts     []start
	tracing    *tracing

	moment Moment
	gain   float32 // fraction of a steering force that is added in a tick
	factor float32 // tick/gain, for a formula that returns an acceleration
}

// NewRule returns the rule of a definition. Its formula may use the parameters of the model m. An error in
// the definition is a [*KeyError].
func NewRule(d Definition, m *flock.Model) (*Rule, error) {
	specs := m.Params().Specs()
	if err := d.check(specs); err != nil {
		return nil, err
	}
	r := &Rule{definition: &d}
	key, text, units := "steer", d.Steer, []Unit{Speed, Acceleration}
	if text == "" {
		key, text, units = "velocity", d.Velocity, units[:1]
	}
	known := r.known(specs)
	p, err := compile(text, known, d.Columns, units...)
	if err != nil {
		return nil, &KeyError{Key: key, Param: -1, Err: err}
	}
	if d.kind() == flock.CrowdOfNone && len(p.reductions) > 0 {
		return nil, keyError("perceives", "the formula uses neighbours, so the rule must perceive some: add perceives = \"neighbourhood\", for example")
	}
	r.program, r.tracing = p, &tracing{text: text, known: known, columns: d.Columns}
	if err := r.compileStarts(known); err != nil {
		return nil, err
	}
	r.makeValues(known, specs)
	r.moment.Values = make([]float32, len(known))
	for k := range p.draws {
		r.moment.Purpose = append(r.moment.Purpose, purpose(d.Name, k))
	}
	return r, nil
}

func purpose(rule string, draw int) vec.Purpose {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d of %s", draw, rule)
	return vec.Purpose(h.Sum64() | 1<<63)
}

func (r *Rule) known(specs []flock.Spec) (all []Parameter) {
	for _, p := range r.definition.Params {
		all = append(all, Parameter{Key: p.Key, Unit: p.Unit})
	}
	for k := range specs {
		if s := &specs[k]; s.Float != nil && !slices.ContainsFunc(all, func(p Parameter) bool { return p.Key == s.Key }) {
			all = append(all, Parameter{s.Key, s.Unit, s.IsSpread()})
		}
	}
	return all
}

// makeValues creates a struct for the rule's own parameters and the model's parameters that the formula uses.
// The first tag contains the rule's name, so every rule has its own type.
func (r *Rule) makeValues(known []Parameter, specs []flock.Spec) {
	fields := []reflect.StructField{{Name: "Rule", Type: reflect.TypeFor[struct{}](), Tag: reflect.StructTag("rule:" + strconv.Quote(r.definition.Name))}}
	var defaults []float64
	r.read = make([]int, len(known))
	for k, p := range known {
		own := k < len(r.definition.Params)
		if !own && !r.uses(k, p.Key) {
			continue
		}
		r.read[k] = len(fields)
		tag, value := "key:"+strconv.Quote(p.Key), 0.0
		if own {
			tag, value = r.definition.Params[k].tag(r.definition.Name), r.definition.Params[k].Default
		}
		fields, defaults = append(fields, reflect.StructField{Name: "P" + strconv.Itoa(k), Type: reflect.TypeFor[float32](), Tag: reflect.StructTag(tag)}), append(defaults, value)
	}
	r.values = reflect.New(reflect.StructOf(fields))
	for k, x := range defaults {
		r.values.Elem().Field(k + 1).SetFloat(x)
	}
}

func (r *Rule) uses(k int, key string) bool {
	reads := func(p *Program) bool {
		return slices.ContainsFunc(p.inputs, func(source input) bool { return source.from == parameter && source.index == k })
	}
	if reads(r.program) || slices.ContainsFunc(r.starts, func(s start) bool { return s.Program != nil && reads(s.Program) }) {
		return true
	}
	return r.definition.Range == key || r.definition.Nearest == key
}

func (p *Param) tag(rule string) string {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
	label := p.Label
	if label == "" {
		label = p.Key
	}
	tag := "key:" + strconv.Quote(p.Key) + " label:" + strconv.Quote(label) + " group:" + strconv.Quote("Rule "+rule) +
		" range:" + strconv.Quote(number(p.Min)+","+number(p.Max)) + " doc:" + strconv.Quote(p.Doc)
	if p.Unit != "" {
		tag += " unit:" + strconv.Quote(p.Unit)
	}
	if p.Slider != 0 {
		tag += " slider:" + strconv.Quote(number(p.Slider))
	}
	return tag
}

// About implements [flock.Rule]. A rule that perceives flockmates is social.
func (r *Rule) About() flock.About {
	d := r.definition
	return flock.About{Name: d.Name, Source: d.Source, Social: d.kind() != flock.CrowdOfNone && d.regard() == flock.Flockmates}
}

// Text returns the definition as JSON; see [Parse].
func (r *Rule) Text() string { return r.definition.Text() }

// Parameters implements [flock.Rule].
func (r *Rule) Parameters() any { return r.values.Interface() }

func (r *Rule) Copy() flock.Rule {
	c := *r
	c.values = reflect.New(r.values.Type().Elem())
	c.values.Elem().Set(r.values.Elem())
	c.moment.Values = make([]float32, len(r.moment.Values))
	c.starts = slices.Clone(r.starts)
	for k := range c.starts {
		c.starts[k].evaluator = nil
	}
	return &c
}

// IsActive implements [flock.Rule].
func (r *Rule) IsActive() bool {
	return r.definition.Switch == "" || r.number(r.definition.Switch) != 0
}

// number returns the value of a field that holds a number or the key of a parameter.
func (r *Rule) number(text string) float32 {
	if x, err := strconv.ParseFloat(text, 32); err == nil {
		return float32(x)
	}
	for k := range r.values.Elem().NumField() {
		if r.values.Type().Elem().Field(k).Tag.Get("key") == text {
			return float32(r.values.Elem().Field(k).Float())
		}
	}
	return 0
}

// Crowd implements [flock.Rule].
func (r *Rule) Crowd() flock.Crowd {
	c := flock.Crowd{Kind: r.definition.kind(), Regard: r.definition.regard()}
	switch c.Kind {
	case flock.CrowdInRange:
		c.Range = r.number(r.definition.Range)
	case flock.CrowdOfNearest:
		c.Nearest = int(max(1, min(r.number(r.definition.Nearest)+0.5, 48)))
	}
	return c
}

// Tick implements [flock.Rule].
func (r *Rule) Tick(tick *flock.Tick) {
	m := &r.moment
	m.Version++
	m.Seed, m.Age, m.Time = tick.Seed, tick.Age, float32(float64(tick.Age)*float64(tick.Step))
	m.Tick, r.gain, r.factor = tick.Step, tick.Gain, tick.Step/tick.Gain
	r.takeValues()
}

func (r *Rule) takeValues() {
	for k, field := range r.read {
		if field > 0 {
			r.moment.Values[k] = float32(r.values.Elem().Field(field).Float())
		}
	}
}

// NewEvaluator implements [flock.Rule].
func (r *Rule) NewEvaluator() flock.BlockEvaluator {
	return &steerer{rule: r, Evaluator: r.program.NewEvaluator()}
}

type steerer struct {
	rule *Rule
	*Evaluator
	steer [3][lanes.Size]float32
}

func (s *steerer) Begin(b *lanes.Block, columns [][]float32) {
	s.Evaluator.Begin(b, columns, &s.rule.moment)
}

// Finish returns the steering forces. If the formula gives a velocity or an acceleration, Finish converts it
// to a steering force that has the same effect.
func (s *steerer) Finish(b *lanes.Block) (x, y, z []float32) {
	x, y, z = s.Evaluator.Finish()
	isVelocity := s.rule.definition.Velocity != ""
	if !isVelocity && s.rule.program.unit != Acceleration {
		return x, y, z
	}
	out := &s.steer
	for k, from := range [...][]float32{x, y, z} {
		current := [...][]float32{b.Vel.X, b.Vel.Y, b.Vel.Z}[k]
		for i := range from {
			if isVelocity {
				out[k][i] = (from[i] - current[i]) / s.rule.gain
			} else {
				out[k][i] = float32(from[i] * s.rule.factor)
			}
		}
	}
	return out[0][:b.N], out[1][:b.N], out[2][:b.N]
}
