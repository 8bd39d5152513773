// Package engine holds what stands between the simulation and a picture of it,
// in plain Go: the [Frame] (all that one image needs), cameras, the fixed-step
// clock, traces. It knows neither OpenGL nor windows.
//
// Axes are those of package flock: metres, right-handed, Y up, the ground at
// Y = 0. A camera looks along its own -Z.
package engine
