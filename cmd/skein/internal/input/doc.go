// Package input reads the inputs of commands: scenarios with the flags that change them, recordings,
// obstacles and camera files.
//
// Start reading at [Simulation.Load] and [Open].
package input
