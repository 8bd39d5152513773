package model

import (
	"skein/flock"
	"skein/flock/cloud"
)

// These functions are from package scenario, which imports package model, so tests of package model_test set
// them.
var Scenes struct {
	Def   func(name string) flock.Def
	Home  func(m *flock.Model) flock.Def
	Crowd func(n int, shape cloud.Shape) flock.Def
}
