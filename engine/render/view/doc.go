// Package view computes the geometry of one view of a frame: the eye, what is in sight, and which parts of
// the image are covered. It depends neither on OpenGL nor on what is drawn.
//
// Start reading in view.go. tiles.go records which parts of an image were drawn on.
package view
