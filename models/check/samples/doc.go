// Package samples generates random valid glTF files from a seed, with every kind of geometry and animation
// that package models reads, but no textures and no compression. It also computes the positions of their
// vertices with a simple, slow implementation, the reference for tests. This shares no code with package
// models or with its library.
package samples
