// Package around holds the surroundings of flocks: obstacles, paths, places, perches and winds. It
// describes their properties, checks them, and computes from them the surfaces and solids of
// obstacles, the lines of paths, the seats of perches, and the velocity of the air. It knows no
// boid and no rule.
//
// Lengths are metres, in right-handed axes with Y up; angles are degrees; the wind is in
// metres per second.
//
// Start reading at [Surroundings] and [Thing].
package around
