// Package seek holds the structures in which boids find each other: a grid of cells, the triangle of all
// distances, the candidates of groups, and lists of records. They only store and look up; package flock
// decides which of them a tick uses, and how it uses the results. Lengths are metres.
//
// A slot is the index of a boid in the arrays of its flock, which the grid sorts by cell.
//
// Start reading at [Grid].
package seek
