package scenario

import (
	"errors"
	"fmt"
	"slices"

	"skein/flock"
)

// Predator returns a flock for a scene, yet without birds, that hunts all that do not hunt
// themselves, and the numbers of those, from 0. It is the falcon of the scene of that name.
// The error says why there can be none.
func (s *Scenario) Predator() (f Flock, prey []int, err error) {
	home, err := Builtin("falcon")
	if err != nil {
		return f, nil, err
	}
	f = home.Others[0]
	f.Species, f.Follows = s.unused(f.Species), nil
	for k, of := range s.Flocks() {
		m := of.Params.Model()
		switch {
		case of.Hunts():
			continue
		case m.Units() == flock.PerStep || m.Plane():
			return f, nil, fmt.Errorf("a falcon flies in space, by metres and seconds: %s, of the model %s, does not", of.Name(), m.Name())
		}
		prey, f.Follows = append(prey, k), append(f.Follows, of.Name())
	}
	if len(prey) == 0 {
		return f, nil, errors.New("there is nobody for a falcon to hunt")
	}
	first := &s.Flocks()[prey[0]].Params
	err = errors.Join(
		f.Params.Set("count", 0), f.Params.Set("bounds", first.Value("bounds")), f.Params.Set("bounds_size", first.Value("bounds_size")))
	return f, prey, err
}

// unused returns a name that no flock and no thing has.
func (s *Scenario) unused(name string) string {
	taken := func(name string) bool {
		return s.Surroundings.Thing(name) != nil || slices.ContainsFunc(s.Flocks(), func(f Flock) bool { return f.Name() == name })
	}
	for n := 1; ; n++ {
		if one := fmt.Sprintf("%s-%d", name, n); n > 1 && !taken(one) {
			return one
		} else if n == 1 && !taken(name) {
			return name
		}
	}
}

// Alarmed returns the parameters of birds that a predator comes among: those that fear nobody yet
// fear as the starlings of the scene falcon do.
func Alarmed(p flock.Params) (flock.Params, error) {
	home, err := Builtin("falcon")
	if err != nil || p.Float("alarm") > 0 {
		return p, err
	}
	for _, key := range []string{"alarm", "alarm_range", "alarm_seconds"} {
		err = errors.Join(err, p.Set(key, home.Params.Value(key)))
	}
	return p, err
}
