package flock

import (
	"fmt"
	"slices"
	"strings"
)

// Regard is how a flock takes the boids of another. It is a relation from one flock
// to another, given by [Flock]; a rule that perceives each neighbour says by its method
// Regards which of them it perceives.
type Regard int

// The regards.
const (
	Flockmates Regard = iota // those of its own flock
	Noticed                  // those whose way it keeps out of, or whom it keeps company
	Followed                 // those that it pursues
	Feared                   // those that it flees
)

// regards returns the lists of a flock, in the order of Regard from Noticed on.
func (f *Flock) regards() [3]struct {
	key   string
	names []string
} {
	return [3]struct {
		key   string
		names []string
	}{{"notices", f.Notices}, {"follows", f.Follows}, {"flees", f.Flees}}
}

// relate makes each flock know which of the others it regards, and how.
func (w *World) relate() {
	all := w.def.Flocks()
	for k, f := range w.flocks {
		f.regarded = [Feared + 1][]*flock{}
		for r, list := range all[k].regards() {
			for j, other := range w.flocks {
				if slices.Contains(list.names, all[j].Name()) {
					f.regarded[Noticed+Regard(r)] = append(f.regarded[Noticed+Regard(r)], other)
				}
			}
		}
	}
}

// Vain returns what of the flock's regards does nothing: species that no rule at work
// perceives in that way, and rules at work that have nobody to perceive.
func (f *Flock) Vain() (all []string) {
	perceive := map[Regard]string{}
	for _, r := range f.Params.Model().loaded(&f.Params) {
		if o, ok := r.(regarding); ok && isOn(r) {
			perceive[o.Regards()] = r.About().Name
		}
		if h, ok := r.(alsoRule); ok && isOn(r) {
			regard, _ := h.Also()
			perceive[regard] = r.About().Name
		}
	}
	for k, list := range f.regards() {
		rule, at := perceive[Noticed+Regard(k)]
		switch {
		case len(list.names) > 0 && !at:
			all = append(all, fmt.Sprintf("%s names %s, and no rule that heeds it is at work", list.key, strings.Join(list.names, ", ")))
		case len(list.names) == 0 && at:
			all = append(all, fmt.Sprintf("the rule %s is at work, and %s names nobody", rule, list.key))
		}
	}
	return all
}
