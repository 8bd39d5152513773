// Package samples generates valid glTF files, at random from a seed, with every kind of geometry and
// animation that package models reads, but without textures and compression. It also computes the positions
// of their vertices with a simple, slow implementation, as a reference for tests. It shares no code with
// package models or the library that package models uses.
package samples
