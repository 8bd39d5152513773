// Package view holds the geometry of one view of a frame: the eye, what is in sight, and which
// parts of the image things cover. It knows neither OpenGL nor what is drawn.
//
// Start reading in view.go; tiles.go holds the parts of an image that were drawn on.
package view
