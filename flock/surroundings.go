package flock

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"skein/flock/param"
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

// ThingKinds returns the kinds of things, as tables of scenario files are called, in the order
// that those are written in.
func ThingKinds() []string { return []string{"obstacle", "path", "place", "perch", "wind"} }

// Things returns all of them, kind by kind; to write to one changes it.
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

// Thing returns the one of that name, or nil.
func (s *Surroundings) Thing(name string) Thing {
	for t := range s.each {
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

// Empty reports whether there is nothing at all.
func (s *Surroundings) Empty() bool { return len(s.Things()) == 0 }

// Clone returns a copy that shares nothing with s but meshes, which nobody changes.
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

// Equal reports whether both hold the same things.
func (s *Surroundings) Equal(o *Surroundings) bool {
	if s == nil || o == nil {
		return s == o
	}
	return len(s.others(o)) == 0
}

// others returns the kinds of things of which both do not hold the same.
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
			return param.Join(wrong)
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
	return param.Join(wrong)
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

// setThings reports what is wrong with surroundings for these flocks.
func setThings(s *Surroundings, flocks []Flock) error {
	if err := s.Validate(); err != nil {
		return err
	}
	species := speciesOf(flocks)
	numbers := map[string]int{}
	for _, t := range s.Things() {
		number := numbers[t.Kind()]
		numbers[t.Kind()]++
		if name := *t.Called(); slices.Contains(species, name) {
			return &Fault{t.Kind(), number, name, "name", fmt.Errorf("a flock and the %s are both called %q: want names of their own", t.Kind(), name)}
		}
		if err := checkFor(t, species); err != nil {
			return &Fault{t.Kind(), number, *t.Called(), "for", err}
		}
	}
	return nil
}

// Surroundings returns those in force: a copy.
func (w *World) Surroundings() Surroundings { return w.around.Clone() }

// SetSurroundings changes the surroundings from the next tick on, and emits
// SurroundingsChanged at the current tick if anything differs. The error names everything
// that is wrong with them; nothing is changed then.
func (w *World) SetSurroundings(s Surroundings) error {
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
	e := Event{Kind: SurroundingsChanged}
	settings, ok := w.around.SettingsTo(&s)
	if err := w.enter(s, changed); err != nil {
		return err
	}
	if e.Settings = &settings; !ok {
		all := s.Clone()
		e.Settings, e.Surroundings = nil, &all
	}
	w.emit(e)
	return nil
}

// setProperty sets a property of a thing, as the schedule has it. It looks at that thing and
// those of its kind alone, and keeps the hashes of all others.
func (w *World) setProperty(set Setting) error {
	s, err := w.around.With(set)
	if err != nil {
		return err
	}
	if set.Kind == "obstacle" {
		if err := w.learn(&s); err != nil {
			return err
		}
	}
	t := s.Thing(set.Thing)
	if err := s.checkSet(t, set.Key, w.def.Flocks()); err != nil {
		return err
	}
	hashes := w.hashes
	if err := w.enter(s, []string{set.Kind}); err != nil {
		return err
	}
	w.hashes = hashes
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

// enter has the flocks fly among other surroundings, which are valid but for the seats of
// perches: those are the error. Nothing is changed then. changed are the kinds of things that
// differ.
func (w *World) enter(s Surroundings, changed []string) error {
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
	w.surround(s, sites, changed)
	for _, f := range w.flocks {
		if solid && f.clear(0) {
			f.prepare()
		}
	}
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
	w.around, w.sites, w.beside, w.hashes = s, sites, 0, nil
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

// surroundingsHead returns the surroundings in a checkpoint, nothing if there are none.
func surroundingsHead(s *Surroundings) json.RawMessage {
	if s.Empty() {
		return nil
	}
	data, _ := json.Marshal(s) // texts and finite numbers
	return data
}
