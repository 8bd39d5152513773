// Package figure draws flocks as figures for papers: orthographic, on white, as vector paths with
// axes, a scale bar and a legend. One description gives SVG, PDF and PNG. Drawing needs no OpenGL,
// and the same panels always give the same bytes.
//
// Start reading at [Write].
package figure
