// Package lod makes levels of detail: [Mesh.Simplify] returns versions of a posed mesh with
// decreasing numbers of triangles. From a distance, they look the same in every pose.
//
// It collapses edges, the cheapest first. The cost of a collapse is its quadric error (Garland and
// Heckbert, Surface Simplification Using Quadric Error Metrics, 1997), summed over several poses.
// Small levels are then fitted to the surface of the mesh by least squares, and adjusted to cover
// the same area.
//
// Lengths are in wingspans. The axes are the same as in a baked model: Z forward, Y up, X to the
// left. If its vertices are symmetric across the plane X = 0, the mesh is treated as
// mirror-symmetric.
//
// Start reading at levels.go. simplify.go collapses edges, fit.go fits a level, and bvh.go measures
// its error.
package lod
