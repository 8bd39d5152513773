package model

import "skein/flock"

// Defs returns the definitions of the models, without the guest rules.
func Defs() []flock.ModelDef { return defs() }

// ExtraRules returns the definition of the rules that belong to no model.
func ExtraRules() flock.ModelDef { return extraRules() }

// IsCached reports whether WithRules has kept the model with this key.
func IsCached(key string) bool {
	extended.mu.Lock()
	defer extended.mu.Unlock()
	_, ok := extended.models[key]
	return ok
}
