package live

import (
	"fmt"
	"maps"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/explanation"
	"skein/flock/rules"
)

// State contains the current values of a flock's parameters.
type State struct {
	Values map[string]any `json:"values"`
	Idle   []string       `json:"idle"` // keys of parameters that have no effect at present
}

// States returns the current values of each flock.
func (s *Session) States() (all []State) {
	for k := range s.world.FlockCount() {
		p := s.world.ParamsOf(k)
		state := State{Values: map[string]any{}, Idle: []string{}}
		for _, spec := range p.Specs() {
			if kindOf(&spec) == "" {
				continue
			}
			state.Values[spec.Key] = spec.Value(&p.Values)
			if p.IsIdle(&spec) {
				state.Idle = append(state.Idle, spec.Key)
			}
		}
		all = append(all, state)
	}
	return all
}

// Set changes parameters of a flock in one edit, which takes effect in the next tick. If a value is invalid,
// it changes nothing.
func (s *Session) Set(flockIndex int, values map[string]any) error {
	if flockIndex < 0 || flockIndex >= len(s.chosen) {
		return fmt.Errorf("flock %d does not exist; there are %d", flockIndex+1, len(s.chosen))
	}
	current, chosen := s.world.ParamsOf(flockIndex), s.chosen[flockIndex]
	all := []*flock.Params{&current, &chosen}
	var calm flock.Params
	if s.calm != nil {
		calm = s.calm[flockIndex]
		all = append(all, &calm)
	}
	for key, v := range values {
		for _, p := range all {
			if err := set(p, key, v); err != nil {
				return err
			}
		}
	}
	if err := chosen.Validate(); err != nil {
		return err
	}
	if err := s.world.SetParamsOf(flockIndex, current); err != nil {
		return err
	}
	s.chosen[flockIndex] = chosen
	if s.calm != nil {
		s.calm[flockIndex] = calm
	}
	s.keepDepartures()
	s.world.Snapshot(&s.current)
	return nil
}

// set sets a parameter from JSON, in which every number is a float64.
func set(p *flock.Params, key string, value any) error {
	spec, ok := p.Spec(key)
	if x, number := value.(float64); ok && number && spec.Float == nil {
		if x != math.Trunc(x) {
			return fmt.Errorf("%s is %g: must be a whole number", key, x)
		}
		return p.Set(key, int(x))
	}
	return p.Set(key, value)
}

func (s *Session) keepDepartures() {
	old := s.counts
	s.counts = nil
	count, changed := 0, false
	for k := range s.world.FlockCount() {
		p := s.world.ParamsOf(k)
		n := p.Count()
		s.counts = append(s.counts, n)
		if changed || k >= len(old) {
			continue
		}
		count += min(n, old[k])
		changed = n != old[k]
	}
	if changed {
		maps.DeleteFunc(s.departures, func(id int, _ *explanation.Step) bool { return id >= count })
	}
}

// Threat makes the birds of all flocks flee from the point pos, in m. If present is false, it ends the
// threat. The threat is an edit, so it affects the next ticks.
func (s *Session) Threat(pos mgl32.Vec3, present bool) error {
	if !present {
		return s.endThreat()
	}
	if s.calm == nil {
		for k := range s.world.FlockCount() {
			s.calm = append(s.calm, s.world.ParamsOf(k))
		}
	}
	for k := range s.world.FlockCount() {
		p := s.world.ParamsOf(k)
		if !rules.HasFear(&p) {
			continue
		}
		if err := s.world.SetParamsOf(k, rules.WithFearedPoint(p, pos, true)); err != nil {
			return err
		}
	}
	return nil
}

func (s *Session) endThreat() error {
	for k := range s.calm {
		p := s.world.ParamsOf(k)
		rules.CopyFearedPoint(&p, &s.calm[k])
		if err := s.world.SetParamsOf(k, p); err != nil {
			return err
		}
	}
	s.calm = nil
	return nil
}
