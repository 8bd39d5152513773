package flock

import (
	"encoding/json"
	"fmt"
	"slices"

	"skein/flock/around"
	"skein/flock/param"
)

// Hunts reports whether the flock's boids attack others: the flock follows some species, and a
// hunting rule is active.
func (f *Flock) Hunts() bool {
	for _, r := range f.Params.Model().loadRules(&f.Params) {
		if h, ok := r.(hunting); ok && isActive(r) && len(f.regards()[h.Regards()-Noticed].names) > 0 {
			return true
		}
	}
	return false
}

// Join adds a flock without boids to the World, after all other flocks. fleeing are the numbers,
// from 0, of the flocks that flee it. To add boids, set the new flock's parameter count. The
// simulation goes on as if the empty flock had been there from the start. Join emits FlockJoined at
// the current tick. If something is wrong, it returns an error and changes nothing.
func (w *World) Join(f Flock, fleeing ...int) error {
	if f.Params.Count() != 0 {
		return fmt.Errorf("count is %d: a flock that joins must begin without boids", f.Params.Count())
	}
	def, err := w.joined(f, fleeing)
	if err != nil {
		return err
	}
	w.def = def
	one := newFlock(w, len(w.flocks), f, gauss{})
	w.flocks = append(w.flocks, one)
	w.relateFlocks()
	one.informRules(&w.around, around.ThingKinds())
	one.listRules()
	one.updateRemembered(around.ThingKinds())
	one.resize(0)
	w.assignIDs()
	for _, other := range w.flocks[:one.number] {
		other.listRules()
		other.prepare()
	}
	w.cachedHash = 0
	w.emit(Event{Kind: FlockJoined, Flock: one.number, Boid: one.firstID, Joined: &Joining{f, slices.Clone(fleeing)}})
	return nil
}

// Joining is a flock that joined a World, without boids.
type Joining struct {
	Flock   Flock
	Fleeing []int // numbers of the flocks that flee the new one, from 0
}

// savedJoining is the JSON of a Joining.
type savedJoining struct {
	flockHead
	Fleeing []int `json:"fleeing,omitempty"`
}

// MarshalJSON returns the flock as checkpoints save it, and the list "fleeing".
func (j *Joining) MarshalJSON() ([]byte, error) {
	f := &j.Flock
	params, err := json.Marshal(f.Params)
	if err != nil {
		return nil, err
	}
	return json.Marshal(savedJoining{flockHead{
		Species: f.Species, Model: f.Params.Model().Name(), Start: f.Start, Params: params,
		Notices: f.Notices, Follows: f.Follows, Flees: f.Flees,
	}, j.Fleeing})
}

// ReadJoining is the inverse of [Joining.MarshalJSON]. models are the models that the flock may have.
func ReadJoining(data []byte, models ...*Model) (*Joining, error) {
	var s savedJoining
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, err
	}
	f, _, err := s.define(noNumber, models)
	if err != nil {
		return nil, err
	}
	if err := f.Params.Validate(); err != nil {
		return nil, err
	}
	return &Joining{f, s.Fleeing}, nil
}

// joined returns the World's definition with one more flock.
func (w *World) joined(f Flock, fleeing []int) (Def, error) {
	def := w.def
	def.Others = append(slices.Clone(def.Others), f)
	if len(def.Others) >= MaxFlocks {
		return def, fmt.Errorf("%d flocks: at most %d are allowed", len(def.Others)+1, MaxFlocks)
	}
	for _, k := range fleeing {
		if k < 0 || k >= len(w.flocks) {
			return def, fmt.Errorf("flock %d does not exist; there are %d", k+1, len(w.flocks))
		}
		of := def.flock(k)
		of.Flees = append(slices.Clone(of.Flees), f.Name())
	}
	inForce := def
	inForce.Others = slices.Clone(def.Others)
	for k, other := range w.flocks {
		inForce.flock(k).Params = other.params
	}
	if err := param.Join(inForce.validateFlocks()); err != nil {
		return def, err
	}
	return def, checkThings(&w.around, def.Flocks())
}
