package scenario

import (
	"errors"
	"fmt"
	"slices"

	"skein/flock"
	"skein/flock/model"
)

// Relation is the way in which a flock reacts to another flock.
type Relation int

// Relations.
const (
	Ignores Relation = iota
	KeepsClear
	Follows
	Flees
	Hunts
)

// RelationNames returns the names of the relations, in order.
func RelationNames() []string {
	return []string{"ignores them", "keeps away from them", "follows them", "flees them", "hunts them"}
}

// Newcomer describes a flock that is about to join a scene.
type Newcomer struct {
	Species string // if empty, the name of the bird
	Model   string
	Bird    string // name of a built-in bird
	Count   int
	Regards []Relation // relation of the newcomer to each flock of the scene

	// Regarded holds the relation of each flock of the scene to the newcomer. Only hunters can hunt it. If
	// Regarded is nil, the flocks that the newcomer hunts flee from it, and the others ignore it.
	Regarded []Relation
}

func (n *Newcomer) regardedBy(k int) Relation {
	switch {
	case k < len(n.Regarded):
		return n.Regarded[k]
	case n.hunts(k):
		return Flees
	}
	return Ignores
}

// SetRegard sets the newcomer's relation to flock k. If it hunts this flock, the flock flees. Regards and
// Regarded must have an entry for the flock.
func (n *Newcomer) SetRegard(k int, r Relation) {
	switch before := n.Regards[k]; {
	case r == Hunts && before != Hunts:
		n.Regarded[k] = Flees
	case r != Hunts && before == Hunts && n.Regarded[k] == Flees:
		n.Regarded[k] = Ignores
	}
	n.Regards[k] = r
}

func (n *Newcomer) hunts(k int) bool { return k < len(n.Regards) && n.Regards[k] == Hunts }

// NewcomerModels returns the names of the models that a newcomer can have. They have the same units and
// dimensions as the scene.
func (s *Scenario) NewcomerModels() (names []string) {
	for _, m := range model.All() {
		if _, ok := exampleOf(m.Name()); ok && s.fits(m) {
			names = append(names, m.Name())
		}
	}
	return names
}

// NewcomerBird returns the name of the bird of the built-in scene whose parameters a newcomer with this model
// has. Their distances fit its wingspan. The name is "" for the default bird.
func NewcomerBird(model string) string {
	f, _ := exampleOf(model)
	return f.Bird.File
}

func (s *Scenario) fits(m *flock.Model) bool {
	return !slices.ContainsFunc(s.Flocks(), func(f Flock) bool {
		other := f.Params.Model()
		return other.Units() != m.Units() || other.Plane() != m.Plane()
	})
}

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

// Newcomer returns a flock without birds that can join the scene, and the reactions of the scene's flocks to
// it. The parameters of the flock are those of a built-in scene with the same model.
func (s *Scenario) Newcomer(n *Newcomer) (f Flock, regarders flock.Regarders, err error) {
	f, ok := exampleOf(n.Model)
	if !ok {
		return f, regarders, fmt.Errorf("model %s: no built-in scene has a flock of this model", n.Model)
	}
	if !s.fits(f.Params.Model()) {
		return f, regarders, fmt.Errorf("model %s does not fit this scene: its flocks use other units or another number of dimensions", n.Model)
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
		err = errors.Join(err, f.regard(s.Flocks()[k].Name(), r))
	}
	for k, other := range s.Flocks() {
		switch n.regardedBy(k) {
		case KeepsClear:
			regarders.Noticing = append(regarders.Noticing, k)
		case Follows:
			regarders.Following = append(regarders.Following, k)
		case Flees:
			regarders.Fleeing = append(regarders.Fleeing, k)
		case Hunts:
			if regarders.Following = append(regarders.Following, k); !other.Hunts() {
				err = errors.Join(err, fmt.Errorf("the flock %s does not hunt, so it cannot hunt the new flock", other.Name()))
			}
		}
	}
	return f, regarders, err
}

// FitBody gives the flock of a newcomer its wingspan, in m. If this is larger than the wingspan of its scene,
// the boids see farther and fly farther apart in the same proportion, unless the world is too small for these
// distances. The distances of smaller birds do not change, because the speeds do not change either.
func (n *Newcomer) FitBody(f *Flock, wingspan float64) error {
	larger, factor := f.Params, wingspan/float64(f.Params.Float("wingspan"))
	if factor > 1 {
		larger.ScaleBody(factor)
		if hasRoom := larger.Validate() == nil; hasRoom {
			f.Params, f.Start = larger, f.Start.Scaled(float32(factor), n.Count)
		}
	}
	return f.Params.Set("wingspan", wingspan)
}

// Adapted returns the parameters of flock k, adapted to its reaction to the newcomer. It does not change a
// rule that is already active.
func (n *Newcomer) Adapted(k int, p flock.Params) (flock.Params, error) {
	r := n.regardedBy(k)
	if r == Flees && n.hunts(k) {
		return WithAlarm(p)
	}
	way, ok := waysToRegard()[r]
	if spec, has := p.Spec(way.strength); !ok || has && *spec.Float(&p.Values) > 0 {
		return p, nil
	}
	err := way.set(&p)
	return p, err
}

// wayToRegard holds the keys and values of the rule with which a flock reacts to another flock: its strength
// and its range.
type wayToRegard struct {
	strength string
	value    float64 // m/s per 1/30 s
	distance string
	metres   float64
}

func waysToRegard() map[Relation]wayToRegard {
	return map[Relation]wayToRegard{
		KeepsClear: {"give_way", 0.5, "give_way_range", 6},
		Follows:    {"follow", 0.15, "follow_range", 300},
		Flees:      {"flee", 0.6, "flee_range", 25},
	}
}

func (r Relation) regard() flock.Regard {
	return map[Relation]flock.Regard{KeepsClear: flock.Noticed, Follows: flock.Followed, Hunts: flock.Followed, Flees: flock.Feared}[r]
}

func (w *wayToRegard) set(p *flock.Params) error {
	return errors.Join(p.Set(w.strength, w.value), p.Set(w.distance, w.metres))
}

func (f *Flock) regard(name string, r Relation) error {
	switch r {
	case KeepsClear:
		f.Notices = append(slices.Clone(f.Notices), name)
	case Follows:
		f.Follows = append(slices.Clone(f.Follows), name)
	case Flees:
		f.Flees = append(slices.Clone(f.Flees), name)
	case Hunts:
		return f.hunt(name)
	}
	if way, ok := waysToRegard()[r]; ok {
		return way.set(&f.Params)
	}
	return nil
}

func (f *Flock) hunt(name string) error {
	f.Follows = append(slices.Clone(f.Follows), name)
	return huntLikeFalcon(&f.Params)
}
