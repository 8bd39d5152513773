// Package testscene gives the flights of built-in scenes to tests, also to those of packages that package
// scenario imports.
package testscene

import (
	"sync"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/scenario"
)

// Def returns the definition of the simulation of a built-in scene. It panics if there is no such scene.
func Def(name string) flock.Def {
	if s, ok := parsed.Load(name); ok {
		return s.(*scenario.Scenario).Def()
	}
	s, err := scenario.Builtin(name)
	if err != nil {
		panic(err)
	}
	parsed.Store(name, s)
	return s.Def()
}

// Home is like [scenario.Home]. It panics on an error.
func Home(m *flock.Model) flock.Def {
	d, err := scenario.Home(m)
	if err != nil {
		panic(err)
	}
	return d
}

// CrowdOf is like [scenario.CrowdOf]. It panics on an error.
func CrowdOf(m *flock.Model, n int, shape cloud.Shape) flock.Def {
	d, err := scenario.CrowdOf(m, n, shape)
	if err != nil {
		panic(err)
	}
	return d
}

// parsed caches the scenes, because some tests ask for a scene thousands of times.
var parsed sync.Map
