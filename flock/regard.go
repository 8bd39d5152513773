package flock

import (
	"fmt"
	"slices"
	"strings"

	"skein/flock/message"
	"skein/flock/param"
)

// Regard is the relation of a flock to boids that it perceives: its own boids, or the boids of a flock that
// it notices, follows or flees (see [Flock]). A rule's method Regards selects which of these boids the rule
// perceives.
type Regard int

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
		f.regarded, f.others = [Feared + 1][]*flock{}, [Feared + 1][]*gathering{}
		for r, list := range all[k].regards() {
			for j, other := range w.flocks {
				if slices.Contains(list.names, all[j].Name()) {
					to := Noticed + Regard(r)
					f.regarded[to], f.others[to] = append(f.regarded[to], other), append(f.others[to], &other.gathering)
				}
			}
		}
	}
}

// UnusedRegards returns messages about the flock's relations that have no effect. Some species in the lists
// may be perceived by no active rule, and some active rules may have no boids to perceive.
func (f *Flock) UnusedRegards() (all []string) {
	active, others := map[Regard]string{}, map[Regard][]string{}
	for _, r := range f.Params.Model().loadRules(&f.Params) {
		for _, to := range regardsOf(r) {
			if name := r.About().Name; isActive(r) {
				active[to] = name
			} else {
				others[to] = append(others[to], name)
			}
		}
	}
	for k, list := range f.regards() {
		to := Noticed + Regard(k)
		rule, found := active[to]
		switch {
		case len(list.names) > 0 && !found:
			all = append(all, fmt.Sprintf("the key %q lists %s, but no active rule uses it%s", list.key, strings.Join(list.names, ", "), ruleToActivate(others[to])))
		case len(list.names) == 0 && found:
			all = append(all, fmt.Sprintf("the rule %q is active, but the key %q lists no species", rule, list.key))
		}
	}
	return all
}

// regardsOf returns the regards of the boids that a rule perceives. It may contain a regard twice.
func regardsOf(r Rule) (all []Regard) {
	if o, ok := r.(regardingRule); ok {
		all = append(all, o.Regards())
	}
	if b, ok := r.(blockRule); ok {
		all = append(all, b.Crowd().Regard)
	}
	if h, ok := r.(crossFlockRule); ok {
		regard, _ := h.AlsoPerceives()
		all = append(all, regard)
	}
	return all
}

func ruleToActivate(rules []string) string {
	slices.Sort(rules)
	switch rules = slices.Compact(rules); len(rules) {
	case 0:
		return "; the model has no rule for it"
	case 1:
		return "; activate the rule " + rules[0]
	}
	return "; activate one of the rules " + strings.Join(rules, ", ")
}

// RegardError is an error in one of a flock's lists of species.
type RegardError struct {
	Flock int    // index of the flock, from 0
	Key   string // "notices", "follows" or "flees"
	text  string
}

func (e RegardError) Error() string { return e.text }

// RegardErrors returns the errors in the flocks' lists of species. No name in a list may be unknown, or
// name the flock itself, or occur twice.
func (d *Def) RegardErrors() (wrong []RegardError) {
	all := d.Flocks()
	for k := range all {
		f, first := &all[k], map[string]string{}
		others := otherSpecies(all, f.Name())
		for _, list := range f.regards() {
			for _, name := range list.names {
				text := ""
				switch {
				case name == f.Name():
					text = fmt.Sprintf("the key %q lists %q, which is the flock itself", list.key, name)
				case !slices.Contains(others, name):
					text = fmt.Sprintf("the key %q lists %q: no flock has this species%s", list.key, name, suggestSpecies(name, others))
				case first[name] == list.key:
					text = fmt.Sprintf("the key %q lists %q twice", list.key, name)
				case first[name] != "":
					text = fmt.Sprintf("the keys %[3]q and %[1]q both list %[2]q; use only one of them", list.key, name, first[name])
				}
				if first[name] = list.key; text != "" {
					wrong = append(wrong, RegardError{k, list.key, text})
				}
			}
		}
	}
	return wrong
}

func suggestSpecies(name string, others []string) string {
	if len(others) == 0 {
		return "; there are no other flocks"
	}
	return message.Alternatives(name, others)
}

// otherSpecies returns the sorted species of all flocks except the named one.
func otherSpecies(all []Flock, name string) (others []string) {
	for k := range all {
		if other := all[k].Name(); other != name {
			others = append(others, other)
		}
	}
	slices.Sort(others)
	return others
}

// Regards are the indices of the flocks that a flock notices, follows and flees, in ascending order. Indices
// count from 0.
type Regards struct {
	Notices []int `json:"notices,omitempty"`
	Follows []int `json:"follows,omitempty"`
	Flees   []int `json:"flees,omitempty"`
}

// lists returns the lists in the order of the constants of Regard, starting at Noticed.
func (r *Regards) lists() [3]*[]int { return [3]*[]int{&r.Notices, &r.Follows, &r.Flees} }

// Clone returns a copy that shares no memory with r.
func (r Regards) Clone() Regards {
	return Regards{slices.Clone(r.Notices), slices.Clone(r.Follows), slices.Clone(r.Flees)}
}

// Equal reports whether both hold the same flocks.
func (r Regards) Equal(o Regards) bool {
	return slices.Equal(r.Notices, o.Notices) && slices.Equal(r.Follows, o.Follows) && slices.Equal(r.Flees, o.Flees)
}

// Set returns a copy with another relation to flock k. Flockmates means no relation.
func (r Regards) Set(k int, to Regard) Regards {
	r = r.Clone()
	for n, list := range r.lists() {
		*list = slices.DeleteFunc(*list, func(j int) bool { return j == k })
		if to == Noticed+Regard(n) {
			*list = append(*list, k)
			slices.Sort(*list)
		}
	}
	return r
}

// Of returns the relation to flock k. It returns Flockmates if the flock ignores flock k.
func (r Regards) Of(k int) Regard {
	for n, list := range r.lists() {
		if slices.Contains(*list, k) {
			return Noticed + Regard(n)
		}
	}
	return Flockmates
}

// RegardsOf returns how flock k, from 0, of the given flocks reacts to the others.
func RegardsOf(all []Flock, k int) (r Regards) {
	for n, list := range all[k].regards() {
		numbers := r.lists()[n]
		for j := range all {
			if slices.Contains(list.names, all[j].Name()) {
				*numbers = append(*numbers, j)
			}
		}
	}
	return r
}

// SetRegards sets how the flock reacts to the others. all has all flocks, including the flock itself.
func (f *Flock) SetRegards(all []Flock, r Regards) {
	for n, list := range r.lists() {
		var names []string
		for _, k := range *list {
			names = append(names, all[k].Name())
		}
		*[3]*[]string{&f.Notices, &f.Follows, &f.Flees}[n] = names // a new list, because copies of the flock share the old one
	}
}

// RegardsOf returns how flock k, from 0, reacts to the others.
func (w *World) RegardsOf(k int) Regards { return RegardsOf(w.def.Flocks(), k) }

// SetRegards sets how flock k, from 0, reacts to the others, from the next step on. Its boids forget boids
// to which they no longer react, such as the prey of a hunt. SetRegards emits RegardsChanged at the current
// tick if anything changes. On an error, nothing changes.
func (w *World) SetRegards(k int, r Regards) error {
	def, err := w.withRegards(k, r)
	if err != nil || w.RegardsOf(k).Equal(RegardsOf(def.Flocks(), k)) {
		return err
	}
	w.def = def
	w.relateFlocks()
	w.flocks[k].forgetStrangers()
	for _, f := range w.flocks {
		f.listRules()
		f.prepare()
	}
	w.cachedHash = 0
	now := w.RegardsOf(k)
	w.emit(Event{Kind: RegardsChanged, Flock: k, Boid: w.flocks[k].firstID, Regards: &now})
	return nil
}

func (w *World) withRegards(k int, r Regards) (Def, error) {
	def := w.def
	if k < 0 || k >= len(w.flocks) {
		return def, fmt.Errorf("flock %d does not exist; there are %d", k+1, len(w.flocks))
	}
	for _, list := range r.lists() {
		for _, j := range *list {
			if j < 0 || j >= len(w.flocks) {
				return def, fmt.Errorf("flock %d does not exist; there are %d", j+1, len(w.flocks))
			}
		}
	}
	def.Others = slices.Clone(def.Others)
	def.flock(k).SetRegards(def.Flocks(), r)
	inForce := def
	inForce.Others = slices.Clone(def.Others)
	for j, f := range w.flocks {
		inForce.flock(j).Params = f.params
	}
	if err := param.Join(inForce.validateFlocks()); err != nil {
		return def, err
	}
	return def, checkThings(&w.around, def.Flocks())
}

func (f *flock) forgetStrangers() {
	for k := range f.renumberedRules {
		m := &f.renumberedRules[k]
		o, regards := m.numbers.(regardingRule)
		if !regards || o.Regards() == Flockmates {
			continue
		}
		known := func(id int) int {
			for _, other := range f.regarded[o.Regards()] {
				if id >= other.firstID && id < other.firstID+other.N {
					return id
				}
			}
			return -1
		}
		m.updateEach(f, func(state []float32) { m.numbers.Renumber(state, known) })
	}
}

// Forget removes a species from the lists of species that the flock notices, follows and flees.
func (f *Flock) Forget(species string) {
	for _, list := range []*[]string{&f.Notices, &f.Follows, &f.Flees} {
		*list = slices.DeleteFunc(slices.Clone(*list), func(name string) bool { return name == species }) // copies of the definition share the list
	}
}

// Rename renames the species of all[k], and changes its name in the lists of the flocks that notice, follow
// or flee it.
func Rename(all []*Flock, k int, species string) {
	was := all[k].Name()
	all[k].Species = species
	now := all[k].Name()
	for _, f := range all {
		for _, list := range []*[]string{&f.Notices, &f.Follows, &f.Flees} {
			*list = slices.Clone(*list) // copies of the definition share the list
			for i := range *list {
				if (*list)[i] == was {
					(*list)[i] = now
				}
			}
		}
	}
}
