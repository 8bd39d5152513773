// Package around holds the surroundings of flocks: obstacles, paths, places, perches and winds. It describes
// and checks their properties. It computes the surfaces and solids of obstacles, the lines of paths, the
// seats of perches, and the velocity of the air. It knows neither boids nor rules.
//
// Lengths are in metres, and winds in metres per second. Axes are right-handed, with Y up. Angles are in
// degrees. Start reading at [Surroundings] and [Thing].
package around
