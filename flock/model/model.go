// Package model holds the flocking models that skein flies, one published model a
// file: its rules in the order of its paper, its numbers, its equation numbers and
// its quirks; and the scenes made of them.
package model

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"skein/flock"
)

// defs returns the models, the default one first. Each gets the rules of all the others
// beside its own.
func defs() []flock.ModelDef {
	return []flock.ModelDef{
		hartman(),
		cornell("cornell"), cornell("cornell-3d"), cornellPredator("cornell-predator"), cornellPredator("cornell-predator-3d"),
		brundage(),
		parker(),
		erneholm("erneholm"), erneholm("erneholm-3d"),
		heppner(),
		starlings(),
	}
}

// builtin returns the models of this package, the default one first.
var builtin = sync.OnceValue(func() (all []*flock.Model) {
	of := defs()
	for _, def := range of {
		def.Beside = guests(def, of)
		all = append(all, must(flock.NewModel(def)))
	}
	return all
})

// All returns the models of this package, the default one first, and then those that
// [Register] added.
func All() []*flock.Model { return slices.Concat(builtin(), registered.list()) }

// known returns the model of a name that is written in this package.
func known(name string) *flock.Model { return must(Named(name)) }

// Named returns the model of that name.
func Named(name string) (*flock.Model, error) {
	var names []string
	for _, m := range All() {
		if m.Name() == name {
			return m, nil
		}
		names = append(names, m.Name())
	}
	return nil, fmt.Errorf("unknown model %q: want one of %s", name, strings.Join(names, ", "))
}

// must is for models and values that are written in this package: its tests make
// every one of them.
func must(m *flock.Model, err error) *flock.Model {
	if err != nil {
		panic(err)
	}
	return m
}

// With is p with other values, by key, as [flock.Params.Set] takes them. It is for
// values that are written in Go: it panics where Set errs.
func With(p flock.Params, pairs ...any) flock.Params {
	for k := 0; k < len(pairs); k += 2 {
		if err := p.Set(pairs[k].(string), pairs[k+1]); err != nil {
			panic(err)
		}
	}
	return p
}
