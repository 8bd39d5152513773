// Package view computes the geometry of one view of a frame: the eye, the objects in sight, and the
// covered parts of the image. It does not depend on OpenGL or on the kinds of objects.
//
// Start reading in view.go. tiles.go records the parts of an image into which something was drawn.
package view
