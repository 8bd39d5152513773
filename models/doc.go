// Package models reads animated glTF models, poses them on the CPU and bakes
// their beat into poses for the renderer. It also holds skein's own
// birds, see [Builtin], and makebird, the program that makes them; they go
// through the same loader as a user's file.
//
// A [Baked] model stands in bird axes, those of glTF: Z forward, Y up, so X to
// the left; the wingspan is 1 and the origin the middle of the surface over
// the whole beat.
package models
