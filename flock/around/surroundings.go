package around

import (
	"fmt"
	"reflect"
	"slices"

	"skein/flock/param"
	"skein/flock/vec"
)

// Surroundings are everything in a World except its flocks: obstacles, paths, places, perches, and winds.
// Each thing is a struct whose tagged fields are its properties; see [Properties]. Scenario files, the
// schedule, the panel and the checks use these properties.
type Surroundings struct {
	Obstacles []Obstacle `json:"obstacles,omitempty"`
	Paths     []Path     `json:"paths,omitempty"`
	Places    []Place    `json:"places,omitempty"`
	Perches   []Perch    `json:"perches,omitempty"`
	Winds     []Wind     `json:"winds,omitempty"`

	seats [][]Seat // seats of each perch, or nil if they have not been computed
}

// MaxThings is the largest number of things of a World.
const MaxThings = 256

// Thing is one of the surroundings: a pointer to an [Obstacle], [Path], [Place], [Perch] or
// [Wind].
type Thing interface {
	Kind() string         // name of the thing's table in scenario files
	NamePointer() *string // pointer to the thing's name, which events and the panel use
	check() error         // returns an error if the properties contradict each other; it does not check their ranges
}

// ThingKinds returns the kinds of things, in the order of scenario files. A kind is also the name of a table
// in scenario files.
func ThingKinds() []string { return []string{"obstacle", "path", "place", "perch", "wind"} }

// Things returns pointers to all things, kind by kind.
func (s *Surroundings) Things() []Thing {
	all := make([]Thing, 0, len(s.Obstacles)+len(s.Paths)+len(s.Places)+len(s.Perches)+len(s.Winds))
	for t := range s.All {
		all = append(all, t)
	}
	return all
}

// All yields all things, kind by kind.
func (s *Surroundings) All(yield func(Thing) bool) {
	_ = eachOf(s.Obstacles, yield) && eachOf(s.Paths, yield) && eachOf(s.Places, yield) && eachOf(s.Perches, yield) && eachOf(s.Winds, yield)
}

func eachOf[T any, P interface {
	*T
	Thing
}](all []T, yield func(Thing) bool) bool {
	for k := range all {
		if !yield(P(&all[k])) {
			return false
		}
	}
	return true
}

// Thing returns the thing with the given name, or nil if there is none.
func (s *Surroundings) Thing(name string) Thing {
	for t := range s.All {
		if *t.NamePointer() == name {
			return t
		}
	}
	return nil
}

// Add appends a thing of a kind, with default properties and an unused name, and returns it. It returns nil
// for an unknown kind.
func (s *Surroundings) Add(kind string) (t Thing) {
	switch kind {
	case "obstacle":
		s.Obstacles = append(s.Obstacles, newObstacle())
		t = &s.Obstacles[len(s.Obstacles)-1]
	case "path":
		s.Paths = append(s.Paths, newPath())
		t = &s.Paths[len(s.Paths)-1]
	case "place":
		s.Places = append(s.Places, newPlace())
		t = &s.Places[len(s.Places)-1]
	case "perch":
		s.Perches = append(s.Perches, newPerch())
		t = &s.Perches[len(s.Perches)-1]
	case "wind":
		s.Winds = append(s.Winds, newWind())
		t = &s.Winds[len(s.Winds)-1]
	default:
		return nil
	}
	for n := 1; *t.NamePointer() == ""; n++ {
		if name := fmt.Sprintf("%s-%d", kind, n); s.Thing(name) == nil {
			*t.NamePointer() = name
		}
	}
	return t
}

// Remove removes the thing with the given name, if there is one.
func (s *Surroundings) Remove(name string) {
	*s = s.Clone()
	s.Obstacles = filterOut(s.Obstacles, func(t *Obstacle) bool { return t.Name == name })
	s.Paths = filterOut(s.Paths, func(t *Path) bool { return t.Name == name })
	s.Places = filterOut(s.Places, func(t *Place) bool { return t.Name == name })
	s.Perches = filterOut(s.Perches, func(t *Perch) bool { return t.Name == name })
	s.Winds = filterOut(s.Winds, func(t *Wind) bool { return t.Name == name })
}

func filterOut[T any](all []T, remove func(*T) bool) (result []T) {
	for k := range all {
		if !remove(&all[k]) {
			result = append(result, all[k])
		}
	}
	return result
}

// Empty reports whether there are no things.
func (s *Surroundings) Empty() bool { return len(s.Things()) == 0 }

// Clone returns a copy that shares nothing with s except meshes, which never change.
func (s *Surroundings) Clone() Surroundings {
	all := Surroundings{
		Obstacles: slices.Clone(s.Obstacles), Paths: slices.Clone(s.Paths), Places: slices.Clone(s.Places),
		Perches: slices.Clone(s.Perches), Winds: slices.Clone(s.Winds),
	}
	for k := range all.Paths {
		all.Paths[k].Points = slices.Clone(all.Paths[k].Points)
	}
	for k := range all.Perches {
		all.Perches[k].Points = slices.Clone(all.Perches[k].Points)
	}
	return all
}

// Equal reports whether s and o have the same things.
func (s *Surroundings) Equal(o *Surroundings) bool {
	if s == nil || o == nil {
		return s == o
	}
	return len(s.ChangedKinds(o)) == 0
}

// ChangedKinds returns the kinds of the things that differ between s and o.
func (s *Surroundings) ChangedKinds(o *Surroundings) (kinds []string) {
	for _, row := range []struct {
		kind string
		same bool
	}{
		{"obstacle", slices.EqualFunc(s.Obstacles, o.Obstacles, sameObstacle)},
		{"path", slices.EqualFunc(s.Paths, o.Paths, samePath)},
		{"place", slices.Equal(s.Places, o.Places)},
		{"perch", slices.EqualFunc(s.Perches, o.Perches, samePerch)},
		{"wind", slices.Equal(s.Winds, o.Winds)},
	} {
		if !row.same {
			kinds = append(kinds, row.kind)
		}
	}
	return kinds
}

func sameObstacle(a, b Obstacle) bool {
	if a.Mesh != nil && b.Mesh != nil && a.Mesh.Digest() == b.Mesh.Digest() {
		b.Mesh = a.Mesh
	}
	return a == b
}

func samePath(a, b Path) bool {
	same := slices.Equal(a.Points, b.Points)
	a.Points, b.Points = nil, nil
	return same && reflect.DeepEqual(a, b)
}

func samePerch(a, b Perch) bool {
	same := slices.Equal(a.Points, b.Points)
	a.Points, b.Points = nil, nil
	return same && reflect.DeepEqual(a, b)
}

// Validate returns all errors in the surroundings. Each one is a [Fault].
func (s *Surroundings) Validate() error {
	var wrong []error
	first, numbers := map[string]string{}, map[string]int{}
	for n, t := range s.Things() {
		kind, name := t.Kind(), *t.NamePointer()
		number := numbers[kind]
		numbers[kind]++
		note := func(key string, err error) {
			if err != nil {
				wrong = append(wrong, &Fault{kind, number, name, key, err})
			}
		}
		if n == MaxThings {
			note("", fmt.Errorf("%d obstacles, paths, places, perches and winds: at most %d are allowed", len(s.Things()), MaxThings))
			return param.Join(wrong)
		}
		if other := first[name]; other != "" {
			note("name", fmt.Errorf("%s has the same name, %q; names must be unique", other, name))
		}
		first[name] = fmt.Sprintf("%s %d", kind, number+1)
		key, err := checkThing(t)
		if p, ok := t.(*Perch); ok && err == nil {
			key, err = "on", s.checkTop(p)
		}
		note(key, err)
	}
	if wrong == nil {
		wrong = append(wrong, s.checkRoom())
	}
	return param.Join(wrong)
}

// Limits on the sums over all things of a World.
const (
	MaxTotalSeats  = 50_000 // seats of all perches
	MaxTotalPoints = 20_000 // points of all paths
)

func (s *Surroundings) checkRoom() error {
	seats, points := 0, 0
	for k := range s.Perches {
		if seats += s.Perches[k].count(); seats > MaxTotalSeats {
			return s.fault("perch", k, "spacing", fmt.Errorf("the perches have more than %d seats in total: use a wider spacing or fewer perches", MaxTotalSeats))
		}
	}
	for k := range s.Paths {
		if points += len(s.Paths[k].Points); points > MaxTotalPoints {
			return s.fault("path", k, "points", fmt.Errorf("the paths have more than %d points in total; use fewer", MaxTotalPoints))
		}
	}
	return nil
}

// CheckThing returns an error if a thing is invalid by itself.
func CheckThing(t Thing) error {
	_, err := checkThing(t)
	return err
}

func checkThing(t Thing) (key string, err error) {
	if name := *t.NamePointer(); !param.IsName(name) {
		return "name", fmt.Errorf("name is %.40q: %s", name, param.NameRule)
	}
	var wrong []error
	for _, p := range Properties(t) {
		if err := p.check(); err != nil {
			if wrong = append(wrong, err); key == "" {
				key = p.Key
			}
		}
	}
	if err := param.Join(wrong); err != nil {
		return key, err
	}
	err = t.check()
	return "", err
}

// Middle returns the position of the thing with this name. It returns false if there is no such thing, or
// if the thing has no single position.
func (s *Surroundings) Middle(name string) (vec.Vec, bool) {
	for k := range s.Obstacles {
		if s.Obstacles[k].Name == name {
			return s.Obstacles[k].At, true
		}
	}
	for k := range s.Places {
		if s.Places[k].Name == name {
			return s.Places[k].At, true
		}
	}
	for k := range s.Winds {
		if s.Winds[k].Name == name && s.Winds[k].Form == "thermal" {
			return s.Winds[k].At, true
		}
	}
	return vec.Vec{}, false
}
