// Package samples generates valid glTF files, at random from a seed, with every feature that
// package models reads. It also computes the positions of their vertices with a simple, slow
// implementation, as a reference for tests. It shares no code with package models or the
// library that package models uses.
package samples
