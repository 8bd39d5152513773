package flock

import (
	"encoding/json"
	"fmt"
	"slices"

	"skein/flock/around"
	"skein/flock/internal/gauss"
	"skein/flock/param"
)

// Hunts reports whether the flock's boids attack others: the flock follows some species, and a hunting rule
// is active.
func (f *Flock) Hunts() bool {
	for _, r := range f.Params.Model().loadRules(&f.Params) {
		if h, ok := r.(hunting); ok && isActive(r) && len(f.regards()[h.Regards()-Noticed].names) > 0 {
			return true
		}
	}
	return false
}

// Regarders are the flocks that notice, follow or flee a flock that joins, as indices from 0.
type Regarders struct {
	Noticing  []int `json:"noticing,omitempty"`
	Following []int `json:"following,omitempty"`
	Fleeing   []int `json:"fleeing,omitempty"`
}

// RegardersOf returns the flocks before flock k, from 0, that notice, follow or flee flock k.
func RegardersOf(all []Flock, k int) (by Regarders) {
	for j, f := range all[:k] {
		for r, list := range by.lists() {
			if slices.Contains(f.regards()[r].names, all[k].Name()) {
				*list = append(*list, j)
			}
		}
	}
	return by
}

// AddTo adds the name of the flock that joins to the lists of the flocks that notice, follow or flee it. The
// function of returns flock k.
func (by Regarders) AddTo(of func(k int) *Flock, name string) {
	for r, list := range by.lists() {
		for _, k := range *list {
			f := of(k)
			names := [3]*[]string{&f.Notices, &f.Follows, &f.Flees}[r]
			*names = append(slices.Clone(*names), name) // copies of the flock share the list
		}
	}
}

func (by *Regarders) lists() [3]*[]int { return [3]*[]int{&by.Noticing, &by.Following, &by.Fleeing} }

func (by Regarders) clone() Regarders {
	return Regarders{slices.Clone(by.Noticing), slices.Clone(by.Following), slices.Clone(by.Fleeing)}
}

// Join adds a flock without boids to the World, after all other flocks. by has the flocks that notice, follow
// or flee it. To add boids, set the new flock's parameter count. The World then continues as if the empty
// flock had been there from the start. Join emits FlockJoined at the current tick. On an error, nothing
// changes.
func (w *World) Join(f Flock, by Regarders) error {
	if f.Params.Count() != 0 {
		return fmt.Errorf("count is %d: a flock that joins must begin without boids", f.Params.Count())
	}
	def, err := w.defWithFlock(f, by)
	if err != nil {
		return err
	}
	w.def = def
	one := newFlock(w, len(w.flocks), f, gauss.Table{})
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
	w.emit(Event{Kind: FlockJoined, Flock: one.number, Boid: one.firstID, Joined: &Joining{f, by.clone()}})
	return nil
}

// Joining is a flock that joined a World, without boids.
type Joining struct {
	Flock Flock
	Regarders
}

type savedJoining struct {
	flockHead
	Regarders
}

// MarshalJSON returns the flock as checkpoints save it, and the lists of [Regarders].
func (j *Joining) MarshalJSON() ([]byte, error) {
	f := &j.Flock
	params, err := json.Marshal(f.Params)
	if err != nil {
		return nil, err
	}
	return json.Marshal(savedJoining{flockHead{
		Species: f.Species, Model: f.Params.Model().Name(), Start: f.Start, Params: params,
		Notices: f.Notices, Follows: f.Follows, Flees: f.Flees,
	}, j.Regarders})
}

// ReadJoining is the inverse of [Joining.MarshalJSON]. models has the models that the flock may have.
func ReadJoining(data []byte, models ...*Model) (*Joining, error) {
	var s savedJoining
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, err
	}
	f, _, err := s.define(noIndex, models)
	if err != nil {
		return nil, err
	}
	if err := f.Params.Validate(); err != nil {
		return nil, err
	}
	return &Joining{f, s.Regarders}, nil
}

func (w *World) defWithFlock(f Flock, by Regarders) (Def, error) {
	def := w.def
	def.Others = append(slices.Clone(def.Others), f)
	if len(def.Others) >= MaxFlocks {
		return def, fmt.Errorf("%d flocks: at most %d are allowed", len(def.Others)+1, MaxFlocks)
	}
	for _, list := range by.lists() {
		for _, k := range *list {
			if k < 0 || k >= len(w.flocks) {
				return def, fmt.Errorf("flock %d does not exist; there are %d", k+1, len(w.flocks))
			}
		}
	}
	by.AddTo(def.flock, f.Name())
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
