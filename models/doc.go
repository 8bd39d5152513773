// Package models reads animated glTF models, poses them on the CPU and bakes their wingbeat
// into poses for the renderer. It also contains skein's own birds, see [Builtin], and makebird,
// the program that makes them. Built-in birds go through the same loader as a user's file.
//
// A [Baked] model uses the axes of glTF: Z forward, Y up, X to the left. Its wingspan is 1, and
// its origin is the centroid of its surface over the whole wingbeat.
package models
