// Package reel reads recorded flights: a [Reel] is a sequence of snapshots, a [Reader] finds
// the boids at any instant between them.
package reel
