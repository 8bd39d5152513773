// Package model holds the flocking models of skein. The file of a published model contains its rules in the
// order of the paper, with the paper's values, equation numbers and peculiarities. A model does not contain
// a flock. The scenes of package scenario define how flocks start, and which of their values differ from
// the model's.
package model

import (
	"fmt"
	"slices"
	"sync"

	"skein/flock"
	"skein/flock/message"
)

// defs returns the definitions of the models, the default model first, without the guest rules from other
// models.
func defs() []flock.ModelDef {
	all := []flock.ModelDef{
		hartman(),
		cornell("cornell"), cornell("cornell-3d"), cornellPredator("cornell-predator"), cornellPredator("cornell-predator-3d"),
		brundage(),
		parker(),
		erneholm("erneholm"), erneholm("erneholm-3d"),
		heppner(),
		starlings(),
	}
	for _, name := range Plain() {
		all = append(all, plain(name))
	}
	return all
}

var builtin = sync.OnceValue(func() (all []*flock.Model) {
	published := defs()
	for _, def := range published {
		def.Guests = guestRules(def, published)
		all = append(all, must(flock.NewModel(def)))
	}
	return all
})

// All returns the models of this package, the default model first, and then the models that [Register]
// added.
func All() []*flock.Model { return slices.Concat(builtin(), registered.list()) }

func mustNamed(name string) *flock.Model { return must(Named(name)) }

// Named returns the model with the given name, or an error if there is no such model.
func Named(name string) (*flock.Model, error) {
	var names []string
	for _, m := range All() {
		if m.Name() == name {
			return m, nil
		}
		names = append(names, m.Name())
	}
	return nil, fmt.Errorf("unknown model %q%s", name, message.Alternatives(name, names))
}

// must panics if err is not nil. Tests build every model, so users never see this panic.
func must(m *flock.Model, err error) *flock.Model {
	if err != nil {
		panic(err)
	}
	return m
}

// With returns a copy of p with some parameters changed. pairs contains a key, its value, the next key and so
// on, as for the method Set of [flock.Params]. Use With only for values in Go code, because it panics if Set
// returns an error.
func With(p flock.Params, pairs ...any) flock.Params {
	for k := 0; k < len(pairs); k += 2 {
		if err := p.Set(pairs[k].(string), pairs[k+1]); err != nil {
			panic(err)
		}
	}
	return p
}
