// Package seek holds the data structures with which boids find each other: a grid of cells, the triangle of
// all distances, the candidates of groups, and lists of records. The structures only store data and look it
// up. Package sight decides which of them are used in a tick, and what is done with the results. Lengths are
// in metres.
//
// A slot is the index of a boid in the arrays of its flock, which the grid sorts by cell.
//
// Start reading at [Grid].
package seek
