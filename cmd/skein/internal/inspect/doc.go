// Package inspect implements "skein bird", which reports the content of a glTF model and whether the model
// can fly.
//
// Start reading at [Command].
package inspect
