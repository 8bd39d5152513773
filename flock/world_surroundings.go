package flock

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"skein/flock/around"
	"skein/flock/internal/encounter"
)

func checkThings(s *around.Surroundings, flocks []Flock) error {
	if err := s.Validate(); err != nil {
		return err
	}
	species := speciesOf(flocks)
	numbers := map[string]int{}
	for _, t := range s.Things() {
		number := numbers[t.Kind()]
		numbers[t.Kind()]++
		if name := *t.NamePointer(); slices.Contains(species, name) {
			return &around.Fault{Kind: t.Kind(), Number: number, Name: name, Key: "name", Err: fmt.Errorf("a flock and the %s are both called %q; names must be unique", t.Kind(), name)}
		}
		if err := around.CheckSpecies(t, species); err != nil {
			return &around.Fault{Kind: t.Kind(), Number: number, Name: *t.NamePointer(), Key: "for", Err: err}
		}
	}
	return nil
}

// Surroundings returns a copy of the current surroundings.
func (w *World) Surroundings() around.Surroundings { return w.around.Clone() }

// SetSurroundings changes the surroundings from the next tick on, and emits SurroundingsChanged at the
// current tick if anything differs. If s is invalid, it changes nothing and returns an
// error that lists all faults.
func (w *World) SetSurroundings(s around.Surroundings) error {
	s = s.Clone()
	err := w.learnMeshes(&s)
	changed := s.ChangedKinds(&w.around)
	if changed == nil {
		return nil
	}
	if wrong := checkThings(&s, w.def.Flocks()); wrong != nil {
		return wrong // a missing file may be one of the errors
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

// setProperty sets a thing's property for the schedule. It checks only things of this kind, and keeps the
// hashes of all others.
func (w *World) setProperty(set around.Setting) error {
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
	if err := s.CheckSet(t, set.Key, speciesOf(w.def.Flocks())); err != nil {
		return err
	}
	hashes := w.thingHashes
	if err := w.changeSurroundings(s, []string{set.Kind}); err != nil {
		return err
	}
	w.thingHashes = hashes
	n := 0
	for t := range w.around.All {
		if n < len(hashes) && *t.NamePointer() == set.Thing {
			hashes[n] = 0
		}
		n++
	}
	w.emit(Event{Kind: SurroundingsChanged, Settings: &around.Settings{set}, Scheduled: true})
	return nil
}

// changeSurroundings replaces the surroundings by s, which is valid except perhaps for the seats of perches.
// changed has the kinds of things that differ. On an error, nothing changes.
func (w *World) changeSurroundings(s around.Surroundings, changed []string) error {
	solid := slices.Contains(changed, "obstacle")
	sites := w.sites
	if solid {
		sites = around.NewSolids(s.Obstacles, &w.sites)
	}
	if solid || slices.Contains(changed, "perch") {
		sites = sites.WithNewSeats(&w.sites)
		if err := s.CheckSeats(&sites); err != nil {
			return err
		}
		s.TakeSeats(nil)
	} else {
		s.TakeSeats(&w.around)
	}
	w.useSurroundings(s, sites, changed)
	for _, f := range w.flocks {
		if solid && f.moveOutOfObstacles(0) {
			f.prepare()
		}
	}
	return nil
}

// useSurroundings gives the flocks valid surroundings, with their obstacles as solids. It computes everything
// anew that depends on the changed kinds, except for known seats.
func (w *World) useSurroundings(s around.Surroundings, sites around.Solids, changed []string) {
	if slices.Contains(changed, "obstacle") && s.HasRoofPerch() {
		changed = append(changed, "perch")
	}
	s.ComputeSeats(&sites)
	w.around, w.sites, w.cachedHash, w.thingHashes = s, sites, 0, nil
	if slices.Contains(changed, "wind") {
		w.air = around.NewAir(s.Winds, w.def.TickRate)
	}
	for _, f := range w.flocks {
		f.informRules(&w.around, changed)
		f.listRules()
		f.updateRemembered(changed)
	}
}

// listObstacles lists the flock's obstacles, and their images in a world that wraps around.
func (f *flock) listObstacles() {
	f.obstacles = encounter.Obstacles{
		Bodies: f.world.sites.Bodies, Clearance: encounter.Clearance(f.set.Wingspan), Plane: f.set.plane,
		Floor: f.set.floor, MinSpeed: f.set.MinSpeed,
	}
	if f.set.wraps {
		f.obstacles.Bodies = encounter.Images(f.obstacles.Bodies, float32(f.set.torus.Side))
	}
}

func (f *flock) informRules(s *around.Surroundings, changed []string) {
	for _, r := range f.allRules {
		if h, ok := r.(surroundingsUser); ok && slices.Contains(changed, h.ThingKind()) {
			h.UseSurroundings(s, f.species)
		}
	}
}

// encodeSurroundings returns nil if there are no things.
func encodeSurroundings(s *around.Surroundings) json.RawMessage {
	if s.Empty() {
		return nil
	}
	data, _ := json.Marshal(s) // cannot fail: it holds only strings and finite numbers
	return data
}

// SurroundingsAfter returns the surroundings after an event. If the event did not edit them, it
// returns s itself.
func SurroundingsAfter(s *around.Surroundings, e *Event) around.Surroundings {
	if e.Surroundings != nil {
		return *e.Surroundings
	}
	if e.Settings == nil {
		return *s
	}
	all, _ := s.With(*e.Settings...) // never fails for an event that a World emitted
	return all
}

func speciesOf(flocks []Flock) (names []string) {
	for k := range flocks {
		names = append(names, flocks[k].Name())
	}
	return names
}

// learnMeshes sets the meshes of obstacles that the World has seen before, and stores new ones. An obstacle
// whose file has not been read is an error.
func (w *World) learnMeshes(s *around.Surroundings) error {
	var missing []string
	for k := range s.Obstacles {
		o := &s.Obstacles[k]
		if !o.NeedsFile() {
			o.Mesh, o.Digest = nil, ""
			continue
		}
		if o.Mesh == nil {
			o.Mesh = w.meshes.Lookup(o)
		}
		if o.Mesh == nil {
			missing = append(missing, fmt.Sprintf("obstacle %s: %s has not been loaded", o.Name, o.File))
			continue
		}
		o.Digest = o.Mesh.Digest()
		w.meshes.Add(o.Mesh)
	}
	if missing != nil {
		return fmt.Errorf("%s", strings.Join(missing, "; "))
	}
	return nil
}
