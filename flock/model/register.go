package model

import (
	"fmt"
	"slices"
	"sync"

	"skein/flock"
)

// registered is the only global state of this package. Scenario files and recordings refer to models by name.
var registered registry

type registry struct {
	mu     sync.Mutex
	models []*flock.Model
}

func (r *registry) list() []*flock.Model {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.models)
}

// Register adds a model, so that scenario files, recordings and all commands can use it by its name. The
// model also gets the rules of all models of this package as guest rules, switched off. Register must be
// called before the first scenario or recording is read. It returns an error if the name is already in use or
// the model is invalid.
func Register(def flock.ModelDef) error {
	if _, err := Named(def.Name); err == nil {
		return fmt.Errorf("model %q: there is already a model with this name", def.Name)
	}
	def.Guests = guestRules(def, defs())
	m, err := flock.NewModel(def)
	if err != nil {
		return err
	}
	registered.mu.Lock()
	defer registered.mu.Unlock()
	registered.models = append(registered.models, m)
	return nil
}
