package flock_test

import (
	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario"
	"skein/flock/scenario/testscene"
)

func init() {
	flock.Scenes.Murmuration = func() flock.Def { return testscene.Def("murmuration") }
	flock.Scenes.Paper = func() flock.Def { return testscene.Def("paper") }
	flock.Scenes.Crowd, flock.Scenes.CrowdOf, flock.Scenes.Models = scenario.Crowd, testscene.CrowdOf, model.All
}
