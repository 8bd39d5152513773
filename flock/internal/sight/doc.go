// Package sight lets the boids of one flock perceive each other: it finds who is near a boid, and sums over
// the boids that it finds. It is the first stage of a tick after the index, and knows no rules.
//
// A [Sight] belongs to one flock. [Settings] say what its boids see. Each worker has a [Memory], which no
// other worker changes. In a tick, package flock first has all workers index the boids:
//
//	TrackCells     moves the grid with the flock, and says whether this tick sorts the boids
//	Sort           assigns new slots, in a tick that sorts
//	Pack, Gather   prepare what the searches read
//
// Then each worker takes one block of boids after the other:
//
//	Perceive       stores the sums over the neighbourhood of each boid of a block
//	Note           records how the boids of a block moved, for the next tick
//
// Rules may ask for other boids than the neighbourhood by Find, Nearest, SumSpheres and FindAcross. All ways
// to search give the same boids, and all sums are exact, so the choice affects only the speed.
//
// Lengths are in metres. A slot is the index of a boid in the arrays of its flock, which the grid sorts by
// cell. Methods whose comments do not mention other workers may run on all workers at once.
//
// Start reading at sight.go.
package sight
