// Package rig moves models without animation. It bends the wings of a stiff bird or insect up and down,
// and the body of a stiff fish from side to side. The motion is simple, and suits animals at some
// distance from the camera.
//
// All positions are in bird axes: X to the left, Y up, Z forward. Lengths are in units of the model,
// angles in radians, phases in turns of the wingbeat.
//
// Start reading at rig.go. kind.go chooses a motion for a model, wings.go moves wings, and fish.go
// bodies.
package rig
