// Package input reads what commands work on: scenarios with the flags that change them, recordings,
// obstacles and camera files.
//
// Start reading at [Simulation.Load] and [Open].
package input
