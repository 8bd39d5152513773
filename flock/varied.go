package flock

import (
	"fmt"
	"reflect"

	"skein/flock/internal/gauss"
	"skein/flock/internal/stages"
	"skein/flock/param"
	"skein/flock/vec"
)

// farthestDraw limits z: the table of draws is truncated there.
const farthestDraw = 4

type variedParam struct {
	key             string
	base, share     float32
	low, high       float32
	lowest, highest float32   // smallest and largest value that a boid can have
	isLength        bool      // whether the parameter is in metres
	draws           []float32 // z of each boid, by id
}

func (v *variedParam) valueOf(id int) float32 { return v.valueWith(v.draws[id]) }

func (v *variedParam) valueWith(z float32) float32 {
	x := max(v.low, min(float32(v.base*(1+float32(v.share*z))), v.high))
	if v.isLength {
		return vec.Distance(x)
	}
	return x
}

func (p *Params) variedParams() (all []*variedParam) {
	specs := p.Specs()
	for k := range specs {
		s := &specs[k]
		if !s.IsSpread() || *s.Float(&p.Values) == 0 {
			continue
		}
		of, _ := p.Spec(s.BaseKey())
		v := &variedParam{key: of.Key, base: *of.Float(&p.Values), share: *s.Float(&p.Values), low: float32(of.Min), high: float32(of.Max), isLength: of.Unit == "m"}
		if of.Key == "max_speed" {
			v.low = max(v.low, p.Float("min_speed"))
		}
		v.lowest, v.highest = v.valueWith(-farthestDraw), v.valueWith(farthestDraw)
		all = append(all, v)
	}
	return all
}

func (v *variedParam) draw(seed uint64, table *gauss.Table, n int) {
	die, counter := vec.Dice(seed, forSpread), int64(hashText(0, []byte(v.key)))
	for id := len(v.draws); id < n; id++ {
		const sigma = 1. / (2 * farthestDraw) // standard deviation of the table
		v.draws = append(v.draws, (table.Draw(die.Roll(int32(id), counter))-0.5)/sigma)
	}
}

// variedRule is an active rule that reads a varied parameter. Each worker has a copy, which it sets to the
// values of one boid after the other.
type variedRule struct {
	rule   Rule
	copies []Rule
	fields [][]variedField
}

type variedField struct {
	to   *float32
	from *variedParam
}

// deriver is a rule that computes values from its parameters in Tick. Derive computes those again that depend
// on a varied parameter.
type deriver interface{ Derive() }

func (v *variedRule) ruleOf(s *scratch, id int) Rule {
	r := v.copies[s.worker]
	for _, f := range v.fields[s.worker] {
		*f.to = f.from.valueOf(id)
	}
	if d, ok := r.(deriver); ok {
		d.Derive()
	}
	return r
}

// refresh copies what the rule computed in Tick to the workers' copies.
func (v *variedRule) refresh() {
	from := reflect.ValueOf(v.rule).Elem()
	for _, r := range v.copies {
		reflect.ValueOf(r).Elem().Set(from)
	}
}

// newVariedRule returns nil if the boids do not differ in any of the rule's parameters.
func (f *flock) newVariedRule(r Rule) *variedRule {
	v := &variedRule{rule: r}
	for range f.scratch {
		one := copyRules([]Rule{r})[0]
		var fields []variedField
		for _, from := range f.varied {
			if to := f.params.Model().list.Field(one, from.key); to != nil {
				fields = append(fields, variedField{to, from})
			}
		}
		if len(fields) == 0 {
			return nil
		}
		v.copies, v.fields = append(v.copies, one), append(v.fields, fields)
	}
	return v
}

func (f *flock) vary() {
	f.varied, f.variedRules = f.params.variedParams(), f.variedRules[:0]
	f.ownVision, f.ownTopSpeed, f.ownCruise, f.OwnVision = nil, nil, nil, nil
	for _, v := range f.varied {
		v.draws = f.draws[v.key]
		switch v.key {
		case "vision":
			f.ownVision, f.OwnVision = v, func(id int32) float32 { return v.valueOf(int(id)) }
		case "max_speed":
			f.ownTopSpeed = v
		case "cruise_speed":
			f.ownCruise = v
		}
	}
	if len(f.varied) == 0 {
		return
	}
	for _, r := range f.allRules {
		if !isActive(r) {
			continue
		}
		if v := f.newVariedRule(r); v != nil {
			f.variedRules = append(f.variedRules, v)
		}
	}
	f.drawDifferences()
}

func (f *flock) drawDifferences() {
	if len(f.varied) == 0 {
		return
	}
	if f.draws == nil {
		f.draws = map[string][]float32{}
	}
	for _, v := range f.varied {
		v.draw(f.seed, f.params.Model().spreadTable(), f.N)
		f.draws[v.key] = v.draws
	}
}

func (f *flock) variedOf(r any) *variedRule {
	switch adapter := r.(type) {
	case *ringAdapter:
		r = adapter.ringRule
	case *nearestAdapter:
		r = adapter.nearestRule
	}
	for _, v := range f.variedRules {
		if any(v.rule) == r {
			return v
		}
	}
	return nil
}

// plain is like the function plain, but also handles rules whose boids have values of their own.
func (f *flock) plain(r Rule, state []stateArray) steer {
	v := f.variedOf(r)
	if v == nil {
		return plain(r, state)
	}
	return func(s *scratch, b *block) {
		for i := range b.N {
			s.me.fill(b, i, state)
			switch own := v.ruleOf(s, s.me.ID).(type) {
			case selfRule:
				storeChecked(s, b, i, state, own.Steer(&s.me))
			case seenRule:
				s.view.fill(b, i)
				storeChecked(s, b, i, state, own.Steer(&s.me, &s.view))
			}
		}
	}
}

// steerBySums steers by the sums of a rule that perceives each neighbour, with the values of the boid s.me.
func (v *variedRule) steerBySums(s *scratch, sums *Sums) vec.Vec {
	switch own := v.ruleOf(s, s.me.ID).(type) {
	case ringRule:
		return own.Steer(&s.me, &sums[0], &sums[1])
	case eachRule:
		return own.Steer(&s.me, sums)
	}
	return vec.Vec{}
}

func (f *flock) speedLimit(b *block, i int) float32 {
	top, fastest, excess := f.set.MaxSpeed, f.set.fastest, f.set.excess
	if f.ownTopSpeed != nil {
		top = f.ownTopSpeed.valueOf(int(b.ID[i]))
		fastest, excess = f.set.escapeLimit(top)
	}
	return stages.SpeedLimit(b.Age[i], top, fastest, excess, f.set.dt, f.set.EscapeSeconds)
}

// cruiseSpeedOf returns 0 in a model without a cruise speed.
func (f *flock) cruiseSpeedOf(b *block, i int) float32 {
	if f.ownCruise == nil {
		return f.set.CruiseSpeed
	}
	return f.ownCruise.valueOf(int(b.ID[i]))
}

func (f *flock) moveBlock(b *block) {
	if f.ownTopSpeed == nil {
		f.stages.Move(b, &f.present.terms)
		return
	}
	for i := range b.N {
		stages.MoveOne(b, &f.present.terms, i, f.speedLimit(b, i), f.set.plane)
	}
}

// OwnValue returns the value of a parameter for one boid of a flock. Without a spread, it is the value of all
// boids. The parameter boid is the boid's id in the World. ok is false if the boid does not exist or its
// model has no number with this key.
func (w *World) OwnValue(key string, boid int) (value float32, ok bool) {
	for _, f := range w.flocks {
		if boid -= f.N; boid >= 0 {
			continue
		}
		for _, v := range f.varied {
			if v.key == key && boid+f.N >= 0 {
				return v.valueOf(boid + f.N), true
			}
		}
		s, known := f.params.Spec(key)
		return f.params.Float(key), known && s.Float != nil && boid+f.N >= 0
	}
	return 0, false
}

// VariedKeys returns the keys of the parameters in which the boids of a flock differ, in the order of
// [param.Values.Specs].
func (p Params) VariedKeys() (keys []string) {
	if p.Model() == nil {
		return nil
	}
	for _, v := range p.variedParams() {
		keys = append(keys, v.key)
	}
	return keys
}

// checkSpreads returns an error if boids differ in a parameter that an active rule reads for all boids at
// once.
func (p *Params) checkSpreads(active []Rule) error {
	for _, v := range p.variedParams() {
		for _, r := range active {
			if !isActive(r) || !readsAtOnce(r, v.key) {
				continue
			}
			return fmt.Errorf("%s is %g: must be 0, because the rule %q uses one %s for all boids", v.key+param.SpreadSuffix, v.share, r.About().Name, v.key)
		}
		if v.key == "vision" {
			if all, _ := protection(active); all.All && all.Falloff == Linear {
				return fmt.Errorf("%s is %g: must be 0, because the linear falloff uses one vision radius for all boids; set separation_radius", v.key+param.SpreadSuffix, v.share)
			}
		}
	}
	return nil
}

func readsAtOnce(r Rule, key string) bool {
	for f, tag := range param.Fields(param.Declaring(r)) {
		if tag("key") == key {
			_, varies := f.Tag.Lookup("varies")
			return !varies
		}
	}
	return false
}
