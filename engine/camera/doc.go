// Package camera moves cameras. A [Rig] places the camera by its mode, by the flock or boid that it
// follows, and by input. A [Path] moves the camera through keys. A [Subject] is the flock or boid that a
// rig follows. Its [Motion] is smoothed over time. Start reading at rig.go and modes.go.
//
// Angles are in radians unless a comment says degrees.
package camera
