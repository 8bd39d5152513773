// Package scenery turns the surroundings of a flock into solids that can be drawn: obstacles, buildings,
// terrain. It reads obstacle files, keeps cameras out of solids, and moves things as the user drags them.
// Start reading at scenery.go.
package scenery
