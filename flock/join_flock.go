package flock

import (
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
// simulation goes on as if the empty flock had been there from the start. The World's recording
// ends at this tick, because a recording has a fixed number of flocks. If something is wrong, Join
// returns an error and changes nothing.
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
	for _, of := range w.flocks[:one.number] {
		of.listRules()
		of.prepare()
	}
	w.cachedHash = 0
	return nil
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
	for k, of := range w.flocks {
		inForce.flock(k).Params = of.params
	}
	if err := param.Join(inForce.validateFlocks()); err != nil {
		return def, err
	}
	return def, checkThings(&w.around, def.Flocks())
}
