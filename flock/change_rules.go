package flock

import (
	"fmt"
	"reflect"
	"slices"

	"skein/flock/around"
)

// For converts the parameters p to the model m. A parameter that both models have keeps its value if the
// value is valid for m. All other parameters get m's own values.
func (p Params) For(m *Model) Params {
	if p.Model() == m {
		return p
	}
	to := m.Params()
	for k := range p.Specs() {
		from := &p.Specs()[k]
		key := from.Key
		spec, ok := to.Spec(key)
		if !ok || spec.IsSpread() != from.IsSpread() {
			continue
		}
		if one := to; one.Set(key, p.Value(key)) == nil && one.check(spec) == nil {
			to = one
		}
	}
	return to
}

func (m *Model) differsOnlyInTexts(o *Model) bool {
	types := func(rules []Rule) (all []reflect.Type) {
		for _, r := range rules {
			if _, ok := r.(textRule); !ok {
				all = append(all, reflect.TypeOf(r))
			}
		}
		return all
	}
	a, b := &m.def, &o.def
	return a.Name == b.Name && a.Units == b.Units && a.Plane == b.Plane &&
		slices.Equal(types(a.all()), types(b.all()))
}

func (w *World) checkModel(f *flock, p *Params) error {
	m, own := p.Model(), f.params.Model()
	if m == nil || m == own {
		return nil
	}
	if !m.differsOnlyInTexts(own) {
		return fmt.Errorf("these are parameters of the model %s, but this flock has the model %s", m.Name(), own.Name())
	}
	def, flocks := w.def, w.flocksWith(f.number, *p)
	def.Flock, def.Others = flocks[0], flocks[1:]
	// Changes that are over are included, because a restart repeats them.
	for _, c := range w.def.Schedule {
		if c.Thing == "" && c.Flock == f.number {
			if _, err := normalize(c, &def); err != nil {
				return fmt.Errorf("an event changes %s: %w", c.Key, err)
			}
		}
	}
	return nil
}

// changeModel returns a flock with the same boids and the model of p. Columns of both models keep their
// values.
func (w *World) changeModel(old *flock, p Params) *flock {
	w.def.Others = slices.Clone(w.def.Others)
	of := w.def.flock(old.number)
	of.Params = of.Params.For(p.Model())
	def := *of
	def.Params = p
	_ = def.Params.Set("count", old.N) // cannot fail: the number is in range
	f := newFlock(w, old.number, def, old.gauss)
	state := old.state()
	state.boids.Own = f.columns.TakeOwn(old.columns, state.boids.Own, old.N)
	f.firstID = old.firstID
	w.flocks[old.number] = f
	w.relateFlocks()
	f.informRules(&w.around, around.ThingKinds())
	f.resume(state)
	for _, other := range w.flocks {
		if other != f {
			other.listRules()
			other.prepare()
		}
	}
	return f
}

type columnKey struct {
	name   string
	vector bool
}

// textColumns yields the columns of each active rule that was read from a scenario file and has start values.
func (f *flock) textColumns(yield func(rule int, columns []Column)) {
	for k, r := range f.allRules {
		_, isText := r.(textRule)
		_, begins := r.(beginner)
		if s, ok := r.(stateful); ok && isText && begins && isActive(r) {
			yield(k, s.Columns())
		}
	}
}

func (f *flock) activeColumns() map[columnKey]bool {
	active := map[columnKey]bool{}
	f.textColumns(func(_ int, columns []Column) {
		for _, c := range columns {
			active[columnKey{c.Name, c.Vector}] = true
		}
	})
	return active
}

// startColumns gives boids their start values in columns that were not active before.
func (f *flock) startColumns(before map[columnKey]bool) {
	states := f.stateArrays()
	f.textColumns(func(rule int, columns []Column) {
		at := 0
		for _, c := range columns {
			if end := at + c.size(); !before[columnKey{c.Name, c.Vector}] {
				f.startArrays(f.allRules[rule].(beginner), states[rule], at, end)
			}
			at += c.size()
		}
	})
}

func (f *flock) startArrays(r beginner, state []stateArray, from, to int) {
	now := f.presentTick()
	for slot, id := range f.Boids.ID[:f.N] {
		begin := r.Begin(&now, int(id))
		for k := from; k < min(to, len(begin)); k++ {
			f.Boids.Own[state[k].array][slot] = state[k].clamp(begin[k])
		}
	}
}
