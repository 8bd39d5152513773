// Package land describes what is on a land: the noise of its ground, its skyline, and which plants grow
// where. Everything is a function of the land and its seed, and is computed on the CPU, without OpenGL.
// Package render draws it.
//
// Start reading in lands.go, a table of all differences between the kinds of land. Then read garden.go and
// sowings.go (which plants grow where), kinds.go and mesh.go (their shapes), cover.go (the same formulas as
// in the ground's shaders) and skyline.go.
package land
