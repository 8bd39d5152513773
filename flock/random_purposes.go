package flock

import "skein/flock/vec"

// The purposes of the engine's random draws, see [vec.Purpose].
const (
	forPlace    vec.Purpose = 1
	forCourse   vec.Purpose = 2
	forDecision vec.Purpose = 3
	forFlap     vec.Purpose = 5
	forSpread   vec.Purpose = 15
)
