// Package samples generates random valid glTF files from a seed. They contain every kind of
// geometry and animation that package models reads, but no textures and no compression. The package
// also computes the positions of their vertices. This implementation is simple and slow, and is the
// reference for tests. It shares no code with package models or with the library that package
// models uses.
package samples
