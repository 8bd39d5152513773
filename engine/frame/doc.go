// Package frame describes one image as data: the [Frame] with its birds, lines, solids, light
// and [View]. Package picture makes frames, package render draws them. A frame shares nothing
// with the simulation, so it can be drawn while the flock flies on.
//
// Axes are those of package flock: metres, right-handed, Y up, the ground at Y = 0. A camera
// looks along its own -Z. Colours are linear RGB unless a comment says sRGB.
package frame
