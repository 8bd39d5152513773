package flock

import (
	"fmt"
	"slices"

	"skein/flock/param"
)

// Hunts reports whether the flock's boids attack others: it follows some, and its parameters
// have the hunt at work.
func (f *Flock) Hunts() bool {
	for _, r := range f.Params.Model().loaded(&f.Params) {
		if h, ok := r.(hunting); ok && isOn(r) && len(f.regards()[h.Regards()-Noticed].names) > 0 {
			return true
		}
	}
	return false
}

// Join has a flock without boids be one more of the World's, behind all others, with those
// that flee it, by their numbers from 0; then boids are let into it by its parameter count.
// The state goes on as it was, as if the flock had been there from the start, in which a
// flock without boids does nothing. The World's recording ends there: it is of so many
// flocks. The error says what is wrong; nothing is changed then.
func (w *World) Join(f Flock, fleeing ...int) error {
	if f.Params.Count() != 0 {
		return fmt.Errorf("count is %d: want a flock that begins without boids", f.Params.Count())
	}
	def, err := w.joined(f, fleeing)
	if err != nil {
		return err
	}
	w.def = def
	one := newFlock(w, len(w.flocks), f, gauss{})
	w.flocks = append(w.flocks, one)
	w.relate()
	one.informRules(&w.around, ThingKinds())
	one.listRules()
	one.follow(ThingKinds())
	one.resize(0)
	w.assignIDs()
	for _, of := range w.flocks[:one.number] {
		of.listRules()
		of.prepare()
	}
	w.cachedHash = 0
	return nil
}

// joined returns the World's definition with one flock more.
func (w *World) joined(f Flock, fleeing []int) (Def, error) {
	def := w.def
	def.Others = append(slices.Clone(def.Others), f)
	if len(def.Others) >= MaxFlocks {
		return def, fmt.Errorf("%d flocks: want %d at most", len(def.Others)+1, MaxFlocks)
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
