// Package seek holds the structures in which boids find each other. These are a grid of cells, the triangle
// of all distances, the candidates of groups, and lists of records. These structures only store data and
// look it up. Package flock decides which of them a tick uses, and what it does with the results. Lengths
// are metres.
//
// A slot is the index of a boid in the arrays of its flock, which the grid sorts by cell.
//
// Start reading at [Grid].
package seek
