package rules

import "skein/flock"

// The purposes of these rules' draws, so that none shares numbers with another.
const forImpulse flock.Purpose = 9
