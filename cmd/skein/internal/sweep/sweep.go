package sweep

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"skein/flock"
	"skein/flock/message"
	"skein/flock/model"
	"skein/flock/scenario"
)

// MaxRuns is the largest number of runs for one command line.
const MaxRuns = 10000

// Sweep is a parameter and its values, as the user has typed them. The zero value changes nothing.
type Sweep struct {
	species string // empty for the first flock
	Spec    flock.Spec
	Name    string // symbol or key, for messages
	Values  []string
}

// Parse reads KEY=LIST, where LIST contains values and ranges FROM:TO:STEP. KEY may be the parameter's symbol
// in the literature, which is the capital letter at the end of its label, and SPECIES.KEY chooses a flock.
// KEY may belong to a rule of one of the scenes.
func Parse(text string, scenes ...*scenario.Scenario) (*Sweep, error) {
	if text == "" {
		return &Sweep{Values: []string{""}}, nil
	}
	key, list, ok := strings.Cut(text, "=")
	if !ok || list == "" {
		return nil, fmt.Errorf("%q: must be KEY=V1,V2,... or KEY=FROM:TO:STEP", text)
	}
	s := &Sweep{}
	if species, rest, ok := strings.Cut(key, "."); ok && species != "" {
		s.species, key = species, rest
	}
	var err error
	if s.Spec, err = sweepable(key, specsWith(scenes)); err != nil {
		return nil, err
	}
	if s.Name = key; len(key) == 1 {
		s.Name = strings.ToUpper(key)
	}
	if s.species != "" {
		s.Name = s.species + "." + s.Name
	}
	for item := range strings.SplitSeq(list, ",") {
		values, err := ParseValues(item)
		if err != nil {
			return nil, err
		}
		s.Values = append(s.Values, values...)
		if len(s.Values) > MaxRuns {
			return nil, fmt.Errorf("%s: must have at most %d values", item, MaxRuns)
		}
	}
	return s, nil
}

// sweepable returns the parameter with the given key or symbol, which must be a single number or choice.
func sweepable(key string, all []flock.Spec) (flock.Spec, error) {
	for _, spec := range all {
		if spec.Key != key && (len(key) != 1 || !strings.HasSuffix(spec.Label, " "+strings.ToUpper(key))) {
			continue
		}
		if spec.Float == nil && spec.Int == nil && spec.Bool == nil && spec.Choice == nil {
			return spec, fmt.Errorf("%s is neither a number nor a choice", spec.Key)
		}
		return spec, nil
	}
	return flock.Spec{}, unknownKey(key, all)
}

func specsWith(scenes []*scenario.Scenario) []flock.Spec {
	all := Specs()
	for _, s := range scenes {
		for _, f := range s.Flocks() {
			for _, spec := range f.Params.Specs() {
				if !slices.ContainsFunc(all, func(known flock.Spec) bool { return known.Key == spec.Key }) {
					all = append(all, spec)
				}
			}
		}
	}
	return all
}

// Specs returns the parameters of all models by group, each key once. Parameters of rules that belong to no
// model come last.
func Specs() (all []flock.Spec) {
	listed := map[string]bool{}
	for _, guests := range []bool{false, true} {
		for _, m := range model.All() {
			p := m.Params()
			for _, spec := range p.Specs() {
				if guests != (spec.Owner != "") || listed[spec.Key] {
					continue
				}
				if guests {
					spec.Group = "Rules that belong to no model"
				}
				all, listed[spec.Key] = append(all, spec), true
			}
		}
	}
	first := map[string]int{}
	for k, spec := range all {
		if _, known := first[spec.Group]; !known {
			first[spec.Group] = k
		}
	}
	slices.SortStableFunc(all, func(a, b flock.Spec) int { return first[a.Group] - first[b.Group] })
	return all
}

func unknownKey(key string, all []flock.Spec) error {
	var keys []string
	for _, spec := range all {
		keys = append(keys, spec.Key)
	}
	if nearest := message.DidYouMean(key, keys); nearest != "" {
		return fmt.Errorf("unknown key %q%s", key, nearest)
	}
	return fmt.Errorf("unknown key %q; skein scenario params lists all keys", key)
}

// ParseValues returns the values of a single value or a range, whose default step is 1.
func ParseValues(item string) ([]string, error) {
	parts := strings.Split(item, ":")
	switch len(parts) {
	case 1:
		return parts, nil
	case 2:
		parts = append(parts, "1")
	}
	var n [3]float64
	for k := range n {
		var err error
		if len(parts) != 3 {
			err = errors.New("not three")
		} else {
			n[k], err = strconv.ParseFloat(parts[k], 64)
		}
		if err != nil || math.IsInf(n[k], 0) || math.IsNaN(n[k]) {
			return nil, fmt.Errorf("range %q: must be FROM:TO:STEP, such as 0:1:0.1, or FROM:TO", item)
		}
	}
	from, to, step := n[0], n[1], n[2]
	count := math.Floor((to-from)/step+1e-9) + 1
	if !(count >= 1 && count <= MaxRuns) || step == 0 {
		return nil, fmt.Errorf("range %q: the step must lead from %g to %g in at most %d values", item, from, to, MaxRuns)
	}
	var all []string
	for k := range int(count) {
		all = append(all, strconv.FormatFloat(from+float64(k)*step, 'g', 9, 64))
	}
	return all, nil
}

// Flock returns the index of the flock to which the parameter belongs.
func (s *Sweep) Flock(sc *scenario.Scenario) (int, error) {
	var names []string
	for k, f := range sc.Flocks() {
		if s.species == "" || s.species == f.Name() {
			return k, nil
		}
		names = append(names, f.Name())
	}
	return 0, fmt.Errorf("unknown species %q%s; the scene has %s", s.species, message.DidYouMean(s.species, names), strings.Join(names, ", "))
}

// Key returns the key of the parameter, after the species unless the flock is the first.
func (s *Sweep) Key(sc *scenario.Scenario) string {
	k, _ := s.Flock(sc)
	return ParamName(s.species, k, s.Spec.Key)
}

// ValueIn returns the value of the parameter in a scene.
func (s *Sweep) ValueIn(sc *scenario.Scenario) any {
	k, _ := s.Flock(sc)
	return sc.Flocks()[k].Params.Value(s.Spec.Key)
}

// Set sets the parameter in a scene, which may be a shallow copy, and validates the flock's parameters.
func (s *Sweep) Set(sc *scenario.Scenario, value string) error {
	if s.Name == "" {
		return nil
	}
	k, err := s.Flock(sc)
	if err != nil {
		return fmt.Errorf("%s=%s: %w", s.Name, value, err)
	}
	p := &sc.Params
	if k > 0 {
		sc.Others = slices.Clone(sc.Others)
		p = &sc.Others[k-1].Params
	}
	if err := s.Store(p, value); err != nil {
		return fmt.Errorf("%s=%s: %w", s.Name, value, err)
	}
	if err := p.Validate(); err != nil {
		return fmt.Errorf("%s=%s: %w", s.Name, value, err)
	}
	return nil
}

// Store sets the parameter to a value as the user has typed it.
func (s *Sweep) Store(p *flock.Params, value string) error {
	spec, ok := p.Spec(s.Spec.Key)
	if !ok {
		return fmt.Errorf("the model %s has no such parameter", p.Model().Name())
	}
	switch {
	case spec.Float != nil:
		x, err := strconv.ParseFloat(value, 32)
		if err != nil {
			return fmt.Errorf("%s is %q: must be a number", spec.Key, value)
		}
		*spec.Float(&p.Values) = float32(x)
	case spec.Int != nil:
		n, err := strconv.Atoi(value)
		if err != nil {
			return fmt.Errorf("%s is %q: must be a whole number", spec.Key, value)
		}
		*spec.Int(&p.Values) = n
	case spec.Bool != nil:
		if value != "true" && value != "false" {
			return fmt.Errorf("%s is %q: must be true or false", spec.Key, value)
		}
		*spec.Bool(&p.Values) = value == "true"
	default:
		n := slices.Index(spec.Options, value)
		if n < 0 {
			return fmt.Errorf("%s is %q: must be one of %s%s", spec.Key, value, strings.Join(spec.Options, ", "), message.DidYouMean(value, spec.Options))
		}
		_, set := spec.Choice(&p.Values)
		set(n)
	}
	return nil
}

// ParseSeeds parses --seeds: a list of different seeds, or the number of consecutive seeds that start at
// first.
func ParseSeeds(text string, first uint64) ([]uint64, error) {
	if text == "" {
		return []uint64{first}, nil
	}
	var seeds []uint64
	for item := range strings.SplitSeq(text, ",") {
		n, err := strconv.ParseUint(strings.TrimSpace(item), 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%q: must be a number of seeds such as 4, or a list such as 7,1001,1002", text)
		}
		if slices.Contains(seeds, n) {
			return nil, fmt.Errorf("%s: the seed %d appears twice", text, n)
		}
		seeds = append(seeds, n)
	}
	if len(seeds) > 1 {
		return seeds, nil
	}
	n := seeds[0]
	if n < 1 || n > MaxRuns {
		return nil, fmt.Errorf("%d: must be 1 to %d", n, MaxRuns)
	}
	seeds = seeds[:0]
	for k := range n {
		seeds = append(seeds, first+k)
	}
	return seeds, nil
}

// ParamName returns the key of a parameter, after the species unless the flock is the first.
func ParamName(species string, flockIndex int, key string) string {
	if flockIndex == 0 {
		return key
	}
	return species + "." + key
}
