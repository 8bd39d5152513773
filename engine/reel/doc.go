// Package reel reads recorded flights. A [Reel] is a sequence of snapshots. A [Reader] returns the
// boids at any time between two snapshots.
package reel
