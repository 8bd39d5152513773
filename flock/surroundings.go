package flock

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Surroundings are what a World holds beside its flocks: things that stand in the way,
// ways and places that draw, perches to rest on, and the air. Each thing is a struct whose
// tagged fields are its properties, see [Properties]: scenario files, the schedule, the
// panel and checks all go by those.
type Surroundings struct {
	Obstacles []Obstacle `json:"obstacles,omitempty"`
	Paths     []Path     `json:"paths,omitempty"`
	Places    []Place    `json:"places,omitempty"`
	Perches   []Perch    `json:"perches,omitempty"`
	Winds     []Wind     `json:"winds,omitempty"`

	seats [][]Seat // of the perches, of those in force in a World
}

// MaxThings is the most things of a World.
const MaxThings = 256

// Thing is one of the surroundings: a pointer to an [Obstacle], [Path], [Place], [Perch] or
// [Wind].
type Thing interface {
	Kind() string    // as tables of scenario files are called
	Called() *string // its name: with it events and the panel speak of it
	check() error    // what its ranges do not say
}

// ThingKinds are the kinds of things, as tables of scenario files are called, in the order
// that those are written in.
func ThingKinds() []string { return []string{"obstacle", "path", "place", "perch", "wind"} }

// Things are all of them, kind by kind; to write to one changes it.
func (s *Surroundings) Things() (all []Thing) {
	for k := range s.Obstacles {
		all = append(all, &s.Obstacles[k])
	}
	for k := range s.Paths {
		all = append(all, &s.Paths[k])
	}
	for k := range s.Places {
		all = append(all, &s.Places[k])
	}
	for k := range s.Perches {
		all = append(all, &s.Perches[k])
	}
	for k := range s.Winds {
		all = append(all, &s.Winds[k])
	}
	return all
}

// Thing is the one of that name, or nil.
func (s *Surroundings) Thing(name string) Thing {
	for _, t := range s.Things() {
		if *t.Called() == name {
			return t
		}
	}
	return nil
}

// Add adds a thing of a kind, as it is where nothing is said of it, under a name that
// none has, and returns it; nil for a kind that there is not.
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

// Remove takes away the thing of that name, if there is one.
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

// Empty says whether there is nothing at all.
func (s *Surroundings) Empty() bool { return len(s.Things()) == 0 }

// Clone is a copy that shares nothing with s but meshes, which nobody changes.
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

// Equal says whether both hold the same things.
func (s *Surroundings) Equal(o *Surroundings) bool {
	if s == nil || o == nil {
		return s == o
	}
	return len(s.others(o)) == 0
}

// others are the kinds of things of which both do not hold the same.
func (s *Surroundings) others(o *Surroundings) (kinds []string) {
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

// Validate reports all that is wrong with the surroundings: see [Fault].
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
			return asOne(wrong)
		}
		if other := first[name]; other != "" {
			note("name", fmt.Errorf("%s is called %q too: want names of their own", other, name))
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
	return asOne(wrong)
}

// MaxRoom is the most seats of all perches together, and the most points of all paths.
const MaxRoom = 20_000

// checkRoom reports more seats along points, or more points, than a World has room for.
func (s *Surroundings) checkRoom() error {
	seats, points := 0, 0
	for k := range s.Perches {
		if seats += s.Perches[k].count(); seats > MaxRoom {
			return s.fault("perch", k, "spacing", fmt.Errorf("the perches have more than %d seats together: want fewer, by a wider spacing or fewer perches", MaxRoom))
		}
	}
	for k := range s.Paths {
		if points += len(s.Paths[k].Points); points > MaxRoom {
			return s.fault("path", k, "points", fmt.Errorf("the paths have more than %d points together: want fewer", MaxRoom))
		}
	}
	return nil
}

// CheckThing reports what is wrong with a thing by itself.
func CheckThing(t Thing) error {
	_, err := checkThing(t)
	return err
}

// checkThing reports what is wrong with a thing by itself, and the first key that it is under.
func checkThing(t Thing) (key string, err error) {
	if name := *t.Called(); !isName(name) {
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
	if err := asOne(wrong); err != nil {
		return key, err
	}
	err = t.check()
	return "", err
}

// setThings reports what is wrong with surroundings for these flocks.
func setThings(s *Surroundings, flocks []Flock) error {
	if err := s.Validate(); err != nil {
		return err
	}
	var species []string
	for k := range flocks {
		species = append(species, flocks[k].Name())
	}
	numbers := map[string]int{}
	for _, t := range s.Things() {
		number := numbers[t.Kind()]
		numbers[t.Kind()]++
		if name := *t.Called(); slices.Contains(species, name) {
			return &Fault{t.Kind(), number, name, "name", fmt.Errorf("a flock and the %s are both called %q: want names of their own", t.Kind(), name)}
		}
		if p, ok := PropertyOf(t, "for"); ok {
			if of := p.Value().(string); of != "" && !slices.Contains(species, of) {
				return &Fault{t.Kind(), number, *t.Called(), "for", fmt.Errorf("for is %.40q: no flock is of that species, there is %s", of, strings.Join(species, ", "))}
			}
		}
	}
	return nil
}

// Surroundings are those in force: a copy.
func (w *World) Surroundings() Surroundings { return w.around.Clone() }

// SetSurroundings changes the surroundings from the next tick on, and emits
// SurroundingsChanged at the current tick if anything differs. The error names everything
// that is wrong with them; nothing is changed then.
func (w *World) SetSurroundings(s Surroundings) error { return w.setSurroundings(s, false) }

// setSurroundings is SetSurroundings, by the schedule or not.
func (w *World) setSurroundings(s Surroundings, scheduled bool) error {
	s = s.Clone()
	err := w.learn(&s)
	changed := s.others(&w.around)
	if changed == nil {
		return nil
	}
	if wrong := setThings(&s, w.def.Flocks()); wrong != nil {
		return wrong // of which a file that is missing may be a part
	}
	if err != nil {
		return err
	}
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
	} else {
		s.seats = w.around.seats
	}
	w.surround(s, sites, changed)
	for _, f := range w.flocks {
		if solid && f.clear(0) {
			f.prepare()
		}
	}
	all := s.Clone()
	w.emit(Event{Kind: SurroundingsChanged, Surroundings: &all, Scheduled: scheduled})
	return nil
}

// surround puts the flocks into other surroundings, which passed Validate, with their
// obstacles as solids. Of the kinds that changed all is made anew, but seats that are known.
func (w *World) surround(s Surroundings, sites sites, changed []string) {
	if slices.Contains(changed, "obstacle") && s.topped() {
		changed = append(changed, "perch")
	}
	if s.seats == nil {
		s.seats = s.seatsAmong(&sites)
	}
	w.around, w.sites, w.beside = s, sites, 0
	if slices.Contains(changed, "wind") {
		w.air = newAir(s.Winds, w.def.TickRate)
	}
	for _, f := range w.flocks {
		f.tell(&w.around, changed)
		f.listRules()
		f.follow(changed)
	}
}

// tell tells the rules what is around the flock, if anything changed that they heed.
func (f *flock) tell(s *Surroundings, changed []string) {
	for _, r := range f.allRules {
		if h, ok := r.(surrounded); ok && slices.Contains(changed, h.Heeds()) {
			h.Around(s, f.species)
		}
	}
}

// surroundingsHead are the surroundings in a checkpoint, nothing if there are none.
func surroundingsHead(s *Surroundings) json.RawMessage {
	if s.Empty() {
		return nil
	}
	data, _ := json.Marshal(s) // texts and finite numbers
	return data
}
