package flock

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"skein/flock/param"
)

// Surroundings are everything in a World besides its flocks: obstacles, paths and places that
// attract boids, perches, and winds. Each thing is a struct whose tagged fields are its
// properties, see [Properties]; scenario files, the schedule, the panel and the checks all use
// them.
type Surroundings struct {
	Obstacles []Obstacle `json:"obstacles,omitempty"`
	Paths     []Path     `json:"paths,omitempty"`
	Places    []Place    `json:"places,omitempty"`
	Perches   []Perch    `json:"perches,omitempty"`
	Winds     []Wind     `json:"winds,omitempty"`

	seats [][]Seat // of the perches; nil unless the surroundings are a World's current ones
}

// MaxThings is the largest number of things of a World.
const MaxThings = 256

// Thing is one of the surroundings: a pointer to an [Obstacle], [Path], [Place], [Perch] or
// [Wind].
type Thing interface {
	Kind() string    // name of its tables in scenario files
	Called() *string // pointer to its name, which events and the panel use
	check() error    // checks beyond the ranges of its properties
}

// ThingKinds returns the kinds of things, which are the names of their tables in scenario files,
// in the order in which files list them.
func ThingKinds() []string { return []string{"obstacle", "path", "place", "perch", "wind"} }

// Things returns pointers to all things, kind by kind.
func (s *Surroundings) Things() []Thing {
	all := make([]Thing, 0, len(s.Obstacles)+len(s.Paths)+len(s.Places)+len(s.Perches)+len(s.Winds))
	for t := range s.each {
		all = append(all, t)
	}
	return all
}

// each yields all things, kind by kind.
func (s *Surroundings) each(yield func(Thing) bool) {
	_ = eachOf(s.Obstacles, yield) && eachOf(s.Paths, yield) && eachOf(s.Places, yield) && eachOf(s.Perches, yield) && eachOf(s.Winds, yield)
}

// eachOf yields the things of a kind. It returns false if yield did.
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

// Thing returns the thing of a name, or nil.
func (s *Surroundings) Thing(name string) Thing {
	for t := range s.each {
		if *t.Called() == name {
			return t
		}
	}
	return nil
}

// Add appends a thing of a kind with default properties and an unused name, and returns it. It
// returns nil for an unknown kind.
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
	for n := 1; *t.Called() == ""; n++ {
		if name := fmt.Sprintf("%s-%d", kind, n); s.Thing(name) == nil {
			*t.Called() = name
		}
	}
	return t
}

// Remove removes the thing of a name, if there is one.
func (s *Surroundings) Remove(name string) {
	*s = s.Clone()
	s.Obstacles = without(s.Obstacles, func(t *Obstacle) bool { return t.Name == name })
	s.Paths = without(s.Paths, func(t *Path) bool { return t.Name == name })
	s.Places = without(s.Places, func(t *Place) bool { return t.Name == name })
	s.Perches = without(s.Perches, func(t *Perch) bool { return t.Name == name })
	s.Winds = without(s.Winds, func(t *Wind) bool { return t.Name == name })
}

func without[T any](all []T, gone func(*T) bool) (left []T) {
	for k := range all {
		if !gone(&all[k]) {
			left = append(left, all[k])
		}
	}
	return left
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

// Equal reports whether both have the same things.
func (s *Surroundings) Equal(o *Surroundings) bool {
	if s == nil || o == nil {
		return s == o
	}
	return len(s.changedKinds(o)) == 0
}

// changedKinds returns the kinds of things that differ between s and o.
func (s *Surroundings) changedKinds(o *Surroundings) (kinds []string) {
	for _, of := range []struct {
		kind string
		same bool
	}{
		{"obstacle", slices.EqualFunc(s.Obstacles, o.Obstacles, sameObstacle)},
		{"path", slices.EqualFunc(s.Paths, o.Paths, samePath)},
		{"place", slices.Equal(s.Places, o.Places)},
		{"perch", slices.EqualFunc(s.Perches, o.Perches, samePerch)},
		{"wind", slices.Equal(s.Winds, o.Winds)},
	} {
		if !of.same {
			kinds = append(kinds, of.kind)
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

// Validate returns all errors in the surroundings, each a [Fault].
func (s *Surroundings) Validate() error {
	var wrong []error
	first, numbers := map[string]string{}, map[string]int{}
	for n, t := range s.Things() {
		kind, name := t.Kind(), *t.Called()
		number := numbers[kind]
		numbers[kind]++
		note := func(key string, err error) {
			if err != nil {
				wrong = append(wrong, &Fault{kind, number, name, key, err})
			}
		}
		if n == MaxThings {
			note("", fmt.Errorf("%d obstacles, paths, places, perches and winds: want %d at most", len(s.Things()), MaxThings))
			return param.Join(wrong)
		}
		if other := first[name]; other != "" {
			note("name", fmt.Errorf("%s is called %q too: want unique names", other, name))
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

// MaxRoom is the largest number of seats of all perches together, and of points of all paths.
const MaxRoom = 20_000

// checkRoom returns an error if the perches' points make too many seats, or the paths have too
// many points.
func (s *Surroundings) checkRoom() error {
	seats, points := 0, 0
	for k := range s.Perches {
		if seats += s.Perches[k].count(); seats > MaxRoom {
			return s.fault("perch", k, "spacing", fmt.Errorf("the perches have more than %d seats in total: use a wider spacing or fewer perches", MaxRoom))
		}
	}
	for k := range s.Paths {
		if points += len(s.Paths[k].Points); points > MaxRoom {
			return s.fault("path", k, "points", fmt.Errorf("the paths have more than %d points in total: want fewer", MaxRoom))
		}
	}
	return nil
}

// CheckThing returns what is wrong with a thing by itself.
func CheckThing(t Thing) error {
	_, err := checkThing(t)
	return err
}

// checkThing returns what is wrong with a thing by itself, and the first key that it concerns.
func checkThing(t Thing) (key string, err error) {
	if name := *t.Called(); !param.IsName(name) {
		return "name", fmt.Errorf("name is %.40q: want small letters, digits, - and _, a letter first", name)
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

// checkThings returns what is wrong with surroundings for these flocks.
func checkThings(s *Surroundings, flocks []Flock) error {
	if err := s.Validate(); err != nil {
		return err
	}
	species := speciesOf(flocks)
	numbers := map[string]int{}
	for _, t := range s.Things() {
		number := numbers[t.Kind()]
		numbers[t.Kind()]++
		if name := *t.Called(); slices.Contains(species, name) {
			return &Fault{t.Kind(), number, name, "name", fmt.Errorf("a flock and the %s are both called %q: want unique names", t.Kind(), name)}
		}
		if err := checkFor(t, species); err != nil {
			return &Fault{t.Kind(), number, *t.Called(), "for", err}
		}
	}
	return nil
}

// Surroundings returns a copy of the current surroundings.
func (w *World) Surroundings() Surroundings { return w.around.Clone() }

// SetSurroundings changes the surroundings from the next tick on, and emits SurroundingsChanged
// at the current tick if anything differs. If they are invalid, it changes nothing and returns an
// error that names everything that is wrong.
func (w *World) SetSurroundings(s Surroundings) error {
	s = s.Clone()
	err := w.learnMeshes(&s)
	changed := s.changedKinds(&w.around)
	if changed == nil {
		return nil
	}
	if wrong := checkThings(&s, w.def.Flocks()); wrong != nil {
		return wrong // a missing file may be part of it
	}
	if err != nil {
		return err
	}
	e := Event{Kind: SurroundingsChanged}
	settings, ok := w.around.SettingsTo(&s)
	if err := w.changeSurroundings(s, changed); err != nil {
		return err
	}
	if e.Settings = &settings; !ok {
		all := s.Clone()
		e.Settings, e.Surroundings = nil, &all
	}
	w.emit(e)
	return nil
}

// setProperty sets a property of a thing for the schedule. It checks only this thing and the
// things of its kind, and keeps the hashes of all others.
func (w *World) setProperty(set Setting) error {
	s, err := w.around.With(set)
	if err != nil {
		return err
	}
	if set.Kind == "obstacle" {
		if err := w.learnMeshes(&s); err != nil {
			return err
		}
	}
	t := s.Thing(set.Thing)
	if err := s.checkSet(t, set.Key, w.def.Flocks()); err != nil {
		return err
	}
	hashes := w.thingHashes
	if err := w.changeSurroundings(s, []string{set.Kind}); err != nil {
		return err
	}
	w.thingHashes = hashes
	n := 0
	for t := range w.around.each {
		if n < len(hashes) && *t.Called() == set.Thing {
			hashes[n] = 0
		}
		n++
	}
	w.emit(Event{Kind: SurroundingsChanged, Settings: &Settings{set}, Scheduled: true})
	return nil
}

// changeSurroundings replaces the surroundings by others, which are valid except perhaps for the
// seats of perches. If the seats are wrong, it changes nothing and returns an error. changed are
// the kinds of things that differ.
func (w *World) changeSurroundings(s Surroundings, changed []string) error {
	solid := slices.Contains(changed, "obstacle")
	sites := w.sites
	if solid {
		sites = newSites(s.Obstacles, &w.sites)
	}
	if solid || slices.Contains(changed, "perch") {
		sites.roofs, sites.before = map[rooftop][]Seat{}, w.sites.roofs
		if err := s.checkSeats(&sites); err != nil {
			return err
		}
		s.seats = nil
	} else {
		s.seats = w.around.seats
	}
	w.useSurroundings(s, sites, changed)
	for _, f := range w.flocks {
		if solid && f.moveOutOfObstacles(0) {
			f.prepare()
		}
	}
	return nil
}

// useSurroundings puts the flocks into other surroundings, which passed Validate, with their
// obstacles as solids. It recomputes everything of the changed kinds, except for known seats.
func (w *World) useSurroundings(s Surroundings, sites sites, changed []string) {
	if slices.Contains(changed, "obstacle") && s.hasRoofPerch() {
		changed = append(changed, "perch")
	}
	if s.seats == nil {
		s.seats = s.allSeats(&sites)
	}
	w.around, w.sites, w.cachedHash, w.thingHashes = s, sites, 0, nil
	if slices.Contains(changed, "wind") {
		w.air = newAir(s.Winds, w.def.TickRate)
	}
	for _, f := range w.flocks {
		f.informRules(&w.around, changed)
		f.listRules()
		f.updateRemembered(changed)
	}
}

// informRules passes the surroundings to the rules that use one of the changed kinds.
func (f *flock) informRules(s *Surroundings, changed []string) {
	for _, r := range f.allRules {
		if h, ok := r.(surrounded); ok && slices.Contains(changed, h.Heeds()) {
			h.Around(s, f.species)
		}
	}
}

// encodeSurroundings returns the surroundings in a checkpoint, or nil if there are none.
func encodeSurroundings(s *Surroundings) json.RawMessage {
	if s.Empty() {
		return nil
	}
	data, _ := json.Marshal(s) // texts and finite numbers
	return data
}
