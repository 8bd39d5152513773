package flock_test

import (
	"skein/flock"
	"skein/flock/model"
)

func init() {
	flock.Scenes.Murmuration, flock.Scenes.Paper, flock.Scenes.Crowd = model.Murmuration, model.Paper, model.Crowd
	flock.Scenes.CrowdOf, flock.Scenes.Models = model.CrowdOf, model.All
}
