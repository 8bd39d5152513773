package model

import (
	"fmt"
	"slices"
	"sync"

	"skein/flock"
)

// registered holds the models that Register added. It is the only state of this package. Scenario
// files and recordings name their models, and these names are looked up here.
var registered registry

// registry is a list of models. Its methods may be called from several goroutines.
type registry struct {
	mu     sync.Mutex
	models []*flock.Model
}

func (r *registry) list() []*flock.Model {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.models)
}

// Register adds a model under its name, so that scenario files, recordings and all commands find
// it. In addition to its own rules, the model gets the rules of all models of this package,
// switched off. Call it before the first scenario or recording is read. Register returns an error
// if the name is taken, or if something is wrong with the model.
func Register(def flock.ModelDef) error {
	if _, err := Named(def.Name); err == nil {
		return fmt.Errorf("model %q: another model has this name", def.Name)
	}
	def.Beside = guestRules(def, defs())
	m, err := flock.NewModel(def)
	if err != nil {
		return err
	}
	registered.mu.Lock()
	defer registered.mu.Unlock()
	registered.models = append(registered.models, m)
	return nil
}
