package rules

import "skein/flock/vec"

// Each rule has its own purpose, so that no two rules share random numbers.
const (
	forGust    vec.Purpose = 4
	forWander  vec.Purpose = 6
	forMeander vec.Purpose = 7
	forPerch   vec.Purpose = 8
	forImpulse vec.Purpose = 9
	forHunt    vec.Purpose = 10
	forPerches vec.Purpose = 11
	forFlutter vec.Purpose = 12
	forTurns   vec.Purpose = 13
	forMoods   vec.Purpose = 14
)
