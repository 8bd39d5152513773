// Package input reads the input of commands: scenarios with the flags that change them, recordings,
// obstacles and camera files.
//
// Start reading at [Simulation.Load] and [Open].
package input
