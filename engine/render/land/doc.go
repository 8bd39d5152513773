// Package land describes the lands: the noise of the ground, the skyline, and the places of plants.
// Everything is a function of the land and its seed, and is computed on the CPU, without OpenGL. Package
// render draws it.
//
// Start reading in lands.go, a table of all differences between the kinds of land, among them their
// shaders. Then read garden.go and sowings.go (the places of plants), kinds.go and mesh.go (their shapes),
// cover.go (the same formulas as in the ground's shaders) and skyline.go.
package land
