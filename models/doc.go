// Package models contains skein's own birds, see [Builtin], and prepares models of birds for rendering:
// [Bake] turns a clip of a glTF model into poses of one wingbeat, with levels of detail. Package
// [skein/models/gltf] reads and poses the model, and [skein/models/lod] makes the levels. Built-in birds
// go through the same reader as a user's file. The program makebird makes them.
//
// A [Baked] model uses the axes of glTF: Z forward, Y up, X to the left. Its wingspan is 1, and its
// origin is the centroid of its surface over the whole wingbeat.
//
// Start reading at bake.go. beat.go finds the wingbeat in a clip, and cleanbeat.go chooses one of
// several. axes.go asks package [skein/models/facing] for the directions of the animal. half.go
// completes half of an animal, rigging.go moves a model without motion, and analysis.go measures the
// wingspan. builtin.go lists the birds.
package models
