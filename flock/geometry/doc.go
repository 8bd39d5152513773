// Package geometry computes the principal axes and the convex hull of points, for measurements and
// pictures.
package geometry
