package around

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"skein/flock/message"
	"skein/flock/vec"
)

// Setting is a value that an edit assigned to a property of a thing.
type Setting struct {
	Kind  string `json:"kind"`  // kind of the thing
	Thing string `json:"thing"` // name of the thing
	Key   string `json:"key"`   // key of the property
	Value any    `json:"value"` // new value, of the type that [Property.Value] returns
}

// Settings are the settings of one edit.
type Settings []Setting

// UnmarshalJSON implements [json.Unmarshaler]. The value gets the type of the property.
func (s *Setting) UnmarshalJSON(data []byte) error {
	var raw struct {
		Kind, Thing, Key string
		Value            json.RawMessage
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	value, err := ParseProperty(raw.Kind, raw.Key, raw.Value)
	*s = Setting{raw.Kind, raw.Thing, raw.Key, value}
	return err
}

// ParseProperty parses the JSON of a value of the property with the given key, for things of a kind. It
// returns an error if the property is unknown or the value is out of range.
func ParseProperty(kind, key string, data []byte) (any, error) {
	t := new(Surroundings).Add(kind)
	if t == nil {
		return nil, fmt.Errorf("unknown kind of thing %.40q%s", kind, message.Alternatives(kind, ThingKinds()))
	}
	p, ok := PropertyOf(t, key)
	if !ok || key == "name" {
		return nil, fmt.Errorf("a %s has no property %.40q", kind, key)
	}
	if err := json.Unmarshal(data, p.At); err != nil {
		return nil, err
	}
	return p.Value(), p.check()
}

// With returns the surroundings with the given settings applied. It copies the things of the kinds that
// change and shares all others with s. It returns an error for an unknown thing or property. It does not
// check ranges; Validate does.
func (s *Surroundings) With(settings ...Setting) (Surroundings, error) {
	all := *s
	var copied []string
	for k := range settings {
		set := &settings[k]
		if !slices.Contains(copied, set.Kind) {
			all.copyKind(set.Kind)
			copied = append(copied, set.Kind)
		}
		t := all.Thing(set.Thing)
		if t == nil || t.Kind() != set.Kind {
			return *s, fmt.Errorf("there is no %.40s %.40q", set.Kind, set.Thing)
		}
		p, ok := PropertyOf(t, set.Key)
		if !ok {
			return *s, fmt.Errorf("the %s %s has no property %.40q", set.Kind, set.Thing, set.Key)
		}
		if err := p.Set(set.Value); err != nil {
			return *s, err
		}
	}
	return all, nil
}

// copyKind copies the slice that holds the things of a kind. It does not copy their lists of points, because
// [Property.Set] replaces a list and never changes it.
func (s *Surroundings) copyKind(kind string) {
	switch kind {
	case "obstacle":
		s.Obstacles = slices.Clone(s.Obstacles)
	case "path":
		s.Paths = slices.Clone(s.Paths)
	case "place":
		s.Places = slices.Clone(s.Places)
	case "perch":
		s.Perches = slices.Clone(s.Perches)
	case "wind":
		s.Winds = slices.Clone(s.Winds)
	}
}

// SettingsTo returns the settings that turn s into the surroundings o. ok is false if settings cannot express
// the difference, because a thing was added, removed, renamed or reordered, or because an obstacle has
// another model.
func (s *Surroundings) SettingsTo(o *Surroundings) (all Settings, ok bool) {
	from, to := s.Things(), o.Things()
	if len(from) != len(to) {
		return nil, false
	}
	for k, t := range from {
		if t.Kind() != to[k].Kind() || *t.NamePointer() != *to[k].NamePointer() {
			return nil, false
		}
		before, after := Properties(t), Properties(to[k])
		for j := range before {
			if value := after[j].Value(); !slices.Equal(Words(before[j].Value()), Words(value)) {
				all = append(all, Setting{t.Kind(), *t.NamePointer(), before[j].Key, value})
			}
		}
	}
	result, err := s.With(all...)
	return all, err == nil && result.Equal(o)
}

// SameValue reports whether two values of a property are equal.
func SameValue(a, b any) bool {
	points, ok := a.([]vec.Vec)
	if !ok {
		return a == b
	}
	others, ok := b.([]vec.Vec)
	return ok && slices.Equal(points, others)
}

// CheckSpecies returns an error if a thing is restricted to a species that no flock has.
func CheckSpecies(t Thing, species []string) error {
	p, ok := PropertyOf(t, "for")
	if !ok {
		return nil
	}
	if name := p.Value().(string); name != "" && !slices.Contains(species, name) {
		return fmt.Errorf("for = %.40q: no flock has this species%s", name, message.Alternatives(name, species))
	}
	return nil
}

// CheckSet returns an error if setting a property of t has made valid surroundings invalid.
func (s *Surroundings) CheckSet(t Thing, key string, species []string) error {
	if err := CheckThing(t); err != nil {
		return err
	}
	if key == "for" {
		return CheckSpecies(t, species)
	}
	switch t := t.(type) {
	case *Obstacle:
		for k := range s.Perches {
			if p := &s.Perches[k]; p.Obstacle == t.Name {
				if err := s.checkTop(p); err != nil {
					return err
				}
			}
		}
	case *Perch:
		if err := s.checkTop(t); err != nil {
			return err
		}
		return s.checkRoom()
	case *Path:
		if key == "points" {
			return s.checkRoom()
		}
	}
	return nil
}

// Duplicate returns a copy of a thing. Changes to the copy do not affect the original.
func Duplicate(t Thing) Thing {
	to := reflect.New(reflect.TypeOf(t).Elem())
	to.Elem().Set(reflect.ValueOf(t).Elem())
	return to.Interface().(Thing)
}
