package rules

import "skein/flock"

// The purposes of these rules' draws, so that none shares numbers with another.
const (
	forGust    flock.Purpose = 4
	forWander  flock.Purpose = 6
	forMeander flock.Purpose = 7
	forPerch   flock.Purpose = 8
	forImpulse flock.Purpose = 9
	forHunt    flock.Purpose = 10
	forPerches flock.Purpose = 11
	forFlutter flock.Purpose = 12
	forTurns   flock.Purpose = 13
)
