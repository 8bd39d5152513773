package flock

import (
	"fmt"
	"slices"
	"strings"
)

// Regard is the relation of a flock to boids that it perceives: its own boids, or the boids of a flock that
// it notices, follows or flees (see [Flock]). A rule's method Regards selects which of these boids the rule
// perceives.
type Regard int

// The relations.
const (
	Flockmates Regard = iota // boids of the flock itself
	Noticed                  // boids that the flock's boids avoid or accompany
	Followed                 // boids that the flock's boids pursue
	Feared                   // boids that the flock's boids flee
)

func (f *Flock) regards() [3]struct {
	key   string
	names []string
} {
	return [3]struct {
		key   string
		names []string
	}{{"notices", f.Notices}, {"follows", f.Follows}, {"flees", f.Flees}}
}

func (w *World) relateFlocks() {
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

// UnusedRegards returns messages about the flock's relations that have no effect. Some species in the lists
// may be perceived by no active rule, and some active rules may have no boids to perceive.
func (f *Flock) UnusedRegards() (all []string) {
	perceive := map[Regard]string{}
	for _, r := range f.Params.Model().loadRules(&f.Params) {
		if o, ok := r.(regardingRule); ok && isActive(r) {
			perceive[o.Regards()] = r.About().Name
		}
		if b, ok := r.(blockRule); ok && isActive(r) {
			perceive[b.Crowd().Regard] = r.About().Name
		}
		if h, ok := r.(alsoRule); ok && isActive(r) {
			regard, _ := h.AlsoPerceives()
			perceive[regard] = r.About().Name
		}
	}
	for k, list := range f.regards() {
		rule, at := perceive[Noticed+Regard(k)]
		switch {
		case len(list.names) > 0 && !at:
			all = append(all, fmt.Sprintf("%s names %s, but no active rule uses it", list.key, strings.Join(list.names, ", ")))
		case len(list.names) == 0 && at:
			all = append(all, fmt.Sprintf("the rule %s is active, but %s names no species", rule, list.key))
		}
	}
	return all
}
