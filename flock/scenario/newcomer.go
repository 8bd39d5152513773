package scenario

import (
	"errors"
	"fmt"
	"slices"

	"skein/flock"
	"skein/flock/model"
)

// Relation says how a flock that joins a scene regards another flock.
type Relation int

// The relations.
const (
	Ignores Relation = iota
	KeepsClear
	Follows
	Flees
	Hunts // the other flock flees the newcomer
)

// RelationNames returns the names of the relations, in their order.
func RelationNames() []string {
	return []string{"ignores them", "keeps clear of them", "follows them", "flees them", "hunts them"}
}

// Newcomer describes a flock that joins a scene.
type Newcomer struct {
	Species string // name of the species; empty: the name of the bird
	Model   string
	Bird    string // name of a built-in bird
	Count   int
	Regards []Relation // relation to each flock of the scene
}

// Strengths of the rules with which a newcomer regards others, m/s per 1/30 s, and their ranges, m.
const (
	clearStrength, clearRange   = 0.5, 6
	followStrength, followRange = 0.15, 300
	fleeStrength, fleeRange     = 0.6, 25
)

// NewcomerModels returns the names of the models that a newcomer can have. They have the units and the
// dimensions of the scene.
func (s *Scenario) NewcomerModels() (names []string) {
	for _, m := range model.All() {
		if _, ok := exampleOf(m.Name()); ok && s.fits(m) {
			names = append(names, m.Name())
		}
	}
	return names
}

// fits reports whether a model has the units and dimensions of the scene's models.
func (s *Scenario) fits(m *flock.Model) bool {
	return !slices.ContainsFunc(s.Flocks(), func(f Flock) bool {
		other := f.Params.Model()
		return other.Units() != m.Units() || other.Plane() != m.Plane()
	})
}

// exampleOf returns a flock of a built-in scene with a model.
func exampleOf(name string) (f Flock, ok bool) {
	for _, scene := range Names() {
		s, err := Builtin(scene)
		if err != nil {
			continue
		}
		for _, f := range s.Flocks() {
			if f.Params.Model().Name() == name {
				return f, true
			}
		}
	}
	return f, false
}

// Newcomer returns a flock without birds that can join the scene, and the numbers of the flocks that flee
// it. Its parameters are those of a built-in scene with the same model.
func (s *Scenario) Newcomer(n *Newcomer) (f Flock, fleeing []int, err error) {
	f, ok := exampleOf(n.Model)
	if !ok {
		return f, nil, fmt.Errorf("model %s: no built-in scene has a flock of this model", n.Model)
	}
	if !s.fits(f.Params.Model()) {
		return f, nil, fmt.Errorf("model %s does not fit this scene: its flocks use other units or another number of dimensions", n.Model)
	}
	f.Bird = DefaultBird()
	f.Bird.File = n.Bird
	f.Species = n.Species
	if f.Species == "" {
		f.Species = n.Bird
	}
	f.Species = s.unusedName(f.Species)
	f.Notices, f.Follows, f.Flees, f.Start.Groups, f.Start.Perched = nil, nil, nil, nil, false
	first := &s.Flocks()[0].Params
	err = errors.Join(
		f.Params.Set("count", 0), f.Params.Set("bounds", first.Value("bounds")), f.Params.Set("bounds_size", first.Value("bounds_size")))
	for k, r := range n.Regards {
		if r == Hunts {
			fleeing = append(fleeing, k)
		}
		err = errors.Join(err, f.regard(s.Flocks()[k].Name(), r))
	}
	return f, fleeing, err
}

// regard sets how the flock regards another one.
func (f *Flock) regard(name string, r Relation) error {
	set := func(list *[]string, strength string, value float64, distance string, metres float64) error {
		*list = append(slices.Clone(*list), name)
		return errors.Join(f.Params.Set(strength, value), f.Params.Set(distance, metres))
	}
	switch r {
	case KeepsClear:
		return set(&f.Notices, "give_way", clearStrength, "give_way_range", clearRange)
	case Follows:
		return set(&f.Follows, "follow", followStrength, "follow_range", followRange)
	case Flees:
		return set(&f.Flees, "flee", fleeStrength, "flee_range", fleeRange)
	case Hunts:
		return f.hunt(name)
	}
	return nil
}

// hunt makes the flock hunt another one, as the falcon of the scene "falcon" does.
func (f *Flock) hunt(name string) error {
	home, err := Builtin("falcon")
	if err != nil {
		return err
	}
	f.Follows = append(slices.Clone(f.Follows), name)
	falcon := &home.Others[0].Params
	for _, key := range []string{"hunt_speed", "hunt_way", "stoop_height", "hunt_turn", "strike_range", "hunt_seconds", "rest_seconds", "max_speed"} {
		err = errors.Join(err, f.Params.Set(key, falcon.Value(key)))
	}
	return err
}
