// Package testscene gives the flights of built-in scenes to tests. Tests of packages that package scenario
// imports can use it, too.
package testscene

import (
	"sync"

	"skein/flock"
	"skein/flock/cloud"
	"skein/flock/formula"
	"skein/flock/model"
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

// EveryCrowd returns the scene "paper" with a formula for each set of boids that a formula can perceive. Each
// formula uses every kind of sum. EveryCrowd panics on an error.
func EveryCrowd() flock.Def {
	var all []formula.Definition
	for k, crowd := range formula.Crowds()[1:] {
		d := formula.Definition{Name: "crowd of " + crowd, Perceives: crowd, Steer: `
			near = distance < 2[m]
			push = sum(direction / (distance + 0.5[m]), near) - nearest(other_heading, offset.y > 0[m]) / 1[m]
			0.01[m/s] * mean(direction) + 0.01[m²/s] * push * noise(position / 3[m]) + rotate(mean(relative_velocity), up, random_angle()) * (0.1 if count(near) > 1 else 0.02)`}
		switch crowd {
		case "range":
			d.Range = "3.25"
		case "nearest":
			d.Nearest = "5"
		}
		d.Name += string(rune('a' + k))
		all = append(all, d)
	}
	m, err := model.WithRules(model.Hartman(), all)
	if err != nil {
		panic(err)
	}
	def := Def("paper")
	p := m.Params()
	for _, s := range def.Params.Specs() {
		if err := p.Set(s.Key, def.Params.Value(s.Key)); err != nil {
			panic(err)
		}
	}
	def.Params = p
	return def
}

// parsed caches the scenes, because some tests ask for a scene thousands of times.
var parsed sync.Map
