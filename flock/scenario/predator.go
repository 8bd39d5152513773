package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"skein/flock"
)

// Predator returns a flock of falcons without birds, as in the scene "falcon". They hunt all flocks that do
// not hunt themselves. Predator also returns the reactions of these flocks: they flee. It returns an error if
// no falcon can hunt in this scene.
func (s *Scenario) Predator() (f Flock, regarders flock.Regarders, err error) {
	home, err := Builtin("falcon")
	if err != nil {
		return f, regarders, err
	}
	f = home.Others[0]
	f.Species, f.Follows = s.unusedName(f.Species), nil
	for k, other := range s.Flocks() {
		m := other.Params.Model()
		switch {
		case other.Hunts():
			continue
		case m.Units() == flock.PerStep || m.Plane():
			return f, regarders, fmt.Errorf("a falcon needs prey in three dimensions, in metres and seconds, but %s has the model %s", other.Name(), m.Name())
		}
		regarders.Fleeing, f.Follows = append(regarders.Fleeing, k), append(f.Follows, other.Name())
	}
	if len(regarders.Fleeing) == 0 {
		return f, regarders, errors.New("the scene has no flock for a falcon to hunt")
	}
	first := &s.Flocks()[regarders.Fleeing[0]].Params
	err = errors.Join(
		f.Params.Set("count", 0), f.Params.Set("bounds", first.Value("bounds")), f.Params.Set("bounds_size", first.Value("bounds_size")))
	return f, regarders, err
}

// unusedName returns the first of name, name-2, name-3 and so on that is not the name of a flock or thing.
func (s *Scenario) unusedName(name string) string {
	isTaken := func(name string) bool {
		return s.Surroundings.Thing(name) != nil || slices.ContainsFunc(s.Flocks(), func(f Flock) bool { return f.Name() == name })
	}
	for n := 1; ; n++ {
		if one := fmt.Sprintf("%s-%d", name, n); n > 1 && !isTaken(one) {
			return one
		} else if n == 1 && !isTaken(name) {
			return name
		}
	}
}

// WithAlarm returns the parameters of a flock in a scene with a predator. If the rule "alarm" is switched
// off, WithAlarm gives it the values of the starlings in the scene "falcon".
func WithAlarm(p flock.Params) (flock.Params, error) {
	home, err := Builtin("falcon")
	if err != nil || p.Float("alarm") > 0 {
		return p, err
	}
	for _, s := range p.Specs() {
		if s.Key == "alarm" || strings.HasPrefix(s.Key, "alarm_") {
			err = errors.Join(err, p.Set(s.Key, home.Params.Value(s.Key)))
		}
	}
	return p, err
}
