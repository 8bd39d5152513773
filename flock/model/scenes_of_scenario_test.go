package model_test

import (
	"skein/flock/model"
	"skein/flock/scenario"
	"skein/flock/scenario/testscene"
)

func init() {
	model.Scenes.Def, model.Scenes.Home, model.Scenes.Crowd = testscene.Def, scenario.Home, scenario.Crowd
}
