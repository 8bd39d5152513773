// Package camera moves cameras. A [Rig] places the camera by its mode, by what it follows and
// by input; a [Path] moves it through keys. What a rig follows is a [Subject], whose [Motion]
// is smoothed over time. Start reading at rig.go and modes.go.
//
// Angles are radians unless a comment says degrees.
package camera
