// Package frame describes an image as data: a [Frame] contains birds, lines, solids, light and a [View].
// Package picture creates frames, and package render draws them. A frame shares no memory with the
// simulation, so it can be drawn while the flock flies on.
//
// Axes are those of package flock: metres, right-handed, Y up, the ground at Y = 0. A camera looks along
// its own -Z. Colours are linear RGB unless a comment says sRGB.
package frame
